"""The way in: files to a course folder that checks, with a report on every item."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import COURSE_FILE, check_target, write_whole
from flashcards.importing.author_course import AuthorCourse, DeckSource, load_author_course
from flashcards.importing.columns import format_mapping, parse_mapping
from flashcards.importing.course_update import CourseUpdate
from flashcards.importing.import_record import RECORD_FILE, ImportRecord, format_record, load_record
from flashcards.importing.item import Material
from flashcards.importing.markdown_text import clean_text
from flashcards.importing.pictures import CoursePictures
from flashcards.importing.report import ImportReport
from flashcards.importing.sources import load_material
from flashcards.model import SOURCE_LANGUAGE
from flashcards.source.folder import DECKS, MEDIA
from flashcards.source.new_course import POINTER, make_readme, make_schema_text, require_language
from flashcards.source.yaml_writer import NotEditable, write_yaml
from flashcards.words.catalog import find_words
from flashcards.words.message import Message


def import_material(
    files: Sequence[Path],
    folder: Path,
    *,
    mapping: str = "",
    title: str | None = None,
    author: str = "the author",
    lang: str = SOURCE_LANGUAGE,
    dry_run: bool = False,
    force: bool = False,
) -> ImportReport:
    """Put what the files hold into the course in a folder, which is made if it is not there.

    `mapping` says what the columns of tables are: `question=Front,answer=2`; without it a table
    that was imported before keeps the one it had. A new course is written in `lang`. A dry run
    only reports. A new course may be made among other files by `force`; decks and quizzes that
    are there stay. Raises FlashcardsError, and then nothing was written.
    """
    pairs = parse_mapping(mapping) if mapping else []
    course = load_author_course(folder, force)
    record = load_record(folder / DECKS)
    with ExitStack() as opened:
        materials = [_load(path, pairs, record, opened) for path in files]
        scratch = opened.enter_context(TemporaryDirectory(prefix="ptquiz-"))
        pictures = CoursePictures(course, record, Path(scratch), find_words(course.lang or lang))
        update = CourseUpdate(course, record, pictures)
        report = ImportReport(folder)
        for material in materials:
            update.add(material, report)
        texts = _make_texts(update, title or _find_title(folder), author, lang)
        if not dry_run:
            _write(course, texts, pictures, report)
        return report


def _load(
    path: Path, pairs: Sequence[tuple[str, str]], record: ImportRecord, opened: ExitStack
) -> Material:
    """What a file holds, its columns as said now or at the last import. Raises FlashcardsError."""
    known = "" if pairs else record.maps.get(path.name, "")
    try:
        material = load_material(path, parse_mapping(known) if known else pairs, opened)
    except UsageError as error:
        if not known:
            raise
        values = {"file": path.name, "map": known, "error": error.message}
        told = Message("import-map-no-longer", **values)
        raise UsageError(told, "--map") from None
    if known and material.pairs:
        material.tell(Message("import-map-of-last", map=known))
    if material.pairs:
        record.maps[path.name] = format_mapping(material.pairs)
    return material


def _find_title(folder: Path) -> str:
    name = clean_text(folder.resolve().name.replace("-", " ").replace("_", " "))
    return name.capitalize() or "My course"


def _make_texts(update: CourseUpdate, title: str, author: str, lang: str) -> dict[Path, str]:
    """Path to text of every file that changes; the record is the last."""
    decks = update.course.folder / DECKS
    texts: dict[Path, str] = {}
    for file in update.course.decks.values():
        if file.edits or file.added:
            texts[file.path] = _change_deck(file, update)
    new_decks = [file for file in update.new_decks.values() if file.added]
    texts |= {file.path: file.make_text() for file in new_decks}
    if update.course.is_new:
        if not texts:
            return {}
        order = [file.deck for file in new_decks]
        texts |= _make_course_files(update.course.folder, title, author, order, lang)
    texts[decks / RECORD_FILE] = format_record(update.record)
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
    update.make_deck(file.deck, file.deck).added.extend(added)
    return _change_deck(file, update)


def _write(
    course: AuthorCourse, texts: dict[Path, str], pictures: CoursePictures, report: ImportReport
) -> None:
    """Pictures first, the record last: killed between them, the next import finds the rest.

    Of a new course only files are written that are not there. Raises FlashcardsError if a deck
    or a picture is among those.
    """
    if course.is_new:
        beside = course.folder / "README.md", course.folder / "schema.json"
        texts = {path: texts[path] for path in texts if path not in beside or not path.exists()}
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


def _make_course_files(
    folder: Path, title: str, author: str, deck_order: Sequence[str], lang: str
) -> dict[Path, str]:
    """Path to text, that which makes it a course last.

    Raises UsageError if `lang` is no code of a language.
    """
    require_language(lang)
    info = {
        "id": f"course-{token_hex(8)}",
        "title": title,
        "author": author,
        "licence": "CC BY 4.0",
        **({"source": lang} if lang != SOURCE_LANGUAGE else {}),
        "languages": [lang],
        **({"decks": list(deck_order)} if len(deck_order) > 1 else {}),
    }
    return {
        folder / "schema.json": make_schema_text(),
        folder / "README.md": make_readme(title, f"{folder.resolve().name}.apkg"),
        folder / DECKS / COURSE_FILE: POINTER + write_yaml(info),
    }
