"""Overlays: the texts of entries in another language, matched by key.

An overlay holds words only, in the shape of the entry, and the fingerprint of
the English that they were made from (`from`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Any

from flashcards.errors import FlashcardsError, Problem, suggest_nearest
from flashcards.model import (
    KINDS,
    LONGEST_TEXT,
    SOURCE_LANGUAGE,
    Choose,
    Cloze,
    Course,
    Entry,
    EntryTranslation,
    WordChoice,
)
from flashcards.source.entry_rules import check_markup
from flashcards.source.gap_rules import check_places
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document, Path, Place
from flashcards.text.entry_texts import (
    OPTIONAL_FIELDS,
    Leaf,
    collect_texts,
    fingerprint_texts,
    replace_texts,
)
from flashcards.text.entry_texts import Path as TextPath
from flashcards.text.images import list_svg_texts, load_picture
from flashcards.words.message import Message

_FINGERPRINT = re.compile(r"[0-9a-f]{6}")
_PARTS = ("lang", "entries", "words", "pictures")
HEADINGS = {
    "course": "course",
    "stages": "stage",
    "weeks": "weeks",
    "goals": "goal",
    "decks": "deck",
    "quizzes": "quiz",
    "purposes": "purpose",
    "blocks": "block",
    "resources": "resource",
}
"""What an overlay calls its titles, and what a course does."""


@dataclass
class Overlay:
    """One overlay file: translations by entry key, and titles."""

    lang: str
    entries: dict[str, EntryTranslation] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    words: dict[str, WordChoice] = field(default_factory=dict)
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)


def read_overlay(document: Document, lang: str) -> Overlay:
    """The overlay in a document of the folder of a language."""
    overlay = Overlay(lang)
    data = document.data
    if not isinstance(data, dict):
        hint = Message("hint-begin-lang", lang=lang)
        document.add_problem((), Message("translation-not-a-mapping"), hint)
        return overlay
    too_long = list(_list_long(data, ()))
    for path in too_long:
        subject = Message("of-field", field=str(path[-1]))
        message = Message("too-long", subject=subject, n=LONGEST_TEXT)
        document.add_problem(path, message, Message("hint-as-source"))
    if too_long:
        return overlay
    if data.get("lang") != lang and not ("lang" not in data and "language" in data):
        path = ("lang",) if "lang" in data else ()
        added = Message("hint-add-line", line=f"lang: {lang}")
        hint = Message("hint-did-you-mean", name=lang) if path else added
        document.add_problem(path, Message("lang-of-folder", lang=lang), hint)
    for name in data.keys() - {*_PARTS, *HEADINGS}:
        known = {*_PARTS, *HEADINGS} - data.keys()
        hint = suggest_nearest(name, known) or Message("hint-remove")
        message = Message("labels-gone" if name == "labels" else "unknown-key", key=name)
        document.add_problem((name,), message, hint, of_key=True)
    overlay.titles.update(_read_titles(data, document))
    overlay.pictures.update(_read_pictures(document))
    overlay.words.update(_read_words(document))
    overlay.entries.update(_read_entries(document))
    return overlay


def _list_long(value: Any, path: Path) -> Iterator[Path]:
    """Where texts stand that nobody reads, or lists of texts."""
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            yield path
    elif isinstance(value, list):
        if sum(len(part) for part in value if isinstance(part, str)) > LONGEST_TEXT:
            yield path
    else:
        for name, inner in value.items():
            yield from _list_long(inner, (*path, name))


def place_options(overlay: Overlay, entries: Mapping[str, Entry]) -> None:
    """Put texts under `options`, one list, to the right and the wrong options of their entry."""
    for key, translation in overlay.entries.items():
        entry = entries.get(key)
        if isinstance(entry, Choose) and any(path[0] == "options" for path in translation.texts):
            texts = {_find_side(entry, path): text for path, text in translation.texts.items()}
            overlay.entries[key] = replace(translation, texts=texts)


def _find_side(entry: Choose, path: TextPath) -> TextPath:
    if path[0] != "options" or len(path) < 2 or path[1] not in entry.options:
        return path
    return ("right" if path[1] in entry.right else "wrong", *path[1:])


def check_overlay(
    document: Document, overlay: Overlay, entries: Mapping[str, Entry], known: Collection[str]
) -> None:
    """Tell every text that translates nothing. `known` has the keys of unsound entries too."""
    for key, translation in overlay.entries.items():
        if key not in known:
            hint = suggest_nearest(key, known) or Message("hint-remove-texts")
            message = Message("translates-nothing", key=key)
            document.add_problem(("entries", key), message, hint, of_key=True)
        elif key in entries:
            _check_texts(Place(document, ("entries", key)), entries[key], translation)


def find_missing_texts(entry: Entry, translation: EntryTranslation) -> list[str]:
    """The texts of an entry that a translation lacks."""
    return [
        "/".join(path)
        for path in collect_texts(entry)
        if path not in translation.texts and path[0] not in OPTIONAL_FIELDS
    ]


def _check_texts(place: Place, entry: Entry, translation: EntryTranslation) -> None:
    allowed = collect_texts(entry)
    for path, words in translation.texts.items():
        if path in allowed:
            check_markup(words, place.enter(*path))
            if isinstance(words, tuple) != isinstance(allowed[path], tuple):
                place.tell(path, *_tell_shape(path[-1], isinstance(allowed[path], tuple)))
        elif not (path == ("aliases",) and entry.kind == "term" and isinstance(words, tuple)):
            message = Message("no-such-text", key=entry.key, text="/".join(path))
            beside = [each[-1] for each in allowed if each[:-1] == path[:-1]]
            hint = suggest_nearest(path[-1], beside) or Message("hint-remove")
            place.tell(path, message, hint, of_key=True)
    is_sound = all(
        isinstance(translation.texts.get(path, words), type(words))
        for path, words in allowed.items()
    )
    if isinstance(entry, Cloze) and is_sound and not find_missing_texts(entry, translation):
        check_places(replace_texts(entry, translation.texts), place)


def _tell_shape(field: str, is_list: bool) -> tuple[Message, Message]:
    """What a text must be that is written as a list, or the other way round."""
    subject = Message("of-field", field=field)
    if is_list:
        return Message("not-a-list", subject=subject), Message("hint-write", text="[one, two]")
    return Message("must-be-text", subject=subject), Message("hint-one-text")


def _read_titles(data: Mapping[str, Any], document: Document) -> Iterator[tuple[str, str]]:
    for name, heading in HEADINGS.items():
        value = data.get(name, {} if name != "course" else None)
        if name == "course":
            if isinstance(value, str):
                yield heading, value
            elif value is not None:
                document.add_problem((name,), *_tell_shape(name, is_list=False))
        elif isinstance(value, dict):
            for key, title in value.items():
                if isinstance(title, str) and title.strip():
                    yield f"{heading}/{key}", title
                else:
                    message = Message("must-be-filled", name=key)
                    document.add_problem((name, key), message, Message("hint-text-after", name=key))
        else:
            message = Message("not-names", subject=Message("of-field", field=name))
            document.add_problem((name,), message, Message("hint-titles"))


def _read_entries(document: Document) -> Iterator[tuple[str, EntryTranslation]]:
    refusal = Message("entries-not-keys"), Message("hint-keys-not-dashes")
    for key, value, path in document.list_members("entries", *refusal):
        if not isinstance(value, dict):
            message, hint = Message("not-texts", key=key), Message("hint-texts-below", key=key)
            document.add_problem(path, message, hint)
            continue
        source = value.get("from")
        if source is not None and not _is_fingerprint(source):
            message, hint = Message("from-not-digits"), Message("hint-accept-key")
            document.add_problem((*path, "from"), message, hint)
        words = {name: inner for name, inner in value.items() if name != "from"}
        found = dict(_walk_leaves(words, (), Place(document, path)))
        at = document.locate(path, of_key=True)
        yield key, EntryTranslation(source=source, texts=found, at=at)


def _is_fingerprint(value: object) -> bool:
    return isinstance(value, str) and _FINGERPRINT.fullmatch(value) is not None


def _walk_leaves(value: Any, inner: TextPath, place: Place) -> Iterator[tuple[TextPath, Leaf]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _walk_leaves(part, (*inner, name), place)
    elif isinstance(value, list):
        if all(isinstance(part, str) and part.strip() for part in value):
            yield inner, tuple(value)
        else:
            message = Message("not-list-of-texts", name=inner[-1])
            place.tell(inner, message, Message("hint-write", text="[one, two]"))
    elif value.strip():
        is_option = len(inner) in (2, 4) and inner[-2] in ("right", "wrong", "options")
        yield (*inner, "text") if is_option else inner, value
    else:
        message = Message("is-empty", name=inner[-1])
        place.tell(inner, message, Message("hint-write-text", field=inner[-1]))


def find_missing_translations(course: Course) -> list[Problem]:
    """What the course promises in a language and does not have there; no release may lack it."""
    found = []
    for lang, kinds in course.info.promises.items():
        done = {*course.origins, *course.translations.get(lang, {})}
        for entry in (entry for deck in course.decks for entry in deck.entries):
            if lang == course.source or entry.retired or entry.key in done:
                continue
            if entry.kind in kinds:
                message = Message("translation-promised", lang=lang, key=entry.key)
                hint = Message("hint-translate-or-promise", kind=entry.kind)
                found.append(Problem(course.places[entry.key], message, hint))
    return found


def _report_stale(course: Course, lang: str, key: str, translation: EntryTranslation) -> Problem:
    """A translation of another text than today's, or of one that it does not tell."""
    if translation.source is None:
        hint = Message("hint-accept-translation-or-all", lang=lang, key=key)
        return Problem(translation.at, Message("from-missing", key=key), hint)
    is_english = course.source == SOURCE_LANGUAGE
    message = Message("translation-old-english" if is_english else "translation-old", key=key)
    return Problem(translation.at, message, Message("hint-accept-translation", lang=lang, key=key))


def find_stale_translations(course: Course) -> list[Problem]:
    """Translations whose English changed after they were made.

    Where the course says what it promises in a language, kinds that it leaves out may lag
    behind; `translation_status` lists them.
    """
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    return [
        _report_stale(course, lang, key, translation)
        for lang, translated in course.translations.items()
        for key, translation in translated.items()
        if entries[key].kind in course.info.promises.get(lang, KINDS)
        and key not in course.origins
        and translation.source != fingerprint_texts(entries[key])
    ]


def _read_words(document: Document) -> Iterator[tuple[str, WordChoice]]:
    """Each English term with the choice made for it; the document knows what is wrong."""
    refusal = Message("words-not-terms"), Message("hint-words")
    for term, value, path in document.list_members("words", *refusal):
        if not term.strip():
            message, hint = Message("term-empty"), Message("hint-term-before-colon")
            document.add_problem(path, message, hint, of_key=True)
            continue
        written = {"say": value} if isinstance(value, str) else value
        choice = validate(WordChoice, written, document, path)
        if choice is None:
            continue
        if both := {choice.say, *choice.also} & set(choice.never):
            message = Message("word-never", word=min(both), term=term)
            document.add_problem((*path, "never"), message, Message("hint-out-of-one"))
        yield term, choice


def _read_pictures(document: Document) -> Iterator[tuple[str, dict[str, str]]]:
    """Each drawing with its texts in the language; the document knows what is wrong."""
    refusal = Message("pictures-not-files"), Message("hint-pictures")
    for name, texts, path in document.list_members("pictures", *refusal):
        if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
            message = Message("picture-not-texts", name=name)
            document.add_problem(path, message, Message("hint-picture-texts"))
        else:
            yield name, texts


def check_picture_texts(
    document: Document, pictures: Mapping[str, Mapping[str, str]], media: Mapping[str, str]
) -> None:
    """Tell every text that translates nothing in its drawing."""
    for name, texts in pictures.items():
        path = ("pictures", name)
        if name not in media or PurePosixPath(name).suffix.lower() != ".svg":
            drawings = [each for each in media if each.lower().endswith(".svg")]
            hint = suggest_nearest(name, drawings) or Message("hint-name-drawing")
            document.add_problem(path, Message("no-drawing", name=name), hint, of_key=True)
            continue
        try:
            known = list_svg_texts(load_picture(FilePath(media[name]), name))
        except FlashcardsError:
            continue  # told where it is shown
        for text in texts:
            if text not in known:
                hint = suggest_nearest(text, known) or Message("hint-remove")
                message = Message("drawing-no-text", name=name, text=text)
                document.add_problem((*path, text), message, hint, of_key=True)
