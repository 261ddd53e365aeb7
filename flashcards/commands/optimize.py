"""`ptquiz optimize`: FSRS parameters of your own, fitted to your answers."""

from __future__ import annotations

from flashcards.anki.optimizer import optimize_parameters
from flashcards.commands.environment import change_settings
from flashcards.commands.learner import make_schedule, open_log_for_reading
from flashcards.errors import UsageError
from flashcards.terminal.output import print_json, print_line


def run_optimize(apply: bool, reset: bool, as_json: bool) -> None:
    """Fit the FSRS parameters to the learner's answers, and use or remove them if asked."""
    if apply and reset:
        raise UsageError("--apply and --reset are opposites.", "--reset")
    if reset:
        change_settings(parameters=None)
        print_line("The usual parameters are in use again.")
        return
    with open_log_for_reading() as log:
        fit = optimize_parameters(log.reviews(), make_schedule())
    applied = apply and fit.is_better
    if applied:
        change_settings(parameters=fit.parameters)
    if as_json:
        print_json({**fit.for_json(), "applied": applied})
        return
    print_line(
        f"{fit.answers} answers tested your memory. The newest {fit.judged} were kept back to "
        f"judge by; {fit.remembered:.0%} of them were right."
    )
    print_line(
        f"Error of the predictions (log loss): {fit.loss_now:.4f} now, {fit.loss_then:.4f} with "
        "parameters of your own."
    )
    for when, days in (("now", fit.intervals_now), ("then", fit.intervals_then)):
        listed = ", ".join(map(str, days))
        print_line(f"A card that is always right comes back after, {when}: {listed} days")
    if not fit.is_better:
        print_line("They predict no better: what you have stays.")
    elif applied:
        print_line("They are in use. 'ptquiz optimize --reset' takes them back.")
    else:
        print_line("'ptquiz optimize --apply' uses them.")
