"""What crosses files: names used twice or defined nowhere, pictures, languages; and warnings."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from flashcards.course.files import DECKS, MEDIA, Parts
from flashcards.course.model import CourseInfo, Entry, find_kind
from flashcards.course.pictures import list_pictures
from flashcards.course.source import Path, Source
from flashcards.course.texts import Leaf
from flashcards.course.texts import Path as TextPath
from flashcards.course.translations import HEADINGS, check_drawings, check_texts, find_unfinished
from flashcards.course.validation import suggest
from flashcards.errors import FlashcardsError, Position, Problem
from flashcards.text.images import format_target, load_picture
from flashcards.text.plain_text import find_line

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


def check_names(parts: Parts) -> None:
    """Report all that is wrong between the files of a course."""
    known = _list_known(parts)
    _check_decks(parts, known)
    for source in parts.files.quizzes:
        check_quiz_names(source, known)
    _check_overlays(parts, known)
    _check_pictures(parts)
    if parts.info is not None and parts.files.info is not None:
        _check_languages(parts, parts.info, parts.files.info)
        listed = list(parts.info.decks)
        _check_list(parts.files.info, ("decks",), "deck", listed, known)
        _check_uses(parts, parts.info, parts.files.info)


def _list_known(parts: Parts) -> dict[str, set[str]]:
    """Return the names that are defined; of a file that cannot be read, every word may be one."""
    base, written, entries = parts.base, parts.list_written(), parts.list_entries()
    kinds = {key: find_kind(fields) for key, fields in written.items()}
    kinds |= {entry.key: entry.kind for deck in parts.borrowed for entry in deck.entries}
    tags = {tag for entry in entries.values() for tag in entry.tags}
    keys = {*kinds}
    for key, fields in (*written.items(), *((e.key, dict(e)) for e in entries.values())):
        rows, named = fields.get("rows"), fields.get("tags")
        keys |= {f"{key}/{row}" for row in rows} if isinstance(rows, dict) else set()
        tags |= {str(tag) for tag in named} if isinstance(named, list) else set()
    listed = parts.files.resources.get(("resources",)) if parts.files.resources else {}
    resources = listed if isinstance(listed, dict) else {}
    known = {
        "see": {*resources, *(base.resources if base else ())},
        "about": {key for key, kind in kinds.items() if kind == "concept"},
        "confused_with": {key for key, kind in kinds.items() if kind == "term"},
        "key": keys,
        "deck": {deck.deck for deck in parts.all_decks},
        "quiz": {*parts.quizzes},
        "tag": tags,
    }
    unread = [source.text for source in parts.files.list_sources() if source.data is None]
    words = {word for text in unread for word in re.findall(r"[\w/-]+", text)}
    return {field: names | words for field, names in known.items()}


def _check_list(source: Source, path: Path, name: str, listed: Any, known: Known) -> None:
    """Report the names of a list that are not known."""
    noun, place = _NOUNS[name]
    for index, target in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(target, str) and target not in known[name]:
            hint = suggest(target, known[name], f"remove it, or add it to {place}")
            message = f"'{path[-1]}' names no {noun}: '{target}'{hint}"
            source.add((*path, index), message)


def check_quiz_names(source: Source, known: Known) -> None:
    """Report every name in a quiz that is not known."""
    picks = source.get(("picks",))
    blocks: list[Path] = [(), *(("picks", n) for n in range(len(picks)))]
    _check_list(source, ("lock",), "key", source.get(("lock",)), known)
    for block in blocks:
        for name in ("tag", "deck", "about", "key", "exclude"):
            path, noun = (*block, "select", name), "key" if name == "exclude" else name
            _check_list(source, path, noun, source.get(path), known)


def _check_decks(parts: Parts, known: Known) -> None:
    first: dict[str, Source] = {}
    for source, deck in parts.decks:
        if deck.deck and first.setdefault(deck.deck, source) is not source:
            used = first[deck.deck].locate(("deck",))
            source.add(("deck",), f"deck '{deck.deck}' is already used at {used}")
        listed = source.get(("entries",))
        entries: list[Path] = [("entries", n) for n in range(len(listed))]
        for path in ((), *entries):
            for name in ("see", "about", "confused_with"):
                _check_list(source, (*path, name), name, source.get((*path, name)), known)


def _check_overlays(parts: Parts, known: Known) -> None:
    entries, media = parts.list_entries(), {**(parts.base.media if parts.base else {})}
    media |= parts.files.media
    for overlay in parts.overlays:
        source = overlay.source
        for key in overlay.entries:
            if key in entries:
                check_texts(overlay, entries[key])
            elif key not in known["key"]:
                hint = suggest(key, known["key"], "remove it and its texts")
                source.add(("entries", key), f"translates no entry: '{key}'{hint}", key=True)
        for field, noun in (("decks", "deck"), ("quizzes", "quiz"), ("purposes", "quiz")):
            for name in source.get((field,)):
                if name not in known[noun]:
                    hint = suggest(name, known[noun], "remove it")
                    message = f"'{field}' names no {noun}: '{name}'{hint}"
                    source.add((field, name), message, key=True)
        check_drawings(overlay, media)


def _list_shown(parts: Parts) -> Iterator[tuple[Source, Path, str, str]]:
    """Yield file, path, text and name of each picture in an entry or in its translation."""
    entries = parts.list_entries()
    translated = {
        (overlay.source.lang, key): translation.by_path()
        for overlay in parts.overlays
        for key, translation in overlay.entries.items()
    }
    for (lang, key), (source, path) in parts.places.items():
        texts: Mapping[TextPath, Leaf] | None = translated[lang, key] if lang else None
        for inner, text, name in list_pictures(entries[key], texts) if key in entries else ():
            yield source, (*path, *inner), text, name


def _check_pictures(parts: Parts) -> None:
    """Report pictures of entries, or of their translations, that cannot be shown."""
    lent = parts.base.media if parts.base else {}
    flaws: dict[str, str] = {}
    for source, path, text, name in _list_shown(parts):
        if name not in flaws:
            flaws[name] = find_picture_flaw(name, parts.files.root, parts.files.media, lent)
        if flaws[name]:
            source.add(path, flaws[name], line=find_line(text, f"]({name}"))


def find_picture_flaw(
    name: str, root: FilePath, own: Mapping[str, str], lent: Mapping[str, str]
) -> str:
    """Return what is wrong with the picture of this name; nothing if it can be shown.

    `own` and `lent` are the pictures of the course and of the built-in one, names to paths.
    """
    if "/" in name or "\\" in name:
        return f"a picture is a file in decks/media, not '{name}'; give its name alone"
    known = {**lent, **own}
    if name not in known:
        alike = next((each for each in known if each.casefold() == name.casefold()), None)
        if alike:
            return f"the file is called '{alike}', and some systems tell them apart; write that"
        folder = root / DECKS / MEDIA
        if folder.is_symlink():
            return f"picture '{name}' is behind a link: decks/media must be a folder itself"
        if not os.path.lexists(folder / name):
            hint = suggest(name, known, f"put {name} into decks/media")
            return f"there is no picture decks/media/{name}{hint}"
        known[name] = str(folder / name)
    try:
        load_picture(FilePath(known[name]), name)
    except FlashcardsError as error:
        return str(error)
    return ""


def _check_uses(parts: Parts, info: CourseInfo, source: Source) -> None:
    """Report what `uses` names and the built-in course does not have."""
    base = parts.base
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
        for key in (entry.key for deck in parts.borrowed for entry in deck.entries):
            if ("", key) in parts.places:
                at = [*info.uses.key].index(key) if key in info.uses.key else 0
                source.add(("uses", "key", at), f"'{key}' is an entry of this course as well")
    if not parts.files.decks and not parts.borrowed and not source.problems:
        source.add((), "the course has no deck, and uses no entry; write a deck in 'decks'")


def _check_languages(parts: Parts, info: CourseInfo, source: Source) -> None:
    if info.source not in info.languages:
        message = f"'languages' must have '{info.source}', in which the decks are written"
        hint = f"add it, or write 'source: {info.languages[0]}'" if info.languages else "add it"
        source.add(("languages",), f"{message}; {hint}")
    for lang in info.promises.keys() - {*info.languages}:
        message = f"'{lang}' is not among the languages; add '{lang}' to 'languages'"
        source.add(("promises", lang), message, key=True)
    for overlay in parts.overlays:
        lang = overlay.source.lang
        if lang not in (*info.languages, info.source):
            message = f"'{lang}' is not among the languages of the course; "
            overlay.source.add((), f"{message}add '{lang}' to 'languages' in course.yaml")
        elif lang == info.source and (overlay.entries or overlay.titles):
            part = next(n for n in overlay.source.fields if n == "entries" or n in HEADINGS)
            message = f"'{lang}' is the source: what it says is in the decks and in course.yaml"
            overlay.source.add((part,), message, key=True)


def list_warnings(parts: Parts) -> Iterator[Problem]:
    """Yield what is valid and yet not whole: translations, stages, pictures."""
    entries: dict[str, Entry] = parts.list_entries()
    info, source = parts.info, parts.files.info
    for overlay in parts.overlays:
        yield from find_unfinished(overlay, entries, info)
    if info is None or source is None:
        return
    done = {(overlay.source.lang, key) for overlay in parts.overlays for key in overlay.entries}
    for lang, kinds in info.promises.items():
        for key, entry in entries.items() if lang != info.source else ():
            is_promised = entry.kind in kinds and not entry.retired and ("", key) in parts.places
            if is_promised and (lang, key) not in done:
                written, path = parts.places["", key]
                hint = f"add it to a file in decks/{lang}, or take '{entry.kind}' out of 'promises'"
                message = f"no translation into '{lang}' of '{key}'; {hint}"
                yield Problem(written.locate(path), message, rule="missing-translation")
    taught = {entry.stage or 1 for entry in entries.values() if not entry.retired}
    for stage in sorted(taught - info.stages.keys()) if info.stages else ():
        message = f"stage {stage} has entries and no title; add '{stage}: {{title: …}}' below it"
        yield Problem(source.locate(("stages",), key=True), message, rule="stage-without-title")
    shown = {name for _, _, _, name in _list_shown(parts)}
    has_problems = any(source.problems for source in parts.files.list_sources())
    for name, file in parts.files.media.items() if not has_problems else ():
        if name not in shown:
            at = Position(parts.files.display_path(FilePath(file)))
            hint = f"remove the file, or show it: ![what it shows]({format_target(name)})"
            yield Problem(at, f"no text shows this picture; {hint}", rule="unused-picture")
