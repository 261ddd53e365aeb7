"""The way in: files to new decks of a course that checks, with a report on every item."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from flashcards.course.load import DECKS, MEDIA, QUIZZES, check_values, read_course
from flashcards.course.model import SOURCE_LANGUAGE, Choose, Course, Entry
from flashcards.course.new_course import POINTER, make_course_files, make_title, require_room
from flashcards.course.source import MAX_FILE_BYTES, write_yaml
from flashcards.course.texts import collect_texts
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.fileio import COURSE_FILE, write_outputs
from flashcards.importing.anki_package import load_anki_package
from flashcards.importing.entries import MAX_BYTES, CoursePictures, KeyMaker, make_entry
from flashcards.importing.item import Item, LeftOut, Material
from flashcards.importing.markdown_text import clean_text
from flashcards.importing.moodle import load_moodle
from flashcards.importing.table import load_table_items, parse_mapping
from flashcards.text.plain_text import normalize_text
from flashcards.text.tables import TABLE_SUFFIXES
from flashcards.words import Words

SUFFIXES = (*TABLE_SUFFIXES, ".apkg", ".colpkg", ".xml")
Status = Literal["new", "known", "left out"]
STATUSES: tuple[Status, ...] = ("new", "known", "left out")
"""known: the course asks it already, and what it says stands."""
_EMPTY = "the course has no deck"
"""How the one problem begins that a course may have before something is imported."""
_ANSWERS = ("answer", "meaning", "gaps", "steps", "rows", "points", "right")
"""Fields that hold what is answered."""
_BESIDE = {"aspect", "question", "why", "wrong", "ask"}
"""Parts of a row that are no cells."""
_MAX_SHOWN = 60
_QUIZ_QUESTIONS = 10


@dataclass(frozen=True)
class ImportOutcome:
    """What became of one item."""

    file: str
    place: str
    status: Status
    key: str = ""
    notes: tuple[str, ...] = ()


@dataclass
class ImportReport:
    """Everything that an import did, or would do."""

    folder: Path
    outcomes: list[ImportOutcome] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    """What was guessed, and what concerns a whole file."""
    written: list[Path] = field(default_factory=list)

    def count(self) -> dict[str, int]:
        """Return how many items of each status there are; those that there are."""
        statuses = [outcome.status for outcome in self.outcomes]
        return {status: statuses.count(status) for status in STATUSES if status in statuses}

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        return {
            "folder": str(self.folder),
            "counts": self.count(),
            "notices": self.notices,
            "items": [asdict(outcome) for outcome in self.outcomes],
            "written": [path.as_posix() for path in self.written],
        }


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
    pairs = parse_mapping(mapping)
    course = _load_course(folder, force)
    lang = course.source if course else lang
    decks = _NewDecks(folder, course, lang)
    report = ImportReport(folder)
    with ExitStack() as opened:
        for path in files:
            material = _load_material(path, pairs, lang, opened)
            report.notices += [f"{path.name}: {notice}" for notice in material.notices]
            report.outcomes += decks.add(material)
    texts = decks.make_files()
    if texts and course is None:
        texts |= _make_course_files(folder, title, author, decks, lang)
    media = {folder / DECKS / MEDIA / name: data for name, data in decks.pictures.files.items()}
    if not dry_run:
        report.written = _write({**media, **{path: text.encode() for path, text in texts.items()}})
    return report


def _load_material(
    path: Path, pairs: Sequence[tuple[str, str]], lang: str, opened: ExitStack
) -> Material:
    """Return what a file holds. Raises FlashcardsError if it is nothing that is known."""
    match path.suffix.lower():
        case ".apkg" | ".colpkg":
            material = load_anki_package(path, opened)
        case ".xml":
            material = load_moodle(path)
        case suffix if suffix in TABLE_SUFFIXES or suffix in (".xls", ".xlsb", ".numbers"):
            material = load_table_items(path, pairs, lang)
        case _:
            known = ", ".join(SUFFIXES)
            raise FlashcardsError(
                f"{path} is no file that can be imported: its name must end with one of {known}"
            )
    if not material.items:
        raise FlashcardsError(f"{path} has nothing to import")
    return material


def _load_course(folder: Path, force: bool) -> Course | None:
    """Return the course in a folder; None if there is nothing or, by `force`, no course.

    Raises FlashcardsError for anything else, ProblemsFound for a course with mistakes in its
    decks. A quiz or a translation may name what is yet to come in: the command check tells.
    """
    if not (folder / DECKS / COURSE_FILE).exists():
        require_room(folder, force)
        return None
    reading = read_course(folder)
    beside = {s.file for s in reading.sources if s.role in ("quizzes", "translations")}
    problems = [problem for problem in reading.problems if problem.at.file not in beside]
    if reading.course is None or any(not str(p.message).startswith(_EMPTY) for p in problems):
        raise ProblemsFound(reading.problems)
    return reading.course


class _NewDecks:
    """The decks that an import adds to a course."""

    def __init__(self, folder: Path, course: Course | None, lang: str) -> None:
        entries = [entry for deck in course.decks for entry in deck.entries] if course else []
        names = [deck.deck for deck in course.decks] if course else []
        taken = [path.stem.lower() for path in (folder / DECKS).glob("*.y*ml")]
        self.pictures = CoursePictures(folder / DECKS / MEDIA, Words(lang))
        self.decks: dict[tuple[str, ...], dict[str, Any]] = {}
        """Names of the source, from the outermost deck inwards, to the deck here."""
        self._folder = folder
        self._keys = KeyMaker([entry.key for entry in entries])
        self._deck_keys = KeyMaker([*taken, *names, "course", "resources"])
        self._known: dict[str, list[Entry]] = {}
        for entry in entries:
            self._known.setdefault(_get_question(entry), []).append(entry)

    def add(self, material: Material) -> Iterator[ImportOutcome]:
        """Take in everything that one file holds; yield what became of it."""
        name = material.path.name
        for item in material.items:
            if isinstance(item, tuple):
                yield ImportOutcome(name, item[0], "left out", "", item[1:])
                continue
            try:
                yield self._add_item(item, material)
            except LeftOut as reason:
                yield ImportOutcome(name, item.place, "left out", "", (str(reason),))

    def _add_item(self, item: Item, material: Material) -> ImportOutcome:
        """Raises LeftOut."""
        name, title, files = material.path.name, material.path.stem, dict[str, bytes]()
        fields, notes = make_entry(item)
        fields = self.pictures.place(fields, material.load_picture, files, notes)
        entry, problems = check_values({**fields, "key": "key"})
        if entry is None:
            raise LeftOut("; ".join(dict.fromkeys(problem.message for problem in problems)))
        alike = self._known.get(_get_question(entry), ())
        known = next((other for other in alike if _shares_options(other, entry)), None)
        if known:
            difference = _compare_answers(known, entry)
            return ImportOutcome(name, item.place, "known", known.key, difference)
        self.pictures.files |= files
        if sum(map(len, self.pictures.files.values())) > MAX_BYTES:
            most = f"{MAX_BYTES // 1_000_000} MB"
            raise FlashcardsError(f"{name} has pictures of more than {most}: import it in parts")
        key = self._keys.make(item.key, item.question or _get_question(entry), title)
        path = item.deck or (title,)
        if path not in self.decks:
            deck = self._deck_keys.make("", "-".join(path), "deck")
            shown = clean_text(": ".join(path)) or deck
            self.decks[path] = {"deck": deck, "title": shown, "entries": []}
        placed = {entry.kind: fields.pop(entry.kind), "key": key, **fields}
        self.decks[path]["entries"].append(placed)
        return ImportOutcome(name, item.place, "new", key, tuple(dict.fromkeys(notes)))

    def make_files(self) -> dict[Path, str]:
        """Return the text of each deck file. Raises FlashcardsError if one is too large to read."""
        texts = {}
        for deck in self.decks.values():
            text = POINTER + write_yaml(deck)
            if len(text.encode()) > MAX_FILE_BYTES:
                most = f"{MAX_FILE_BYTES // 1_000_000} MB"
                raise FlashcardsError(
                    f"deck '{deck['deck']}' would be larger than {most}: import it in parts"
                )
            texts[self._folder / DECKS / f"{deck['deck']}.yaml"] = text
        return texts


def _get_question(entry: Entry) -> str:
    """Return what an entry asks, without differences of case and space; its gaps are empty."""
    texts = collect_texts(entry)
    asked = [
        str(text)
        for path, text in texts.items()
        if path[0] == entry.kind or (path[0] == "rows" and path[-1] == "aspect")
    ]
    question = "\n".join(asked)
    for path, text in texts.items():
        if path[0] == "gaps":
            question = question.replace(str(text), "…")
    return normalize_text(question)


def _get_answer(entry: Entry) -> str:
    """Return what an entry expects as an answer, in one line."""
    if isinstance(entry, Choose):
        return "; ".join(option.text for option in entry.right.values())
    texts = collect_texts(entry).items()
    answers = [text for path, text in texts if path[0] in _ANSWERS and not {*path} & _BESIDE]
    return "; ".join(map(str, answers))


def _shares_options(known: Entry, new: Entry) -> bool:
    """Return whether questions with the same words are the same: *Which is right?* may be many."""
    if not isinstance(known, Choose) or not isinstance(new, Choose):
        return True
    texts = [{option.text for option in entry.options.values()} for entry in (known, new)]
    return bool(texts[0] & texts[1])


def _compare_answers(known: Entry, new: Entry) -> tuple[str, ...]:
    """Return a note with both answers if they differ."""
    ours, theirs = (" ".join(_get_answer(entry).split()) for entry in (known, new))
    if normalize_text(ours) == normalize_text(theirs):
        return ()
    ours, theirs = (
        text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…" for text in (ours, theirs)
    )
    return (f"the answer in the course stays: '{ours}'; the file says '{theirs}'",)


def _make_course_files(
    folder: Path, title: str | None, author: str, decks: _NewDecks, lang: str
) -> dict[Path, str]:
    """Return path to text: those of a new course, with a quiz of the new decks as an example.

    Raises UsageError if `lang` is no code of a language.
    """
    title = title or clean_text(make_title(folder))
    files = make_course_files(folder, title, author, lang)
    del files[folder / DECKS / "first.yaml"]
    names = [deck["deck"] for deck in decks.decks.values()]
    entries = sum(len(deck["entries"]) for deck in decks.decks.values())
    quiz = {"quiz": "first", "title": title, "select": {"deck": names}, "pass_mark": 60}
    quiz |= {"count": min(entries, _QUIZ_QUESTIONS), "seed": "1"}
    files[folder / QUIZZES / "first.yaml"] = POINTER + write_yaml(quiz)
    if len(names) > 1:
        files[folder / DECKS / COURSE_FILE] += write_yaml({"decks": names})
    return files


def _write(files: dict[Path, bytes]) -> list[Path]:
    """Write the files and return those that were written: a schema that is there stays.

    Raises FlashcardsError if another of them is there.
    """
    beside = ("schema.json", "first.yaml")
    new = [path for path in files if path.name not in beside or not os.path.lexists(path)]
    write_outputs({path: files[path] for path in new}, force=False)
    return new
