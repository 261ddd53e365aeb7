"""The figures of a class: people, questions, and which questions to look at."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import StatisticsError, correlation, fmean, variance

from flashcards.results.load import BY_HAND, SEQUENCES, TYPED, Answer, Attempt, find_accepted

_DIGITS = 9
"""Numbers that differ in later digits are the same."""
_NOISE = 1.5
"""A discrimination of -NOISE / sqrt(people) or less is hardly chance."""
_MIN_PEOPLE = 5
"""Of whom most must choose a wrong answer before its key is doubted."""


@dataclass(frozen=True)
class PersonResult:
    """How one person did; the table of people has these columns."""

    name: str
    number: str
    percent: float
    points: float
    total: float
    passed: bool | None
    """None without a pass mark, and while an answer is open."""
    finished: bool
    open: int
    """Answers that cannot be read, or that a person has yet to grade."""


@dataclass(frozen=True)
class AnswerCount:
    """How many people chose an option, or typed an answer."""

    name: str
    right: bool
    people: int


@dataclass(frozen=True)
class ItemResult:
    """One question: how hard, how telling, what was chosen; the table of questions has these."""

    id: str
    points: float
    people: int
    """Whose answer is graded."""
    share_right: float | None
    """Of people with full points; None for what a person grades."""
    mean_score: float
    discrimination: float | None
    """Correlation of its score with that on all other questions; None if either is constant."""
    picks: Sequence[AnswerCount]
    """The most frequent first."""
    look_at: str
    """Why to look at it; empty if there is no reason."""


@dataclass(frozen=True)
class ClassReport:
    """What a class's results say."""

    title: str
    pass_mark: float | None
    alpha: float | None
    """Cronbach's alpha; None if it is not defined."""
    alpha_people: int
    """On whom it rests."""
    people: Sequence[PersonResult]
    """The best first."""
    questions: Sequence[ItemResult]
    notices: Sequence[str]


def make_report(
    attempts: Sequence[Attempt], notices: Sequence[str], pass_mark: float | None, names: bool
) -> ClassReport:
    """Return the report on these attempts; `pass_mark` in percent overrides the exam's own.

    Without `names` people are numbered by rank, and notices, which can name them, are counted.
    """
    for attempt in attempts:
        pass_mark = attempt.pass_mark if pass_mark is None else pass_mark
    people = []
    best_first = sorted(attempts, key=lambda attempt: (-attempt.percent, attempt.candidate))
    for rank, attempt in enumerate(best_first, 1):
        person = PersonResult(
            name=attempt.candidate if names else str(rank),
            number=attempt.number if names else "",
            percent=attempt.percent,
            points=round(attempt.points, 4),
            total=round(attempt.total, 4),
            passed=None if pass_mark is None or attempt.open else attempt.percent >= pass_mark,
            finished=attempt.finished,
            open=attempt.open,
        )
        people.append(person)
    graded: dict[str, list[tuple[Attempt, Answer]]] = defaultdict(list)
    for attempt in attempts:
        for answer in attempt.answers:
            graded[answer.card].append((attempt, answer))
    if notices and not names:
        notices = [f"{len(notices)} notes, which can name people, are not shown with --no-names"]
    alpha, alpha_people = _measure_alpha(attempts)
    return ClassReport(
        title=next((attempt.title or attempt.exam for attempt in attempts), ""),
        pass_mark=pass_mark,
        alpha=alpha,
        alpha_people=alpha_people,
        people=people,
        questions=[_analyse(pairs) for pairs in graded.values()],
        notices=notices,
    )


def _measure_alpha(attempts: Sequence[Attempt]) -> tuple[float | None, int]:
    """Return Cronbach's alpha, and on how many people it rests: who has all questions graded.

    It needs three of them who are half of the class, two questions, and totals that differ.
    """
    points = [{answer.card: answer.points for answer in attempt.answers} for attempt in attempts]
    cards = dict.fromkeys(card for own in points for card in own)
    complete = [[own[card] for card in cards] for own in points if own.keys() == cards.keys()]
    if len(cards) < 2 or len(complete) < 3 or 2 * len(complete) < len(attempts):
        return None, len(complete)
    variance_of_totals = variance(map(sum, complete))
    if round(variance_of_totals, _DIGITS) == 0:
        return None, len(complete)
    variances = [variance(column) for column in zip(*complete, strict=True)]
    alpha = len(cards) / (len(cards) - 1) * (1 - sum(variances) / variance_of_totals)
    return alpha, len(complete)


def _analyse(pairs: Sequence[tuple[Attempt, Answer]]) -> ItemResult:
    """Return the result of one question from each attempt at which it is graded."""
    answers = [answer for _, answer in pairs]
    # one that was reached, if any: what was not has no more than its points
    question = max(answers, key=lambda answer: bool(answer.type))
    scores, scores_elsewhere = list[float](), list[float]()
    for attempt, answer in pairs:
        if round(total := attempt.total - answer.of, _DIGITS):
            scores.append(round(answer.score, _DIGITS))
            scores_elsewhere.append(round((attempt.points - answer.points) / total, _DIGITS))
    try:
        discrimination = correlation(scores, scores_elsewhere)
    except StatisticsError:  # one is constant, or there are fewer than two people
        discrimination = None
    is_by_hand = question.type in BY_HAND
    counts = [] if is_by_hand or question.type in SEQUENCES else _count(question, answers)
    look_at = ""
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(scores)):
        look_at = "who does well elsewhere does worse here: is the key right?"
    elif len(answers) >= _MIN_PEOPLE and counts and counts[0].people > len(answers) / 2:
        favourite = counts[0]
        look_at = "" if favourite.right else f"most chose “{favourite.name}”: is the key right?"
    return ItemResult(
        id=question.card,
        points=question.of,
        people=len(answers),
        share_right=None if is_by_hand else fmean(answer.score == 1 for answer in answers),
        mean_score=fmean(answer.score for answer in answers),
        discrimination=discrimination,
        picks=counts,
        look_at=look_at,
    )


def _count(question: Answer, answers: Sequence[Answer]) -> list[AnswerCount]:
    """Count who chose each option or typed each text; the right one even if nobody did."""
    right = {*question.right}
    people = Counter[str]()
    is_typed = question.type in TYPED
    for name in question.right[:1] if is_typed else question.shown:
        people[name] = 0
    for answer in answers:
        names = [name for name in answer.answer if name]
        if is_typed:
            names = [find_accepted(name, question.right) or name.casefold() for name in names]
        people.update(names)
        if answer.score == 1:  # also what was typed in a way that the card accepts
            right.update(names)
    return [AnswerCount(name, name in right, count) for name, count in people.most_common()]
