"""The way in: files to a course folder that checks, with a report on every item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import check_target, write_whole
from flashcards.gc_pause import gc_paused
from flashcards.importing.author_course import (
    AuthorCourse,
    DeckSource,
    check_result,
    load_author_course,
    make_deck_text,
)
from flashcards.importing.binding import BINDING_FILE, Binding, load_binding, write_binding
from flashcards.importing.columns import read_mapping, write_mapping
from flashcards.importing.course_files import make_course_files
from flashcards.importing.course_update import CourseUpdate
from flashcards.importing.item import Material
from flashcards.importing.pictures import PictureShelf
from flashcards.importing.plain_markdown import clean_text
from flashcards.importing.report import ImportReport
from flashcards.importing.sources import load_material
from flashcards.model import SOURCE_LANGUAGE
from flashcards.source.deck_edit import NotEditable
from flashcards.source.folder import DECKS, MEDIA
from flashcards.source.new_course import POINTER
from flashcards.words.message import Message


@gc_paused()
def import_material(
    files: Sequence[Path], folder: Path, *, mapping: str = "", title: str | None = None,
    author: str = "the author", lang: str = SOURCE_LANGUAGE, dry_run: bool = False,
    force: bool = False,
) -> ImportReport:  # fmt: skip
    """Put what the files hold into the course in a folder, which is made if it is not there.

    `mapping` says what the columns of tables are: `question=Front,answer=2`; without it a table
    that was imported before keeps the one it had. A new course is written in `lang`. A dry run
    only reports. A new course may be made among other files by `force`; decks and quizzes that
    are there stay. Raises FlashcardsError, and then nothing was written.
    """
    pairs = read_mapping(mapping) if mapping else []
    course = load_author_course(folder, force)
    binding = load_binding(folder / DECKS)
    with ExitStack() as opened:
        materials = [_load(path, pairs, binding, opened) for path in files]
        scratch = opened.enter_context(TemporaryDirectory(prefix="ptquiz-"))
        pictures = PictureShelf(folder / DECKS / MEDIA, binding, Path(scratch))
        update = CourseUpdate(course, binding, pictures)
        report = ImportReport(folder)
        for material in materials:
            update.add(material, report)
        exported = materials[0].course if len(materials) == 1 and course.is_new else None
        for name in (exported or {}).get("pictures", ()):  # translations may show others
            pictures.place(name, materials[0].scope, materials[0].load_picture)
        texts = _make_texts(update, title or _find_title(folder), author, lang, exported)
        check_result(course, texts)
        if not dry_run:
            _write(course, texts, pictures, report)
        return report


def _load(
    path: Path, pairs: Sequence[tuple[str, str]], binding: Binding, opened: ExitStack
) -> Material:
    """What a file holds, its columns as said now or at the last import. Raises FlashcardsError."""
    known = "" if pairs else binding.maps.get(path.name, "")
    try:
        material = load_material(path, read_mapping(known) if known else pairs, opened)
    except UsageError as error:
        if not known:
            raise
        values = {"file": path.name, "map": known, "error": error.message}
        told = Message("import-map-no-longer", **values)
        raise UsageError(told, "--map") from None
    if known and material.pairs:
        last = Message("import-map-of-last", map=known)
        material.notices.append(Message("import-in-file", file=path.name, told=last))
    if material.pairs:
        binding.maps[path.name] = write_mapping(material.pairs)
    return material


def _find_title(folder: Path) -> str:
    name = clean_text(folder.resolve().name.replace("-", " ").replace("_", " "))
    return name.capitalize() or "My course"


def _make_texts(
    update: CourseUpdate, title: str, author: str, lang: str, exported: Mapping[str, Any] | None
) -> dict[Path, str]:
    """Path to text of every file that changes; the binding is the last."""
    decks = update.course.folder / DECKS
    texts: dict[Path, str] = {}
    for file in update.course.decks.values():
        if file.edits or file.added:
            texts[file.path] = _change_deck(file, update)
    for new in update.new_decks.values():
        if new.entries:
            header = {**new.header, "deck": new.deck, "title": new.title}
            head = {name: header.pop(name) for name in ("deck", "title")}
            texts[decks / f"{new.deck}.yaml"] = POINTER + make_deck_text(head | header, new.entries)
    if update.course.is_new:
        if not texts:
            return {}
        order = [deck for deck, new in update.new_decks.items() if new.entries]
        texts |= make_course_files(update.course.folder, title, author, exported, order, lang)
    texts[decks / BINDING_FILE] = write_binding(update.binding)
    return texts


def _change_deck(file: DeckSource, update: CourseUpdate) -> str:
    """The text of a deck; new entries that it cannot take go to a deck of their own.

    Raises FlashcardsError if the other changes cannot be made either.
    """
    try:
        return file.make_text()
    except NotEditable as error:
        if not file.added:
            told = Message("import-deck-not-changed", path=file.path, why=error.message)
            raise FlashcardsError(told) from None
    added, file.added = file.added, []
    update.make_deck(file.deck, file.deck, {}).entries.extend(added)
    return _change_deck(file, update)


def _write(
    course: AuthorCourse, texts: dict[Path, str], pictures: PictureShelf, report: ImportReport
) -> None:
    """Pictures first, the binding last: killed between them, the next import finds the rest.

    Raises FlashcardsError if a new course would replace a source.
    """
    media = {course.folder / DECKS / MEDIA / name: name for name in pictures.files}
    for path in (*media, *texts):
        check_target(path, source=not course.is_new)
    for path, name in media.items():
        write_whole(path, pictures.load(name), source=True)
        report.written.append(path)
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_whole(path, text.encode(), source=True)
            report.written.append(path)
