"""What a class's answers say about each question, and how far the scores can be trusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress, zip_longest
from math import atanh, exp, fsum, sqrt, tanh
from statistics import correlation, fmean, median, variance
from typing import Literal, TypeAlias

from flashcards.results.attempts import AskedQuestion, Attempt, Response
from flashcards.text.formulas import format_formulas
from flashcards.words.message import Number

_SAME = 1e-9
"""Values that differ by less are the same: then nothing correlates."""
_NORMAL_95 = 1.959963984540054
"""Between plus and minus this many deviations lie 95 % of a normal distribution."""
_FULL = 1 - 1e-9
"""A score that is right."""
_Answer = tuple[bool, float | None, Response]
"""Whether it is of the best third, the share of the points on all other questions, the answer."""
FindingKind: TypeAlias = Literal["key", "negative", "hard", "easy", "unused"]
FEWEST_BEST = 2
"""People of the best third whose choice says something about a key."""
HARD, EASY = 0.3, 0.95
MANY = 20
"""People among whom somebody should have chosen a good distractor."""
_LONGEST_LIST = 12
"""Answers of which each could be an option; typed ones are more."""


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
    """Of what a person graded there is none, but a mean of the points."""
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
    """The most frequent first; the right ones even if nobody chose them.

    Of what a person graded: how often which points were given, the most points first.
    """
    by_hand: bool = False
    """Whether a person grades it in points."""

    @property
    def ease(self) -> float | None:
        """How well it went: the share of people who were right, or of the points by hand."""
        return self.mean_score if self.by_hand else self.share_right


def analyse_items(
    attempts: Sequence[Attempt],
    questions: Mapping[str, AskedQuestion],
    texts: Mapping[str, Mapping[str, str]],
) -> list[ItemAnalysis]:
    """One analysis for each question that somebody was asked, in the order of the questions.

    `texts` has the texts of options by question and name, as far as they are known.
    """
    sums = [attempt.sums for attempt in attempts]
    best = find_best_third([points / total if total else 0.0 for points, total in sums])
    asked: dict[str, list[_Answer]] = {name: [] for name in questions}
    for place, attempt in enumerate(attempts):
        (points, total), weights, is_best = sums[place], attempt.weights, place in best
        for name, response in attempt.responses.items():
            own = weights[name]
            left = total - own
            rest = (points - own * (response[0] or 0)) / left if left > _SAME else None
            asked[name].append((is_best, rest, response))
    return [
        _analyse(questions[name], answers, texts.get(name, {}))
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


def correlate(ones: Sequence[float], others: Sequence[float]) -> float | None:
    """Pearson's correlation; None if one side is constant or there are fewer than 2 pairs."""
    if len(ones) < 2 or max(ones) - min(ones) < _SAME or max(others) - min(others) < _SAME:
        return None
    return max(-1.0, min(1.0, correlation(ones, others)))


def wilson_interval(hits: float, count: int) -> tuple[float, float]:
    """Where the true share lies with 95 %, if `hits` of `count` were seen."""
    share, square = hits / count, _NORMAL_95**2
    middle = share + square / (2 * count)
    around = _NORMAL_95 * sqrt(share * (1 - share) / count + square / (4 * count * count))
    below = 1 + square / count
    return max(0.0, (middle - around) / below), min(1.0, (middle + around) / below)


def correlation_interval(correlation: float, count: int) -> tuple[float, float] | None:
    """Where the true correlation lies with 95 % (Fisher); None of fewer than 4 pairs."""
    if count < 4:
        return None
    if abs(correlation) >= 1:
        return correlation, correlation
    middle, around = atanh(correlation), _NORMAL_95 / sqrt(count - 3)
    return tanh(middle - around), tanh(middle + around)


def _analyse(
    question: AskedQuestion, answers: Sequence[_Answer], texts: Mapping[str, str]
) -> ItemAnalysis:
    is_best, rests, responses = zip(*answers, strict=True)  # columns: a class may be large
    given, chosen, times = zip(*responses, strict=True)
    graded = [score is not None for score in given]
    scores = list(compress(given, graded))
    people, right = len(scores), sum(map(_FULL.__le__, scores))
    of_best = list(compress(scores, compress(is_best, graded)))
    pairs = [pair for pair in zip(given, rests, strict=True) if None not in pair]
    discrimination = correlate(*zip(*pairs, strict=True)) if pairs else None
    known = [time for time in times if time is not None]
    has_share = people and not question.by_hand
    return ItemAnalysis(
        id=question.id,
        text=_show(question.text),
        points=question.points,
        people=people,
        ungraded=len(answers) - people,
        right=right,
        share_right=right / people if has_share else None,
        interval=wilson_interval(right, people) if has_share else None,
        mean_score=fmean(scores) if people else None,
        discrimination=discrimination,
        discrimination_interval=(
            None if discrimination is None else correlation_interval(discrimination, len(pairs))
        ),
        seconds=median(known) / 1000 if known else None,
        unanswered=_count_unanswered(question, given, chosen),
        best_third=len(of_best),
        best_right=sum(map(_FULL.__le__, of_best)),
        picks=(
            _count_points(question, given, is_best)
            if question.by_hand
            else _count_picks(question, chosen, is_best, texts)
        ),
        by_hand=question.by_hand,
    )


def _count_unanswered(
    question: AskedQuestion, given: Sequence[float | None], chosen: Sequence[tuple[str, ...]]
) -> int:
    """Who chose nothing and is graded with no points.

    Of points alone, which a person gave, nobody can tell whether something was written.
    """
    if () not in chosen or (question.by_hand and not any(chosen)):
        return 0
    return sum(score == 0 and not picks for picks, score in zip(chosen, given, strict=True))


def _show(text: str) -> str:
    """What is asked with its formulas in letters; the code below it as it is."""
    asked, line_end, code = text.partition("\n")
    return format_formulas(asked) + line_end + code


def _count_picks(
    question: AskedQuestion,
    chosen: Sequence[tuple[str, ...]],
    is_best: Sequence[bool],
    texts: Mapping[str, str],
) -> list[PickCount]:
    if question.is_sequence:
        chosen = [_join_picks(question, picks, texts) for picks in chosen]
    all_picks = Counter(chain.from_iterable(chosen))
    best_picks = Counter(chain.from_iterable(compress(chosen, is_best)))
    whole = question.is_sequence
    right = set(_join_picks(question, question.right, texts) if whole else question.right)
    wanted = question.right[:1] if question.is_typed else right  # of all that is accepted
    for name in (*wanted, *(() if whole else question.options)):
        all_picks.setdefault(name, 0)
    shown = {name: format_formulas(texts.get(name, name)) for name in all_picks}
    return [
        PickCount(name, shown[name], name in right, count, best_picks[name])
        for name, count in sorted(all_picks.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _count_points(
    question: AskedQuestion, given: Sequence[float | None], is_best: Sequence[bool]
) -> list[PickCount]:
    """How many people got which points."""
    worth = question.points
    points = [None if score is None else round(score * worth, 2) for score in given]
    all_, best = Counter(points), Counter(compress(points, is_best))
    return [
        PickCount(f"{each:g}", Number(f"{each:g}/{worth:g}"), each >= worth, count, best[each])
        for each, count in sorted(
            ((each, count) for each, count in all_.items() if each is not None), reverse=True
        )
    ]


def _join_picks(
    question: AskedQuestion, chosen: Sequence[str], texts: Mapping[str, str]
) -> tuple[str, ...]:
    """A sequence as one whole: steps in order, or each thing with what was matched to it."""
    if not any(chosen):
        return ()
    shown = [texts.get(name, name) or "–" for name in chosen]
    if question.things:
        pairs = zip_longest(question.things, shown[: len(question.things)], fillvalue="–")
        return ("; ".join(f"{thing}: {text}" for thing, text in pairs),)
    return (" → ".join(shown),)


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason to look at a question."""

    question: str
    kind: FindingKind
    pick: str = ""
    """The text of the option that it is about."""
    people: int = 0
    of: int = 0
    value: float = 0.0


def find_suspects(items: Iterable[ItemAnalysis]) -> list[Finding]:
    """Reasons to look at questions, in their order; of one question the most urgent first."""
    return [each for item in items for each in sorted(_look_at(item), key=rate_urgency)]


def rate_urgency(finding: Finding) -> int:
    """0 for a key that may be wrong, more for what can wait."""
    return ("key", "negative", "hard", "unused", "easy").index(finding.kind)


def _look_at(item: ItemAnalysis) -> Iterable[Finding]:
    if _is_negative(item):
        yield Finding(item.id, "negative", value=item.discrimination or 0.0)
    if item.by_hand:  # it has no key, and full points are rare
        return
    rival = _find_rival(item)
    if rival is not None:
        yield Finding(item.id, "key", rival.text, rival.best, item.best_third)
    if item.interval and item.interval[1] < HARD:
        yield Finding(item.id, "hard", people=item.right, of=item.people)
    if item.interval and item.interval[0] > EASY:
        yield Finding(item.id, "easy", people=item.right, of=item.people)
    if item.people >= MANY and len(item.picks) <= _LONGEST_LIST:
        unused = (pick for pick in item.picks if not pick.people and not pick.right)
        yield from (Finding(item.id, "unused", pick.text, 0, item.people) for pick in unused)


def _find_rival(item: ItemAnalysis) -> PickCount | None:
    """The wrong answer that most of the best third gave."""
    wrong = [pick for pick in item.picks if not pick.right]
    rival = max(wrong, key=lambda pick: pick.best, default=None)
    if rival is None or rival.best < FEWEST_BEST or 2 * rival.best <= item.best_third:
        return None
    return rival if rival.best > item.best_right else None


def _is_negative(item: ItemAnalysis) -> bool:
    """Whether those who do well elsewhere do worse here, by more than chance."""
    interval = item.discrimination_interval
    return interval is not None and interval[1] < 0.1 and (item.discrimination or 0) < 0


@dataclass(frozen=True, slots=True)
class Reliability:
    """Alpha over the people who were asked all questions, with Bonett's 95 % interval."""

    people: int
    questions: int
    alpha: float
    low: float
    high: float
    error: float
    """Standard error of measurement, in percent of all points."""


def measure_reliability(attempts: Sequence[Attempt]) -> Reliability | None:
    """Alpha of an exam; None if it is not defined.

    It needs three people and two questions, scores that differ, and at least half of the
    people asked the same questions as everybody.
    """
    asked = list({name: None for attempt in attempts for name in attempt.responses})
    rows = [row for attempt in attempts if (row := _list_points(attempt, asked))]
    if len(rows) < 3 or 2 * len(rows) < len(attempts) or len(asked) < 2:
        return None
    columns = list(zip(*rows, strict=True))
    totals = [fsum(row) for row in rows]
    whole = variance(totals)
    if whole < _SAME:
        return None
    count = len(asked)
    alpha = count / (count - 1) * (1 - fsum(map(variance, columns)) / whole)
    possible = max(attempt.total for attempt in attempts)
    error = 100 * sqrt(whole * max(0.0, 1 - alpha)) / possible if possible else 0.0
    return Reliability(len(rows), count, alpha, *_bonett_interval(alpha, len(rows), count), error)


def _list_points(attempt: Attempt, asked: Sequence[str]) -> list[float] | None:
    """Points in the order of the questions, if all of them were asked and graded."""
    responses, weights = attempt.responses, attempt.weights
    if len(responses) < len(asked):
        return None
    scores = [responses[name][0] for name in asked]
    points = [weights[n] * s for n, s in zip(asked, scores, strict=True) if s is not None]
    return points if len(points) == len(asked) else None


def _bonett_interval(alpha: float, people: int, questions: int) -> tuple[float, float]:
    """The logarithm of 1 - alpha is nearly normal (Bonett 2002), for three people or more."""
    deviation = sqrt(2 * questions / ((questions - 1) * (people - 2)))
    apart = exp(_NORMAL_95 * deviation)
    return 1 - (1 - alpha) * apart, 1 - (1 - alpha) / apart
