"""`ptquiz stats`: how well you remember, as pictures or for programs."""

from __future__ import annotations

from typing import Any

from flashcards.commands.progress_report import OPTIONS, print_report
from flashcards.commands.speaker import Speaker
from flashcards.progress.stats import compute_stats
from flashcards.terminal.progress_view import print_statistics

__all__ = ["OPTIONS", "run"]


def run(speaker: Speaker, **options: Any) -> None:
    """How well you remember: retention, forecast, calendar, weak spots."""
    print_report(speaker, compute_stats, print_statistics, lambda _: "", **options)
