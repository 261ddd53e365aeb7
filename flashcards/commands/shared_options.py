"""Options that mean the same in every command: the folder, and which cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.commands.environment import find_course_folder
from flashcards.commands.options import Option
from flashcards.errors import UsageError
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards import Course


class OptionLeftOut(UsageError):
    """An option is missing that a command cannot do without."""


def check_line(text: str) -> Message | None:
    """A complaint about a text that a deck file could not hold in one line."""
    from flashcards.terminal.output import make_line

    sound = text.strip() and make_line(text) == text
    return None if sound else Message("line-not-plain")


def check_file(path: Path) -> Message | None:
    """A complaint about standard output in the place of a file that is not only text."""
    return Message("output-needs-file") if path == Path("-") else None


_ENDINGS = {
    ".apkg": "made-anki-package", ".colpkg": "made-anki-backup", ".xml": "made-moodle-xml",
    ".zip": "made-zip", ".html": "made-web-page", ".htm": "made-web-page", ".csv": "made-table",
    ".json": "made-json", ".pdf": "made-pdf", ".docx": "made-document", ".odt": "made-document",
    ".xlsx": "made-spreadsheet", ".ods": "made-spreadsheet",
}  # fmt: skip
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
    from datetime import date

    try:
        date.fromisoformat(text)
    except ValueError:
        return Message("date-wrong", text=text)
    return None


def _check_stage(number: int) -> Message | None:
    return None if 1 <= number <= 9 else Message("stage-wrong", stage=number)


def _kinds() -> Sequence[str]:
    from flashcards import KINDS

    return KINDS


def _difficulties() -> Sequence[str]:
    from flashcards import DIFFICULTIES

    return DIFFICULTIES


def list_quizzes(course: Course) -> Iterable[str]:
    return course.quizzes


def list_languages(course: Course) -> Iterable[str]:
    return course.info.languages


def list_keys(course: Course) -> Iterable[str]:
    return (entry.key for deck in course.decks for entry in deck.entries)


FOLDER = Option(
    "folder", value=Path, metavar="DIR", find=find_course_folder,
    help="A course folder; without it the one you are in, or the built-in curriculum.",
)  # fmt: skip
COURSE = Option(
    "course", ("--course",), "A course folder of your own.", value=Path, metavar="DIR",
    find=find_course_folder,
)  # fmt: skip
STAGE = Option(
    "stage", ("--stage",), "Only this stage.", value=int, many=True, check=_check_stage,
    complete=lambda course: {str(e.stage or 1) for deck in course.decks for e in deck.entries},
)  # fmt: skip
KIND = Option("kind", ("--kind",), "Only this kind of entry.", many=True, choices=_kinds)
TAG = Option(
    "tag", ("--tag",), "Only entries with this tag.", many=True,
    complete=lambda course: {t for deck in course.decks for e in deck.entries for t in e.tags},
)  # fmt: skip
DECK = Option(
    "deck", ("--deck",), "Only this deck.", many=True,
    complete=lambda course: (deck.deck for deck in course.decks),
)  # fmt: skip
KEY = Option("key", ("--key",), "Only this entry.", many=True, complete=list_keys)
DIFFICULTY = Option(
    "difficulty", ("--difficulty",), "easy, medium, hard.", many=True, choices=_difficulties
)
EXCLUDE = Option("exclude", ("--exclude",), "Not this entry.", many=True, complete=list_keys)
FILTERS = (STAGE, KIND, TAG, DECK, KEY, DIFFICULTY, EXCLUDE)
"""The fields of a `Selection`."""
QUIZ = Option(
    "quiz", ("--quiz",), "The cards of a quiz.", metavar="NAME|FILE", complete=list_quizzes
)
LANG = Option("lang", ("--lang",), "The language of the cards.", complete=list_languages)
COUNT = Option("count", ("--count", "-n"), "How many cards.", value=int, minimum=1)
NOTES = Option(
    "count", ("--count", "-n"), "How many notes, each with all its cards.", value=int, minimum=1
)
SEED = Option("seed", ("--seed",), "Any text; the same gives the same.", check=check_line)
JSON = Option("as_json", ("--json",), "For programs instead of people.", value=bool, default=False)
PLAIN = Option("plain", ("--plain",), "Line mode: nothing is redrawn.", value=bool, default=False)
FORCE = Option("force", ("--force",), "Replace whatever file is there.", value=bool, default=False)
WITH_RETIRED = Option(
    "with_retired", ("--with-retired",), "Also retired cards, for learners who have them.",
    value=bool, default=False,
)  # fmt: skip
