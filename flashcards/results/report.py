"""The figures of a class: people, questions, and which questions to look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import correlation, fmean, variance

from flashcards.results.load import BY_HAND, SEQUENCES, TYPED, Answer, Attempt, spell

_SAME = 1e-9
"""Numbers that differ by less are the same."""
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
    """None without a pass mark, and while answers are open that are graded for others."""
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
    attempts: Sequence[Attempt],
    notices: Sequence[str] = (),
    pass_mark: float | None = None,
    names: bool = True,
) -> ClassReport:
    """Return the report on these attempts; `pass_mark` in percent overrides the exam's own.

    Without `names` people are numbered by rank, and notices, which can name them, are counted.
    """
    title = next((attempt.title for attempt in attempts if attempt.title), attempts[0].exam)
    marks = (attempt.pass_mark for attempt in attempts if attempt.pass_mark is not None)
    mark = next(marks, None) if pass_mark is None else pass_mark
    answers: dict[str, list[tuple[Attempt, Answer]]] = defaultdict(list)
    for attempt in attempts:
        for answer in attempt.answers:
            answers[answer.card].append((attempt, answer))
    people = [_make_person(attempt, mark, answers.keys()) for attempt in attempts]
    people.sort(key=lambda person: (-person.percent, person.name))
    asked = Counter(c for a in attempts for c in {*a.open, *(answer.card for answer in a.answers)})
    shared = sum(count == len(attempts) for count in asked.values())
    if shared < len(asked):
        notice = f"{len(asked)} questions were asked, {shared} of them of everybody: each figure "
        notice += "is of those who were asked; '--seed' gives everybody the same questions"
        notices = [*notices, notice]
    if not names:
        people = [replace(row, name=str(rank), number="") for rank, row in enumerate(people, 1)]
        hidden = f"{len(notices)} notes, which can name people, are not shown with --no-names"
        notices = [hidden] if notices else []
    alpha = _measure_alpha(attempts, answers.keys())
    items = [_analyse(pairs) for pairs in answers.values()]
    return ClassReport(title, mark, *alpha, people, items, notices)


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    """Return the result of a person; what is graded for nobody does not count."""
    is_open = any(card in graded for card in attempt.open)
    return PersonResult(
        attempt.candidate,
        attempt.number,
        attempt.percent,
        round(attempt.points, 4),
        round(attempt.total, 4),
        None if mark is None or is_open else attempt.percent >= mark,
        attempt.finished,
        len(attempt.open),
    )


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
    if whole < _SAME:
        return None, len(rows)
    parts = sum(map(variance, zip(*rows, strict=True)))
    return count / (count - 1) * (1 - parts / whole), len(rows)


def _analyse(pairs: Sequence[tuple[Attempt, Answer]]) -> ItemResult:
    """Return the result of one question from each attempt at which it is graded."""
    answers = [answer for _, answer in pairs]
    question = max(answers, key=lambda answer: bool(answer.form))
    scores = [answer.score for answer in answers]
    sides = [
        (answer.score, (attempt.points - answer.of * answer.score) / rest)
        for attempt, answer in pairs
        if (rest := attempt.total - answer.of) > _SAME
    ]
    discrimination = _correlate(sides)
    by_hand = question.form in BY_HAND
    listed = not by_hand and question.form not in SEQUENCES
    picks = _count_picks(question, answers) if listed else []
    reason = ""
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(sides)):
        reason = "who does well elsewhere does worse here: is the key right?"
    elif picks and not picks[0].right and 2 * picks[0].people > len(answers) >= _MIN_PEOPLE:
        reason = f"most chose “{picks[0].name}”: is the key right?"
    return ItemResult(
        question.card,
        question.of,
        len(answers),
        None if by_hand else fmean(score >= 1 - _SAME for score in scores),
        fmean(scores),
        discrimination,
        picks,
        reason,
    )


def _correlate(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Return Pearson's correlation; None if a side is constant or there are fewer than 2 pairs."""
    sides = [*zip(*pairs, strict=True)]
    if len(pairs) < 2 or any(max(side) - min(side) < _SAME for side in sides):
        return None
    return max(-1.0, min(1.0, correlation(*sides)))


def _count_picks(question: Answer, answers: Sequence[Answer]) -> list[Pick]:
    """Count each option, or each text that was typed; the right one even if unused."""
    named = question.right[:1] if question.form in TYPED else question.shown
    right, counts = {*question.right}, Counter(dict.fromkeys(named, 0))
    for answer in answers:
        picks = [
            spell(pick, question.right) if question.form in TYPED else pick
            for pick in answer.answer
            if pick
        ]
        counts.update(picks)
        if answer.score == 1:  # typed in a way that the card accepts
            right.update(picks)
    by_count = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Pick(name, name in right, people) for name, people in by_count]
