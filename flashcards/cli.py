"""The way into `ptquiz`, and the only place that knows exit codes.

Start-up is what a learner feels five times a day: the quiz starts without typer
(which takes longer than asking the first question); a command is imported when
it is called, not before.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys

from flashcards import __version__
from flashcards.check import check_wishes, tell_problems
from flashcards.commands.again import build_wishes, said_before
from flashcards.commands.quick import quiz_wishes
from flashcards.errors import FlashcardsError

DONE, PROBLEM, INTERRUPTED = 0, 1, 130
"""Wrong usage is 2, which typer says by itself."""


def main() -> None:
    """The entry point: every known problem is one message and one exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # letters that it cannot show are spelled out
            stream.reconfigure(errors="backslashreplace")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for some takes 18 ms
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and give its exit code."""
    try:
        _run(arguments)
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except FlashcardsError as problem:
        return _told(str(problem))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads any more
        return DONE
    except OSError as error:
        return _told(f"{error.filename or 'cannot go on'}: {error.strerror or error}")
    return DONE


def _run(arguments: list[str]) -> None:
    """The quiz at once if the command line is plain, else whatever typer makes of it."""
    if (wishes := quiz_wishes(arguments)) is not None:
        from flashcards.commands.environment import run_quiz

        run_quiz(**wishes)
    elif arguments[0] in ("--version", "-V"):
        print(f"ptquiz {__version__}")
    elif arguments[0] == "build" and (said := said_before(arguments)) is not None:
        print(said)
    elif arguments[0] == "build" and (order := build_wishes(arguments[1:])) is not None:
        from flashcards.anki.build import BuildRequest, build_package

        build_package(BuildRequest(**order), arguments)
    elif arguments[0] == "check" and (asked := check_wishes(arguments[1:])) is not None:
        tell_problems(**asked)
    else:
        from flashcards.commands.table import COMMANDS, make_command, make_table

        if (name := arguments[0]) in COMMANDS:
            make_command(name)(args=arguments[1:], prog_name=f"ptquiz {name}", obj=arguments)
        else:
            make_table()(args=arguments, prog_name="ptquiz")


def _told(message: str) -> int:
    if message:
        with contextlib.suppress(OSError):
            print(message, file=sys.stderr)
    return PROBLEM
