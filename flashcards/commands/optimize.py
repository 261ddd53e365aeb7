"""`ptquiz optimize`: FSRS parameters of your own, fitted to your answers."""

from __future__ import annotations

from flashcards.anki.optimizer import Optimization, optimize_parameters
from flashcards.commands.environment import change_settings
from flashcards.commands.learner import make_schedule, open_log_for_reading
from flashcards.commands.options import switch
from flashcards.commands.shared_options import JSON
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError
from flashcards.terminal.output import print_json
from flashcards.words.message import Message, Names

OPTIONS = (
    switch("apply", "--apply", "help-optimize-apply"),
    switch("reset", "--reset", "help-optimize-reset"),
    JSON,
)


def run(speaker: Speaker, apply: bool, reset: bool, as_json: bool) -> None:
    """Fit the FSRS parameters to your own answers and show what they would change.

    Nothing is changed without --apply. It needs Anki's engine: pip install 'ptquiz[anki]'.
    """
    if reset:
        if apply:
            raise UsageError(Message("parameters-opposites"), "--reset")
        change_settings(parameters=None)
        speaker.print(Message("parameters-usual"))
        return
    with open_log_for_reading() as log:
        found = optimize_parameters(log.reviews(), make_schedule())
    applied = apply and found.is_better
    if applied:
        change_settings(parameters=found.parameters)
    if as_json:
        print_json({**found.for_json(), "applied": applied})
    else:
        _print_found(speaker, found, apply)


def _print_found(speaker: Speaker, found: Optimization, apply: bool) -> None:
    right = f"{found.remembered:.0%}"
    speaker.print(
        Message("parameters-answers", answers=found.answers, judged=found.judged, right=right)
    )
    now, then = f"{found.loss_now:.4f}", f"{found.loss_then:.4f}"
    speaker.print(Message("parameters-loss", now=now, then=then))
    speaker.print(Message("intervals-now", days=Names(found.intervals_now)))
    speaker.print(Message("intervals-then", days=Names(found.intervals_then)))
    if not found.is_better:
        speaker.print(Message("parameters-no-better"))
    else:
        speaker.print(Message("parameters-used" if apply else "parameters-found"))
