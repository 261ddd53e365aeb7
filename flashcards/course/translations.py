"""Overlays: the texts of entries in another language, matched by key.

An overlay holds words only, in the shape of the entry, and the fingerprint of the source text
that they were made from (`from`). A translation is stale if that is not today's; accepting one
changes only this line of the author's file.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from flashcards.course.checks import Known
from flashcards.course.model import (
    FINGERPRINT_PATTERN,
    KINDS,
    Choose,
    Course,
    Entry,
    Translation,
    TranslationFile,
)
from flashcards.course.texts import OPTIONAL_FIELDS, TextPath, collect_texts, fingerprint_texts
from flashcards.course.yaml_file import MAX_FILE_BYTES, YamlFile
from flashcards.errors import FlashcardsError, Position, Problem, suggest
from flashcards.fileio import load_text, write_whole
from flashcards.text.images import list_svg_texts, load_picture

MISSING = "missing-translation"
"""The rule that a release must keep."""
HEADINGS = {
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


def read_overlay(
    source: YamlFile, entries: Mapping[str, Entry], media: Mapping[str, str], known: Known
) -> tuple[dict[str, Any], list[Problem]]:
    """Return what a file translates, by the fields of a course, and which entries lack a text.

    Its mistakes are reported.
    """
    translations: dict[str, Translation] = {}
    warnings: list[Problem] = []
    listed = source.fields.get("entries")
    listed = listed if isinstance(listed, dict) else {}
    for key, texts in listed.items():
        if key in entries and isinstance(texts, dict):
            entry, missing = _translate_entry(entries[key], texts, source, known)
            at = source.locate(("entries", key), key=True)
            if missing:
                message = f"'{key}' is not translated whole: {', '.join(missing)} missing"
                warnings.append(Problem(at, message, rule="incomplete-translation"))
            elif entry:
                is_stale = texts.get("from") != fingerprint_texts(entries[key])
                translations[key] = Translation(entry=entry, is_stale=is_stale, at=at)
    file = source.read(TranslationFile, source.data, known=known)
    if file is None:
        return {"translations": translations}, warnings
    if file.lang != source.lang:
        source.add(("lang",), f"'lang' must be '{source.lang}', as the folder says")
    titles = {"course": file.course} if file.course else {}
    for name, heading in HEADINGS.items():
        titles |= {f"{heading}/{key}": title for key, title in getattr(file, name).items()}
    for name, drawn in file.pictures.items():
        try:
            written = list_svg_texts(load_picture(Path(media[name]), name))
        except FlashcardsError:
            continue  # reported where it is shown
        for text in drawn:
            if text not in written:
                message = f"'{name}' has no text '{text}'{suggest(text, written, 'remove it')}"
                source.add(("pictures", name, text), message, key=True)
    parts: dict[str, Any] = {"titles": titles, "words": file.words, "pictures": file.pictures}
    return {"translations": translations, **parts}, warnings


def _translate_entry(
    entry: Entry, texts: dict[str, Any], source: YamlFile, known: Known
) -> tuple[Entry | None, list[str]]:
    """Return an entry with translated texts in place of its own, and the texts that are missing.

    None if it has mistakes, which are reported.
    """
    path, translated = ("entries", entry.key), entry.model_dump(mode="json")
    if not re.fullmatch(FINGERPRINT_PATTERN, str(texts.get("from", "000000"))):
        message = "'from' must be 6 hexadecimal digits; 'ptquiz translate --accept KEY' writes it"
        source.add((*path, "from"), message)
    own = collect_texts(entry)
    missing = {inner: "/".join(inner) for inner in own if inner[0] not in OPTIONAL_FIELDS}
    for written, leaf in _list_leaves({n: text for n, text in texts.items() if n != "from"}, ()):
        inner = _find_text(entry, written)
        if inner in own or inner == ("aliases",):
            missing.pop(inner, None)
            parent = translated
            for name in inner[:-1]:
                parent = parent[name]
            parent[inner[-1]] = leaf
        else:
            beside = [text[-1] for text in own if text[:-1] == inner[:-1]]
            message = f"entry '{entry.key}' has no text '{'/'.join(written)}'"
            source.add(
                (*path, *written), message + suggest(inner[-1], beside, "remove it"), key=True
            )
    # The names that it refers to are those of the entry; only pictures stand in texts.
    made = source.read(type(entry), translated, path, {"picture": known.get("picture")})
    return made, list(missing.values()) if made else []


def _list_leaves(value: Any, path: TextPath) -> Iterator[tuple[TextPath, Any]]:
    """Yield what stands in mappings by its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_leaves(inner, (*path, name))
    else:
        yield path, value


def _find_text(entry: Entry, path: TextPath) -> TextPath:
    """Return the path in the entry of a text: of an option without `text`, or under `options`."""
    if isinstance(entry, Choose) and path[0] == "options" and path[1:2]:
        path = ("right" if path[1] in entry.right else "wrong", *path[1:])
    # `right/NAME`, `wrong/NAME`, or of a comparison `rows/ROW/wrong/NAME`.
    is_option = len(path) in (2, 4) and path[-2] in ("right", "wrong")
    return (*path, "text") if is_option else path


class TranslationState(NamedTuple):
    """How far one entry of a course is translated into a language."""

    entry: Entry
    state: Literal["done", "stale", "missing", "later"]
    """stale: the source text changed; later: `course.yaml` does not promise this kind yet."""
    at: Position
    """Where the translation is; without one, where the entry is."""


def list_states(course: Course, lang: str) -> list[TranslationState]:
    """Return the state of each own entry that is taught; none for the source language."""
    promised = course.info.promises.get(lang, ())
    done = course.translations.get(lang, {})
    states: list[TranslationState] = []
    if lang == course.source:
        return states
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if entry.key in course.origins or entry.retired:
            continue
        if translation := done.get(entry.key):
            state: Any = "stale" if translation.is_stale else "done"
            states.append(TranslationState(entry, state, translation.at))
        else:
            state = "missing" if entry.kind in promised else "later"
            states.append(TranslationState(entry, state, course.places[entry.key]))
    return states


def list_warnings(course: Course) -> list[Problem]:
    """Return what is promised and missing, and what is stale.

    Where the course says what it promises in a language, kinds that it leaves out may lag behind.
    """
    warnings = []
    for lang in course.info.languages:
        kinds: Collection[str] = course.info.promises.get(lang, KINDS)
        for entry, state, at in list_states(course, lang):
            key = entry.key
            if state == "stale" and entry.kind in kinds:
                folder = at.file.rpartition("decks/")[0].rstrip("/")
                words = ["ptquiz", "translate", *([folder] if folder else []), "--lang", lang]
                message = f"'{key}' was translated from an older text, or nobody said from which"
                hint = f"check it, then '{shlex.join([*words, '--accept', key])}'"
                warnings.append(Problem(at, f"{message}; {hint}", rule="stale-translation"))
            elif state == "missing":
                hint = f"add it to a file in decks/{lang}, or take '{entry.kind}' out of 'promises'"
                message = f"no whole translation into '{lang}' of '{key}'; {hint}"
                warnings.append(Problem(at, message, rule=MISSING))
    return warnings


def accept_translations(course: Course, lang: str, keys: Collection[str] | None = None) -> int:
    """Mark translations as fitting today's source text, and return how many.

    Without keys, all that are stale. Writes into the overlay files of the course. Raises
    FlashcardsError if a key has no complete translation or a line cannot be written.
    """
    states = {state.entry.key: state for state in list_states(course, lang)}
    done = [key for key, state in states.items() if state.state in ("done", "stale")]
    wanted = [key for key in done if states[key].state == "stale"] if keys is None else keys
    if unknown := [key for key in wanted if key not in done]:
        raise FlashcardsError(f"no whole translation into '{lang}' of: {', '.join(unknown)}")
    for file in {states[key].at.file for key in wanted}:
        fingerprints = {
            key: (states[key].at.line - 1, fingerprint_texts(states[key].entry))
            for key in wanted
            if states[key].at.file == file
        }
        _write_fingerprints(Path(course.root, file[file.rindex("decks/") :]), fingerprints)
    return len(wanted)


def _write_fingerprints(path: Path, fingerprints: Mapping[str, tuple[int, str]]) -> None:
    """Set the `from` of each key, which has its line, or add one before its first text."""
    lines = load_text(path, MAX_FILE_BYTES).splitlines(keepends=True)
    for number, fingerprint in sorted(fingerprints.values(), reverse=True):
        head, brace, inside = lines[number].partition("{")
        if brace:
            inside = re.sub(r"^\s*from:[^,}]*,\s*", "", inside)
            lines[number] = f'{head}{{from: "{fingerprint}", {inside}'
        else:
            below = lines[number + 1]
            indentation = below[: len(below) - len(below.lstrip())]
            if below.lstrip().startswith("from:"):
                del lines[number + 1]
            end = "\r\n" if below.endswith("\r\n") else "\n"
            lines.insert(number + 1, f'{indentation}from: "{fingerprint}"{end}')
    source = YamlFile("".join(lines), str(path))
    for key, (_, fingerprint) in fingerprints.items():
        if source.problems or source.fields["entries"][key].get("from") != fingerprint:
            hint = f"write 'from: \"{fingerprint}\"' below '{key}:' by hand"
            raise FlashcardsError(f"{path}: {hint}")
    write_whole(path, source.text.encode())
