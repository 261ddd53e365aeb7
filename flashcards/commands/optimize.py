"""`ptquiz optimize`: FSRS parameters of your own, fitted to your answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import JSON
from flashcards.commands.speech import print_sentence
from flashcards.errors import UsageError
from flashcards.terminal.output import print_json

if TYPE_CHECKING:
    from flashcards import Optimization

OPTIONS = (
    Option("apply", ("--apply",), "Use them, if they are better.", value=bool, default=False),
    Option(
        "reset", ("--reset",), "Take them back: the usual parameters again.", value=bool,
        default=False,
    ),
    JSON,
)  # fmt: skip


def run(apply: bool, reset: bool, as_json: bool) -> None:
    """Fit the FSRS parameters to your own answers and show what they would change.

    Nothing is changed without --apply. It needs Anki's engine: pip install 'ptquiz[anki]'.
    """
    from flashcards import optimize_parameters
    from flashcards.commands.environment import make_schedule, open_log_for_reading

    if reset:
        if apply:
            raise UsageError("--apply and --reset are opposites.", "--reset")
        _keep_parameters(None)
        print_sentence("The usual parameters are in use again.")
        return
    with open_log_for_reading() as log:
        found = optimize_parameters(log.reviews(), make_schedule())
    applied = apply and found.is_better
    if applied:
        _keep_parameters(found.parameters)
    if as_json:
        print_json({**found.for_json(), "applied": applied})
    else:
        _print_found(found, apply)


def _keep_parameters(parameters: tuple[float, ...] | None) -> None:
    from dataclasses import replace

    from flashcards import write_settings
    from flashcards.commands.environment import read_learner_settings, settings_path

    write_settings(settings_path(), replace(read_learner_settings(), parameters=parameters))


def _print_found(found: Optimization, apply: bool) -> None:
    print_sentence(
        f"{found.answers} answers tested your memory. The newest {found.judged} were kept back to "
        f"judge by; {found.remembered:.0%} of them were right."
    )
    print_sentence(
        f"Error of the predictions (log loss): {found.loss_now:.4f} now, "
        f"{found.loss_then:.4f} with parameters of your own."
    )
    for word, intervals in (("now", found.intervals_now), ("then", found.intervals_then)):
        print_sentence(f"A card that is always right comes back after, {word}: {_days(intervals)}")
    if not found.is_better:
        print_sentence("They predict no better: what you have stays.")
    elif apply:
        print_sentence("They are in use. 'ptquiz optimize --reset' takes them back.")
    else:
        print_sentence("'ptquiz optimize --apply' uses them.")


def _days(intervals: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, intervals))} days"
