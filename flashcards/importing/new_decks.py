"""Items to the entries of new decks; questions that the course has already are left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flashcards.course.files import check_values
from flashcards.course.model import Choose, Entry
from flashcards.course.new_course import POINTER
from flashcards.course.source import MAX_FILE_BYTES
from flashcards.course.texts import collect_texts
from flashcards.course.writer import write_yaml
from flashcards.errors import FlashcardsError
from flashcards.importing.entry_maker import KeyMaker, make_entry
from flashcards.importing.item import Item, LeftOut, Material
from flashcards.importing.markdown_text import clean_text
from flashcards.importing.pictures import CoursePictures
from flashcards.importing.report import ImportOutcome, ImportReport
from flashcards.text.plain_text import normalize_text

_ANY_KEY = "key"
_ANSWERS = ("answer", "meaning", "gaps", "steps", "rows", "points", "right")
"""Fields that hold what is answered."""
_BESIDE = {"aspect", "question", "why", "wrong", "ask"}
"""Parts of a row that are no cells."""
_LONGEST_TOLD = 60


@dataclass
class NewDeck:
    """A deck file that is to be written."""

    deck: str
    title: str
    entries: list[Mapping[str, Any]] = field(default_factory=list)

    def make_text(self) -> str:
        """The text of the file. Raises FlashcardsError if it would be too large to read."""
        text = write_yaml({"deck": self.deck, "title": self.title, "entries": self.entries})
        if len(text.encode()) > MAX_FILE_BYTES:
            most = f"{MAX_FILE_BYTES // 1_000_000} MB"
            raise FlashcardsError(
                f"deck '{self.deck}' would be larger than {most}: import it in parts"
            )
        return POINTER + text


class NewDecks:
    """The decks that an import adds to a course with these entries."""

    def __init__(
        self, entries: Iterable[Entry], deck_names: Collection[str], pictures: CoursePictures
    ) -> None:
        """`deck_names` are names that no new deck may have."""
        self.decks: dict[tuple[str, ...], NewDeck] = {}
        """Names of the source, from the outermost deck inwards, to the deck here."""
        self._pictures = pictures
        self._known: dict[str, list[Entry]] = {}
        keys = []
        for entry in entries:
            keys.append(entry.key)
            self._known.setdefault(_get_question(entry), []).append(entry)
        self._keys = KeyMaker(keys)
        self._deck_keys = KeyMaker(deck_names, skipped=())

    def add(self, material: Material, report: ImportReport) -> None:
        """Take in everything that one file holds, and report what became of it."""
        report.notices += material.notices
        for place, reason in material.left_out:
            report.outcomes.append(ImportOutcome(material.name, place, "left out", "", (reason,)))
        for item in material.items:
            report.outcomes.append(self._add_item(item, material))

    def _add_item(self, item: Item, material: Material) -> ImportOutcome:
        try:
            fields, notes = make_entry(item)
            placed = self._pictures.place_all(fields, material.load_picture, notes)
            entry = self._read(placed)
        except LeftOut as reason:
            self._pictures.drop()
            return ImportOutcome(material.name, item.place, "left out", "", (str(reason),))
        if known := self._find_known(entry):
            self._pictures.drop()
            notes = [*_compare_answers(known, entry)]
            return ImportOutcome(material.name, item.place, "known", known.key, tuple(notes))
        self._pictures.keep()
        text = item.question or _get_question(entry)
        key = self._keys.make(item.key, text, material.title)
        deck = self._find_deck(item.deck or (material.title,))
        deck.entries.append({entry.kind: placed[entry.kind], "key": key, **placed})
        notes = [*dict.fromkeys(notes)]
        return ImportOutcome(material.name, item.place, "new", key, tuple(notes))

    def _read(self, fields: Mapping[str, Any]) -> Entry:
        """The entry that the fields are. Raises LeftOut with what is wrong."""
        entry, problems = check_values({**fields, "key": _ANY_KEY})
        if entry is None:
            raise LeftOut("; ".join(dict.fromkeys(each.message for each in problems)))
        return entry

    def _find_known(self, entry: Entry) -> Entry | None:
        """The entry of the course that asks the same; None if there is none."""
        alike = self._known.get(_get_question(entry), ())
        return next((each for each in alike if _shares_options(each, entry)), None)

    def _find_deck(self, path: tuple[str, ...]) -> NewDeck:
        """The new deck for items of a deck of the source."""
        if path not in self.decks:
            name = self._deck_keys.make("", "-".join(path), "deck")
            self.decks[path] = NewDeck(name, clean_text(": ".join(path)) or name)
        return self.decks[path]


def _get_question(entry: Entry) -> str:
    """What an entry asks, without differences of case and white space; its gaps are empty."""
    texts = collect_texts(entry)
    asked = [
        str(text)
        for path, text in texts.items()
        if path[0] == entry.kind or (path[0] == "rows" and path[-1] == "aspect")
    ]
    question = "\n".join(asked)
    for path, text in texts.items():
        if path[0] == "gaps":
            question = question.replace(str(text), "…")
    return normalize_text(question)


def _get_answer(entry: Entry) -> str:
    """What an entry expects as an answer, in one line."""
    if isinstance(entry, Choose):
        return "; ".join(option.text for option in entry.right.values())
    texts = collect_texts(entry).items()
    answers = [text for path, text in texts if path[0] in _ANSWERS and not {*path} & _BESIDE]
    return "; ".join(map(str, answers))


def _shares_options(known: Entry, new: Entry) -> bool:
    """Whether two questions with the same words are the same: *Which is right?* may be many."""
    if not isinstance(known, Choose) or not isinstance(new, Choose):
        return True
    texts = [{o.text for o in (*e.right.values(), *e.wrong.values())} for e in (known, new)]
    return bool(texts[0] & texts[1])


def _compare_answers(known: Entry, new: Entry) -> Iterable[str]:
    """A note with both answers if they differ."""
    ours, theirs = _get_answer(known), _get_answer(new)
    if normalize_text(ours) != normalize_text(theirs):
        stays = f"the answer in the course stays: '{_shorten(ours)}'"
        yield f"{stays}; the file says '{_shorten(theirs)}'"


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_TOLD else f"{line[: _LONGEST_TOLD - 1]}…"
