"""The order of new cards: teaching order, with the cards of one note days apart.

Anki takes the new cards of a day in the order of their positions and, as it comes, lets
several cards of one note (sisters) in on the same day. So the first cards of all notes
stand in teaching order, and a further card follows three days after its sister, strewn
one by one among the first cards of later notes. Towards the end of a deck sisters are held back,
so that there is something left to put between the cards of its last notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

NEW_CARDS_A_DAY = 20
"""Anki's default."""
_APART = 3 * NEW_CARDS_A_DAY
_LEAST_APART = 2 * NEW_CARDS_A_DAY
"""At the end of a deck; less only where the deck has too few cards."""

Ordinals = Sequence[int]
"""Of the cards of one note."""


class _Sister(NamedTuple):
    """A further card that waits for its turn."""

    since: int
    """The position of the note's card before it."""
    note: int
    card: int


def spread_new_cards(
    notes: Sequence[tuple[str, Ordinals]], decks: Iterable[str]
) -> list[tuple[int, int]]:
    """(place of the note, ordinal) of all cards by position, deck by deck as `decks` lists them.

    A note is given as the name of its deck and the ordinals of its cards.
    """
    by_deck: dict[str, list[int]] = {name: [] for name in decks}
    for place, (deck, _) in enumerate(notes):
        by_deck[deck].append(place)
    return [
        (found[at], ordinal)
        for found in by_deck.values()
        for at, ordinal in _Deck([notes[place][1] for place in found]).order()
    ]


class _Deck:
    """The cards of one deck, dealt out one position after the other."""

    def __init__(self, notes: Sequence[Ordinals]) -> None:
        self.notes = notes
        self.size = sum(map(len, notes))
        self.apart = [self._fit_distance(at) for at in range(len(notes))]
        self.latest_firsts = list(self._find_latest_firsts())[::-1]
        most = max(map(len, notes), default=0)
        self.end = self.size - most * _LEAST_APART
        """From here on a sister may have to come now, for those after it to have room."""
        self.waiting: list[_Sister] = []
        self.begun = 0
        """How many notes have their first card."""
        self.was_sister = False
        """At the position before this one."""

    def order(self) -> Iterator[tuple[int, int]]:
        """(note, ordinal) for each position."""
        for position in range(self.size):
            sister = self._choose_sister(position)
            self.was_sister = sister is not None
            note, card = (self.begun, 0) if sister is None else (sister.note, sister.card)
            if sister is None:
                self.begun += 1
            else:
                self.waiting.remove(sister)
            yield note, self.notes[note][card]
            if card + 1 < len(self.notes[note]):
                self.waiting.append(_Sister(position, note, card + 1))

    def _choose_sister(self, now: int) -> _Sister | None:
        """The sister for this position; None if the next note begins here."""
        if not self.waiting:
            return None
        all_begun = self.begun == len(self.notes)
        ready = []
        if now >= self.end:
            ready = [each for each in self.waiting if each.since + self.apart[each.note] <= now]
        if ready and (all_begun or self._is_urgent(ready, now)):
            return min(ready, key=self._find_latest)
        oldest = self.waiting[0]
        if all_begun:
            return oldest
        waited = now - oldest.since - _APART
        is_time = waited >= 0 and now < self.latest_firsts[self.begun]
        is_turn = not self.was_sister or waited >= NEW_CARDS_A_DAY
        return oldest if is_time and is_turn else None

    def _is_urgent(self, ready: Sequence[_Sister], now: int) -> bool:
        """Whether the sister with the least room comes too late if it does not come now."""
        least = min(map(self._find_latest, ready))
        return least - now < sum(self._find_latest(each) <= least for each in ready)

    def _find_latest(self, sister: _Sister) -> int:
        """The last position that leaves room for the sisters after it."""
        after = len(self.notes[sister.note]) - 1 - sister.card
        return self.size - 1 - after * self.apart[sister.note]

    def _fit_distance(self, at: int) -> int:
        """How far apart the cards of a note can be, if all sisters come after the firsts."""
        further = len(self.notes[at]) - 1
        return min(_LEAST_APART, (self.size - 1 - at) // further) if further else 0

    def _find_latest_firsts(self) -> Iterator[int]:
        """The last position for the first card of each note, from the last note on."""
        latest = self.size
        for at in reversed(range(len(self.notes))):
            further = len(self.notes[at]) - 1
            latest = min(latest - 1, self.size - 1 - further * self.apart[at])
            yield latest
