"""The way in: files to new decks of a course that checks, with a report on every item."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Any, get_args

from flashcards.course.load import DECKS, MEDIA, QUIZZES, check_values, load_course
from flashcards.course.model import SOURCE_LANGUAGE, Choose, Course, Entry, name_asking_field
from flashcards.course.new_course import POINTER, make_course_files, make_title, require_empty
from flashcards.course.texts import collect_texts
from flashcards.course.yaml_file import MAX_FILE_BYTES, format_yaml
from flashcards.errors import FlashcardsError
from flashcards.fileio import COURSE_FILE, write_outputs
from flashcards.importing.anki_package import load_anki_package
from flashcards.importing.items import Item, KeyMaker, LeftOut, Material, Status
from flashcards.importing.markdown_text import clean_text, find_shown_dollars
from flashcards.importing.moodle import load_moodle
from flashcards.importing.pictures import CoursePictures
from flashcards.importing.table import load_table_items, parse_mapping
from flashcards.text.plain_text import normalize_text
from flashcards.text.tables import TABLE_SUFFIXES
from flashcards.words import Words

SUFFIXES = (*TABLE_SUFFIXES, ".apkg", ".colpkg", ".xml")
STATUSES: tuple[Status, ...] = get_args(Status)
_NO_ANSWERS = {"concept", "aspect", "question", "ask", "wrong", "why"}
"""Fields and parts of rows that hold neither the question nor its answer."""
_COMMON = ("why", "stage", "difficulty", "tags")
"""Fields of every kind of entry, which stand last in a deck file."""
_QUIZ_QUESTIONS = 10


@dataclass
class ImportReport:
    """Everything that an import did, or would do."""

    folder: Path
    items: list[Item] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    """What was guessed, and what concerns a whole file."""
    written: list[Path] = field(default_factory=list)

    def count(self) -> dict[str, int]:
        """Return how many items of each status there are; those that there are."""
        statuses = [item.status for item in self.items]
        return {status: statuses.count(status) for status in STATUSES if status in statuses}

    def for_json(self) -> dict[str, Any]:
        """Return plain values for programs."""
        shown = ("file", "place", "status", "key", "notes")
        return {
            "folder": str(self.folder),
            "counts": self.count(),
            "notices": self.notices,
            "items": [{name: getattr(item, name) for name in shown} for item in self.items],
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
    course = None
    if (folder / DECKS / COURSE_FILE).exists():
        course = load_course(folder)
        lang = course.source
    else:
        require_empty(folder, force)
    decks = _NewDecks(folder, course, lang)
    report = ImportReport(folder)
    with ExitStack() as opened:
        for path in files:
            material = _load_material(path, pairs, lang, opened)
            report.notices += [f"{path.name}: {notice}" for notice in material.notices]
            for item in material.items:
                item.file = path.name
                try:
                    if item.status == "new":
                        decks.add(item, material)
                except LeftOut as reason:
                    item.status, item.notes, item.key = "left out", [str(reason)], ""
            report.items += material.items
    texts = decks.make_files()
    shown = "".join(texts.values())
    if texts and course is None:
        texts |= _make_course_files(folder, title, author, decks, lang)
    contents = {path: text.encode() for path, text in texts.items()}
    for name, data in decks.pictures.files.items():
        if f"({name})" in shown:  # not those of items that are left out
            contents[folder / DECKS / MEDIA / name] = data
    if not dry_run:
        report.written = [path for path in contents if not path.exists()]
        write_outputs({path: contents[path] for path in report.written}, force=False)
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
        case suffix if suffix in TABLE_SUFFIXES:
            material = load_table_items(path, pairs, lang)
        case _:
            known = ", ".join(SUFFIXES)
            raise FlashcardsError(
                f"{path} is no file that can be imported: its name must end with one of {known}"
            )
    if not material.items:
        raise FlashcardsError(f"{path} has nothing to import")
    return material


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
            self._known.setdefault(_split_texts(entry)[0], []).append(entry)

    def add(self, item: Item, material: Material) -> None:
        """Take in an item of a file, if the course does not have it. Raises LeftOut."""
        fields = {name: value for name, value in item.fields.items() if value not in ("", [], {})}
        fields = self.pictures.place(fields, material.load_picture, item.notes)
        entry, problems = check_values({**fields, "key": "key"})
        if entry is None:
            raise LeftOut("; ".join(dict.fromkeys(problem.message for problem in problems)))
        question, answer = _split_texts(entry)
        for known in self._known.get(question, ()):
            if _is_same(known, entry):
                item.status, item.key = "known", known.key
                item.notes = _describe_difference(_split_texts(known)[1], answer)
                return
        if any(map(find_shown_dollars, map(str, collect_texts(entry).values()))):
            item.notes.append("dollars are shown as they were typed, and are no formula")
        item.notes = list(dict.fromkeys(item.notes))
        path = item.deck or (material.path.stem,)
        if path not in self.decks:
            deck = self._deck_keys.make("", "-".join(path), "deck")
            shown = clean_text(": ".join(path)) or deck
            self.decks[path] = {"deck": deck, "title": shown, "entries": []}
        text = fields.pop(entry.kind)
        asked = text.partition("\n\n")[0] if isinstance(text, str) else question
        item.key = self._keys.make(item.key, asked, material.path.stem)
        common = {name: fields.pop(name) for name in _COMMON if name in fields}
        placed = {entry.kind: text, "key": item.key, **fields, **common}
        self.decks[path]["entries"].append(placed)

    def make_files(self) -> dict[Path, str]:
        """Return the text of each deck file. Raises FlashcardsError if one is too large to read."""
        texts = {}
        for deck in self.decks.values():
            text = POINTER + format_yaml(deck)
            if len(text.encode()) > MAX_FILE_BYTES:
                most = f"{MAX_FILE_BYTES // 1_000_000} MB"
                raise FlashcardsError(
                    f"deck '{deck['deck']}' would be larger than {most}: import it in parts"
                )
            texts[self._folder / DECKS / f"{deck['deck']}.yaml"] = text
        return texts


def _split_texts(entry: Entry) -> tuple[str, str]:
    """Return what an entry asks, in which gaps are empty, and what it expects as an answer."""
    asked, gaps, answers = list[str](), list[str](), list[str]()
    for path, text in collect_texts(entry).items():
        if path[0] == name_asking_field(entry) or path[-1] == "aspect":
            asked.append(str(text))
        elif not {*path} & _NO_ANSWERS:
            answers.append(str(text))
        if path[0] == "gaps":
            gaps.append(str(text))
    question = "\n".join(asked)
    for gap in gaps:
        question = question.replace(gap, "…")
    return normalize_text(question), "; ".join(answers)


def _describe_difference(kept: str, other: str) -> list[str]:
    """Return a note if the course has another answer than the file."""
    if normalize_text(kept) == normalize_text(other):
        return []
    kept, other = (shorten(text, 60, placeholder="…") for text in (kept, other))
    return [f"the course keeps its answer '{kept}'; the file has '{other}'"]


def _is_same(known: Entry, new: Entry) -> bool:
    """Return whether questions with the same words are the same: *Which is right?* may be many."""
    if not isinstance(known, Choose) or not isinstance(new, Choose):
        return True
    known_options = {option.text for option in known.options.values()}
    return any(option.text in known_options for option in new.options.values())


def _make_course_files(
    folder: Path, title: str | None, author: str, decks: _NewDecks, lang: str
) -> dict[Path, str]:
    """Return path to text: those of a new course, with a quiz of the new decks as an example.

    Raises UsageError if `lang` is no code of a language.
    """
    title = title or clean_text(make_title(folder))
    files = make_course_files(folder, title, author, lang)
    names = [deck["deck"] for deck in decks.decks.values()]
    entries = sum(len(deck["entries"]) for deck in decks.decks.values())
    quiz = {"quiz": "first", "title": title, "select": {"deck": names}, "pass_mark": 60}
    quiz |= {"count": min(entries, _QUIZ_QUESTIONS), "seed": "1"}
    files[folder / QUIZZES / "first.yaml"] = POINTER + format_yaml(quiz)
    if len(names) > 1:
        files[folder / DECKS / COURSE_FILE] += format_yaml({"decks": names})
    return files
