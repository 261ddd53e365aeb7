"""What a selection means: one rule for the cards of a choice, of a quiz, and of `uses`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from flashcards.course.model import Deck, Entry, Selection


class Selectable(Protocol):
    """An entry, or one row of a comparison, and the deck that it stands in."""

    @property
    def key(self) -> str:
        """The key of the entry, or `key/row`."""

    @property
    def entry(self) -> Entry: ...

    @property
    def deck(self) -> Deck: ...


Item = TypeVar("Item", bound=Selectable)


def filter_items(items: Sequence[Item], selection: Selection) -> list[Item]:
    """Return the items that pass every filter of a selection, in the order given."""
    for name, values in VALUES.items():
        if wanted := frozenset(getattr(selection, name)):
            is_left_out = name in ("exclude", "exclude_deck")
            items = [item for item in items if wanted.isdisjoint(values(item)) == is_left_out]
    return list(items)


def list_concepts(item: Selectable) -> tuple[str, ...]:
    """Return the concepts that an entry belongs to; a concept belongs to itself."""
    own = (item.entry.key,) if item.entry.kind == "concept" else ()
    return tuple(dict.fromkeys((*own, *item.entry.about)))


VALUES: Mapping[str, Callable[[Selectable], Iterable[object]]] = {
    "stage": lambda item: (item.entry.stage,),
    "kind": lambda item: (item.entry.kind,),
    "tag": lambda item: item.entry.tags,
    "deck": lambda item: (item.deck.deck,),
    "key": lambda item: (item.key, item.entry.key),
    "about": list_concepts,
    "difficulty": lambda item: (item.entry.difficulty,),
    "exclude": lambda item: (item.key, item.entry.key),
    "exclude_deck": lambda item: (item.deck.deck,),
}
"""The values of an item that each field of a selection is compared with."""
