"""Overlays: the texts of entries in another language, matched by key.

An overlay holds words only, in the shape of the entry, and the fingerprint of the source text
that they were made from (`from`).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from flashcards.course.checks import check_gaps, check_markup
from flashcards.course.model import (
    KINDS,
    SOURCE_LANGUAGE,
    Choose,
    Cloze,
    Course,
    CourseInfo,
    Entry,
    EntryTranslation,
    TranslationFile,
    WordChoice,
)
from flashcards.course.source import Path, Source
from flashcards.course.texts import (
    OPTIONAL_FIELDS,
    Leaf,
    collect_texts,
    fingerprint_texts,
    replace_texts,
)
from flashcards.course.texts import Path as TextPath
from flashcards.course.validation import suggest, validate
from flashcards.errors import FlashcardsError, Problem
from flashcards.text.images import list_svg_texts, load_picture
from flashcards.text.plain_text import MAX_TEXT

_FINGERPRINT = re.compile(r"[0-9a-f]{6}")
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
    """One overlay file: translations by entry key, titles, words and texts of drawings."""

    source: Source
    entries: dict[str, EntryTranslation] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    words: dict[str, WordChoice] = field(default_factory=dict)
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)


def read_overlay(source: Source, entries: Mapping[str, Entry]) -> Overlay:
    """Return the overlay in a file, and report what is wrong with its shape."""
    overlay = Overlay(source)
    file = validate(TranslationFile, source.data, source)
    if file is None:
        return overlay
    if file.lang != source.lang:
        source.add(("lang",), f"'lang' must be '{source.lang}', as the folder says")
    overlay.pictures, overlay.words = file.pictures, file.words
    for name, heading in HEADINGS.items():
        titles = getattr(file, name)
        if name == "course":
            overlay.titles |= {"course": titles} if titles else {}
        else:
            overlay.titles |= {f"{heading}/{key}": title for key, title in titles.items()}
    for key, texts in file.entries.items():
        overlay.entries[key] = _read_entry(source, key, texts, entries.get(key))
    return overlay


def _read_entry(
    source: Source, key: str, value: dict[str, Any], entry: Entry | None
) -> EntryTranslation:
    origin, path = value.get("from"), ("entries", key)
    if origin is not None and not (isinstance(origin, str) and _FINGERPRINT.fullmatch(origin)):
        message = "'from' must be 6 hexadecimal digits; 'ptquiz translate --accept KEY' writes it"
        source.add((*path, "from"), message)
        origin = None
    words = {name: inner for name, inner in value.items() if name != "from"}
    texts = dict(_list_leaves(words, (), source, path))
    if isinstance(entry, Choose):
        texts = {_find_side(entry, inner): text for inner, text in texts.items()}
    return EntryTranslation(source=origin, texts=texts, at=source.locate(path, key=True))


def _find_side(entry: Choose, path: TextPath) -> TextPath:
    """Return the path of a text under `options`, one list, to the right or the wrong options."""
    if path[0] != "options" or len(path) < 2 or path[1] not in entry.options:
        return path
    return ("right" if path[1] in entry.right else "wrong", *path[1:])


def _list_leaves(
    value: Any, inner: TextPath, source: Source, path: Path
) -> Iterator[tuple[TextPath, Leaf]]:
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _list_leaves(part, (*inner, name), source, path)
    elif sum(map(len, value)) > MAX_TEXT:
        source.add((*path, *inner), f"'{inner[-1]}' must be at most {MAX_TEXT} characters")
    elif isinstance(value, list):
        if all(isinstance(part, str) and part.strip() for part in value):
            yield inner, tuple(value)
        else:
            message = f"'{inner[-1]}' must be a list of texts: [one, two]"
            source.add((*path, *inner), message)
    elif value.strip():
        is_option = len(inner) in (2, 4) and inner[-2] in ("right", "wrong", "options")
        yield (*inner, "text") if is_option else inner, value
    else:
        source.add((*path, *inner), f"'{inner[-1]}' must not be empty")


def check_texts(overlay: Overlay, entry: Entry) -> None:
    """Report every text of a translation that translates nothing, or cannot be shown."""
    source, translation, path = overlay.source, overlay.entries[entry.key], ("entries", entry.key)
    texts, allowed = translation.texts, collect_texts(entry)
    for inner, leaf in texts.items():
        if inner in allowed:
            for finding in check_markup(inner, leaf):
                source.add((*path, *finding.path), finding.message, line=finding.line)
            if type(leaf) is not type(allowed[inner]):
                shape = "text" if isinstance(allowed[inner], str) else "a list: [one, two]"
                source.add((*path, *inner), f"'{inner[-1]}' must be {shape}")
        elif not (inner == ("aliases",) and entry.kind == "term" and isinstance(leaf, tuple)):
            beside = [known[-1] for known in allowed if known[:-1] == inner[:-1]]
            message = f"entry '{entry.key}' has no text '{'/'.join(inner)}'"
            hint = suggest(inner[-1], beside, "remove it")
            source.add((*path, *inner), message + hint, key=True)
    same_shape = all(type(texts.get(inner, leaf)) is type(leaf) for inner, leaf in allowed.items())
    if isinstance(entry, Cloze) and same_shape and not list_missing_texts(entry, translation):
        for finding in check_gaps(replace_texts(entry, texts)):
            source.add((*path, *finding.path), finding.message)


def check_drawings(overlay: Overlay, media: Mapping[str, str]) -> None:
    """Report every text for a drawing that translates nothing in it."""
    for name, texts in overlay.pictures.items():
        drawings = [known for known in media if known.lower().endswith(".svg")]
        if name not in drawings:
            hint = suggest(name, drawings, "name an SVG file in decks/media")
            message = f"there is no drawing '{name}'{hint}"
            overlay.source.add(("pictures", name), message, key=True)
            continue
        try:
            known = list_svg_texts(load_picture(FilePath(media[name]), name))
        except FlashcardsError:
            continue  # reported where it is shown
        for text in (text for text in texts if text not in known):
            message = f"'{name}' has no text '{text}'{suggest(text, known, 'remove it')}"
            overlay.source.add(("pictures", name, text), message, key=True)


def list_missing_texts(entry: Entry, translation: EntryTranslation) -> list[str]:
    """Return the texts of an entry that a translation lacks."""
    return [
        "/".join(path)
        for path in collect_texts(entry)
        if path not in translation.texts and path[0] not in OPTIONAL_FIELDS
    ]


def find_unfinished(
    overlay: Overlay, entries: Mapping[str, Entry], info: CourseInfo | None
) -> Iterator[Problem]:
    """Yield translations that lack a text of their entry, of the kinds that are promised."""
    kinds: Collection[str] = info.promises.get(overlay.source.lang, KINDS) if info else KINDS
    for key, translation in overlay.entries.items():
        is_promised = key in entries and entries[key].kind in kinds
        if is_promised and (missing := list_missing_texts(entries[key], translation)):
            message = f"'{key}' is not translated whole: {', '.join(missing)} missing"
            yield Problem(translation.at, message, rule="incomplete-translation")


def find_missing_translations(course: Course) -> list[Problem]:
    """Return what the course promises in a language and lacks there; no release may lack it."""
    return [
        Problem(
            course.places[entry.key],
            f"no whole translation into '{lang}' of '{entry.key}', which course.yaml promises; "
            f"translate it, or take '{entry.kind}' out of 'promises'",
        )
        for lang, kinds in course.info.promises.items()
        for entry in list_own_entries(course)
        if entry.kind in kinds and lang != course.source
        if entry.key not in course.translations.get(lang, {})
    ]


def find_stale_translations(course: Course) -> list[Problem]:
    """Return translations whose source text changed after they were made.

    Where the course says what it promises in a language, kinds that it leaves out may lag behind.
    """
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    problems = []
    for lang, translated in course.translations.items():
        kinds: Collection[str] = course.info.promises.get(lang, KINDS)
        for key, translation in translated.items():
            is_own = entries[key].kind in kinds and key not in course.origins
            if not is_own or translation.source == fingerprint_texts(entries[key]):
                continue
            language = "English" if course.source == SOURCE_LANGUAGE else "source"
            message = f"'{key}' was translated from an older {language} text"
            if translation.source is None:
                message = f"'{key}' does not say yet which text it translates"
            folder = translation.at.file.rpartition("decks/")[0].rstrip("/")
            words = ["ptquiz", "translate", *([folder] if folder else []), "--lang", lang]
            command = shlex.join([*words, "--accept", key])
            hint = f"check it, then '{command}'"
            problems.append(Problem(translation.at, f"{message}; {hint}", rule="stale-translation"))
    return problems


def list_own_entries(course: Course) -> list[Entry]:
    """Return the entries that are the course's own and are taught."""
    return [
        entry
        for deck in course.decks
        for entry in deck.entries
        if entry.key not in course.origins and not entry.retired
    ]
