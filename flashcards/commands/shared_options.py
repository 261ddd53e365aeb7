"""Options that mean the same in every command: the folder, and which cards."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.environment import find_course_folder
from flashcards.commands.options import Option, switch
from flashcards.errors import UsageError
from flashcards.model import DIFFICULTIES, KINDS, Course, Selection
from flashcards.terminal.output import make_line
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.commands.speaker import Speaker


class OptionLeftOut(UsageError):
    """An option is missing that a command cannot do without."""


def check_line(text: str) -> Message | None:
    """A complaint about a text that a deck file could not hold in one line."""
    sound = text.strip() and make_line(text) == text
    return None if sound else Message("line-not-plain")


def check_file(path: Path) -> Message | None:
    """A complaint about standard output in the place of a file that is not only text."""
    return Message("output-needs-file") if path == Path("-") else None


_ENDINGS = {
    ".apkg": "made-anki-package",
    ".colpkg": "made-anki-backup",
    ".xml": "made-moodle-xml",
    ".zip": "made-zip",
    ".html": "made-web-page",
    ".htm": "made-web-page",
    ".csv": "made-table",
    ".json": "made-json",
    ".pdf": "made-pdf",
    ".docx": "made-document",
    ".odt": "made-document",
    ".xlsx": "made-spreadsheet",
    ".ods": "made-spreadsheet",
}
"""What the names of files promise."""


def check_ending(output: Path | None, made: str, *endings: str) -> None:
    """Raise UsageError if the name of a file promises something else than is `made`."""
    if output is None or output.is_dir():
        return
    ending = output.suffix.lower()
    if ending in _ENDINGS and ending not in endings:
        name = output.with_suffix(endings[0]).name
        other = Message(_ENDINGS[ending])
        wrong = Message("output-ending-wrong", made=Message(made), other=other, name=name)
        raise UsageError(wrong, "--output")


def check_date(text: str) -> Message | None:
    """A complaint about a text that is not a date."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return Message("date-wrong", text=text)
    return None


def _check_stage(number: int) -> Message | None:
    return None if 1 <= number <= 9 else Message("stage-wrong", stage=number)


def list_quizzes(course: Course) -> Iterable[str]:
    return course.quizzes


def list_languages(course: Course) -> Iterable[str]:
    return course.info.languages


def list_keys(course: Course) -> Iterable[str]:
    return (entry.key for deck in course.decks for entry in deck.entries)


def one_line(name: str, flag: str, help: str, metavar: str) -> Option:
    """An option whose value must fit into one line of a deck file."""
    return Option(name, (flag,), help, metavar=metavar, check=check_line)


def entry_keys(name: str, help: str, *others: str) -> Option:
    """An option of this name for the keys of entries; a shell offers the other words too."""
    return Option(
        name,
        (f"--{name}",),
        help,
        many=True,
        metavar="metavar-entry",
        complete=lambda course: (*others, *list_keys(course)),
    )


def give_folder(speaker: Speaker, given: dict[str, Any]) -> None:
    """Give the folder as the argument that it also is. Raises UsageError if that is another."""
    course = given.pop("course_folder")
    if given.setdefault("folder", course) != course:
        both = {"folder": given["folder"], "other": course}
        raise UsageError(Message("course-twice", **both), "--course")


COURSE = Option(
    "course",
    ("--course",),
    "help-course",
    value=Path,
    metavar="metavar-folder",
    find=find_course_folder,
)
FOLDER = (
    COURSE._replace(name="folder", flags=(), help="help-folder"),
    COURSE._replace(name="course_folder", help="help-folder-named", find=None, rewrite=give_folder),
)
"""The folder of a course, with or without `--course` before it."""
STAGE = Option(
    "stage",
    ("--stage",),
    "help-stage",
    value=int,
    many=True,
    check=_check_stage,
    complete=lambda course: {str(e.stage or 1) for deck in course.decks for e in deck.entries},
)
KIND = Option("kind", ("--kind",), "help-kind", many=True, metavar="metavar-kind", choices=KINDS)
TAG = Option(
    "tag",
    ("--tag",),
    "help-tag",
    many=True,
    metavar="metavar-tag",
    complete=lambda course: {t for deck in course.decks for e in deck.entries for t in e.tags},
)
DECK = Option(
    "deck",
    ("--deck",),
    "help-deck",
    many=True,
    metavar="metavar-deck",
    complete=lambda course: (deck.deck for deck in course.decks),
)
KEY = entry_keys("key", "help-key")._replace(metavar="metavar-key")
DIFFICULTY = Option(
    "difficulty",
    ("--difficulty",),
    "help-difficulty",
    many=True,
    metavar="metavar-difficulty",
    choices=DIFFICULTIES,
)
EXCLUDE = KEY._replace(name="exclude", flags=("--exclude",), help="help-exclude")
FILTERS = (STAGE, KIND, TAG, DECK, KEY, DIFFICULTY, EXCLUDE)
"""The fields of a `Selection`."""


def take_selection(values: dict[str, Any]) -> Selection:
    """Which cards a line chooses, taken out of its values."""
    return Selection(**{option.name: values.pop(option.name) for option in FILTERS})


QUIZ = Option("quiz", ("--quiz",), "help-quiz", metavar="metavar-quiz", complete=list_quizzes)
LANG = Option("lang", ("--lang",), "help-lang", metavar="metavar-lang", complete=list_languages)
FILES = Option("files", value=Path, many=True, required=True, metavar="metavar-file")
COUNT = Option("count", ("--count", "-n"), "help-count", value=int, minimum=1)
NOTES = COUNT._replace(help="help-notes")
SEED = Option("seed", ("--seed",), "help-seed", check=check_line)
JSON = switch("as_json", "--json", "help-json")
PLAIN = switch("plain", "--plain", "help-plain")
VERBOSE = switch("verbose", "--verbose", "help-verbose")
FORCE = switch("force", "--force", "help-force")
FORCE_FOLDER = FORCE._replace(help="help-import-force")
"""Makes a course in a folder with other files."""
DECK_LANG = Option(
    "language", ("--lang",), "help-import-lang", default="en", metavar="metavar-lang"
)
"""The language that a new course is written in."""
