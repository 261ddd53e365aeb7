"""What crosses files: names used twice or found nowhere, missing translations, `course.yaml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import Any

from flashcards.errors import Position, Problem, suggest_nearest
from flashcards.model import KINDS, Entry
from flashcards.source.course_files import Parts, parse_file
from flashcards.source.deck_file import (
    MEDIA,
    DeckFile,
    find_repeated_keys,
    list_entries,
    walk_references,
)
from flashcards.source.folder import DECKS, SourceFile
from flashcards.source.image_files import ImageFiles, is_markdown
from flashcards.source.quiz_file import check_quiz
from flashcards.source.translations import (
    HEADINGS,
    Overlay,
    check_overlay,
    check_picture_texts,
    find_missing_texts,
)
from flashcards.source.yaml_reader import Document, Path
from flashcards.text.entry_texts import Path as TextPath
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
    known = {"decks": {deck.deck for deck in parts.all_decks}}
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
        shown.update(name for _, _, _, name in _walk_pictures(overlay))
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
    """Every second use of a deck's name, naming the first."""
    by_name: dict[str, list[SourceFile]] = {}
    for source, file in parts.decks:
        by_name.setdefault(file.deck.deck, []).append(source)
    for name, (first, *others) in by_name.items():
        for source in others if name else ():
            at, used = (parse_file(each).locate(("deck",)) for each in (source, first))
            hint = Message("hint-choose-name", name=f"{name[:60]}-2")
            yield Problem(at, Message("deck-used", name=name, first=str(used)), hint)


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
    """Pictures of translations; `_find_lost_references` has those of the entries themselves."""
    for key, path, text, name in _walk_pictures(overlay):
        if is_markdown(entries.get(key), path):
            _add_flaw(document, ("entries", key, *path), name, pictures, text)


def _walk_pictures(overlay: Overlay) -> Iterator[tuple[str, TextPath, str, str]]:
    """Each picture in a translation: key of the entry, path of the text, the text and its name."""
    for key, translation in overlay.entries.items():
        for path, leaf in translation.texts.items():
            for text in (leaf,) if isinstance(leaf, str) else leaf:
                yield from ((key, path, text, shown.name) for shown in find_pictures(text))


def _follow(data: Any, path: Path) -> str:
    """The text at a path that was walked."""
    for name in path:
        data = data[name]
    return str(data)


def _add_flaw(document: Document, path: Path, target: str, pictures: ImageFiles, text: str) -> None:
    if flaw := pictures.find_flaw(target):
        document.add_problem(path, *flaw, line=find_line(text, f"]({target}"))


def find_broken_promises(parts: Parts) -> Iterator[Problem]:
    """A warning for every promised entry that is not translated."""
    if parts.info is None:
        return
    done = {(overlay.lang, key) for _, overlay in parts.overlays for key in overlay.entries}
    places = {key: at for _, file in parts.decks for key, at in file.places.items()}
    for lang, kinds in parts.info.promises.items():
        for key, entry in parts.entries().items() if lang != parts.info.source else ():
            if entry.kind not in kinds or entry.retired or key not in places:
                continue
            if (lang, key) not in done:
                hint = Message("hint-add-translation", key=key, lang=lang, kind=entry.kind)
                yield Problem(places[key], Message("no-translation", lang=lang, key=key), hint)


def _check_small_file(document: Document, parts: Parts, known: Mapping[str, Set[str]]) -> None:
    data = document.data
    if known and isinstance(data, dict) and "quiz" in data:
        check_quiz(document, known)
    elif parts.folder.info is not None and document.file == parts.folder.info.name:
        check_info(document, parts)
    parts.problems += document.problems


def _collect_quiz_names(parts: Parts, kinds: Mapping[str, str]) -> Mapping[str, Set[str]]:
    tags, rows = _collect_unsound_names(parts)
    return {
        "tag": {tag for entry in parts.entries().values() for tag in entry.tags} | tags,
        "deck": {deck.deck for deck in parts.all_decks},
        "key": {*kinds, *_collect_row_keys(parts), *rows},
        "about": {key for key, kind in kinds.items() if kind == "concept"},
    }


def _collect_unsound_names(parts: Parts) -> tuple[set[str], set[str]]:
    """Tags and rows as they are written in decks with mistakes: what is there is not missed."""
    tags: set[str] = set()
    rows: set[str] = set()
    for source, file in parts.decks:
        data = parse_file(source).data if file.problems else {}
        for each in (data, *list_entries(data)):
            if isinstance(each, dict):
                names, written = each.get("tags"), each.get("rows")
                listed_tags = names if isinstance(names, list) else ()
                tags.update(name for name in listed_tags if isinstance(name, str))
                rows.update(f"{each.get('key')}/{row}" for row in written or ())
    return tags, rows


def _collect_row_keys(parts: Parts) -> Iterator[str]:
    for key, entry in parts.entries().items():
        yield from (f"{key}/{row}" for row in getattr(entry, "rows", ()))


# What `course.yaml` says about languages, decks and borrowed entries


def check_info(document: Document, parts: Parts) -> None:
    """Tell what `course.yaml` names and the course does not have, and the other way round."""
    if parts.info is None:
        return
    _check_languages(document, parts)
    known = {file.deck.deck for _, file in parts.decks}
    for index, name in enumerate(parts.info.decks):
        if name not in known:
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
            message, hint = Message("language-is-source", lang=lang), Message("hint-write-there")
            overlay.add_problem((part,), message, hint, of_key=True)
