"""Which attempts belong to one person, and which of them count."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.results.attempts import Attempt
from flashcards.words.message import Message, Names, Person

KEEP = ("best", "first", "last", "all")
"""Which attempts of one person count."""
_MOST_NAMED = 5
"""People who are named; more are counted."""


def choose_attempts(attempts: Sequence[Attempt], keep: str) -> tuple[list[Attempt], list[Message]]:
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
    notices = [Message("answers-given-twice", n=copies)] if copies else []
    if keep != "all":
        notices += _tell_several([mine for mine in people.values() if len(mine) > 1], keep)
    return [each for mine in people.values() for each in _choose(mine, keep)], notices


def _tell_several(people: Sequence[Sequence[Attempt]], keep: str) -> list[Message]:
    """Who has several attempts, and where they stand."""
    kept = Message(f"answers-keep-{keep}")
    told = []
    for mine in people[:_MOST_NAMED]:
        places = Names(Person(each.source) for each in mine)
        person = Person(mine[0].person)
        told.append(
            Message("answers-several", person=person, n=len(mine), places=places, kept=kept)
        )
    more = len(people) - _MOST_NAMED
    return [*told, *([Message("answers-several-more", n=more, kept=kept)] if more > 0 else [])]


def _choose(mine: list[Attempt], keep: str) -> list[Attempt]:
    if keep == "all" or len(mine) == 1:
        return mine
    if keep == "best":
        return [max(mine, key=lambda each: each.points / (each.total or 1))]
    in_time = sorted(mine, key=lambda each: each.began or 0)
    return [in_time[0] if keep == "first" else in_time[-1]]
