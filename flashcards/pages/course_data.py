"""What the page knows of a course: an index of all cards, and the texts of some at a time apart.

The index is enough to plan a day and to filter, so that the first question needs one file only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flashcards import __version__
from flashcards.anki.content import note_name
from flashcards.anki.fields import Stamp, list_options
from flashcards.cards import Card, Note, list_notes
from flashcards.course.model import Code, Concept, Course
from flashcards.pages.engine import describe_cards, describe_question, describe_rules
from flashcards.pages.sides import UNRELEASED, SideWriter, find_place
from flashcards.progress.glossary import make_glossary
from flashcards.questions import Neighbours, list_forms, make_question
from flashcards.text.markdown import render_line
from flashcards.text.plain_text import html_to_text
from flashcards.words import Words


def name_file(note: Note) -> str:
    """The name of what holds the texts of a deck in a language."""
    return f"{note.deck.deck}-{note.lang}"


@dataclass(frozen=True)
class PageDetails:
    """What the page tells about cards besides the cards themselves."""

    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """Name of a note to when it was released and what it was verified on."""
    is_author: bool = True
    """Whether the page is for who writes the cards: it tells places, facts and warnings."""
    warnings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Key of an entry to what is weak about it."""


class CourseData:
    """Makes the data of one page: some notes of a course, those of a language together."""

    def __init__(self, course: Course, notes: Sequence[Note], details: PageDetails) -> None:
        self.course, self.notes, self.details = course, notes, details
        self.languages = list(dict.fromkeys(note.lang for note in notes))
        self.lang = self.languages[0]
        source = self.lang if len(self.languages) == 1 else course.source
        self.words: Words = Words(source)

    @cached_property
    def neighbours(self) -> Mapping[str, Neighbours]:
        """By language: the terms of the whole course, whatever is chosen of it."""
        return {lang: Neighbours(list_notes(self.course, lang)) for lang in self.languages}

    @property
    def title(self) -> str:
        return self.course.titles.get(self.words.lang, {}).get("course", self.course.info.title)

    def make_index(self) -> dict[str, Any]:
        """Everything but the texts of the cards and the words of the page."""
        info, details = self.course.info, self.details
        kinds = dict.fromkeys(note.entry.kind for note in self.notes)
        return {
            "course": info.id,
            "version": __version__,
            "title": self.title,
            "lang": self.words.lang,
            "languages": self.languages,
            "author": info.author,
            "licence": info.licence,
            "home": info.home,
            "is_author": details.is_author,
            "sections": [*self._list_sections()],
            "names": {lang: sorted(each.names) for lang, each in self.neighbours.items()},
            "kinds": {kind: self.words.translate(f"kind_{kind}") for kind in kinds},
            "rules": describe_rules(),
            "cards": [row for lang in self.languages for row in self._describe_cards(lang)],
        }

    def _describe_cards(self, lang: str) -> list[dict[str, Any]]:
        cards = [card for note in self.notes if note.lang == lang for card in note.cards]
        rows = zip(cards, describe_cards(cards), strict=True)
        return [self._describe_card(card, row) for card, row in rows]

    def _describe_card(self, card: Card, row: dict[str, Any]) -> dict[str, Any]:
        note = card.note
        described = {**row, "lang": note.lang, "file": name_file(note)}
        if isinstance(note.entry, Concept):
            described["name"] = html_to_text(render_line(note.entry.concept))
        if self._list_warnings(note):
            described["warned"] = True
        return described

    def _list_warnings(self, note: Note) -> list[str]:
        warnings = list(self.details.warnings.get(note.entry.key, ()))
        is_stale = note.stale and self.details.is_author
        return [*warnings, "the English changed after this translation"] if is_stale else warnings

    def _list_sections(self) -> Iterable[dict[str, Any]]:
        """Stages and decks with their titles, in the order in which the page shows them."""
        seen = {(note.lang, note.stage, note.deck.deck): note.deck for note in self.notes}
        decks = list(dict.fromkeys(note.deck.deck for note in self.notes))
        order = sorted(
            seen, key=lambda it: (self.languages.index(it[0]), it[1], decks.index(it[2]))
        )
        for lang, stage, deck in order:
            titles = self.course.titles.get(lang, {})
            title = titles.get(f"deck/{deck}", seen[lang, stage, deck].title)
            name = self._name_stage(lang, stage)
            yield {"lang": lang, "stage": stage, "name": name, "deck": deck, "title": title}

    def _name_stage(self, lang: str, stage: int) -> str:
        """`Stage 2: Autograd` in a language of the cards, and which that is if there are others."""
        course, words = self.course, Words(lang)
        info = course.info.stages.get(stage)
        title = course.titles.get(lang, {}).get(f"stage/{stage}", info.title if info else "")
        name = words.translate("card_stage", number=stage)
        name = f"{name}: {title}" if title else name
        is_told = len(self.languages) > 1 and lang != course.source
        return f"{name} ({lang})" if is_told else name

    def make_decks(self) -> dict[str, dict[str, Any]]:
        """The texts of cards by the name of their file, some of a deck together, with pictures.

        Raises FlashcardsError with the place of an entry that cannot be shown.
        """
        decks: dict[str, dict[str, Any]] = {}
        for lang in self.languages:
            notes = [note for note in self.notes if note.lang == lang]
            write = SideWriter(self.course, notes, self.details.stamps)
            for note in notes:
                fresh: dict[str, Any] = {"pictures": {}, "cards": {}}
                deck = decks.setdefault(name_file(note), fresh)
                fields = write.make_fields(note)
                about = self._describe_note(note)
                for card in note.cards:
                    sides = write.write(card, fields, deck["pictures"])
                    texts = {**sides._asdict(), "question": self._describe_question(card)}
                    deck["cards"][card.id] = {**texts, **about}
        return decks

    def _describe_question(self, card: Card) -> dict[str, Any]:
        """What grading needs of a card in any of its forms, options in the order of its HTML.

        The names of other terms stand in the index; `own` are those that mean the same.
        """
        neighbours = self.neighbours[card.note.lang]
        forms = list_forms(card)
        described: dict[str, Any] = {}
        for form in reversed(forms):
            question = make_question(card, neighbours, card.note.key, form)
            named = describe_question(question, forms)
            described |= {name: value for name, value in named.items() if value}
            if question.others:
                described["own"] = sorted(neighbours.names - question.others)
        if options := list_options(card):
            described["options"] = [{"name": each.name, "right": each.right} for each in options]
        described.pop("others", None)
        return described

    def _describe_note(self, note: Note) -> dict[str, Any]:
        """What stands above a card for its author; nothing for learners."""
        if not self.details.is_author:
            return {}
        entry = note.entry
        facts = [f"stage {note.stage}", entry.kind, note.deck.deck, note.lang]
        if on := self.details.stamps.get(note_name(note), UNRELEASED).verified:
            facts.append(f"verified on {on}")
        elif isinstance(entry, Code) and entry.uses_pytorch:
            facts.append("not verified")
        facts += [entry.difficulty, *entry.tags]
        return {
            "place": find_place(self.course, note),
            "facts": " · ".join(facts),
            "warnings": self._list_warnings(note),
        }

    def list_glossaries(self) -> Iterable[Mapping[str, Any]]:
        """The glossary of each language on the page that has a table of words."""
        for lang in self.languages:
            if self.course.words.get(lang):
                glossary = make_glossary(self.course, lang)
                terms = [
                    [glossary.name_term(each), render_line(each.meaning)] for each in glossary.terms
                ]
                yield {"lang": lang, "title": glossary.words.translate("glossary"), "terms": terms}
