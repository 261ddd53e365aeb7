"""What the page knows of a course: an index of all cards, and the texts of each deck apart.

The index is enough to plan a day and to filter, so that the first question needs one file only.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flashcards import __version__
from flashcards.anki.content import note_name
from flashcards.anki.fields import Stamp, list_options
from flashcards.anki.release import load_course_notes
from flashcards.cards import Card, Note, list_notes
from flashcards.course.model import Course
from flashcards.errors import EntryProblem, FlashcardsError, Position
from flashcards.lint import lint
from flashcards.pages.engine import describe_cards, describe_question
from flashcards.pages.sides import load_picture_urls, render_card_sides
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import TermNames
from flashcards.words import Words


@dataclass(frozen=True)
class PageData:
    """Some notes of a course, all in one language, and what the page says about them."""

    course: Course
    notes: Sequence[Note]
    stamps: Mapping[str, Stamp] = field(default_factory=dict)
    """Name of a note to when it was released and what it was verified on."""
    warnings: Mapping[str, Sequence[EntryProblem]] = field(default_factory=dict)
    """Key of an entry to what is weak about it, for authors."""
    is_author: bool = False
    """Whether the page is for who writes the cards, who only browses."""

    @property
    def lang(self) -> str:
        return self.notes[0].lang

    @property
    def words(self) -> Words:
        return Words(self.lang)

    @property
    def titles(self) -> Mapping[str, str]:
        """Translated titles of course, stages and decks."""
        return self.course.titles.get(self.lang, {})

    @property
    def title(self) -> str:
        return self.titles.get("course", self.course.info.title)

    @cached_property
    def term_names(self) -> TermNames:
        """The terms of the whole course, whatever is chosen of it."""
        return TermNames(list_notes(self.course, self.lang))

    def make_index(self) -> dict[str, Any]:
        """Return everything but the texts of the cards."""
        info = self.course.info
        kinds = dict.fromkeys(note.entry.kind for note in self.notes)
        cards = describe_cards([card for note in self.notes for card in note.cards])
        return {
            "course": info.id,
            "version": __version__,
            "title": self.title,
            "lang": self.lang,
            "author": info.author,
            "licence": info.licence,
            "home": info.home,
            "is_author": self.is_author,
            "sections": [*self._list_sections()],
            "names": sorted(self.term_names.names),
            "kinds": {kind: self.words.translate(f"kind_{kind}") for kind in kinds},
            "words": self.words.texts,
            "cards": [{**card, "warned": self._list_rules(card["key"])} for card in cards],
        }

    def _list_rules(self, key: str) -> list[str]:
        """Return the rules that warn of an entry, each once."""
        return list(dict.fromkeys(warning.rule for warning in self.warnings.get(key, ())))

    def _list_sections(self) -> Iterable[dict[str, Any]]:
        """Yield stages and decks with their titles, in the order in which the page shows them."""
        decks = {note.deck.deck: note.deck for note in self.notes}
        pairs = {(note.stage, note.deck.deck) for note in self.notes}
        for stage, deck in sorted(pairs, key=lambda pair: (pair[0], [*decks].index(pair[1]))):
            info = self.course.info.stages.get(stage)
            names = [
                self.words.translate("card_stage", number=stage),
                self.titles.get(f"stages/{stage}", info.title if info else ""),
            ]
            title = self.titles.get(f"decks/{deck}", decks[deck].title)
            name = ": ".join(filter(None, names))
            yield {"stage": stage, "name": name, "deck": deck, "title": title}

    def make_decks(self) -> dict[str, dict[str, Any]]:
        """Return the texts of cards by the names of their decks.

        Raises FlashcardsError with the place of an entry that cannot be shown.
        """
        decks: dict[str, dict[str, Any]] = {}
        pictures = load_picture_urls(self.course, self.notes)
        for note in self.notes:
            texts, place = decks.setdefault(note.deck.deck, {}), self._find_place(note)
            about: dict[str, Any] = {}
            if self.is_author:
                warnings = [warning.message for warning in self.warnings.get(note.entry.key, ())]
                about = {"place": place, "warnings": warnings}
            stamp = self.stamps.get(note_name(note), Stamp(0))
            try:
                sides = [*render_card_sides(note, self.course, stamp, pictures)]
            except FlashcardsError as error:
                raise FlashcardsError(f"{place}: {error}") from error
            for card, shown in zip(note.cards, sides, strict=True):
                question = self._describe_question(card)
                texts[card.id] = {**shown._asdict(), "question": question, **about}
        return decks

    def _find_place(self, note: Note) -> str:
        """Return where the text of the note is written: a translation has a file of its own."""
        key = note.entry.key
        translation = self.course.translations.get(note.lang, {}).get(key)
        at = translation.at if translation else self.course.places.get(key, Position(key))
        return f"{at.file}:{at.line}"

    def _describe_question(self, card: Card) -> dict[str, Any]:
        """Return what grading needs of a card in any of its forms; options are as in its HTML.

        Where forms differ, the first one holds. `others`, the names that a typed answer is not
        taken for, are nearly all of the course; the page has those in its index, and here only
        `own`, the names of this very term: if none, all names are another's; no `own`, none is.
        """
        forms = list_forms(card)
        described: dict[str, Any] = {}
        for form in forms:
            question = make_question(card, self.term_names, card.note.key, form)
            for name, value in describe_question(question, forms).items():
                if value and name != "others":
                    described.setdefault(name, value)
            if question.others:
                described["own"] = sorted(self.term_names.names - question.others)
        if described.get("accepted") and (variants := range(len(card.note.variants))):
            typed = (make_question(card, form="type", variant=place) for place in variants)
            described["variants"] = [question.accepted for question in typed]
        if options := list_options(card):
            described["options"] = [{"name": each.name, "right": each.right} for each in options]
        return described


def load_page_data(
    course: Course, notes: Sequence[Note], now: int, is_author: bool = False
) -> PageData:
    """Return notes of a course with their releases and, for an author, warnings."""
    lang, warnings = notes[0].lang, defaultdict[str, list[EntryProblem]](list)
    if is_author:
        for warning in lint(course):
            warnings[warning.key].append(warning)
    loaded = load_course_notes(course, [lang], now)
    stamps = {source.name: loaded.stamp_note(source) for source in loaded.sources[lang]}
    return PageData(course, notes, stamps, warnings, is_author)
