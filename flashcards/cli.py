"""The way into `ptquiz`, and the only place that knows exit codes.

Start-up is what a learner feels five times a day: typer, which takes longer than
asking the first question, is left to shells; a command is imported when it is called,
and a page of help when somebody asks for it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TextIO

from flashcards import __version__
from flashcards.commands.options import HELP, PROGRAM_OPTIONS, Command, parse_line
from flashcards.commands.registry import COMMANDS, find_command
from flashcards.commands.shared_options import COURSE
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError, ProblemsFound, UsageError, tell_system_error
from flashcards.terminal.output import make_line, print_line, print_lines
from flashcards.words.message import Message

DONE, PROBLEM, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130


def main() -> None:
    """The entry point: every known problem is one message and one exit code."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # letters that it cannot show are spelled out
            stream.reconfigure(errors="backslashreplace")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for some takes 18 ms
    sys.exit(run(sys.argv[1:]))


def _replace_closed_streams() -> None:
    """Standard output and error write to nowhere if they were closed before the start (`>&-`)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit code."""
    speaker = Speaker()
    try:
        if os.environ.get("_PTQUIZ_COMPLETE"):
            _serve_shell(arguments)
        _run(speaker, arguments)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as wrong:
        from flashcards.commands.help_page import show_wrong_usage

        show_wrong_usage(speaker.words, arguments, wrong)
        return WRONG_USAGE
    except ProblemsFound as found:
        return _fail(speaker, *_list_problems(found))
    except FlashcardsError as problem:
        return _fail(speaker, problem.message)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads any more
        return DONE
    except OSError as error:
        return _fail(speaker, tell_system_error(error))
    return DONE


def _run(speaker: Speaker, arguments: list[str]) -> None:
    """Run the command that a line names, or do what it asks of the program itself."""
    command, words = find_command(arguments)
    is_named = len(words) < len(arguments)
    known = command.commands if is_named else COMMANDS
    if command.commands and not words:
        _show_help(speaker, arguments, sys.stderr)
        sys.exit(WRONG_USAGE)
    options = (*command.options, HELP, *(() if is_named else PROGRAM_OPTIONS))
    values, extra = parse_line(options, words, bool(known))
    if "help" in values:
        _show_help(speaker, arguments)
    elif "version" in values:
        print_line(f"ptquiz {__version__}")
    elif "install" in values or "show" in values:
        _serve_shell(arguments)
    elif extra:
        raise UsageError(_tell_extra(command, known, words, extra))
    else:
        command.call(speaker, values)


def _serve_shell(arguments: list[str]) -> None:
    """Let typer answer a shell that asks what could come next, or set one up to ask."""
    from flashcards.commands.completion import run_typer

    run_typer(arguments)


def _show_help(speaker: Speaker, arguments: list[str], file: TextIO | None = None) -> None:
    from flashcards.commands.help_page import render_help

    print_lines(render_help(speaker.words, arguments).splitlines(), file)


def _tell_extra(
    command: Command, known: Collection[str], words: Sequence[str], extra: Sequence[str]
) -> Message:
    """That a line has words too many, or no command where there should be one."""
    from flashcards.commands.help_page import tell_unknown_command

    if extra[0] in known:
        return Message("options-early", name=extra[0])
    if known:
        return tell_unknown_command(extra[0], known)
    told = make_line(" ".join(extra))
    folder = next((word for word in words[::-1] if Path(word, "decks").is_dir()), "")
    if folder and COURSE in command.options:  # as authors' commands are given one
        return Message("arguments-extra-course", words=told, folder=folder)
    return Message("arguments-extra", words=told)


def _list_problems(found: ProblemsFound) -> list[Message]:
    """Each problem with its hint, as `ptquiz check` tells them, and how many there are."""
    lines = []
    for each in found.problems:
        lines.append(Message("problem-at", at=str(each.at), message=each.message))
        if each.hint:
            lines.append(Message("problem-hint", hint=each.hint))
    if found.unsaid:
        return [*lines, Message("problems-unsaid", more=found.unsaid)]
    count = len(found.problems)
    return [*lines, *([Message("problems-count", n=count)] if count > 1 else [])]


def _fail(speaker: Speaker, *complaints: Message) -> int:
    """Print why a command failed."""
    words = speaker.words
    told = (words.render(each) for each in complaints)
    with contextlib.suppress(OSError):
        for line in filter(None, told):
            print_line(line, file=sys.stderr)
    return PROBLEM
