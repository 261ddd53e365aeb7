"""What `course.yaml` says about languages, decks and borrowed entries, held against the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from flashcards.errors import Problem
from flashcards.source.course_files import Parts
from flashcards.source.hints import suggest_nearest
from flashcards.source.translations import HEADINGS
from flashcards.source.yaml_reader import Document
from flashcards.words.catalog import LANGUAGES


def check_info(document: Document, parts: Parts) -> None:
    """Tell what `course.yaml` names and the course does not have, and the other way round."""
    if parts.info is None:
        return
    _check_languages(document, parts)
    known = {file.deck.deck for _, file in parts.decks}
    for index, name in enumerate(parts.info.decks):
        if name not in known | parts.unread:
            hint = suggest_nearest(name, known)
            message = f"'decks' names no deck: '{name}'"
            document.add_problem(("decks", index), message, hint or "remove it")
    _check_uses(document, parts)
    if not parts.folder.decks and not parts.borrowed and not document.problems:
        hint = "write a deck, or name entries: 'uses: [ddp-bucket]'"
        document.add_problem((), "the course has no deck, and uses no entry", hint)


def _check_uses(document: Document, parts: Parts) -> None:
    assert parts.info is not None
    if parts.base and parts.info.source != parts.base.info.source:
        theirs, ours = parts.base.info.source, parts.info.source
        message = f"what it would use is written in '{theirs}', and this course in '{ours}'"
        document.add_problem(("uses",), message, "remove 'uses'", of_key=True)
        return
    decks = parts.base.decks if parts.base else ()
    entries = [entry for deck in decks for entry in deck.entries]
    known: dict[str, set[Any]] = {
        "key": {entry.key for entry in entries},
        "stage": {entry.stage or deck.stage or 1 for deck in decks for entry in deck.entries},
        "deck": {deck.deck for deck in decks},
        "tag": {tag for entry in entries for tag in entry.tags},
    }
    is_short = isinstance(document.data.get("uses"), list)
    for field, names in known.items():
        noun = "entry" if field == "key" else field
        for index, name in enumerate(getattr(parts.info.uses, field)):
            if name not in names:
                message = f"'uses' names no {noun} of the built-in curriculum: '{name}'"
                path = ("uses", index) if is_short else ("uses", field, index)
                document.add_problem(path, message, suggest_nearest(str(name), map(str, names)))
    own = {key for _, file in parts.decks for key, *_ in file.keys}
    for entry in (entry for deck in parts.borrowed for entry in deck.entries):
        if entry.key in own:
            at = ("uses", parts.info.uses.key.index(entry.key)) if is_short else ("uses",)
            document.add_problem(at, f"'{entry.key}' is an entry of this course as well")


def find_empty_languages(parts: Parts) -> Iterator[Problem]:
    """A warning for every language that has labels, and no entry: the decks may be in it."""
    if parts.info is None or parts.folder.info is None:
        return
    filled = {overlay.lang for _, overlay in parts.overlays if overlay.entries}
    for document, overlay in parts.overlays:
        lang = overlay.lang
        if overlay.labels and lang not in (*filled, *LANGUAGES, parts.info.source):
            hint = f"if the decks are written in '{lang}', say 'source: {lang}' in course.yaml"
            yield Problem(document.locate(("lang",)), f"no entry is translated into '{lang}'", hint)


def _check_languages(document: Document, parts: Parts) -> None:
    assert parts.info is not None
    languages, source = parts.info.languages, parts.info.source
    if source not in languages:
        if "source" in document.data:
            filled = {overlay.lang for _, overlay in parts.overlays}
            others = [lang for lang in languages if lang in filled]
            hint = f"write: languages: [{', '.join([source, *others])}]"
        else:
            hint = f"add '{source}' to it"
            hint += f"; if the decks are written in '{languages[0]}', add 'source: {languages[0]}'"
        document.add_problem(("languages",), f"'languages' must have '{source}', the source", hint)
    for lang in parts.info.promises.keys() - set(languages):
        message, hint = f"'{lang}' is not among the languages", f"add '{lang}' to 'languages'"
        document.add_problem(("promises", lang), message, hint, of_key=True)
    for overlay, found in parts.overlays:
        lang = PurePosixPath(overlay.file).parent.name
        if lang not in (*languages, source):
            hint = f"add '{lang}' to 'languages' in decks/course.yaml"
            message = f"'{lang}' is not among the languages of the course"
            overlay.add_problem((), message, hint)
        elif lang == source and (found.entries or found.titles):
            part = next(name for name in overlay.data if name == "entries" or name in HEADINGS)
            message = f"'{lang}' is the source: what it says is in the decks and in course.yaml"
            hint = "write it there; labels may stay here"
            overlay.add_problem((part,), message, hint, of_key=True)
