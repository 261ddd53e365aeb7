"""Which item is which: by the source's own ids, or else by what it says and where it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence

from flashcards.importing.binding import Bound
from flashcards.importing.leaves import Digests

_DRESSING = ("tags", "why", "stage", "difficulty", "deck")
"""What does not tell one question from another."""


class Candidate:
    """An item of a source, as far as its identity goes."""

    __slots__ = ("id", "kind", "said")

    def __init__(self, id: str, kind: str, said: Digests) -> None:
        self.id = id
        self.kind = kind
        self.said = said


def identify(
    items: Sequence[Candidate], known: Mapping[str, Bound], file: str, taken: Collection[str]
) -> list[str]:
    """The id of each item: its own, that of an item imported before, or a new number.

    An item without an id is only found among those of the same file that are not `taken`.
    """
    ids = list(_take_own_ids(items))
    without = [number for number, id in enumerate(ids) if not id]
    others = {*ids, *taken}
    mine = {id: each for id, each in known.items() if each.file == file and id not in others}
    found = _match({n: items[n] for n in without}, mine) if mine else {}
    fresh = _count_up(known, ids)
    for number in without:
        ids[number] = found.get(number) or next(fresh)
    return ids


def _take_own_ids(items: Sequence[Candidate]) -> Iterator[str]:
    """The ids of the source; the second item with the same one is told apart."""
    seen: dict[str, int] = {}
    for item in items:
        seen[item.id] = times = seen.get(item.id, 0) + 1
        yield item.id if times == 1 or not item.id else f"{item.id}#{times}"


def _count_up(known: Mapping[str, Bound], taken: Sequence[str]) -> Iterator[str]:
    used, number = {*known, *taken}, 0
    while True:
        number += 1
        if str(number) not in used:
            yield str(number)


def _match(items: Mapping[int, Candidate], known: Mapping[str, Bound]) -> dict[int, str]:
    """Items found again: all the same, the same question, the same answer in the same place.

    With neither the question nor the answer in common it is another item.
    """
    found: dict[int, str] = {}
    free = {id: bound for id, bound in known.items() if id.isdigit()}
    for part in (_all_of, _question_of):
        waiting: dict[object, deque[str]] = {}
        for id, bound in free.items():
            waiting.setdefault(part(bound), deque()).append(id)
        for number, item in items.items():
            if number not in found and (same := waiting.get(part(item))):
                found[number] = same.popleft()
                del free[found[number]]
    _match_places(items, known, free, found)
    return found


def _match_places(
    items: Mapping[int, Candidate], known: Mapping[str, Bound], free: Mapping[str, Bound],
    found: dict[int, str],
) -> None:  # fmt: skip
    """Of those between two that were found, the ones with equal answers are the same."""
    place = {id: number for number, id in enumerate(known)}
    waiting = {place[id]: id for id in known if id in free}
    places = list(waiting)
    run: list[int] = []
    last = -1
    for number in [*items, None]:
        if number is not None and number not in found:
            run.append(number)
            continue
        here = place[found[number]] if number is not None else len(known)
        if run:
            begin, end = bisect_left(places, last + 1), bisect_left(places, here)
            between = [each for each in places[begin:end] if each in waiting]
            answers = [_answer_of(known[waiting[each]]) for each in between]
            for each, at in _pair_equal([_answer_of(items[each]) for each in run], answers):
                found[run[each]] = waiting.pop(between[at])
        run, last = [], here


def _pair_equal(wanted: Sequence[object], given: Sequence[object]) -> Iterator[tuple[int, int]]:
    """Numbers of what is wanted and of the first equal thing that is given; none twice."""
    places: dict[object, deque[int]] = {}
    for number, each in enumerate(given):
        places.setdefault(each, deque()).append(number)
    for number, each in enumerate(wanted):
        if same := places.get(each):
            yield number, same.popleft()


def _all_of(item: Candidate | Bound) -> object:
    return item.kind, tuple(item.said.items())


def _question_of(item: Candidate | Bound) -> object:
    return tuple(said for path, said in item.said.items() if path.split("/")[0] == item.kind)


def _answer_of(item: Candidate | Bound) -> object:
    skipped = (item.kind, *_DRESSING)
    return tuple(said for path, said in item.said.items() if path.split("/")[0] not in skipped)
