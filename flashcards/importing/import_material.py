"""The way in: files to new decks of a course that checks, with a report on every item."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex

from flashcards.course.files import DECKS, MEDIA, load_files
from flashcards.course.load import read_course
from flashcards.course.model import SOURCE_LANGUAGE, Course
from flashcards.course.new_course import (
    POINTER,
    is_taken,
    make_readme,
    make_schema_text,
    require_language,
)
from flashcards.course.writer import write_yaml
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.fileio import COURSE_FILE, write_outputs
from flashcards.importing.columns import parse_mapping
from flashcards.importing.markdown_text import clean_text
from flashcards.importing.new_decks import NewDecks
from flashcards.importing.pictures import CoursePictures
from flashcards.importing.report import ImportReport
from flashcards.importing.sources import load_material
from flashcards.paths import folder_label
from flashcards.words.catalog import find_words

_EMPTY = "the course has no deck"
"""How the one problem begins that a course may have before something is imported."""


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
    """Add what the files hold as new decks to the course in a folder, made if it is not there.

    Questions that the course has already are left out and reported; no file of the course is
    changed. `mapping` says what the columns of tables are: `question=Front,answer=2`. A new course
    is written in `lang`. A dry run only reports. A new course may be made among other files by
    `force`, which stay as they are. Raises FlashcardsError, and then nothing was written.
    """
    pairs = parse_mapping(mapping) if mapping else []
    course = _load_course(folder, force)
    report = ImportReport(folder)
    with ExitStack() as opened:
        materials = [load_material(path, pairs, opened) for path in files]
        words = find_words(course.source if course else lang)
        pictures = CoursePictures(folder / DECKS / MEDIA, words)
        entries = [entry for deck in course.decks for entry in deck.entries] if course else []
        decks = NewDecks(entries, _list_deck_names(folder, course), pictures)
        for material in materials:
            decks.add(material, report)
    new = [*decks.decks.values()]
    texts = {folder / DECKS / f"{deck.deck}.yaml": deck.make_text() for deck in new}
    if texts and course is None:
        order = [deck.deck for deck in new]
        texts |= _make_course_files(folder, title or _make_title(folder), author, order, lang)
    if not dry_run:
        media = {folder / DECKS / MEDIA / name: data for name, data in pictures.files.items()}
        report.written = _write(media | {path: text.encode() for path, text in texts.items()})
    return report


def _load_course(folder: Path, force: bool) -> Course | None:
    """The course in a folder; None if there is nothing or, by `force`, no course.

    Raises FlashcardsError for anything else, ProblemsFound for a course with mistakes in its
    decks. A quiz or a translation may name what is yet to come in: the command check tells.
    """
    if not (folder / DECKS / COURSE_FILE).exists():
        if is_taken(folder, force):
            raise FlashcardsError(
                f"{folder} is there already and is no course; name another folder, "
                "or write into it with --force"
            )
        return None
    files = load_files(folder, folder_label(folder), needs_deck=False)
    reading = read_course(files)
    beside = {each.file for each in (*files.quizzes, *files.overlays)}
    problems = [problem for problem in reading.problems if problem.at.file not in beside]
    if reading.course is None or any(not str(each.message).startswith(_EMPTY) for each in problems):
        raise ProblemsFound(reading.problems)
    return reading.course


def _list_deck_names(folder: Path, course: Course | None) -> list[str]:
    """Names that a new deck and its file must not have, on any file system."""
    files = [path.stem.lower() for path in (folder / DECKS).glob("*.y*ml")]
    decks = [deck.deck for deck in course.decks] if course else []
    return [*files, *decks, "course", "resources"]


def _make_title(folder: Path) -> str:
    name = clean_text(folder.resolve().name.replace("-", " ").replace("_", " "))
    return name.capitalize() or "My course"


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


def _write(files: dict[Path, bytes]) -> list[Path]:
    """Write the files and return those that were written: a README that is there stays.

    Raises FlashcardsError if another of them is there.
    """
    beside = ("README.md", "schema.json")
    new = [path for path in files if path.name not in beside or not os.path.lexists(path)]
    write_outputs({path: files[path] for path in new}, force=False)
    return new
