"""What `course.yaml` says about languages, decks and borrowed entries, held against the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from flashcards.errors import Problem
from flashcards.source.course_files import Parts
from flashcards.source.near_names import suggest_nearest
from flashcards.source.translations import HEADINGS
from flashcards.source.yaml_reader import Document
from flashcards.words.catalog import LANGUAGES
from flashcards.words.message import Message


def check_info(document: Document, parts: Parts) -> None:
    """Tell what `course.yaml` names and the course does not have, and the other way round."""
    if parts.info is None:
        return
    _check_languages(document, parts)
    known = {file.deck.deck for _, file in parts.decks}
    for index, name in enumerate(parts.info.decks):
        if name not in known | parts.unread:
            hint = suggest_nearest(name, known) or Message("hint-remove")
            message = Message("names-no-deck", field="decks", name=name)
            document.add_problem(("decks", index), message, hint)
    _check_uses(document, parts)
    if not parts.folder.decks and not parts.borrowed and not document.problems:
        document.add_problem((), Message("course-is-empty"), Message("hint-deck-or-uses"))


def _check_uses(document: Document, parts: Parts) -> None:
    assert parts.info is not None
    if parts.base and parts.info.source != parts.base.info.source:
        theirs, ours = parts.base.info.source, parts.info.source
        message = Message("uses-other-language", theirs=theirs, ours=ours)
        hint = Message("hint-remove-field", field="uses")
        document.add_problem(("uses",), message, hint, of_key=True)
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
                message = Message(f"uses-no-{noun}", name=str(name))
                path = ("uses", index) if is_short else ("uses", field, index)
                document.add_problem(path, message, suggest_nearest(str(name), map(str, names)))
    own = {key for _, file in parts.decks for key, *_ in file.keys}
    for entry in (entry for deck in parts.borrowed for entry in deck.entries):
        if entry.key in own:
            at = ("uses", parts.info.uses.key.index(entry.key)) if is_short else ("uses",)
            document.add_problem(at, Message("uses-own", key=entry.key))


def find_empty_languages(parts: Parts) -> Iterator[Problem]:
    """A warning for every language that has labels, and no entry: the decks may be in it."""
    if parts.info is None or parts.folder.info is None:
        return
    filled = {overlay.lang for _, overlay in parts.overlays if overlay.entries}
    for document, overlay in parts.overlays:
        lang = overlay.lang
        if overlay.labels and lang not in (*filled, *LANGUAGES, parts.info.source):
            message, hint = Message("language-empty", lang=lang), Message("hint-source", lang=lang)
            yield Problem(document.locate(("lang",)), message, hint)


def _check_languages(document: Document, parts: Parts) -> None:
    assert parts.info is not None
    languages, source = parts.info.languages, parts.info.source
    if source not in languages:
        if "source" in document.data:
            filled = {overlay.lang for _, overlay in parts.overlays}
            others = [lang for lang in languages if lang in filled]
            line = f"languages: [{', '.join([source, *others])}]"
            hint = Message("hint-write-line", line=line)
        else:
            hint = Message("hint-add-source", source=source, lang=languages[0])
        document.add_problem(("languages",), Message("languages-lack", source=source), hint)
    for lang in parts.info.promises.keys() - set(languages):
        message = Message("language-not-named", lang=lang)
        hint = Message("hint-add-language", lang=lang)
        document.add_problem(("promises", lang), message, hint, of_key=True)
    for overlay, found in parts.overlays:
        lang = PurePosixPath(overlay.file).parent.name
        if lang not in (*languages, source):
            message = Message("language-not-of-course", lang=lang)
            hint = Message("hint-add-language-there", lang=lang)
            overlay.add_problem((), message, hint)
        elif lang == source and (found.entries or found.titles):
            part = next(name for name in overlay.data if name == "entries" or name in HEADINGS)
            message, hint = Message("language-is-source", lang=lang), Message("hint-labels-stay")
            overlay.add_problem((part,), message, hint, of_key=True)
