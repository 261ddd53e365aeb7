"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.commands.environment import find_author
from flashcards.commands.options import Option
from flashcards.commands.shared_options import DECK_LANG, FORCE_FOLDER, check_line, one_line
from flashcards.commands.speaker import Speaker, quote_word
from flashcards.source.new_course import write_new_course
from flashcards.words.message import Message

OPTIONS = (
    Option("name", help="help-new-name", required=True, metavar="metavar-name", check=check_line),
    one_line("title", "--title", "help-new-title", "metavar-title"),
    one_line("author", "--author", "help-new-author", "metavar-author"),
    DECK_LANG,
    FORCE_FOLDER,
)


def run(
    speaker: Speaker,
    name: str,
    author: str | None,
    language: str,
    **about: Any,
) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    folder = Path(name)
    write_new_course(folder, author=author or find_author(), lang=language, **about)
    place, package = quote_word(name), quote_word(f"{folder.resolve().name}.apkg")
    speaker.print(Message("course-made", name=name))
    speaker.print(Message("course-edit", path=(folder / "decks" / "first.yaml").as_posix()))
    speaker.print(Message("course-check", command=f"ptquiz check {place}"))
    speaker.print(Message("course-study", command=f"ptquiz --course {place}"))
    speaker.print(Message("course-build", command=f"ptquiz build {place} -o {package}"))
