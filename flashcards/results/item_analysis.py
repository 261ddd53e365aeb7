"""What a class's answers say about each question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import median

from flashcards.results.attempts import AskedQuestion, Attempt, Response
from flashcards.results.distributions import correlation_interval, wilson_interval

_SAME = 1e-9
"""Values that differ by less are the same: then nothing correlates."""
_FULL = 1 - 1e-9
"""A score that is right."""


@dataclass(frozen=True, slots=True)
class PickCount:
    """How often one option was chosen, or one answer given."""

    name: str
    text: str
    right: bool
    people: int
    best: int
    """Of the best third."""


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """One question: how hard, how telling, what was chosen."""

    id: str
    text: str
    points: float
    people: int
    """Who were asked and whose answer is graded."""
    ungraded: int
    right: int
    """Who were fully right."""
    share_right: float | None
    interval: tuple[float, float] | None
    """Where the true share lies with 95 %."""
    mean_score: float | None
    """From 0 to 1, with part of the credit for half an answer."""
    discrimination: float | None
    """Correlation of its score with that on all other questions; None if either is constant."""
    discrimination_interval: tuple[float, float] | None
    seconds: float | None
    """Median time."""
    unanswered: int
    best_third: int
    """How many of the best third of the class were asked."""
    best_right: int
    picks: Sequence[PickCount]
    """The most frequent first; the right ones even if nobody chose them."""


def analyse_items(
    attempts: Sequence[Attempt], questions: Mapping[str, AskedQuestion],
    texts: Mapping[str, Mapping[str, str]],
) -> list[ItemAnalysis]:  # fmt: skip
    """One analysis for each question that somebody was asked, in the order of the questions.

    `texts` has the texts of options by question and name, as far as they are known.
    """
    shares = [_score_share(attempt.points, attempt.total) for attempt in attempts]
    best = find_best_third(shares)
    asked: dict[str, list[tuple[int, Response]]] = {name: [] for name in questions}
    for place, attempt in enumerate(attempts):
        for name, response in attempt.responses.items():
            asked[name].append((place, response))
    sums = [(attempt.points, attempt.total) for attempt in attempts]
    return [
        _analyse(questions[name], answers, attempts, sums, best, texts.get(name, {}))
        for name, answers in asked.items()
        if answers
    ]


def find_best_third(shares: Sequence[float]) -> frozenset[int]:
    """The places of the best third; nobody if too many are level for a third to be told."""
    if len(shares) < 3:
        return frozenset()
    limit = sorted(shares, reverse=True)[-(-len(shares) // 3) - 1]
    found = frozenset(place for place, share in enumerate(shares) if share >= limit - _SAME)
    return found if 2 * len(found) <= len(shares) + 1 else frozenset()


def correlate(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's correlation; None if one side is constant or there are fewer than 2 pairs."""
    if len(pairs) < 2:
        return None
    ones, others = zip(*pairs, strict=True)
    if max(ones) - min(ones) < _SAME or max(others) - min(others) < _SAME:
        return None
    one, other = fsum(ones) / len(ones), fsum(others) / len(others)
    both = fsum((x - one) * (y - other) for x, y in pairs)
    x_square = fsum((x - one) ** 2 for x in ones)
    y_square = fsum((y - other) ** 2 for y in others)
    return max(-1.0, min(1.0, both / sqrt(x_square * y_square)))


def _analyse(
    question: AskedQuestion, answers: Sequence[tuple[int, Response]],
    attempts: Sequence[Attempt], sums: Sequence[tuple[float, float]], best: frozenset[int],
    texts: Mapping[str, str],
) -> ItemAnalysis:  # fmt: skip
    name = question.id
    scores = [(place, got.score) for place, got in answers if got.score is not None]
    people, right = len(scores), sum(score >= _FULL for _, score in scores)
    pairs = []
    for place, score in scores:
        (points, total), own = sums[place], attempts[place].weights[name]
        if total - own > _SAME:
            pairs.append((score, (points - score * own) / (total - own)))
    discrimination = correlate(pairs)
    times = [got.duration for _, got in answers if got.duration is not None]
    return ItemAnalysis(
        id=name,
        text=question.text,
        points=question.points,
        people=people,
        ungraded=len(answers) - people,
        right=right,
        share_right=right / people if people else None,
        interval=wilson_interval(right, people) if people else None,
        mean_score=fsum(score for _, score in scores) / people if people else None,
        discrimination=discrimination,
        discrimination_interval=(
            None if discrimination is None else correlation_interval(discrimination, len(pairs))
        ),
        seconds=median(times) / 1000 if times else None,
        unanswered=sum(not got.chosen and not got.score for _, got in answers),
        best_third=sum(place in best for place, _ in scores),
        best_right=sum(place in best and score >= _FULL for place, score in scores),
        picks=_count_picks(question, answers, best, texts),
    )


def _count_picks(
    question: AskedQuestion, answers: Sequence[tuple[int, Response]], best: frozenset[int],
    texts: Mapping[str, str],
) -> list[PickCount]:  # fmt: skip
    all_picks: Counter[str] = Counter()
    best_picks: Counter[str] = Counter()
    for place, got in answers:
        picks = _name_picks(question, got.chosen, texts)
        all_picks.update(picks)
        if place in best:
            best_picks.update(picks)
    right = set(_name_picks(question, question.right, texts))
    for name in (*right, *(() if question.is_sequence else question.options)):
        all_picks.setdefault(name, 0)
    return [
        PickCount(name, texts.get(name, name), name in right, count, best_picks[name])
        for name, count in sorted(all_picks.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _name_picks(
    question: AskedQuestion, chosen: Iterable[str], texts: Mapping[str, str]
) -> tuple[str, ...]:
    """What is counted: each pick, or a sequence as one whole."""
    if not question.is_sequence:
        return tuple(chosen)
    whole = " → ".join(texts.get(name, name) for name in chosen)
    return (whole,) if whole else ()


def _score_share(points: float, total: float) -> float:
    return points / total if total else 0.0
