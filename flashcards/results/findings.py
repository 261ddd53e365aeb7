"""What in an item analysis an author should look at.

A class of five can show a wrong key, but not that a question is too hard: findings about
shares and correlations are told only if their 95 % intervals bear them out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flashcards.results.item_analysis import ItemAnalysis, PickCount

FindingKind: TypeAlias = Literal["key", "negative", "hard", "easy", "unused"]
FEWEST_BEST = 2
"""People of the best third whose choice says something about a key."""
HARD, EASY = 0.3, 0.95
MANY = 20
"""People among whom somebody should have chosen a good distractor."""
_LONGEST_LIST = 12
"""Answers of which each could be an option; typed ones are more."""


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
    """Reasons to look at questions; wrong keys first."""
    found = [finding for item in items for finding in _look_at(item)]
    order = ("key", "negative", "hard", "unused", "easy")
    return sorted(found, key=lambda finding: order.index(finding.kind))


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
