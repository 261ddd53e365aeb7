"""`ptquiz path`: the stages, weeks and resources, and where you stand."""

from __future__ import annotations

from typing import Any

from flashcards.commands.progress_report import OPTIONS, print_report
from flashcards.commands.speaker import Speaker
from flashcards.progress.path import make_path
from flashcards.terminal.progress_view import mark_path, print_path

__all__ = ["OPTIONS", "run"]


def run(speaker: Speaker, **options: Any) -> None:
    """The stages, weeks and resources, and where you stand."""
    print_report(speaker, make_path, print_path, mark_path, **options)
