"""`ptquiz checklist`: the concepts of each stage, ticked by what you remember."""

from __future__ import annotations

from typing import Any

from flashcards.commands.progress_report import OPTIONS, print_report
from flashcards.commands.speaker import Speaker
from flashcards.progress.checklist import make_checklist
from flashcards.terminal.progress_view import mark_checklist, print_checklist

__all__ = ["OPTIONS", "run"]


def run(speaker: Speaker, **options: Any) -> None:
    """The concepts of each stage, ticked by what you remember."""
    print_report(speaker, make_checklist, print_checklist, mark_checklist, **options)
