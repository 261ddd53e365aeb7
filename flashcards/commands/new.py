"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import DECK_LANG, FORCE_FOLDER, MAP, print_report
from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line, one_line
from flashcards.commands.speaker import Speaker, quote_word
from flashcards.errors import FlashcardsError, UsageError
from flashcards.importing.import_material import import_material
from flashcards.source.new_course import write_new_course
from flashcards.words.message import Message

OPTIONS = (
    Option("name", help="help-new-name", required=True, metavar="metavar-name", check=check_line),
    one_line("title", "--title", "help-new-title", "metavar-title"),
    one_line("author", "--author", "help-new-author", "metavar-author"),
    DECK_LANG,
    Option("sources", ("--from",), value=Path, many=True, hidden=True),
    MAP._replace(hidden=True),
    FORCE_FOLDER,
)


def run(
    speaker: Speaker,
    name: str,
    author: str | None,
    language: str,
    sources: tuple[Path, ...],
    mapping: str | None,
    **about: Any,
) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    folder = Path(name)
    about |= {"author": author or find_author(), "lang": language}
    if mapping and not sources:
        raise UsageError(Message("map-without-table"), "--map")
    if sources:
        _make_from(speaker, folder, sources, mapping=mapping or "", **about)
        return
    write_new_course(folder, **about)
    place, package = quote_word(name), quote_word(f"{folder.resolve().name}.apkg")
    speaker.print(Message("course-made", name=name))
    speaker.print(Message("course-edit", path=(folder / "decks" / "first.yaml").as_posix()))
    speaker.print(Message("course-check", command=f"ptquiz check {place}"))
    speaker.print(Message("course-study", command=f"ptquiz --course {place}"))
    speaker.print(Message("course-build", command=f"ptquiz build {place} -o {package}"))


def _make_from(speaker: Speaker, folder: Path, sources: tuple[Path, ...], **about: Any) -> None:
    """Make a course of existing material. Raises FlashcardsError if nothing of it can be used."""
    if Path(folder, "decks", "course.yaml").exists():
        raise FlashcardsError(Message("course-exists", folder=folder))
    report = import_material(sources, folder, **about)
    print_report(speaker, report)
    report.require_items()
