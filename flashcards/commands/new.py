"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from flashcards.problems import FlashcardsError


def new(
    name: Annotated[str, typer.Argument(help="The folder to make.")],
    title: Annotated[str | None, typer.Option("--title", help="The title of the course.")] = None,
    author: Annotated[str | None, typer.Option("--author", help="Who writes it.")] = None,
) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    import json

    from flashcards.source.schema import schema
    from flashcards.source.starting import starter_files

    folder = Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FlashcardsError(f"{name} is there already; choose another name or empty it")
    called = title or folder.name.replace("-", " ").replace("_", " ").strip().capitalize()
    writer = author or os.environ.get("USER") or os.environ.get("USERNAME") or "the author"
    files = starter_files(secrets.token_hex(8), called or "My course", writer)
    files["schema.json"] = json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    print(f"made {name}. Next:")
    print(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print(f"  check  ptquiz check {name}")
    print(f"  study  ptquiz --course {name}")
    print(f"  build  ptquiz build {name} -o {folder.name}.apkg")
