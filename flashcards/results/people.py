"""Which attempts belong to one person, and which of them count."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.results.attempts import Attempt, quote_private

KEEP = ("best", "first", "last", "all")
"""Which attempts of one person count."""
_MOST_NAMED = 5
"""People who are named; more are counted."""


def choose_attempts(attempts: Sequence[Attempt], keep: str) -> tuple[list[Attempt], list[str]]:
    """One attempt of each person, unless all are kept, and what is to be told.

    Copies go in any case. `keep` is one of KEEP.
    """
    people: dict[str, list[Attempt]] = {}
    copies = 0
    for attempt in attempts:
        mine = people.setdefault(attempt.identity, [])
        is_copy = attempt in mine
        copies += is_copy
        mine += [] if is_copy else [attempt]
    notices = []
    if copies:
        told = "1 attempt was given twice and counts" if copies == 1 else (
            f"{copies} attempts were given twice and count"
        )  # fmt: skip
        notices.append(f"{told} once")
    if keep != "all":
        notices += _tell_several([mine for mine in people.values() if len(mine) > 1], keep)
    return [each for mine in people.values() for each in _choose(mine, keep)], notices


def _tell_several(people: Sequence[Sequence[Attempt]], keep: str) -> list[str]:
    """Who has several attempts, and where they stand."""
    told = []
    for mine in people[:_MOST_NAMED]:
        places = ", ".join(quote_private(each.source) for each in mine)
        name = quote_private(mine[0].person)
        told.append(f"{name} has {len(mine)} attempts ({places}); the {keep} one counts")
    more = len(people) - _MOST_NAMED
    if more > 0:
        who = "1 more person has" if more == 1 else f"{more} more people have"
        told.append(f"{who} several attempts; the {keep} one counts")
    return told


def _choose(mine: list[Attempt], keep: str) -> list[Attempt]:
    if keep == "all" or len(mine) == 1:
        return mine
    if keep == "best":
        return [max(mine, key=lambda each: each.points / (each.total or 1))]
    in_time = sorted(mine, key=lambda each: each.began or 0)
    return [in_time[0] if keep == "first" else in_time[-1]]
