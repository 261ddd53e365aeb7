"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

import os
from pathlib import Path

from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line
from flashcards.terminal.output import print_line

OPTIONS = (
    Option("name", required=True, help="The folder to make.", check=check_line),
    Option("title", ("--title",), "The title of the course.", check=check_line),
    Option("author", ("--author",), "Who writes it.", check=check_line),
)


def run(name: str, title: str | None, author: str | None) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards import write_new_course

    folder = Path(name)
    writer = author or os.environ.get("USER") or os.environ.get("USERNAME") or "the author"
    write_new_course(folder, title=title, author=writer)
    short = folder.resolve().name
    print_line(f"made {name}. Next:")
    print_line(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print_line(f"  check  ptquiz check {_word(name)}")
    print_line(f"  study  ptquiz --course {_word(name)}")
    print_line(f"  build  ptquiz build {_word(name)} -o {_word(f'{short}.apkg')}")


def _word(text: str) -> str:
    """As one word of a command line, in every shell."""
    return f'"{text}"' if set(text) & set(" #&'();") else text
