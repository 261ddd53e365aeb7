"""The way in: files to a course folder that checks, with a report on every item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from flashcards.anki.lock import format_lock
from flashcards.anki.release import recover_lock
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
from flashcards.source.course import folder_label, load_course
from flashcards.source.folder import DECKS, LOCK_FILE, MEDIA, QUIZZES, RESOURCES_FILE
from flashcards.source.new_course import POINTER, make_readme, make_schema_text, require_language
from flashcards.source.translations import HEADINGS
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
    keep_id: bool = False,
) -> ImportReport:
    """Put what the files hold into the course in a folder, which is made if it is not there.

    `mapping` says what the columns of tables are: `question=Front,answer=2`; without it a table
    that was imported before keeps the one it had. A new course is written in `lang`. A dry run
    only reports. A new course may be made among other files by `force`; decks and quizzes that
    are there stay. A package of ptquiz becomes a course of its own, or by `keep_id` the one that
    was released. Raises FlashcardsError, and then nothing was written.
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
        exported = _find_exported(materials, course, keep_id)
        _place_pictures(exported, materials, pictures)
        texts = _make_texts(update, title or _find_title(folder), author, lang, exported)
        if keep_id:
            texts = _make_lock(folder, texts, pictures, Path(scratch), exported) | texts
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


def _find_exported(
    materials: Sequence[Material], course: AuthorCourse, keep_id: bool
) -> dict[str, Any]:
    """All but the entries of the course that a new one is made like; nothing if there is none.

    Raises UsageError if there is none whose id could be kept.
    """
    found = dict(materials[0].course or {}) if len(materials) == 1 and course.is_new else {}
    if keep_id and not found:
        raise UsageError(Message("import-no-id"), "--keep-id")
    if keep_id and "released" in found:
        found["course"] = {"id": found["released"]["id"], **found["course"]}
    return found


def _find_title(folder: Path) -> str:
    name = clean_text(folder.resolve().name.replace("-", " ").replace("_", " "))
    return name.capitalize() or "My course"


def _make_texts(
    update: CourseUpdate, title: str, author: str, lang: str, exported: Mapping[str, Any]
) -> dict[Path, str]:
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
        texts |= _make_course_files(update.course.folder, title, author, exported, order, lang)
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
    update.make_deck(file.deck, file.deck, {}).added.extend(added)
    return _change_deck(file, update)


def _write(
    course: AuthorCourse, texts: dict[Path, str], pictures: CoursePictures, report: ImportReport
) -> None:
    """Pictures first, the record last: killed between them, the next import finds the rest.

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


def _place_pictures(
    exported: Mapping[str, Any], materials: Sequence[Material], pictures: CoursePictures
) -> None:
    """Take the pictures of a course that no entry shows: translations may."""
    for name in exported.get("pictures", ()):
        pictures.place(name, materials[0].scope, materials[0].load_picture)


def _make_lock(
    folder: Path,
    texts: Mapping[Path, str],
    pictures: CoursePictures,
    scratch: Path,
    exported: Mapping[str, Any],
) -> dict[Path, str]:
    """The lock of the course that these texts are, as its package tells it. Raises ProblemsFound.

    Nothing if there is no course, or if it came with its lock.
    """
    released = exported.get("released")
    if not texts or not released:
        return {}
    trial = scratch / "course"  # pictures have numbers there
    for path, text in texts.items():
        write_whole(trial / path.relative_to(folder), text.encode(), source=True)
    for name in pictures.files:
        write_whole(trial / DECKS / MEDIA / name, pictures.load(name), source=True)
    course = load_course(trial, label=folder_label(folder))
    lock = recover_lock(course, released["notes"], released["types"])
    return {folder / LOCK_FILE: format_lock(lock)}


def _make_course_files(
    folder: Path,
    title: str,
    author: str,
    exported: Mapping[str, Any],
    deck_order: Sequence[str],
    lang: str,
) -> dict[Path, str]:
    """Path to text, that which makes it a course last; `exported` is all but the decks of a course.

    Other decks are written in `lang`. Raises UsageError if that is no code of a language.
    """
    require_language(lang)
    decks = folder / DECKS
    info = exported.get("course", {})
    if not {"id", "author"} <= info.keys():  # a package does not have all of it
        info = {**_describe_course(title, author, deck_order, lang), **info}
    lang = info.get("source", lang)
    package = f"{folder.resolve().name}.apkg"
    texts = {folder / name: text for name, text in exported.get("kept", {}).items()}
    texts[folder / "schema.json"] = make_schema_text()
    texts[folder / "README.md"] = make_readme(info["title"], package, lang)
    if resources := exported.get("resources"):
        texts[decks / RESOURCES_FILE] = write_yaml({"resources": resources})
    for name, quiz in exported.get("quizzes", {}).items():
        texts[folder / QUIZZES / f"{name}.yaml"] = POINTER + write_yaml(quiz)
    for other, overlay in exported.get("translations", {}).items():
        texts[decks / other / "translation.yaml"] = _format_translation(other, overlay)
    texts[decks / COURSE_FILE] = POINTER + write_yaml(info)
    return texts


def _describe_course(
    title: str, author: str, deck_order: Sequence[str], lang: str
) -> dict[str, Any]:
    """What stands in `course.yaml` of a new course."""
    return {
        "id": f"course-{token_hex(8)}",
        "title": title,
        "author": author,
        "licence": "CC BY 4.0",
        **({"source": lang} if lang != SOURCE_LANGUAGE else {}),
        "languages": [lang],
        **({"decks": list(deck_order)} if len(deck_order) > 1 else {}),
    }


def _format_translation(lang: str, overlay: Mapping[str, Any]) -> str:
    """A translation with all its titles and entries."""
    names = {heading: name for name, heading in HEADINGS.items()}
    titles: dict[str, Any] = {}
    for path, title in overlay.get("titles", {}).items():
        heading, _, key = path.partition("/")
        if key:
            titles.setdefault(names[heading], {})[key] = title
        else:
            titles[names[heading]] = title
    parts = {name: value for name, value in overlay.items() if name != "titles" and value}
    return write_yaml({"lang": lang, **titles, **parts})
