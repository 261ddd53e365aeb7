"""What crosses files: names that are used twice or defined nowhere, pictures, languages."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from flashcards.course.model import CourseInfo, find_kind
from flashcards.course.source import Path, Source, suggest
from flashcards.course.texts import list_pictures
from flashcards.course.translations import check_overlay, list_untranslated
from flashcards.errors import FlashcardsError, Position, Problem
from flashcards.text.images import format_target, load_picture
from flashcards.text.plain_text import find_line

if TYPE_CHECKING:
    from flashcards.course.load import Reading

Known = Mapping[str, Collection[str]]
"""Names that are defined, by the field that refers to them."""
_NOUNS = {
    "see": ("resource", "decks/resources.yaml"),
    "about": ("concept", "a deck"),
    "confused_with": ("term", "a deck"),
    "key": ("entry", "a deck"),
    "deck": ("deck", "decks/"),
    "tag": ("tag", "an entry"),
}
"""What a field names, and where that is defined."""


def check_references(reading: Reading) -> None:
    """Report all that is wrong between the files of a course."""
    known = _list_known(reading)
    _check_decks(reading, known)
    for source in reading.sources["quizzes"]:
        check_quiz_names(source, known)
    for overlay in reading.overlays:
        check_overlay(overlay, reading, known)
    _check_pictures(reading)
    course = reading.get_source("course")
    if reading.info is not None and course is not None:
        _check_list(course, ("decks",), "deck", known)
        _check_languages(reading, reading.info, course)
        _check_uses(reading, reading.info, course)


def _list_known(reading: Reading) -> dict[str, set[str]]:
    """Return the names that are defined; of a file that cannot be read, every word may be one."""
    entries = [(s.get(path)) for (lang, _), (s, path) in reading.places.items() if not lang]
    borrowed = [entry for deck in reading.borrowed for entry in deck.entries]
    entries += [{entry.kind: "", **dict(entry)} for entry in borrowed]
    kinds = {fields["key"]: find_kind(fields) for fields in entries}
    rows = {fields["key"]: fields.get("rows") for fields in entries}
    tagged = [*entries, *(source.fields for source in reading.sources["decks"])]
    tags = [tag for fields in tagged for tag in _list_texts(fields.get("tags"))]
    resources = reading.get_source("resources")
    listed = resources.get(("resources",)) if resources else {}
    decks = [deck for _, deck in reading.decks] + reading.borrowed
    known: dict[str, Iterable[str]] = {
        "see": {*listed, *(reading.base.resources if reading.base else ())},
        "about": {key for key, kind in kinds.items() if kind == "concept"},
        "confused_with": {key for key, kind in kinds.items() if kind == "term"},
        "key": {*kinds, *(f"{key}/{row}" for key in rows for row in rows[key] or ())},
        "deck": {deck.deck for deck in decks},
        "quiz": {*reading.quizzes},
        "tag": tags,
    }
    sources = [source for sources in reading.sources.values() for source in sources]
    unread = [source.text for source in sources if source.data is None]
    words = {word for text in unread for word in re.findall(r"[\w/-]+", text)}
    return {field: {*names, *words} for field, names in known.items()}


def _list_texts(value: Any) -> list[str]:
    """Return the texts of a list, or of what should be one."""
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _check_list(source: Source, path: Path, name: str, known: Known) -> None:
    """Report the names in the list at a path that are not known."""
    noun, place = _NOUNS[name]
    listed = source.get(path)
    for index, target in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(target, str) and target not in known[name]:
            hint = suggest(target, known[name], f"remove it, or add it to {place}")
            source.add((*path, index), f"'{path[-1]}' names no {noun}: '{target}'{hint}")


def check_quiz_names(source: Source, known: Known) -> None:
    """Report every name in a quiz that is not known."""
    blocks: list[Path] = [(), *(("picks", n) for n in range(len(source.get(("picks",)))))]
    _check_list(source, ("lock",), "key", known)
    for block in blocks:
        for name in ("tag", "deck", "about", "key", "exclude"):
            _check_list(source, (*block, "select", name), name.replace("exclude", "key"), known)


def _check_decks(reading: Reading, known: Known) -> None:
    first: dict[str, Source] = {}
    for source, deck in reading.decks:
        if deck.deck and first.setdefault(deck.deck, source) is not source:
            used = first[deck.deck].locate(("deck",))
            source.add(("deck",), f"deck '{deck.deck}' is already used at {used}")
        entries: list[Path] = [("entries", n) for n in range(len(source.get(("entries",))))]
        for path in ((), *entries):
            for name in ("see", "about", "confused_with"):
                _check_list(source, (*path, name), name, known)


def _list_shown(reading: Reading) -> Iterator[tuple[Source, Path, str, str]]:
    """Yield file, path, text and name of each picture in an entry or in its translation."""
    entries = reading.entries
    translated = {
        (overlay.source.lang, key): translation.by_path()
        for overlay in reading.overlays
        for key, translation in overlay.entries.items()
    }
    for (lang, key), (source, path) in reading.places.items():
        texts = translated[lang, key] if lang else None
        for inner, text, name in list_pictures(entries[key], texts) if key in entries else ():
            yield source, (*path, *inner), text, name


def _check_pictures(reading: Reading) -> None:
    """Report pictures of entries, or of their translations, that cannot be shown."""
    known = {**(reading.base.media if reading.base else {}), **reading.media}
    flaws: dict[str, str] = {}
    shown = list(_list_shown(reading))
    for source, path, text, name in shown:
        if name not in flaws:
            flaws[name] = find_picture_flaw(name, reading.root / "decks" / "media", known)
        if flaws[name]:
            source.add(path, flaws[name], line=find_line(text, f"]({name}"))
    reading.unused = reading.media.keys() - {name for _, _, _, name in shown}


def find_picture_flaw(name: str, folder: FilePath, known: Mapping[str, str]) -> str:
    """Return what is wrong with the picture of this name; nothing if it can be shown.

    `known` are the pictures of the course and of the built-in one, names to paths.
    """
    if "/" in name or "\\" in name:
        return f"a picture is a file in decks/media, not '{name}'; give its name alone"
    if name not in known:
        alike = next((other for other in known if other.casefold() == name.casefold()), None)
        if alike:
            return f"the file is called '{alike}', and some systems tell them apart; write that"
        if folder.is_symlink():
            return f"picture '{name}' is behind a link: decks/media must be a folder itself"
        if not os.path.lexists(folder / name):
            hint = suggest(name, known, f"put {name} into decks/media")
            return f"there is no picture decks/media/{name}{hint}"
    try:
        load_picture(FilePath(known.get(name, folder / name)), name)
    except FlashcardsError as error:
        return str(error)
    return ""


def _check_uses(reading: Reading, info: CourseInfo, source: Source) -> None:
    """Report what `uses` names and the built-in course does not have."""
    base = reading.base
    if base and info.source != base.info.source:
        theirs, ours = base.info.source, info.source
        message = f"what it would use is written in '{theirs}', and this course in '{ours}'"
        source.add(("uses",), f"{message}; remove 'uses'", key=True)
    elif base:
        entries = [(deck, entry) for deck in base.decks for entry in deck.entries]
        known: dict[str, set[str]] = {
            "key": {entry.key for _, entry in entries},
            "stage": {str(entry.stage or deck.stage or 1) for deck, entry in entries},
            "deck": {deck.deck for deck in base.decks},
            "tag": {tag for _, entry in entries for tag in entry.tags},
        }
        for field, names in known.items():
            for index, name in enumerate(map(str, getattr(info.uses, field))):
                if name not in names:
                    noun = "entry" if field == "key" else field
                    message = f"'uses' names no {noun} of the built-in curriculum: '{name}'"
                    source.add(("uses", field, index), message + suggest(name, names))
        for key in (entry.key for deck in reading.borrowed for entry in deck.entries):
            if ("", key) in reading.places:
                source.add(("uses",), f"'{key}' is an entry of this course as well")
    if not reading.sources["decks"] and not reading.borrowed and not source.problems:
        source.add((), "the course has no deck, and uses no entry; write a deck in 'decks'")


def _check_languages(reading: Reading, info: CourseInfo, source: Source) -> None:
    if info.source not in info.languages:
        message = f"'languages' must have '{info.source}', in which the decks are written"
        source.add(("languages",), f"{message}; add it")
    for lang in info.promises.keys() - {*info.languages}:
        message = f"'{lang}' is not among the languages; add '{lang}' to 'languages'"
        source.add(("promises", lang), message, key=True)
    for overlay in reading.overlays:
        lang = overlay.source.lang
        if lang not in info.languages:
            message = f"'{lang}' is not among the languages of the course; "
            overlay.source.add((), f"{message}add '{lang}' to 'languages' in course.yaml")
        elif lang == info.source and overlay.entries:
            message = f"'{lang}' is the source: what it says is in the decks"
            overlay.source.add(("entries",), message, key=True)


def list_warnings(reading: Reading) -> Iterator[Problem]:
    """Yield what is valid and yet not whole: translations and pictures."""
    yield from list_untranslated(reading)
    for name in sorted(reading.unused) if not reading.problems else ():
        at = Position(reading.display_path(FilePath(reading.media[name])))
        hint = f"remove the file, or show it: ![what it shows]({format_target(name)})"
        yield Problem(at, f"no text shows this picture; {hint}", rule="unused-picture")
