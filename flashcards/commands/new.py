"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from flashcards.commands.options import one_line
from flashcards.errors import FlashcardsError

Name = Annotated[str, typer.Argument(callback=one_line, help="The folder to make.")]
Title = Annotated[
    str | None, typer.Option("--title", callback=one_line, help="The title of the course.")
]
Author = Annotated[str | None, typer.Option("--author", callback=one_line, help="Who writes it.")]


def new(name: Name, title: Title = None, author: Author = None) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    import json

    from flashcards.source.new_course import starter_files
    from flashcards.source.schema import schema

    folder = Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FlashcardsError(f"{name} is there already; choose another name or empty it")
    short = folder.resolve().name
    called = title or short.replace("-", " ").replace("_", " ").strip().capitalize()
    writer = author or os.environ.get("USER") or os.environ.get("USERNAME") or "the author"
    files = starter_files(secrets.token_hex(8), called or "My course", writer)
    files["schema.json"] = json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    print(f"made {name}. Next:")
    print(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print(f"  check  ptquiz check {_word(name)}")
    print(f"  study  ptquiz --course {_word(name)}")
    print(f"  build  ptquiz build {_word(name)} -o {_word(f'{short}.apkg')}")


def _word(text: str) -> str:
    """As one word of a command line, in every shell."""
    return f'"{text}"' if set(text) & set(" #&'();") else text
