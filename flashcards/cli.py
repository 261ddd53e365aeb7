"""The way into `ptquiz`, and the only place that knows exit codes.

Start-up is what a learner feels five times a day: a plain command line is read
without typer (which takes longer than asking the first question); a command is
imported when it is called, not before.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys

from flashcards import __version__
from flashcards.commands.options import parse_plain
from flashcards.commands.registry import find_command
from flashcards.commands.speaker import Speaker
from flashcards.errors import FlashcardsError, ProblemsFound, UsageError, tell_system_error
from flashcards.terminal.output import print_line
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
    speaker = Speaker(arguments)
    try:
        _run(speaker, arguments)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except UsageError as wrong:
        from flashcards.commands.typer_app import show_wrong_usage

        show_wrong_usage(speaker.find_error_words(), arguments, wrong)
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
    """Run a plain command line at once, and whatever typer makes of any other."""
    if arguments[:1] in (["--version"], ["-V"]):
        print(f"ptquiz {__version__}")
        return
    if "_PTQUIZ_COMPLETE" not in os.environ:  # a shell asks what could come next
        command, words = find_command(arguments)
        given = parse_plain(command.options, words) if command else None
        if command and given is not None:
            command.call(speaker, given)
            return
    from flashcards.commands.typer_app import run_typer

    run_typer(speaker, arguments)


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
    words = speaker.find_error_words()
    told = (words.render(each) for each in complaints)
    with contextlib.suppress(OSError):
        for line in filter(None, told):
            print_line(line, file=sys.stderr)
    return PROBLEM
