"""The figures of a class: people, questions, and which questions to look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import StatisticsError, correlation, fmean, variance

from flashcards.results.load import BY_HAND, SEQUENCES, TYPED, Answer, Attempt, spell

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
class Pick:
    """How often one option was chosen, or one answer given."""

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
    picks: Sequence[Pick]
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
    title = next((attempt.title or attempt.exam for attempt in attempts), "")
    marks = (attempt.pass_mark for attempt in attempts if attempt.pass_mark is not None)
    mark = next(marks, None) if pass_mark is None else pass_mark
    answers: dict[str, list[tuple[Attempt, Answer]]] = defaultdict(list)
    for attempt in attempts:
        for answer in attempt.answers:
            answers[answer.card].append((attempt, answer))
    ranked = sorted(attempts, key=lambda attempt: (-attempt.percent, attempt.candidate))
    people = [
        PersonResult(
            attempt.candidate if names else str(rank),
            attempt.number if names else "",
            attempt.percent,
            round(attempt.points, 4),
            round(attempt.total, 4),
            None if mark is None or attempt.open else attempt.percent >= mark,
            attempt.finished,
            attempt.open,
        )
        for rank, attempt in enumerate(ranked, 1)
    ]
    if notices and not names:
        notices = [f"{len(notices)} notes, which can name people, are not shown with --no-names"]
    alpha = _measure_alpha(attempts, answers.keys())
    items = [_analyse(pairs) for pairs in answers.values()]
    return ClassReport(title, mark, *alpha, people, items, notices)


def _measure_alpha(
    attempts: Sequence[Attempt], graded: Collection[str]
) -> tuple[float | None, int]:
    """Return Cronbach's alpha over the people with all `graded` questions, and how many they are.

    It needs three people who are half of the class, two questions, and scores that differ.
    """
    rows = []
    for attempt in attempts:
        points = {answer.card: answer.of * answer.score for answer in attempt.answers}
        if points.keys() == graded:
            rows.append([points[card] for card in graded])
    count = len(graded)
    is_enough = len(rows) >= 3 and 2 * len(rows) >= len(attempts) and count >= 2
    whole = variance(map(sum, rows)) if is_enough else 0.0
    if not round(whole, _DIGITS):
        return None, len(rows)
    parts = sum(map(variance, zip(*rows, strict=True)))
    return count / (count - 1) * (1 - parts / whole), len(rows)


def _analyse(pairs: Sequence[tuple[Attempt, Answer]]) -> ItemResult:
    """Return the result of one question from each attempt at which it is graded."""
    answers = [answer for _, answer in pairs]
    question = max(answers, key=lambda answer: bool(answer.form))
    own, others = list[float](), list[float]()
    for attempt, answer in pairs:
        if round(total := attempt.total - answer.of, _DIGITS):
            own.append(round(answer.score, _DIGITS))
            others.append(round((attempt.points - answer.of * answer.score) / total, _DIGITS))
    try:
        discrimination = correlation(own, others)
    except StatisticsError:  # one is constant, or there are fewer than two people
        discrimination = None
    by_hand = question.form in BY_HAND
    listed = not by_hand and question.form not in SEQUENCES
    picks = _count_picks(question, answers) if listed else []
    reason = ""
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(own)):
        reason = "who does well elsewhere does worse here: is the key right?"
    elif picks and not picks[0].right and 2 * picks[0].people > len(answers) >= _MIN_PEOPLE:
        reason = f"most chose “{picks[0].name}”: is the key right?"
    return ItemResult(
        question.card,
        question.of,
        len(answers),
        None if by_hand else fmean(round(answer.score, _DIGITS) == 1 for answer in answers),
        fmean(answer.score for answer in answers),
        discrimination,
        picks,
        reason,
    )


def _count_picks(question: Answer, answers: Sequence[Answer]) -> list[Pick]:
    """Count each option, or each text that was typed; the right one even if unused."""
    is_typed, right = question.form in TYPED, {*question.right}
    counts = Counter(dict.fromkeys(question.right[:1] if is_typed else question.shown, 0))
    for answer in answers:
        picks = [*filter(None, answer.answer)]
        if is_typed:
            picks = [spell(pick, question.right) for pick in picks]
        counts.update(picks)
        if answer.score == 1:  # typed in a way that the card accepts
            right.update(picks)
    return [Pick(name, name in right, people) for name, people in counts.most_common()]
