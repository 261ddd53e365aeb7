"""Translations: the texts of entries in another language, matched by key.

A translation file holds words only, in the shape of the entry, and the fingerprint of the source
text that they were made from (`from`). A translation is stale if that is not today's; accepting
one changes only this line of the author's file.
"""

import contextlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from flashcards.course.checks import Known
from flashcards.course.model import KINDS, Choose, Course, Entry, Translation, TranslationFile
from flashcards.course.texts import OPTIONAL_FIELDS, TextPath, collect_texts, fingerprint_texts
from flashcards.course.variants import find_placeholders
from flashcards.course.yaml_file import MAX_FILE_BYTES, YamlFile
from flashcards.errors import FlashcardsError, Position, Problem, suggest
from flashcards.fileio import load_text, write_whole
from flashcards.text.images import list_svg_texts, load_picture

MISSING = "missing-translation"
"""The rule whose warnings stop a release."""
_TITLES = ("stages", "weeks", "goals", "decks", "quizzes", "purposes", "blocks", "resources")
"""Fields of a translation file; a title in `decks` is `decks/KEY` in a course."""


def read_translations(
    source: YamlFile, entries: Mapping[str, Entry], known: Known
) -> dict[str, dict[str, Any]]:
    """Return what a file translates, by the fields of a course.

    Reports its mistakes, and warns about entries of which a text is missing.
    """
    translations: dict[str, Translation] = {}
    listed = source.fields.get("entries")
    for key, texts in listed.items() if isinstance(listed, dict) else ():
        if key in entries and isinstance(texts, dict):
            entry = _translate_entry(entries[key], texts, source, known)
            if entry:
                is_stale = texts.get("from") != fingerprint_texts(entries[key])
                at = source.locate(("entries", key), key=True)
                translations[key] = Translation(entry=entry, is_stale=is_stale, at=at)
    file = source.read(TranslationFile, source.data, known=known)
    if file is None:
        return {"translations": translations}
    if file.lang != source.lang:
        source.add(("lang",), f"'lang' must be '{source.lang}', as the folder says")
    titles = {"course": file.course} if file.course else {}
    for name in _TITLES:
        titles |= {f"{name}/{key}": title for key, title in getattr(file, name).items()}
    for name, drawn in file.pictures.items():
        _check_drawing(source, name, drawn, Path(known["picture"][name]))
    return {
        "translations": translations,
        "titles": titles,
        "terminology": file.words,
        "pictures": file.pictures,
    }


def _check_drawing(source: YamlFile, name: str, texts: Iterable[str], path: Path) -> None:
    """Report texts that are not in a drawing."""
    with contextlib.suppress(FlashcardsError):  # reported where it is shown
        written = list_svg_texts(load_picture(path, name))
        for text in texts:
            if text not in written:
                message = f"'{name}' has no text '{text}'{suggest(text, written, 'remove it')}"
                source.add(("pictures", name, text), message, key=True)


def _translate_entry(
    entry: Entry, texts: dict[str, Any], source: YamlFile, known: Known
) -> Entry | None:
    """Return an entry with translated texts in place of its own.

    None if it has mistakes, which are reported, or lacks texts, which is a warning.
    """
    path: TextPath = ("entries", entry.key)
    own = collect_texts(entry)
    missing = {inner: "/".join(inner) for inner in own if inner[0] not in OPTIONAL_FIELDS}
    values = entry.model_dump(mode="json")
    for written, text in _list_leaves({**texts, "from": {}}, ()):
        inner = _find_text(entry, written)
        if inner in own or inner == ("aliases",):  # a term may have more names in one language
            missing.pop(inner, None)
            if getattr(entry, "vary", ()):
                one, other = find_placeholders(str(own[inner])), find_placeholders(str(text))
                if one != other:
                    source.add((*path, *written), "must have the same ${…} as its source")
            parent = values
            for name in inner[:-1]:
                parent = parent[name]
            parent[inner[-1]] = text
        else:
            beside = [other[-1] for other in own if other[:-1] == inner[:-1]]
            hint = suggest(inner[-1], beside, "remove it")
            message = f"entry '{entry.key}' has no text '{'/'.join(written)}'{hint}"
            source.add((*path, *written), message, key=True)
    # The names that it refers to are those of the entry; only pictures stand in texts.
    translated = source.read(type(entry), values, path, {"picture": known.get("picture")})
    if translated and missing:
        at = source.locate(path, key=True)
        message = f"'{entry.key}' is not translated whole: {', '.join(missing.values())} missing"
        source.warnings.append(Problem(at, message, rule="incomplete-translation"))
        return None
    return translated


def _list_leaves(value: Any, path: TextPath) -> Iterator[tuple[TextPath, Any]]:
    """Yield what stands in mappings by its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _list_leaves(inner, (*path, name))
    else:
        yield path, value


def _find_text(entry: Entry, path: TextPath) -> TextPath:
    """Return the path in the entry of a text that a translation may have somewhere else.

    An option may be the text itself, without `text`, and stand under `options`.
    """
    if isinstance(entry, Choose) and path[0] == "options" and path[1:2]:
        path = ("right" if path[1] in entry.right else "wrong", *path[1:])
    # `right/NAME`, `wrong/NAME`, or of a comparison `rows/ROW/wrong/NAME`.
    is_option = len(path) in (2, 4) and path[-2] in ("right", "wrong")
    return (*path, "text") if is_option else path


State: TypeAlias = Literal["done", "stale", "missing", "later"]
"""stale: the source text changed; later: `course.yaml` does not promise this kind yet."""


class TranslationState(NamedTuple):
    """How far one entry of a course is translated into a language."""

    entry: Entry
    state: State
    at: Position
    """Where the translation is; without one, where the entry is."""


def list_states(course: Course, lang: str) -> list[TranslationState]:
    """Return the state of each own entry that is taught; none for the source language."""
    if lang == course.source:
        return []
    states = []
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if entry.key in course.origins or entry.retired:
            continue
        state: State = "later"
        at = course.places[entry.key]
        if translation := course.translations.get(lang, {}).get(entry.key):
            state = "stale" if translation.is_stale else "done"
            at = translation.at
        elif entry.kind in course.info.promises.get(lang, ()):
            state = "missing"
        states.append(TranslationState(entry, state, at))
    return states


def list_warnings(course: Course) -> list[Problem]:
    """Return what is promised and missing, and what is stale.

    Where the course says what it promises in a language, kinds that it leaves out may be stale.
    """
    warnings = []
    for lang in course.info.languages:
        kinds: Collection[str] = course.info.promises.get(lang, KINDS)
        for entry, state, at in list_states(course, lang):
            if state == "stale" and entry.kind in kinds:
                message = f"'{entry.key}' was translated from an older text, or from an unknown one"
                hint = f"check it, then 'ptquiz translate --lang {lang} --accept {entry.key}'"
                warnings.append(Problem(at, f"{message}; {hint}", rule="stale-translation"))
            elif state == "missing":
                message = f"no whole translation into '{lang}' of '{entry.key}'"
                hint = f"add it to a file in decks/{lang}, or take '{entry.kind}' out of 'promises'"
                warnings.append(Problem(at, f"{message}; {hint}", rule=MISSING))
    return warnings


def accept_translations(course: Course, lang: str, keys: Collection[str] | None = None) -> int:
    """Mark translations as fitting today's source text, and return how many.

    Without keys, all that are stale. Writes into the files of the course. Raises
    FlashcardsError if a key has no complete translation or a line cannot be written.
    """
    states = {state.entry.key: state for state in list_states(course, lang)}
    done = [key for key, state in states.items() if state.state in ("done", "stale")]
    wanted = [key for key in done if states[key].state == "stale"] if keys is None else keys
    if unknown := [key for key in wanted if key not in done]:
        raise FlashcardsError(f"no whole translation into '{lang}' of: {', '.join(unknown)}")
    for file in {states[key].at.file for key in wanted}:
        in_file = [states[key] for key in wanted if states[key].at.file == file]
        _write_fingerprints(Path(course.root, file[file.rindex("decks/") :]), in_file)
    return len(wanted)


def _write_fingerprints(path: Path, states: list[TranslationState]) -> None:
    """Set the `from` of each entry, or add one before its first text."""
    lines = load_text(path, MAX_FILE_BYTES).splitlines(keepends=True)
    for entry, _, at in sorted(states, key=lambda state: state.at, reverse=True):
        number, fingerprint = at.line - 1, fingerprint_texts(entry)
        head, brace, inside = lines[number].partition("{")
        if brace:
            inside = re.sub(r"^\s*from:[^,}]*,\s*", "", inside)
            lines[number] = f'{head}{{from: "{fingerprint}", {inside}'
        else:
            below = lines[number + 1]
            indentation = below[: len(below) - len(below.lstrip())]
            end = "\r\n" if below.endswith("\r\n") else "\n"
            own = []
            for line in lines[number + 1 :]:
                if line.strip() and not line.startswith(indentation):
                    break
                own.append(line)
            texts = [line for line in own if not line.startswith(f"{indentation}from:")]
            first = f'{indentation}from: "{fingerprint}"{end}'
            lines[number + 1 : number + 1 + len(own)] = [first, *texts]
    source = YamlFile("".join(lines).encode(), str(path))
    for entry, _, _ in states:
        fingerprint = fingerprint_texts(entry)
        if source.problems or source.fields["entries"][entry.key].get("from") != fingerprint:
            hint = f"write 'from: \"{fingerprint}\"' below '{entry.key}:' by hand"
            raise FlashcardsError(f"{path}: {hint}")
    write_whole(path, source.text.encode())
