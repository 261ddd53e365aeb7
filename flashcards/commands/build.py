"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

import sys
from dataclasses import replace

from rich.console import Console
from rich.progress import Progress

from flashcards.anki.build import BuildRequest, build_package
from flashcards.commands.context import Context
from flashcards.commands.environment import check_suffix, read_build_clock, refuse_stdout
from flashcards.questions.names import find_quiz
from flashcards.terminal.output import print_line
from flashcards.text.plain_text import format_count


def run_build(context: Context, request: BuildRequest, force: bool) -> None:
    """Write an Anki package, and say what is in it."""
    refuse_stdout(request.output, "--output")
    check_suffix(request.output, "an Anki package", ".apkg", ".zip")
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Rendering")
        quiz = find_quiz(context.course, request.quiz) if request.quiz else None
        request = replace(request, lang=context.choose_language(quiz, local=False))
        result = build_package(
            context.course,
            request,
            now=read_build_clock(),
            force=force,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    notes, cards = format_count(result.notes, "note"), format_count(result.cards, "card")
    print_line(f"Wrote {result.target}: {notes}, {cards} of {result.course}.")
    if result.other_languages and not context.lang:
        others = ", ".join(f"--lang {lang}" for lang in result.other_languages)
        print_line(f"It is in '{result.lang}'; the course is there in others too: {others}")
    changes = f"{'Released' if request.release else 'Against the lock'}: {result.changes}."
    print_line(changes if any(result.changes) else "As released.")
    print_line("Import it in Anki with File > Import, on a phone by opening the file.")
