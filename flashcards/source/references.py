"""What crosses files: names used twice, references that lead nowhere, missing translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Any

from flashcards.errors import Position, Problem
from flashcards.model import KINDS, Entry
from flashcards.source.course_files import Parts, parse_file
from flashcards.source.deck_file import MEDIA, DeckFile, find_repeated_keys, walk_references
from flashcards.source.folder import DECKS, SourceFile
from flashcards.source.image_files import ImageFiles, is_markdown
from flashcards.source.info_rules import check_info
from flashcards.source.near_names import suggest_nearest
from flashcards.source.quiz_file import check_quiz
from flashcards.source.translations import (
    Overlay,
    check_overlay,
    check_picture_texts,
    find_missing_texts,
)
from flashcards.source.yaml_reader import Document, Path
from flashcards.text.images import find_pictures, format_target
from flashcards.text.plain_text import find_line
from flashcards.words.message import Message, Names

_NOUNS = {"see": "resource", "about": "concept", "confused_with": "term"}


def check_references(parts: Parts) -> None:
    """Add to `parts.problems` all that is wrong between the files of a course."""
    parts.problems += _find_repeated_decks(parts)
    parts.problems += find_repeated_keys([file for _, file in parts.decks])
    known, pictures = _collect_names(parts), _make_image_files(parts)
    for source, file in parts.decks:
        parts.problems += _find_lost_references(source, file, known, pictures)
    entries, kinds = parts.entries(), parts.kinds()
    for document, overlay in parts.overlays:
        if PurePosixPath(document.file).stem not in parts.unread:
            check_overlay(document, overlay, entries, kinds.keys())
            _check_translated_images(document, overlay, entries, pictures)
        _check_titles(document, overlay, parts)
        media = {**(parts.base.media if parts.base else {}), **parts.folder.media}
        check_picture_texts(document, overlay.pictures, media)
    known = _collect_quiz_names(parts, kinds) if parts.folder.quizzes else {}
    for document in parts.documents:
        _check_small_file(document, parts, known)


def _check_titles(document: Document, overlay: Overlay, parts: Parts) -> None:
    """Tell titles of decks and quizzes that the course does not have."""
    decks = {deck.deck for deck in (*parts.borrowed, *(file.deck for _, file in parts.decks))}
    known = {"decks": decks | parts.unread}
    if len(parts.quizzes) == len(parts.folder.quizzes):
        known |= {"quizzes": {*parts.quizzes}, "purposes": {*parts.quizzes}}
    for name, names in known.items():
        titles = document.data.get(name) if isinstance(document.data, dict) else None
        for given in titles if isinstance(titles, dict) else ():
            if given not in names:
                noun = "deck" if name == "decks" else "quiz"
                message = Message(f"names-no-{noun}", field=name, name=given)
                hint = suggest_nearest(given, names) or Message("hint-remove")
                document.add_problem((name, given), message, hint, of_key=True)


def find_incomplete_translations(parts: Parts) -> Iterator[Problem]:
    """A warning for every translation that lacks a text and so is left out of the course.

    Where the course says what it promises in a language, kinds that it leaves out may lag behind.
    """
    promises = {} if parts.info is None else parts.info.promises
    entries = parts.entries()
    for _, overlay in parts.overlays:
        kinds = promises.get(overlay.lang, KINDS)
        for key, translation in overlay.entries.items():
            if key not in entries or entries[key].kind not in kinds:
                continue
            if missing := find_missing_texts(entries[key], translation):
                message = Message("translation-not-whole", key=key, missing=Names(missing))
                yield Problem(translation.at, message)


def find_unused_pictures(parts: Parts) -> Iterator[Problem]:
    """A warning for every picture of the course that no text shows."""
    if not parts.folder.media or parts.problems:
        return
    shown = {name for _, file in parts.decks for name in file.refers[MEDIA]}
    for _, overlay in parts.overlays:
        for translation in overlay.entries.values():
            for leaf in translation.texts.values():
                for text in (leaf,) if isinstance(leaf, str) else leaf:
                    shown.update(picture.name for picture in find_pictures(text))
    for name, path in parts.folder.media.items():
        if name not in shown:
            at = Position(parts.folder.display_path(FilePath(path)))
            hint = Message("hint-show-picture", target=format_target(name))
            yield Problem(at, Message("picture-unused"), hint)


def find_untitled_stages(parts: Parts) -> Iterator[Problem]:
    """A warning for every stage with entries that has no title although others have one."""
    info = parts.info
    if info is None or not info.stages or parts.folder.info is None:
        return
    taught = {entry.stage or 1 for entry in parts.entries().values() if not entry.retired}
    for stage in sorted(taught - info.stages.keys()):
        at = parse_file(parts.folder.info).locate(("stages",), of_key=True)
        hint = Message("hint-add-below", line=f"{stage}: {{title: …}}")
        yield Problem(at, Message("stage-untitled", stage=stage), hint)


def _find_repeated_decks(parts: Parts) -> Iterator[Problem]:
    first: dict[str, Position] = {}
    for source, file in parts.decks:
        name = file.deck.deck
        if name in first:
            at = parse_file(source).locate(("deck",))
            hint = Message("hint-choose-name", name=f"{name[:60]}-2")
            yield Problem(at, Message("deck-used", name=name, first=str(first[name])), hint)
        elif name:
            first[name] = Position(file.file, *_locate_deck(source, parts, name))


def _locate_deck(source: SourceFile, parts: Parts, name: str) -> tuple[int, int]:
    names = [file.deck.deck for _, file in parts.decks]
    if names.count(name) == 1:
        return 1, 1
    place = parse_file(source).locate(("deck",))
    return place.line, place.column


def _collect_names(parts: Parts) -> Mapping[str, Set[str]]:
    kinds = parts.kinds()
    lent = parts.base.resources if parts.base else {}
    return {
        "see": {*parts.resources, *lent},
        "about": {key for key, kind in kinds.items() if kind == "concept"},
        "confused_with": {key for key, kind in kinds.items() if kind == "term"},
    }


def _make_image_files(parts: Parts) -> ImageFiles:
    lent = parts.base.media if parts.base else {}
    return ImageFiles(parts.folder.root / DECKS / MEDIA, lent, {*parts.folder.media, *lent})


def _find_lost_references(
    source: SourceFile, file: DeckFile, known: Mapping[str, Set[str]], pictures: ImageFiles
) -> list[Problem]:
    lost = {name: file.refers[name] - names for name, names in known.items()}
    flawed = {name for name in file.refers[MEDIA] if pictures.find_flaw(name)}
    if not flawed and not any(lost.values()):
        return []
    document = parse_file(source)
    first = len(document.problems)
    for name, target, path in walk_references(document.data):
        if name == MEDIA:
            _add_flaw(document, path, target, pictures, _follow(document.data, path))
        elif target in lost[name]:
            message = Message(f"names-no-{_NOUNS[name]}", field=name, name=target)
            added = Message(f"hint-add-{_NOUNS[name]}")
            document.add_problem(path, message, suggest_nearest(target, known[name]) or added)
    return document.problems[first:]


def _check_translated_images(
    document: Document, overlay: Overlay, entries: Mapping[str, Entry], pictures: ImageFiles
) -> None:
    """ImageFiles of translations; `_find_lost_references` has those of the entries themselves."""
    for key, translation in overlay.entries.items():
        for path, leaf in translation.texts.items():
            if is_markdown(entries.get(key), path):
                for text in (leaf,) if isinstance(leaf, str) else leaf:
                    for shown in find_pictures(text):
                        _add_flaw(document, ("entries", key, *path), shown.name, pictures, text)


def _follow(data: Any, path: Path) -> str:
    """The text at a path that was walked."""
    for name in path:
        data = data[name]
    return str(data)


def _add_flaw(document: Document, path: Path, target: str, pictures: ImageFiles, text: str) -> None:
    if flaw := pictures.find_flaw(target):
        document.add_problem(path, *flaw, line=find_line(text, f"]({target}"))


def find_broken_promises(parts: Parts) -> Iterator[Problem]:
    """A warning for every promised entry that is not translated, or not whole."""
    if parts.info is None:
        return
    done = {
        (overlay.lang, key): translation
        for _, overlay in parts.overlays
        for key, translation in overlay.entries.items()
    }
    places = {key: at for _, file in parts.decks for key, at in file.places.items()}
    for lang, kinds in parts.info.promises.items():
        if lang == parts.info.source:
            continue
        for key, entry in parts.entries().items():
            if entry.kind not in kinds or entry.retired or key not in places:
                continue
            translation = done.get((lang, key))
            if translation is None:
                hint = Message("hint-add-translation", key=key, lang=lang, kind=entry.kind)
                yield Problem(places[key], Message("no-translation", lang=lang, key=key), hint)
            elif missing := find_missing_texts(entry, translation):
                message = Message("translation-not-whole", key=key, missing=Names(missing))
                yield Problem(translation.at, message)


def _check_small_file(document: Document, parts: Parts, known: Mapping[str, Set[str]]) -> None:
    data = document.data
    if known and isinstance(data, dict) and "quiz" in data:
        check_quiz(document, known)
    elif parts.folder.info is not None and document.file == parts.folder.info.name:
        check_info(document, parts)
    parts.problems += document.problems


def _collect_quiz_names(parts: Parts, kinds: Mapping[str, str]) -> Mapping[str, Set[str]]:
    decks = (*parts.borrowed, *(file.deck for _, file in parts.decks))
    tags, rows = _collect_unsound_names(parts)
    return {
        "tag": {tag for entry in parts.entries().values() for tag in entry.tags} | tags,
        "deck": {deck.deck for deck in decks},
        "key": {*kinds, *_collect_row_keys(parts), *rows},
        "about": {key for key, kind in kinds.items() if kind == "concept"},
    }


def _collect_unsound_names(parts: Parts) -> tuple[set[str], set[str]]:
    """Tags and rows as they are written in decks with mistakes: what is there is not missed."""
    tags: set[str] = set()
    rows: set[str] = set()
    for source, file in parts.decks:
        data = parse_file(source).data if file.problems else {}
        listed = data.get("entries") if isinstance(data, dict) else None
        for each in (data, *(listed if isinstance(listed, list) else ())):
            if isinstance(each, dict):
                names, written = each.get("tags"), each.get("rows")
                listed_tags = names if isinstance(names, list) else ()
                tags.update(name for name in listed_tags if isinstance(name, str))
                rows.update(f"{each.get('key')}/{row}" for row in written or ())
    return tags, rows


def _collect_row_keys(parts: Parts) -> Iterator[str]:
    for key, entry in parts.entries().items():
        yield from (f"{key}/{row}" for row in getattr(entry, "rows", ()))
