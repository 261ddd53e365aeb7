"""The typer commands, made from the tables of options: help, messages, completion."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from flashcards.commands.environment import find_course_folder
from flashcards.commands.help_page import (
    find_path,
    render_help,
    render_usage,
    tell_unknown_command,
)
from flashcards.commands.options import Command, Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.commands.shared_options import COURSE, OptionLeftOut
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError
from flashcards.paths import open_cache
from flashcards.source.course import load_course
from flashcards.terminal.output import make_line, print_line, print_lines
from flashcards.words.catalog import Words
from flashcards.words.message import Message, Names
from flashcards.words.message import quote as quote_text

_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,  # plain help: importing rich costs more than everything else
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
_WORD = re.compile(r"[\w./-]+")
"""What a shell takes as one word without quotes; zsh evaluates what it is offered."""


class OwnHelp:
    """A command or group whose help is a page of ours, in the language of who asks."""

    def get_help(self, ctx: Any) -> str:
        return render_help(ctx.obj.find_error_words(), ctx.command_path.split()[1:])


class SubcommandGroup(OwnHelp, TyperGroup):
    """Commands by name; a name that is none of them can be told in every language."""

    def invoke(self, ctx: Any) -> Any:
        if not (ctx._protected_args or self.invoke_without_command):
            raise UsageError(Message("command-missing"))
        return super().invoke(ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if not (name in self.commands or name.startswith("-") or ctx.resilient_parsing):
            raise UsageError(tell_unknown_command(name, self.commands))
        return super().resolve_command(ctx, args)


class CommandGroup(SubcommandGroup):
    """Commands by name; each is imported when it is called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(COMMANDS)  # the names, for suggestions

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """What a shell offers: the name and its summary, without importing the command."""
        if cmd_name not in COMMANDS:
            return None
        return TyperCommand(cmd_name, help=str(Message(f"overview-{cmd_name}")))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and make_command(name), rest

    def invoke(self, ctx: Any) -> Any:
        """Only reached with options before a command, which it would ignore, or with none."""
        if (name := next(iter(ctx._protected_args), None)) in COMMANDS:
            raise UsageError(Message("options-early", name=name))
        return super().invoke(ctx)


class PlainCommand(OwnHelp, TyperCommand):
    """A command that tells itself which words are too many."""

    allow_extra_args = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)  # the parser empties the list
        extra = super().parse_args(ctx, args)
        if not extra or ctx.resilient_parsing:
            return extra
        words = make_line(" ".join(extra))
        folder = next((word for word in given[::-1] if Path(word, "decks").is_dir()), "")
        if folder and self.takes_course:
            raise UsageError(Message("arguments-extra-course", words=words, folder=folder))
        raise UsageError(Message("arguments-extra", words=words))

    @property
    def takes_course(self) -> bool:
        """Whether it is a command of learners, who may give a course as authors' commands do."""
        return any((each.name, *each.opts) == (COURSE.name, *COURSE.flags) for each in self.params)


def run_typer(speaker: Speaker, arguments: list[str]) -> None:
    """Read a command line with typer and exit; also what a shell asks for completion.

    Raises UsageError for what the parser finds, which has errors of its own.
    """
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    words = arguments[1:] if name else arguments
    command = make_command(name) if name else make_group()
    called = f"ptquiz {name}".strip()
    try:
        sys.exit(command(args=words, prog_name=called, obj=speaker, standalone_mode=False))
    except Exception as wrong:
        if not hasattr(wrong, "format_message"):
            raise
        if type(wrong).__name__ == "NoArgsIsHelpError":
            print_lines(wrong.format_message().splitlines(), file=sys.stderr)
            sys.exit(wrong.exit_code)  # type: ignore[attr-defined]
        if {"-h", "--help"} & set(words):  # with --lang, which not every command has
            print_lines(render_help(speaker.find_error_words(), arguments).splitlines())
            return
        raise UsageError(tell_wrong(wrong, arguments)) from None


def tell_wrong(wrong: Any, arguments: Sequence[str]) -> Message:
    """What the parser found, by the class of its error and what that carries."""
    _, found = find_path(arguments)
    options = found.options if isinstance(found, Command) else ()
    match type(wrong).__name__:
        case "NoSuchOption":
            near = Names(sorted(wrong.possibilities or ()))
            id = "option-unknown-near" if near else "option-unknown"
            return Message(id, option=wrong.option_name, **({"near": near} if near else {}))
        case "BadOptionUsage":
            flags = {flag: each for each in options for flag in each.flags}
            takes = wrong.option_name in flags and flags[wrong.option_name].value is not bool
            id = "option-needs-value" if takes else "option-without-value"
            return Message(id, option=wrong.option_name)
        case "MissingParameter":
            labels = {each.name: each.label for each in options}
            return Message(f"{wrong.param.param_type_name}-missing", name=labels[wrong.param.name])
        case "BadParameter" if wrong.param:
            option, *short = wrong.param.opts
            error = _tell_value(wrong)
            if short:
                return Message("option-short-wrong", option=option, short=short[0], error=error)
            return Message("option-unreadable", option=option, error=error)
    return quote_text(wrong.format_message().replace("\n", " "))


_VALUES = {
    "greater_than_equal": "value-too-small",
    "less_than_equal": "value-too-large",
    "int_parsing": "value-not-integer",
    "float_parsing": "value-not-number",
}
"""What is wrong with a value, as pydantic calls it, which checks them for typer."""


def _tell_value(wrong: Any) -> Message:
    """What is wrong with the value of an option."""
    found = wrong.__cause__.errors()[0] if hasattr(wrong.__cause__, "errors") else {}
    if id := _VALUES.get(found.get("type", "")):
        return Message(id, **found.get("ctx", {}))
    return quote_text(wrong.message)


def make_command(name: str) -> Any:
    """One command, ready to run."""
    found = load_command(name)
    app = typer.Typer(add_completion=False, cls=SubcommandGroup, **_SETTINGS)
    if isinstance(found, Command):
        app.command(name, cls=PlainCommand)(_function_of(found))
    else:
        app.callback(no_args_is_help=True)(lambda: None)
        for inner, command in found.items():
            about = str(Message(f"page-{name}-{inner}"))  # what a shell offers beside the name
            app.command(inner, cls=PlainCommand, help=about)(_function_of(command))
    return typer.main.get_command(app)


def make_group() -> Any:
    """The whole command line, with the quiz as what happens without a command."""
    quiz = load_command()
    assert isinstance(quiz, Command)
    app = typer.Typer(cls=CommandGroup, invoke_without_command=True, **_SETTINGS)
    app.callback()(_function_of(quiz))
    return typer.main.get_command(app)


def show_wrong_usage(words: Words, arguments: list[str], wrong: UsageError) -> None:
    """Print how the command is written, and what is wrong."""
    error = wrong.message
    if isinstance(wrong, OptionLeftOut):
        error = Message("option-left-out", option=wrong.option, error=error)
    elif wrong.option:
        id = "option-wrong" if isinstance(wrong.option, str) else "argument-wrong"
        error = Message(id, option=wrong.option, error=error)
    path, _ = find_path(arguments)
    for line in (
        render_usage(words, arguments),
        words.say("usage-hint", command=" ".join(("ptquiz", *path, "-h"))),
        "",
        words.say("usage-error", error=error),
    ):
        print_line(line, file=sys.stderr)


def _function_of(command: Command) -> Callable[..., None]:
    """A function with a parameter for every option, as typer reads them."""

    def call(ctx: typer.Context, **values: Any) -> None:
        given = {name: value for name, value in values.items() if value is not None}
        command.call(ctx.obj, given)

    context = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    options = [_parameter(option) for option in command.options]
    call.__signature__ = Signature([context, *options])  # type: ignore[attr-defined]
    return call


def _parameter(option: Option) -> Parameter:
    details: dict[str, Any] = {
        "help": option.help and str(Message(option.help, choices=Names(option.choices))),
        "hidden": option.hidden,
        "min": option.minimum,
        "max": option.maximum,
        "autocompletion": _completer(option),
    }
    made = typer.Option(*option.flags, **details) if option.flags else typer.Argument(**details)
    kind: Any = list[option.value] if option.many else option.value  # type: ignore[name-defined]
    default = Parameter.empty if option.required else option.default
    return Parameter(
        option.name, Parameter.KEYWORD_ONLY, annotation=Annotated[kind, made], default=default
    )


def _completer(option: Option) -> Callable[..., Any] | None:
    """Offers the values of an option; nothing where the course cannot be read."""
    if not option.choices and option.complete is None:
        return None

    def complete(ctx: typer.Context) -> list[str]:
        try:
            return sorted({value for value in _values(option, ctx) if _WORD.fullmatch(value)})
        except Exception:  # whatever is wrong, a prompt is no place to say it
            return []

    return complete


def _values(option: Option, ctx: typer.Context) -> Iterable[str]:
    if option.choices:
        return option.choices
    assert option.complete is not None
    return option.complete(load_course(_folder(ctx), cache=open_cache()))


def _folder(ctx: typer.Context) -> Path | None:
    """The course that the command line names; before an open option, arguments are not read yet."""
    names = [each.name for each in ctx.command.params if each.param_type_name == "argument"]
    unread = dict(zip(names, ctx.args, strict=False))
    given = [ctx.params.get(name) for name in ("folder", "course_folder", "course")]
    found = next((each for each in given if isinstance(each, Path)), unread.get("folder"))
    return Path(found) if found else find_course_folder()  # a course may be a title
