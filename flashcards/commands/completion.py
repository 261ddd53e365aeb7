"""Completion in a shell, by typer, from the tables of options."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from flashcards.commands.environment import find_course_folder
from flashcards.commands.options import Command, Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.source.course import load_course
from flashcards.words.message import Message, Names

_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,  # importing rich costs more than everything else
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
_WORD = re.compile(r"[\w./-]+")
"""What a shell takes as one word without quotes; zsh evaluates what it is offered."""


class CommandGroup(TyperGroup):
    """Commands by name; each is imported when it is completed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """What a shell offers: the name and its summary, without importing the command."""
        if cmd_name not in COMMANDS:
            return None
        return TyperCommand(cmd_name, help=str(Message(f"overview-{cmd_name}")))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and make_command(name or ""), rest


def run_typer(arguments: Sequence[str]) -> NoReturn:
    """Answer a shell that asks what could come next, or set one up to ask."""
    sys.exit(make_group()(args=arguments, prog_name="ptquiz", standalone_mode=False))


def make_group() -> Any:
    """The whole command line, with the quiz as what happens without a command."""
    app = typer.Typer(cls=CommandGroup, invoke_without_command=True, **_SETTINGS)
    app.callback()(_make_function(load_command()))
    return typer.main.get_command(app)


def make_command(name: str) -> Any:
    """One command with its options, or with further commands."""
    found = load_command(name)
    app = typer.Typer(add_completion=False, **_SETTINGS)
    for inner, command in found.commands.items():
        about = str(Message(f"page-{name}-{inner}"))  # what a shell offers beside the name
        app.command(inner, help=about)(_make_function(command))
    if not found.commands:
        app.command(name)(_make_function(found))
    return typer.main.get_command(app)


def _make_function(command: Command) -> Callable[[], None]:
    """A function with a parameter for every option, as typer reads them; nobody calls it."""

    def stand_in() -> None:
        pass

    options = [_make_parameter(option) for option in command.options]
    stand_in.__signature__ = Signature(options)  # type: ignore[attr-defined]
    return stand_in


def _make_parameter(option: Option) -> Parameter:
    details: dict[str, Any] = {
        "help": option.help and str(Message(option.help, choices=Names(option.choices))),
        "hidden": option.hidden,
        "autocompletion": _make_completer(option),
    }
    made = typer.Option(*option.flags, **details) if option.flags else typer.Argument(**details)
    kind: Any = list[option.value] if option.many else option.value  # type: ignore[name-defined]
    default = Parameter.empty if option.required else option.default
    return Parameter(
        option.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, made], default=default
    )


def _make_completer(option: Option) -> Callable[..., Any] | None:
    """Offers the values of an option; nothing where the course cannot be read."""
    if not option.choices and option.complete is None:
        return None

    def complete(ctx: typer.Context) -> list[str]:
        try:
            return sorted({value for value in _list_values(option, ctx) if _WORD.fullmatch(value)})
        except Exception:  # whatever is wrong, a prompt is no place to say it
            return []

    return complete


def _list_values(option: Option, ctx: typer.Context) -> Iterable[str]:
    if option.choices:
        return option.choices
    assert option.complete is not None
    return option.complete(load_course(_find_folder(ctx)))


def _find_folder(ctx: typer.Context) -> Path | None:
    """The course that the command line names; before an open option, arguments are not read yet."""
    names = [each.name for each in ctx.command.params if each.param_type_name == "argument"]
    unread = dict(zip(names, ctx.args, strict=False))
    given = [ctx.params.get(name) for name in ("folder", "course_folder", "course")]
    found = next((each for each in given if isinstance(each, Path)), unread.get("folder"))
    return Path(found) if found else find_course_folder()  # a course may be a title
