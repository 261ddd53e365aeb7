"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.environment import find_author, quote_word
from flashcards.course.new_course import write_new_course
from flashcards.terminal.output import print_line


def run_new(name: str, title: str | None, author: str | None, lang: str, force: bool) -> None:
    """Make a course folder, and say what to do next."""
    folder = Path(name)
    write_new_course(folder, title=title, author=author or find_author(), lang=lang, force=force)
    place, package = quote_word(name), quote_word(f"{folder.resolve().name}.apkg")
    print_line(f"made {name}. Next:")
    print_line(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print_line(f"  check  ptquiz check {place}")
    print_line(f"  study  ptquiz --course {place}")
    print_line(f"  build  ptquiz build {place} -o {package}")
