"""The figures of a class: people, questions, and which questions to look at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from math import sqrt
from statistics import correlation, fmean, median, variance
from typing import Any, NamedTuple

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
    """None without a pass mark, and while what is not graded or unreadable can still decide it."""
    seconds: float | None
    finished: bool
    unreadable: int
    not_graded: int


class Pick(NamedTuple):
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
    mean_score: float | None
    discrimination: float | None
    """Correlation of its score with that on all other questions; None if either is constant."""
    seconds: float | None
    """Median time."""
    unanswered: int
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

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        items = [
            {**vars(item), "picks": [pick._asdict() for pick in item.picks]}
            for item in self.questions
        ]
        return {**asdict(self), "questions": items}


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
    answers = [answer for attempt in attempts for answer in attempt.answers]
    graded = {answer.card for answer in answers if answer.status == "graded"}
    people = [_make_person(attempt, mark, graded) for attempt in attempts]
    people.sort(key=lambda person: (-person.percent, person.name))
    asked = Counter(answer.card for answer in answers)
    shared = sum(count == len(attempts) for count in asked.values())
    if shared < len(asked):
        notice = f"{len(asked)} questions were asked, {shared} of them of everybody: each figure is"
        notice += " of those who were asked; '--seed' gives everybody the same questions"
        notices = [*notices, notice]
    if not names:
        people = [replace(row, name=str(rank), number="") for rank, row in enumerate(people, 1)]
        hidden = f"{len(notices)} notes, which can name people, are not shown with --no-names"
        notices = [hidden] if notices else []
    alpha = measure_alpha(attempts, graded)
    return ClassReport(title, mark, *alpha, people, analyse_items(attempts), notices)


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    """Return the result of a person; what is graded for nobody does not count."""
    points, total = attempt.points, attempt.total
    waiting = [answer for answer in attempt.answers if answer.status == "waiting"]
    unreadable = [answer for answer in attempt.answers if answer.status == "unreadable"]
    counted = [*unreadable, *(answer for answer in waiting if answer.card in graded)]
    open_points = sum(answer.of for answer in counted)
    passed, worth = None, total + open_points
    if mark is not None and worth:
        least, most = (round(100 * p / worth, 2) for p in (points, points + open_points))
        passed = least >= mark if (least >= mark) is (most >= mark) else None
    seconds = None
    if attempt.ended is not None:
        seconds = (attempt.ended - attempt.began - attempt.away) / 1000
    return PersonResult(
        attempt.candidate,
        attempt.number,
        round(100 * points / total, 2) if total else 0.0,
        round(points, 4),
        round(total, 4),
        passed,
        seconds,
        attempt.finished,
        len(unreadable),
        len(waiting),
    )


def measure_alpha(attempts: Sequence[Attempt], graded: Collection[str]) -> tuple[float | None, int]:
    """Return Cronbach's alpha over the people with all `graded` questions, and how many they are.

    It needs three people who are half of the class, two questions, and scores that differ.
    """
    rows = []
    for attempt in attempts:
        points = {a.card: a.of * a.score for a in attempt.answers if a.status == "graded"}
        if points.keys() == graded:
            rows.append([points[card] for card in graded])
    count = len(graded)
    is_enough = len(rows) >= 3 and 2 * len(rows) >= len(attempts) and count >= 2
    whole = variance(map(sum, rows)) if is_enough else 0.0
    if whole < _SAME:
        return None, len(rows)
    parts = sum(map(variance, zip(*rows, strict=True)))
    return count / (count - 1) * (1 - parts / whole), len(rows)


def analyse_items(attempts: Sequence[Attempt]) -> list[ItemResult]:
    """Return the result of each question that somebody answered, in their order."""
    answers: dict[str, list[tuple[Attempt, Answer]]] = defaultdict(list)
    for attempt in attempts:
        for answer in attempt.answers:
            if answer.status != "unreadable":
                answers[answer.card].append((attempt, answer))
    return [_analyse(pairs) for pairs in answers.values()]


def _analyse(answers: Sequence[tuple[Attempt, Answer]]) -> ItemResult:
    """Return the result of one question from each attempt at it."""
    question = max((answer for _, answer in answers), key=lambda answer: bool(answer.form))
    graded = [(attempt, answer) for attempt, answer in answers if answer.status == "graded"]
    scores = [answer.score for _, answer in graded]
    pairs = [
        (answer.score, (attempt.points - answer.of * answer.score) / rest)
        for attempt, answer in graded
        if (rest := attempt.total - answer.of) > _SAME
    ]
    discrimination = _correlate(pairs)
    times = [answer.duration / 1000 for _, answer in answers if answer.duration is not None]
    by_hand = question.form in BY_HAND
    picks = [] if by_hand else _count_picks(question, [answer for _, answer in answers])
    reason = ""
    if discrimination is not None and discrimination < -_NOISE / sqrt(len(pairs)):
        reason = "who does well elsewhere does worse here: is the key right?"
    elif picks and not picks[0].right and 2 * picks[0].people > len(answers) >= _MIN_PEOPLE:
        reason = f"most chose “{picks[0].name}”: is the key right?"
    return ItemResult(
        question.card,
        question.of,
        len(graded),
        fmean(score >= 1 - _SAME for score in scores) if scores and not by_hand else None,
        fmean(scores) if scores else None,
        discrimination,
        median(times) if times else None,
        0 if by_hand else sum(not any(answer.answer) for _, answer in answers),
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
    """Count each option, or each whole answer of steps and pairs; the right one even if unused."""
    listed = _list_picks(question, question.right)
    right = {*listed}
    counts = Counter(dict.fromkeys(listed[:1] if question.form in TYPED else listed, 0))
    if question.form not in SEQUENCES:
        counts.update(dict.fromkeys(question.shown, 0))
    for answer in answers:
        picks = _list_picks(question, answer.answer)
        counts.update(picks)
        if answer.score == 1:  # typed in a way that the card accepts
            right.update(picks)
    by_count = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Pick(name, name in right, people) for name, people in by_count]


def _list_picks(question: Answer, picks: Sequence[str]) -> list[str]:
    """Return each pick; steps and pairs are one text, such as `a → b`."""
    if question.form in SEQUENCES:
        return [" → ".join(pick or "–" for pick in picks)] if any(picks) else []
    if question.form in TYPED:
        return [spell(pick, question.right) for pick in picks if pick]
    return [*filter(None, picks)]
