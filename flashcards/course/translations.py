"""Overlays: the texts of entries in another language, matched by key.

An overlay holds words only, in the shape of the entry, and the fingerprint of the source text
that they were made from (`from`). A translation is stale if that is not today's; accepting one
changes only this line of the author's file.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from textwrap import indent
from typing import TYPE_CHECKING, Any

from flashcards.course.checks import check_gaps, check_markup
from flashcards.course.model import (
    KINDS,
    SOURCE_LANGUAGE,
    Choose,
    Cloze,
    Course,
    Entry,
    EntryTranslation,
    TranslationFile,
    WordChoice,
)
from flashcards.course.source import MAX_FILE_BYTES, Path, Source, suggest, write_yaml
from flashcards.course.texts import (
    OPTIONAL_FIELDS,
    Leaf,
    collect_texts,
    fingerprint_texts,
    replace_texts,
)
from flashcards.course.texts import Path as TextPath
from flashcards.errors import FlashcardsError, Position, Problem
from flashcards.fileio import load_text, write_whole
from flashcards.text.images import list_svg_texts, load_picture
from flashcards.text.plain_text import MAX_TEXT

if TYPE_CHECKING:
    from flashcards.course.load import Reading

_FINGERPRINT = re.compile(r"[0-9a-f]{6}")
_WRITTEN_FINGERPRINT = re.compile(r"[\"']?[^\s,}\"']*[\"']?")
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
    file = source.validate(TranslationFile, source.data)
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
    named = {"/".join(inner): text for inner, text in texts.items()}
    return EntryTranslation(source=origin, texts=named, at=source.locate(path, key=True))


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


def check_overlay(overlay: Overlay, reading: Reading, known: Mapping[str, Collection[str]]) -> None:
    """Report what an overlay translates and nobody has; `known` are names by what they name."""
    source, entries = overlay.source, reading.entries
    for key in overlay.entries:
        if key in entries:
            _check_texts(overlay, entries[key])
        elif key not in known["key"]:
            hint = suggest(key, known["key"], "remove it and its texts")
            source.add(("entries", key), f"translates no entry: '{key}'{hint}", key=True)
    for field_name, noun in (("decks", "deck"), ("quizzes", "quiz"), ("purposes", "quiz")):
        for name in source.get((field_name,)):
            if name not in known[noun]:
                hint = suggest(name, known[noun], "remove it")
                message = f"'{field_name}' names no {noun}: '{name}'{hint}"
                source.add((field_name, name), message, key=True)
    _check_drawings(overlay, {**(reading.base.media if reading.base else {}), **reading.media})


def _check_texts(overlay: Overlay, entry: Entry) -> None:
    """Report every text of a translation that translates nothing, or cannot be shown."""
    source, translation, path = overlay.source, overlay.entries[entry.key], ("entries", entry.key)
    texts, allowed = translation.by_path(), collect_texts(entry)
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


def _check_drawings(overlay: Overlay, media: Mapping[str, str]) -> None:
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
        name
        for path in collect_texts(entry)
        if path[0] not in OPTIONAL_FIELDS and (name := "/".join(path)) not in translation.texts
    ]


def list_untranslated(reading: Reading) -> Iterator[Problem]:
    """Yield what the course promises in a language and lacks there, whole or in part."""
    entries, info = reading.entries, reading.info
    promises = info.promises if info else {}
    done: dict[str, set[str]] = {lang: set() for lang in promises}
    for overlay in reading.overlays:
        kinds: Collection[str] = promises.get(overlay.source.lang, KINDS)
        done.setdefault(overlay.source.lang, set()).update(overlay.entries)
        for key, translation in overlay.entries.items():
            is_promised = key in entries and entries[key].kind in kinds
            if is_promised and (missing := list_missing_texts(entries[key], translation)):
                message = f"'{key}' is not translated whole: {', '.join(missing)} missing"
                yield Problem(translation.at, message, rule="incomplete-translation")
    for lang, kinds in promises.items():
        for key, entry in entries.items() if info and lang != info.source else ():
            is_promised = entry.kind in kinds and not entry.retired and ("", key) in reading.places
            if is_promised and key not in done[lang]:
                source, path = reading.places["", key]
                hint = f"add it to a file in decks/{lang}, or take '{entry.kind}' out of 'promises'"
                message = f"no translation into '{lang}' of '{key}'; {hint}"
                yield Problem(source.locate(path), message, rule="missing-translation")


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


@dataclass
class TranslationStatus:
    """Keys of a course's own entries, by what is to be done in one language."""

    missing: list[str] = field(default_factory=list)
    """Promised in course.yaml and not translated."""
    stale: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    """Not translated, and not promised yet."""
    translated: int = 0
    places: dict[str, Position] = field(default_factory=dict)
    """Where each key is: its translation if there is one, else its entry."""
    decks: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    """Deck to how many of its own entries there are, are translated, and are stale."""


def translation_status(course: Course, lang: str) -> TranslationStatus:
    """Return what is missing or stale in a language. Raises FlashcardsError if it has no such."""
    if lang not in course.info.languages:
        raise FlashcardsError(f"'{lang}' is not among the 'languages' of decks/course.yaml")
    promised, done = course.info.promises.get(lang, ()), course.translations.get(lang, {})
    status = TranslationStatus(translated=len(done))
    own = {entry.key for entry in list_own_entries(course)} if lang != course.source else set()
    for deck in course.decks:
        entries = [entry for entry in deck.entries if entry.key in own]
        stale = [e for e in entries if e.key in done and done[e.key].source != fingerprint_texts(e)]
        translated = sum(entry.key in done for entry in entries)
        if entries:
            status.decks[deck.deck] = len(entries), translated, len(stale)
        status.stale += [entry.key for entry in stale]
        for entry in (entry for entry in entries if entry.key not in done):
            (status.missing if entry.kind in promised else status.later).append(entry.key)
    status.places |= {key: course.places[key] for key in (*status.missing, *status.later)}
    status.places |= {key: done[key].at for key in status.stale}
    return status


def accept_translations(course: Course, lang: str, keys: Collection[str] | None = None) -> int:
    """Mark translations as fitting today's source text, and return how many.

    Without keys, all that are stale. Writes into the overlay files of the course. Raises
    FlashcardsError if a key has no complete translation or a line cannot be written.
    """
    done = course.translations.get(lang, {})
    entries = {entry.key: entry for entry in list_own_entries(course)}
    wanted = translation_status(course, lang).stale if keys is None else keys
    if unknown := [key for key in wanted if key not in done or key not in entries]:
        raise FlashcardsError(f"no whole translation into '{lang}' of: {', '.join(unknown)}")
    by_file: dict[FilePath, dict[str, str]] = {}
    for key in wanted:
        shown = done[key].at.file
        file = FilePath(course.root, shown[shown.rindex("decks/") :])
        by_file.setdefault(file, {})[key] = fingerprint_texts(entries[key])
    for path, fingerprints in by_file.items():
        _write_fingerprints(path, fingerprints)
    return len(wanted)


def _write_fingerprints(path: FilePath, fingerprints: Mapping[str, str]) -> None:
    """Set the `from` of each key in an overlay file, or add one before its first text."""
    source = Source(load_text(path, MAX_FILE_BYTES, links=False), str(path))
    lines = source.text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    places = []
    for key, mark in fingerprints.items():
        is_there = "from" in source.data["entries"][key]
        at = source.locate(("entries", key, "from") if is_there else ("entries", key))
        places.append((at, is_there, mark))
    for (_, line, column), is_there, mark in sorted(places, reverse=True):
        before, after = lines[line - 1][: column - 1], lines[line - 1][column - 1 :]
        if is_there:
            after = f'"{mark}"{after[len(_WRITTEN_FINGERPRINT.findall(after)[0]) :]}'
        elif after.startswith("{"):
            after = f'{{from: "{mark}", {after[1:]}'
        else:
            after = f'from: "{mark}"{ending}{" " * (column - 1)}{after}'
        lines[line - 1] = before + after
    marked = "".join(lines)
    entries = Source(marked, str(path)).data["entries"]
    for key, mark in fingerprints.items():
        if entries[key].get("from") != mark:
            raise FlashcardsError(f"{path}: write 'from: \"{mark}\"' below '{key}:' by hand")
    write_whole(path, marked.encode())


def make_translation_template(course: Course, lang: str, key: str) -> str:
    """Return YAML to be put below `entries:` of an overlay, with the text to be translated.

    Texts that are translated already stand there as they are. Raises FlashcardsError for an
    unknown key.
    """
    entries = {entry.key: entry for deck in course.decks for entry in deck.entries}
    if key not in entries:
        raise FlashcardsError(f"{course.info.title} has no entry '{key}'")
    done = course.translations.get(lang, {}).get(key)
    tree: dict[str, Any] = {"from": fingerprint_texts(entries[key])}
    for path, text in collect_texts(entries[key]).items():
        inner = tree
        for name in path[:-1]:
            inner = inner.setdefault(name, {})
        leaf = done.texts.get("/".join(path), text) if done else text
        inner[path[-1]] = leaf if isinstance(leaf, str) else list(leaf)
    return indent(write_yaml({key: tree}), "  ")
