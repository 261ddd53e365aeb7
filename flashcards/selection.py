"""Which cards: the same choice for quiz, build, preview and export.

Sampling is stable: cards are sorted by a digest of the seed and their id, so
adding an entry does not reshuffle the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from flashcards.cards import Card, Note
from flashcards.cards import list_notes as notes_in
from flashcards.course.model import Course, Pick, Quiz, Selection
from flashcards.errors import FlashcardsError
from flashcards.seeding import stable_digest

_Keep = Callable[[Sequence[Note], frozenset[object]], Iterable[Note]]
"""Takes the notes that have one of the values wanted, all at once: twice as fast as one by one."""
_Filter = tuple[str, tuple[object, ...], _Keep]
"""Name, values wanted, and what takes the notes that have one of them."""
Traits = Callable[[Card], Sequence[str]]
"""What a sample shall be mixed by."""
EVERYTHING = Selection()


class TooFewCards(FlashcardsError):
    """Fewer cards than asked for; the message names the filter that left too few."""


def select_cards(
    course: Course,
    lang: str | None = None,
    quiz: Quiz | None = None,
    selection: Selection = EVERYTHING,
) -> tuple[list[Note], list[Card]]:
    """All notes in `lang`, and the cards that quiz and selection leave, in teaching order.

    Without `lang` it is the language of the quiz, or else the source language. Raises
    `TooFewCards` if there is no note in the language or no card is left.
    """
    language = lang or (quiz and quiz.lang) or course.source
    notes = notes_in(course, language)
    if not notes:
        known = ", ".join(course.info.languages)
        raise TooFewCards(f"no cards in '{language}'; the course has {known}")
    pool = filter_by_quiz(notes, quiz) if quiz else notes
    return notes, [card for note in require_notes(pool, selection) for card in note.cards]


def filter_notes(notes: Sequence[Note], selection: Selection) -> list[Note]:
    """The notes that pass every filter, in teaching order."""
    chosen = list(notes)
    for _, wanted, keep in _filters(selection):
        chosen = list(keep(chosen, frozenset(wanted)))
    return chosen


def require_notes(notes: Sequence[Note], selection: Selection) -> list[Note]:
    """As `filter_notes`. Raises TooFewCards, which says what each filter left, if that is none."""
    chosen = filter_notes(notes, selection)
    if not chosen:
        left = describe_filters(notes, ("--", selection))
        raise TooFewCards(f"no cards match: {left}")
    return chosen


def sample_cards(
    cards: Sequence[Card],
    count: int,
    seed: str,
    apart: bool = False,
    fits: Callable[[Card], bool] = lambda card: True,
    traits: Traits | None = None,
) -> list[Card]:
    """`count` sampled cards that fit, in teaching order; `apart` takes at most one of each note.

    With `traits` those come first whose traits the cards taken before have least.
    """
    taken: dict[str, str] = {}
    met: Counter[str] = Counter()
    waiting = sorted(cards, key=lambda card: stable_digest(seed, card.id))
    for card in _take_turns(waiting, traits, met) if traits else waiting:
        if len(taken) == count:
            break
        name = card.note.key if apart else card.id
        if name not in taken and fits(card):
            taken[name] = card.id
            met.update(traits(card) if traits else ())
    chosen = set(taken.values())
    return [card for card in cards if card.id in chosen]


def _take_turns(cards: Sequence[Card], traits: Traits, met: Mapping[str, int]) -> Iterator[Card]:
    """All cards; each time the first of those whose traits were met least until then."""
    waiting = [(card, traits(card)) for card in cards]
    while waiting:
        times = [sum(met[trait] for trait in found) for _, found in waiting]
        yield waiting.pop(times.index(min(times)))[0]


def select_exactly(
    notes: Sequence[Note], selection: Selection, count: int | None, seed: str, apart: bool = False
) -> list[Card]:
    """The cards asked for: all that match, or `count` of them. Raises TooFewCards."""
    found = [card for note in require_notes(notes, selection) for card in note.cards]
    if count is None:
        return found
    chosen = sample_cards(found, count, seed, apart)
    if len(chosen) < count:
        units = "notes" if apart else "cards"
        left = describe_filters(notes, ("--", selection), apart=apart)
        raise TooFewCards(f"asked for {count} {units}, found {len(chosen)}: {left}")
    return chosen


def list_blocks(quiz: Quiz) -> list[Pick]:
    """The blocks of a quiz, complete: what a pick leaves open, the quiz itself says."""
    if not quiz.picks:
        return [Pick.model_construct(select=quiz.select, count=quiz.count, points=quiz.points)]
    return [
        pick.model_copy(
            update={
                "select": _merge_selections(quiz.select, pick.select),
                "points": quiz.points if pick.points is None else pick.points,
            }
        )
        for pick in quiz.picks
    ]


def filter_by_quiz(notes: Sequence[Note], quiz: Quiz) -> list[Note]:
    """The notes that any block of the quiz may ask, in teaching order."""
    wanted = {note.key for block in list_blocks(quiz) for note in filter_notes(notes, block.select)}
    return [note for note in notes if note.key in wanted]


def describe_filters(
    notes: Sequence[Note], *choices: tuple[str, Selection], apart: bool = False
) -> str:
    """What each filter left, so that the one that left too few is seen: cards, or notes if `apart`.

    A choice comes with what is written before the names of its filters: `--` for options.
    """
    left = list(notes)
    counts: dict[str, str] = {}
    for sign, selection in choices:
        for name, wanted, keep in _filters(selection):
            left = list(keep(left, frozenset(wanted)))
            setting = f"{name} {','.join(map(str, wanted))}"
            counts.setdefault(setting, f"{sign}{setting} left {_count_units(left, apart)}")
    return "; ".join(counts.values()) or f"the course has {_count_units(notes, apart)}"


def _count_units(notes: Sequence[Note], apart: bool) -> int:
    return len(notes) if apart else sum(len(note.cards) for note in notes)


def _merge_selections(outer: Selection, inner: Selection) -> Selection:
    """The filters of the block, and those of the quiz where the block has none."""
    filled: dict[str, Any] = {
        name: getattr(inner, name) or getattr(outer, name) for name in Selection.model_fields
    }
    excluded = dict.fromkeys((*outer.exclude, *inner.exclude))
    return Selection(**{**filled, "exclude": tuple(excluded)})


def _filters(selection: Selection) -> list[_Filter]:
    """The filters that are set."""
    return [
        (name, wanted, keep) for name, keep in _KEEP.items() if (wanted := getattr(selection, name))
    ]


def list_concepts(note: Note) -> tuple[str, ...]:
    """The concepts that a note belongs to; a concept belongs to itself."""
    own = (note.entry.key,) if note.entry.kind == "concept" else ()
    return tuple(dict.fromkeys((*own, *note.entry.about)))


_KEEP: Mapping[str, _Keep] = {
    "stage": lambda notes, wanted: (n for n in notes if (n.entry.stage or 1) in wanted),
    "kind": lambda notes, wanted: (n for n in notes if n.entry.kind in wanted),
    "tag": lambda notes, wanted: (n for n in notes if not wanted.isdisjoint(n.entry.tags)),
    "deck": lambda notes, wanted: (n for n in notes if n.deck.deck in wanted),
    "key": lambda notes, wanted: (n for n in notes if n.key in wanted or n.entry.key in wanted),
    "about": lambda notes, wanted: (n for n in notes if not wanted.isdisjoint(list_concepts(n))),
    "difficulty": lambda notes, wanted: (n for n in notes if n.entry.difficulty in wanted),
    "exclude": lambda notes, wanted: (
        n for n in notes if n.key not in wanted and n.entry.key not in wanted
    ),
}
"""By field of a selection, in the order in which they are told."""
