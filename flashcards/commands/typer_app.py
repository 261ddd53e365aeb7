"""The typer commands, made from the tables of options: help, messages, completion."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from inspect import Parameter, Signature, getdoc
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from flashcards.commands.environment import find_course_folder
from flashcards.commands.options import Command, Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.errors import UsageError
from flashcards.i18n.sentences import load_sentences, translate_complaint, translate_sentence
from flashcards.terminal.output import make_line, print_line, print_lines

_SETTINGS: dict[str, Any] = {
    "rich_markup_mode": None,  # plain help: importing rich costs more than everything else
    "context_settings": {"help_option_names": ["-h", "--help"]},
}
_WORD = re.compile(r"[\w./-]+")
"""What a shell takes as one word without quotes; zsh evaluates what it is offered."""


class CommandGroup(TyperGroup):
    """Commands by name; each is imported when it is needed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(COMMANDS)  # the names, for suggestions

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return make_command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: Any) -> Any:
        """Only reached with options before a command, which it would ignore, or with none."""
        if (name := next(iter(ctx._protected_args), None)) in COMMANDS:
            ctx.fail(_tell_early_options(name, ctx.params.get("course")))
        return super().invoke(ctx)


def _tell_early_options(name: str, course: Path | None) -> str:
    """What to do about options that stand before the command; authors' ones take a folder."""
    found = load_command(name)
    if course and isinstance(found, Command) and _takes_folder(found):
        return tell_folder(found, f"ptquiz {name}", quote(str(course)))
    return f"options before '{name}' would be ignored; write them after it"


def _takes_folder(command: Command) -> bool:
    """Whether it is one of authors, with the folder of a course as an argument."""
    return any(each.name == "folder" and not each.flags for each in command.options)


def tell_folder(command: Command, called: str, folder: str) -> str:
    """How a course is given to a command of authors."""
    arguments = [each for each in command.options if not each.flags]
    words = [folder if each.name == "folder" else each.metavar or "" for each in arguments]
    place = [each.name for each in arguments].index("folder")
    return f"a course is given without an option: {' '.join([called, *words[: place + 1]])}"


class FolderCommand(TyperCommand):
    """A command of authors: who gives it a course as learners' commands take it is told how."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = "\0".join(args).replace("--course=", "--course\0")  # the parser empties the list
        try:
            return super().parse_args(ctx, args)
        except Exception as wrong:
            if getattr(wrong, "option_name", "") == "--course":
                folder = quote(words.partition("--course\0")[2].partition("\0")[0] or ".")
                command = load_command(ctx.command_path.split()[1])
                if isinstance(command, Command):
                    wrong.message = tell_folder(command, ctx.command_path, folder)  # type: ignore[attr-defined]
                    wrong.possibilities = []  # type: ignore[attr-defined]
            raise


class CourseCommand(TyperCommand):
    """A command of learners: who gives it a course as authors' commands take it is told how."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        words = args[::-1]  # the parser empties the list
        try:
            return super().parse_args(ctx, args)
        except Exception as wrong:
            message = str(getattr(wrong, "message", ""))
            folder = next((word for word in words if Path(word, "decks").is_dir()), "")
            if folder and "extra argument" in message:
                wrong.message = f"{message}; a course is given with --course {folder}"  # type: ignore[attr-defined]
            raise


def run_typer(arguments: list[str]) -> None:
    """Read a command line with typer, which exits; also what a shell asks for completion."""
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    words = arguments[1:] if name else arguments
    command = make_command(name) if name else make_group()
    command(args=words, prog_name=f"ptquiz {name}".strip())


def run_typer_in(lang: str, arguments: list[str]) -> None:
    """As `run_typer`, with help and complaints in another language than English."""
    from flashcards.commands.help_page import render_help, wants_help

    if wants_help(arguments):
        print_lines(render_help(lang, arguments).splitlines())
        return
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    command = make_command(name) if name else make_group()
    words = arguments[1:] if name else arguments
    try:
        command(args=words, prog_name=f"ptquiz {name}".strip(), standalone_mode=False)
    except Exception as wrong:  # what the parser finds: its own errors tell themselves
        if not hasattr(wrong, "format_message"):
            raise
        raise UsageError(wrong.format_message().replace("\n", " ")) from None


def make_command(name: str) -> Any:
    """One command, ready to run."""
    found = load_command(name)
    app = typer.Typer(add_completion=False, **_SETTINGS)
    if isinstance(found, Command):
        app.command(name, cls=_find_class(found))(_function_of(found))
    else:
        module = import_module(f"flashcards.commands.{name}")
        app.callback(help=module.HELP, no_args_is_help=True)(lambda: None)
        for inner, command in found.items():
            app.command(inner, cls=_find_class(command))(_function_of(command))
    return typer.main.get_command(app)


def _find_class(command: Command) -> type[TyperCommand]:
    """Learners' commands take a folder as --course, which is a name elsewhere."""
    is_course = any("--course" in each.flags and each.value is Path for each in command.options)
    if is_course:
        return CourseCommand
    return FolderCommand if _takes_folder(command) else TyperCommand


def make_group() -> Any:
    """The whole command line, with the quiz as what happens without a command."""
    quiz = load_command()
    assert isinstance(quiz, Command)
    app = typer.Typer(cls=CommandGroup, invoke_without_command=True, **_SETTINGS)
    app.callback(help="PyTorch flashcards: without a command, the quiz starts.")(_function_of(quiz))
    return typer.main.get_command(app)


def show_wrong_usage(lang: str, arguments: list[str], wrong: UsageError) -> None:
    """Print what typer would: the usage of the command, and which option is wrong."""
    if load_sentences(lang):
        _show_wrong_usage_in(lang, arguments, wrong)
        return
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    command = make_command(name) if name else make_group()
    context = command.make_context(f"ptquiz {name}".strip(), [], resilient_parsing=True)
    typer.BadParameter(make_line(wrong), context, param_hint=wrong.option or None).show()


def _show_wrong_usage_in(lang: str, arguments: list[str], wrong: UsageError) -> None:
    from flashcards.commands.help_page import render_usage

    place = f"Invalid value for {wrong.option}: " if wrong.option else ""
    message = translate_complaint(lang, f"{place}{make_line(wrong)}")
    help_line = (
        f"ptquiz {arguments[0] if arguments[:1] and arguments[0] in COMMANDS else ''}".strip()
    )
    for line in (
        render_usage(lang, arguments),
        translate_sentence(lang, f"Try '{help_line} -h' for help."),
        "",
        translate_sentence(lang, f"Error: {message}"),
    ):
        print_line(line, file=sys.stderr)


def _function_of(command: Command) -> Callable[..., None]:
    """A function with a parameter for every option, as typer reads them."""

    def call(**values: Any) -> None:
        command.call({name: value for name, value in values.items() if value is not None})

    call.__doc__ = getdoc(command.run)
    call.__signature__ = Signature([_parameter(option) for option in command.options])  # type: ignore[attr-defined]
    return call


def _parameter(option: Option) -> Parameter:
    details: dict[str, Any] = {
        "help": option.help,
        "metavar": option.metavar or find_metavar(option),
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


def find_metavar(option: Option) -> str | None:
    """What stands for a value in the help, in a word that people know."""
    if option.value is bool or not option.flags:
        return None
    return {int: "NUMBER", float: "NUMBER", Path: "FILE"}.get(option.value, "TEXT")


def _completer(option: Option) -> Callable[..., Any] | None:
    """Offers the values of an option; nothing where the course cannot be read."""
    if option.choices is None and option.complete is None:
        return None

    def complete(ctx: typer.Context) -> list[str]:
        try:
            return sorted({value for value in _values(option, ctx) if _WORD.fullmatch(value)})
        except Exception:  # whatever is wrong, a prompt is no place to say it
            return []

    return complete


def _values(option: Option, ctx: typer.Context) -> Iterable[str]:
    if option.choices is not None:
        return option.choices()
    from flashcards import load_course
    from flashcards.paths import open_cache

    assert option.complete is not None
    return option.complete(load_course(_folder(ctx), cache=open_cache()))


def _folder(ctx: typer.Context) -> Path | None:
    """The course that the command line names; before an open option, arguments are not read yet."""
    names = [each.name for each in ctx.command.params if each.param_type_name == "argument"]
    unread = dict(zip(names, ctx.args, strict=False))
    if folder := ctx.params.get("folder") or unread.get("folder"):
        return Path(folder)
    course = ctx.params.get("course")
    return course if isinstance(course, Path) else find_course_folder()  # elsewhere it is a name
