"""The cards of a page in the order of a book: languages, stages, decks, with their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from flashcards.cards import Note
from flashcards.model import Course
from flashcards.words.catalog import Words


@dataclass(frozen=True)
class DeckSection:
    """The notes of one deck in one stage and language."""

    id: str
    """What a link names; no two are the same."""
    title: str
    notes: Sequence[Note]

    @property
    def count(self) -> int:
        """How many cards it has."""
        return sum(len(note.cards) for note in self.notes)


@dataclass(frozen=True)
class StageSection:
    """One stage in one language."""

    id: str
    lang: str
    title: str
    decks: Sequence[DeckSection]

    @property
    def count(self) -> int:
        return sum(deck.count for deck in self.decks)


def group_notes(course: Course, notes: Sequence[Note]) -> list[StageSection]:
    """The notes by language, stage and deck; within a deck they keep their order."""
    languages = list(dict.fromkeys(note.lang for note in notes))
    decks = list(dict.fromkeys(note.deck.deck for note in notes))
    places = {name: place for place, name in enumerate(decks)}
    ordered = sorted(
        notes, key=lambda note: (languages.index(note.lang), note.stage, places[note.deck.deck])
    )
    found = []
    for (lang, stage), group in groupby(ordered, key=lambda note: (note.lang, note.stage)):
        id = f"stage-{stage}" if lang == languages[0] else f"stage-{stage}-{lang}"
        titles = course.titles.get(lang, {})
        found.append(
            StageSection(
                id,
                lang,
                _name_stage(course, course.make_words(lang), stage, len(languages) > 1),
                [
                    DeckSection(
                        f"{id}-{name}", titles.get(f"deck/{name}", each[0].deck.title), each
                    )
                    for name, inside in groupby(group, key=lambda note: note.deck.deck)
                    for each in [list(inside)]
                ],
            )
        )
    return found


def _name_stage(course: Course, words: Words, stage: int, is_one_of: bool) -> str:
    """`Stage 2: Autograd` in the language of the cards, and which that is if there are others."""
    info = course.info.stages.get(stage)
    title = course.titles.get(words.lang, {}).get(f"stage/{stage}", info.title if info else "")
    name = words.say("card_stage", number=stage)
    name = f"{name}: {title}" if title else name
    return name if words.lang == course.source or not is_one_of else f"{name} ({words.lang})"
