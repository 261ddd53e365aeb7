"""One deck file: its header, its entries, and the names that it uses and refers to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flashcards.errors import Position, Problem, ProblemsFound, suggest_nearest
from flashcards.model import ENTRY_TYPES, KINDS, Deck, Entry
from flashcards.source.entry_rules import check_as_of, check_entry
from flashcards.source.image_files import find_images
from flashcards.source.plain_values import expand_entry, list_right_names
from flashcards.source.validate import validate, validate_partly
from flashcards.source.yaml_reader import Document, Path, Place
from flashcards.words.message import Message, Names

REFERENCES = ("see", "about", "confused_with")
MEDIA = "media"


@dataclass
class DeckFile:
    """A deck as read, with what the rest of the course needs to know of it."""

    file: str
    deck: Deck
    keys: tuple[tuple[str, str, int, int], ...]
    """Key, kind, line and column of each entry's key, sound or not."""
    places: Mapping[str, Position]
    refers: Mapping[str, frozenset[str]]
    """What the entries refer to, by field."""
    problems: list[Problem] = field(default_factory=list)


def read_deck_file(text: str, file: str) -> DeckFile:
    """As much of a deck as is sound, and its problems."""
    document = Document(text, file)
    if not isinstance(document.data, dict):
        document.add_problem((), Message("deck-not-a-mapping"), Message("hint-deck-header"))
        raise ProblemsFound(document.problems)
    if "deck" not in document.data:
        refuse_wrong_place(document, "deck")
    header = {name: value for name, value in document.data.items() if name != "entries"}
    deck = validate(Deck, header, document) or _make_stand_in(header)
    if deck.as_of:
        check_as_of(deck.as_of, Place(document))
    entries = tuple(_read_entries(document, deck))
    keyed = [item for item in document.items("entries") if isinstance(item[0].get("key"), str)]
    return DeckFile(
        file,
        replace(deck, entries=entries),
        tuple((data["key"], _find_kind(data) or "", *place) for data, _, place in keyed),
        {data["key"]: at for data, at, _ in keyed},
        collect_references(document.data, pictures="![" in text),
        document.problems,
    )


def collect_references(data: Mapping[str, Any], pictures: bool) -> dict[str, frozenset[str]]:
    """Everything a deck refers to, from its plain values."""
    found: dict[str, set[str]] = {name: set() for name in (*REFERENCES, MEDIA)}
    for name, target, _ in walk_references(data, pictures=pictures):
        found[name].add(target)
    return {name: frozenset(targets) for name, targets in found.items()}


def walk_references(
    data: Mapping[str, Any], pictures: bool = True
) -> Iterator[tuple[str, str, Path]]:
    """Field, name referred to, and the path of each reference."""
    yield from _walk_named_references(data, ())
    for index, entry in enumerate(list_entries(data)):
        if isinstance(entry, dict):
            yield from _walk_named_references(entry, ("entries", index))
            if pictures:
                for name, path in find_images(entry, ("entries", index)):
                    yield MEDIA, name, path


def find_repeated_keys(files: list[DeckFile]) -> list[Problem]:
    """Every second use of an entry's key, naming the first."""
    first: dict[str, tuple[str, int, int]] = {}
    problems = []
    for file in files:
        for key, _, line, column in file.keys:
            if key in first:
                at = Position(file.file, line, column)
                message = Message("key-used", key=key, first=str(Position(*first[key])))
                hint = Message("hint-other-key", name=f"{key[:60]}-2")
                problems.append(Problem(at, message, hint))
            else:
                first[key] = file.file, line, column
    return problems


def _read_entries(document: Document, deck: Deck) -> Iterator[Entry]:
    listed = document.data.get("entries")
    if not isinstance(listed, list) or not listed:
        _refuse_entries(listed, document)
    else:
        defaults, flawed = _Defaults(deck), document.find_flawed("entries")
        for index, data in enumerate(listed):
            if document.is_given_up(("entries", index)):
                return
            complete = defaults.fill(data) if isinstance(data, dict) else data
            entry = read_entry(complete, Place(document, ("entries", index)))
            if entry and index not in flawed:
                yield entry


def _refuse_entries(listed: object, document: Document) -> None:
    if listed is not None:
        id = "hint-dash-each" if isinstance(listed, dict) else "hint-no-entry"
        document.add_problem(("entries",), Message("entries-not-a-list"), Message(id))
    elif not any(suggest_nearest(name, ("entries",)) for name in document.data):
        message = Message("missing-key", name="entries")
        document.add_problem((), message, Message("hint-write-entries"))


def read_entry(data: Any, place: Place) -> Entry | None:
    """The entry that plain values stand for; None if it has mistakes, which its document knows."""
    document, path = place
    if not isinstance(data, dict):
        validate(Entry, data, document, path)
        return None
    kind, told = _find_kind(data), len(document.problems)
    if kind is None:
        _refuse_kind(data, place)
        return None
    if "reasons" in data and kind == "cloze":  # the model's name for a `why` with many texts
        message = Message("unknown-key", key="reasons")
        place.tell(("reasons",), message, Message("hint-did-you-mean", name="why"), of_key=True)
    if "listed" in data and kind == "choose":  # the model's name for the order of `options`
        message = Message("unknown-key", key="listed")
        place.tell(("listed",), message, Message("hint-remove"), of_key=True)
        data = {name: value for name, value in data.items() if name != "listed"}
    if kind == "choose":
        data = check_options(data, place)
    entry, sound = validate_partly(ENTRY_TYPES[kind], expand_entry(kind, data), document, path)
    if entry is not None:
        check_entry(entry, place)
    return entry if sound and len(document.problems) == told else None


def _refuse_kind(data: Mapping[str, Any], place: Place) -> None:
    """Tell an entry of no kind."""
    first = next(iter(data), "")
    message = Message("unknown-kind", name=first, kinds=Names(KINDS))
    hint = suggest_nearest(first, KINDS) or Message("hint-write-kind")
    place.tell((first,), message, hint, of_key=True)


def _find_kind(data: Mapping[str, Any]) -> str | None:
    for name in data:
        if name in ENTRY_TYPES:
            return name
    return None


class _Defaults:
    """What the deck says for all entries, to be said by each of them."""

    def __init__(self, deck: Deck) -> None:
        texts = {"stage": deck.stage and str(deck.stage), "as_of": deck.as_of}
        self._texts = {name: text for name, text in texts.items() if text}
        lists = {"tags": deck.tags, "see": deck.see, "about": deck.about}
        self._lists = {name: values for name, values in lists.items() if values}

    def fill(self, data: dict[str, Any]) -> dict[str, Any]:
        """The entry, complete by itself."""
        if not self._texts and not self._lists:
            return data
        filled = data.copy()
        for name, text in self._texts.items():
            filled.setdefault(name, text)
        for name, values in self._lists.items():
            own = data.get(name, [])
            if isinstance(own, list) and all(isinstance(value, str) for value in own):
                joined = dict.fromkeys([*own, *values])
                filled[name] = [value for value in joined if value != data.get("key")]
        return filled


def list_entries(data: Any) -> list[Any]:
    """The entries of a deck file as they are written; none if they are no list."""
    listed = data.get("entries") if isinstance(data, dict) else None
    return listed if isinstance(listed, list) else []


def _walk_named_references(data: Mapping[str, Any], path: Path) -> Iterator[tuple[str, str, Path]]:
    for name in REFERENCES:
        targets = data.get(name)
        if isinstance(targets, list):
            for index, target in enumerate(targets):
                if isinstance(target, str):
                    yield name, target, (*path, name, index)


def _make_stand_in(header: Mapping[str, Any]) -> Deck:
    """A stand-in for a header with mistakes, so that the entries are read all the same."""
    name = header.get("deck")
    return Deck(deck=name if isinstance(name, str) else "", title="?")


_MARKS = {
    "quiz": "a-quiz",
    "lang": "a-translation",
    "resources": "a-list-of-resources",
    "deck": "a-deck",
}
"""The field that tells what a file is."""


def refuse_wrong_place(document: Document, expected: str) -> None:
    """Raise ProblemsFound if a file is something else than its place says."""
    data = document.data
    if not isinstance(data, dict) or expected in data:
        return
    mark = next((name for name in _MARKS if name in data), "")
    if not mark and {"id", "author", "licence"} & data.keys():
        mark = "id"
    if mark:
        found = Message(_MARKS.get(mark, "a-course-file"))
        message = Message("wrong-place", found=found, expected=Message(_MARKS[expected]))
        document.add_problem((), message, _tell_place(mark, str(data.get("lang"))))
        raise ProblemsFound(document.problems)


def _tell_place(mark: str, lang: str) -> Message:
    folders = {"quiz": "quizzes/", "deck": "decks/", "lang": f"decks/{lang}/"}
    if mark in folders:
        return Message("hint-move-file", folder=folders[mark])
    name = "course.yaml" if mark == "id" else "resources.yaml"
    return Message("hint-call-file", name=name)


_STAND_IN: Mapping[str, Any] = {"right": {"a": "right"}, "wrong": {"b": "wrong", "c": "worse"}}


def check_options(data: dict[str, Any], place: Place) -> dict[str, Any]:
    """Tell a list of options that cannot be read; the entry with what can be told of the rest."""
    if "options" not in data:
        return data
    names = list_right_names(data)
    if names is None:
        if "right" not in data and any(suggest_nearest(name, ("right",)) for name in data):
            return {**data, "right": list(data["options"])[:1]}  # told as an unknown field
        rest = {name: value for name, value in data.items() if name != "options"}
        at = ("options",) if "right" in data else ()  # told where something is missing
        place.tell(at, Message("options-need-right"), _suggest_names(data), of_key=True)
        return {**rest, **_STAND_IN}
    known = [name for name in names if name in data["options"]]
    for name in (name for name in names if name not in known):
        message = Message("names-no-option", field="right", name=name)
        known_names = Message("hint-option-names", names=Names(data["options"]))
        place.tell(("right",), message, suggest_nearest(name, data["options"]) or known_names)
    return data if known else {**data, "right": list(data["options"])[:1]}


def _suggest_names(data: Mapping[str, Any]) -> Message:
    """How options are written, or that what is right among them is to be named."""
    listed = data["options"]
    if isinstance(listed, dict) and listed and data.keys().isdisjoint(("right", "wrong")):
        return Message("hint-add-right", line=f"right: {next(iter(listed))}")
    return Message("hint-options-forms", options="options: {a: …, b: …, c: …}")


class EntryCheck:
    """The rules of deck files for values that are in no file yet."""

    def __init__(self) -> None:
        self._document = Document("entries: []", "")

    def read(self, values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
        """The entry, or None and everything that is wrong with it; places mean nothing."""
        self._document.problems.clear()
        entry = read_entry(dict(values), Place(self._document, ("entries", 0)))
        return entry, list(self._document.problems)
