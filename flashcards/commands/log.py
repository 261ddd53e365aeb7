"""`ptquiz log` and `ptquiz optimize`: your reviews out and in, and FSRS fitted to them."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

from flashcards.anki.optimizer import optimize_parameters
from flashcards.commands.context import change_settings
from flashcards.commands.learner import make_schedule, open_log
from flashcards.errors import UsageError
from flashcards.fileio import STDOUT, check_output, open_plain, write_whole
from flashcards.reviews.review import Review, format_lines, read_rows
from flashcards.terminal.output import print_json, print_line, print_text
from flashcards.text.plain_text import format_count

MAX_BYTES = 1_000_000_000
"""Of JSON lines, which may be three million answers."""


def export_log(file: Path, force: bool) -> None:
    """Write every review, and what was decided about cards, as one JSON object a line."""
    with open_log() as log:
        if file == STDOUT:
            print_text("".join(format_lines(log.rows())))
            return
        check_output(file, force)
        write_whole(file, map(str.encode, format_lines(log.rows())))
        print_line(f"{format_count(log.size(), 'review')} in {file}")


def import_log(file: Path) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    opened = nullcontext(sys.stdin.buffer) if file == STDOUT else open_plain(file, MAX_BYTES)
    with opened as stream:
        rows = read_rows(stream, str(file))
    with open_log() as log:
        added = log.add(rows)
    known = sum(isinstance(row, Review) for row in rows) - added
    were = "was" if known == 1 else "were"
    print_line(f"{format_count(added, 'review')} added, {known} {were} here already")


def run_optimize(apply: bool, reset: bool, as_json: bool) -> None:
    """Fit the FSRS parameters to the learner's answers, and use or remove them if asked."""
    if apply and reset:
        raise UsageError("--apply and --reset are opposites.", "--reset")
    if reset:
        change_settings(parameters=None)
        print_line("The usual parameters are in use again.")
        return
    with open_log() as log:
        fit = optimize_parameters(log.reviews(), make_schedule())
    applied = apply and fit.is_better
    if applied:
        change_settings(parameters=fit.parameters)
    if as_json:
        print_json({**fit._asdict(), "better": fit.is_better, "applied": applied})
        return
    judged = f"The newest {fit.judged} were kept back to judge by."
    print_line(f"{fit.answers} answers tested your memory. {judged}")
    loss = f"{fit.loss_now:.4f} now, {fit.loss_then:.4f} with parameters of your own"
    print_line(f"Error of the predictions (log loss): {loss}.")
    if not fit.is_better:
        print_line("They predict no better: what you have stays.")
    elif applied:
        print_line("They are in use. 'ptquiz optimize --reset' takes them back.")
    else:
        print_line("'ptquiz optimize --apply' uses them.")
