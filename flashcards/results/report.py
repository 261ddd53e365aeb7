"""The figures of a class: people, questions, and which questions to look at."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import StatisticsError, correlation, fmean, variance

from flashcards.results.load import BY_HAND, SEQUENCES, TYPED, Answer, Attempt
from flashcards.text.answer_rules import find_accepted

_DIGITS = 9
"""Numbers that differ in later digits are the same."""
_NOISE = 1.5
"""A discrimination of -NOISE / sqrt(people) or less is hardly chance."""
_MIN_PEOPLE = 5
"""Of whom most must choose a wrong answer before its key is doubted."""
_MIN_CORRELATION = 0.2
"""A wrong answer that correlates with the rest by more than this is given by who knows the rest."""


@dataclass(frozen=True)
class PersonResult:
    """How one person did; the table of people has these columns."""

    name: str
    number: str
    version: str
    """Of the printed exam; empty at the keyboard."""
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
    text: str = ""
    """What the option says."""


@dataclass(frozen=True)
class ItemResult:
    """One question: how hard, how telling, what was chosen; the table of questions has these."""

    id: str
    question: str
    """What was asked, in one line; empty if the results do not say it."""
    places: str
    """Where it stands in each version of the printed exam: `A3, B1`; empty at the keyboard."""
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
    missing: str
    """Why a figure is None; empty if none is."""


@dataclass(frozen=True)
class ClassReport:
    """What a class's results say."""

    title: str
    pass_mark: float | None
    alpha: float | None
    """Cronbach's alpha; None if it is not defined."""
    alpha_people: int
    """On whom it rests."""
    alpha_missing: str
    """Why there is no alpha; empty if there is one."""
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
            version=attempt.version if names else "",
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
    alpha, alpha_people, alpha_missing = _measure_alpha(attempts)
    return ClassReport(
        title=next((attempt.title or attempt.exam for attempt in attempts), ""),
        pass_mark=pass_mark,
        alpha=alpha,
        alpha_people=alpha_people,
        alpha_missing=alpha_missing,
        people=people,
        questions=[_analyse(pairs, names) for pairs in graded.values()],
        notices=notices,
    )


def _measure_alpha(attempts: Sequence[Attempt]) -> tuple[float | None, int, str]:
    """Return Cronbach's alpha, on how many people it rests, and why there is none.

    It rests on those who have a graded answer to every question. There must be three of them who
    are half of the class, two questions, and totals that differ.
    """
    points = [{answer.card: answer.points for answer in attempt.answers} for attempt in attempts]
    cards = dict.fromkeys(card for own in points for card in own)
    complete = [[own[card] for card in cards] for own in points if own.keys() == cards.keys()]
    count = len(complete)
    if len(cards) < 2:
        return None, count, "there are fewer than two questions"
    if count < 3 or 2 * count < len(attempts):
        have = f"{count} of {len(attempts)} people have a graded answer to every question"
        return None, count, f"{have}; it needs three, and half of the class"
    variance_of_totals = variance(map(sum, complete))
    if round(variance_of_totals, _DIGITS) == 0:
        return None, count, "everybody has the same number of points"
    variances = [variance(column) for column in zip(*complete, strict=True)]
    alpha = len(cards) / (len(cards) - 1) * (1 - sum(variances) / variance_of_totals)
    return alpha, count, ""


def _analyse(pairs: Sequence[tuple[Attempt, Answer]], names: bool) -> ItemResult:
    """Return the result of one question from each attempt at which it is graded.

    Without `names` its places are left out: a version may have the name of a person.
    """
    answers = [answer for _, answer in pairs]
    # one that was reached, if any: what was not has no more than its points
    question = max(answers, key=lambda answer: bool(answer.type))
    reached, scores, scores_elsewhere = list[Answer](), list[float](), list[float]()
    for attempt, answer in pairs:
        if round(total := attempt.total - answer.of, _DIGITS):
            reached.append(answer)
            scores.append(round(answer.score, _DIGITS))
            scores_elsewhere.append(round((attempt.points - answer.points) / total, _DIGITS))
    discrimination = _correlate(scores, scores_elsewhere)
    is_by_hand = question.type in BY_HAND
    counts = [] if is_by_hand or question.type in SEQUENCES else _count(question, answers)
    missing = ["a person grades it, so 'right' is not counted"] if is_by_hand else []
    if discrimination is None:
        missing.append(f"no discrimination: {_explain_constant(scores)}")
    look_at = ""
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(scores)):
        look_at = "who does well elsewhere does worse here: is the key right?"
    elif len(answers) >= _MIN_PEOPLE and counts and counts[0].people > len(answers) / 2:
        favourite = counts[0]
        look_at = "" if favourite.right else f"most chose {_name(favourite)}: is the key right?"
    if not look_at and question.type != "multiple" and len(answers) >= _MIN_PEOPLE:
        better = _find_better_answer(counts, reached, scores_elsewhere, discrimination)
        if better:
            look_at = f"who does well elsewhere chose {_name(better)}: is the key right?"
    places = {(a.version, answer.position) for a, answer in pairs if names and answer.position}
    return ItemResult(
        id=question.card,
        question=question.question,
        places=", ".join(f"{version}{position}" for version, position in sorted(places)),
        points=question.of,
        people=len(answers),
        share_right=None if is_by_hand else fmean(answer.score == 1 for answer in answers),
        mean_score=fmean(answer.score for answer in answers),
        discrimination=discrimination,
        picks=counts,
        look_at=look_at,
        missing="; ".join(missing),
    )


def _correlate(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return a correlation; None if one is constant, or there are fewer than two people."""
    try:
        return correlation(one, other)
    except StatisticsError:
        return None


def _explain_constant(scores: Sequence[float]) -> str:
    """Return why these scores correlate with nothing."""
    if len(scores) < 2:
        return "fewer than two people have other questions too"
    place = "this question" if len({*scores}) == 1 else "all other questions"
    return f"everybody has the same score on {place}"


def _find_better_answer(
    counts: Sequence[AnswerCount],
    answers: Sequence[Answer],
    scores_elsewhere: Sequence[float],
    discrimination: float | None,
) -> AnswerCount | None:
    """Return a wrong answer that is probably right, or None.

    More people gave it than the right one, and its own correlation with their score on all other
    questions is above 0.2 and above that of the right one.
    """
    right = sum(count.people for count in counts if count.right)
    for count in counts:
        if not count.right and count.people > right:
            chose = [float(count.name in _name_answers(answer)) for answer in answers]
            own = _correlate(chose, scores_elsewhere)
            if own is not None and own > max(_MIN_CORRELATION, discrimination or 0):
                return count
    return None


def _name(count: AnswerCount) -> str:
    """Return an option or a typed answer as a sentence has it, with what the option says."""
    return f"“{count.name}” ({count.text})" if count.text else f"“{count.name}”"


def _count(question: Answer, answers: Sequence[Answer]) -> list[AnswerCount]:
    """Count who chose each option or typed each text; the right one even if nobody did."""
    right = {*question.right}
    texts = dict(zip(question.shown, question.texts, strict=False))
    people = Counter[str]()
    for name in question.right[:1] if question.type in TYPED else question.shown:
        people[name] = 0
    for answer in answers:
        names = _name_answers(answer)
        people.update(names)
        if answer.score == 1:  # also what was typed in a way that the card accepts
            right.update(names)
    counts = people.most_common()
    return [AnswerCount(name, name in right, n, texts.get(name, "")) for name, n in counts]


def _name_answers(answer: Answer) -> list[str]:
    """Return the options that somebody chose, or what somebody typed.

    What is accepted is the accepted answer; what is wrong is one answer in any case.
    """
    if answer.type not in TYPED:
        return [name for name in answer.answer if name]
    names = []
    for typed in filter(None, answer.answer):
        accepted = find_accepted(typed, answer.right, answer.comparison)
        if answer.score == 1:
            names.append(accepted or answer.right[0])
        else:
            folded = typed.casefold()
            names.append(typed if folded in answer.right else folded)
    return names
