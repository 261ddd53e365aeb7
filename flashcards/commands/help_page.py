"""Help and usage in the learner's language, from the same tables as typer's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from inspect import getdoc
from shutil import get_terminal_size

from flashcards.commands.options import Command, Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.commands.typer_app import find_metavar
from flashcards.terminal.wrap import fold, measure_width
from flashcards.words.catalog import Words, load_own_words

WIDEST, NARROWEST, WIDEST_NAME = 80, 30, 26
"""Columns: of the page at most and at least, and of a name with its explanation beside it."""
_COMMAND = re.compile(r"\{(ptquiz[^{}]*)\}")
HELP_FLAGS = ("-h", "--help")
_Rows = Sequence[tuple[str, str]]


@cache
def load_help(words: Words) -> Mapping[str, str]:
    """English texts of help, which stand with their options, to those of another language."""
    return {
        _COMMAND.sub(r"\1", text): _COMMAND.sub(r"\1", words.texts[id])
        for id, text in load_own_words("en").items()
        if id.startswith("help-") and words.texts[id] != text
    }


def translate_help(words: Words, text: str) -> str:
    """A text of help in a language; in English, if it has none."""
    return load_help(words).get(text, text)


def wants_help(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for help, or names a group of commands and none of them."""
    if any(word in HELP_FLAGS for word in arguments):
        return True
    name = arguments[0] if len(arguments) == 1 else ""
    return name in COMMANDS and not isinstance(load_command(name), Command)


def render_help(words: Words, arguments: Sequence[str]) -> str:
    """The page of help for the command that a line names, in a language."""
    name, _, found = _find(arguments)
    columns = max(NARROWEST, min(WIDEST, get_terminal_size().columns))
    parts = [render_usage(words, arguments), "", *_render_about(words, name, found, columns)]
    options = found.options if isinstance(found, Command) else ()
    places = [(_name_place(words, each), each.help) for each in options if not each.flags]
    flags = [(_name_flags(words, each), each.help) for each in options if each.flags]
    flags.append((", ".join(HELP_FLAGS), "Show this message and exit."))
    sections: list[tuple[str, _Rows]] = [("Arguments", places), ("Options", flags)]
    if not name:
        sections.append(("Commands", list(COMMANDS.items())))
    elif not isinstance(found, Command):
        sections.append(("Commands", [(each, _first_line(found[each])) for each in found]))
    colon = words.texts["colon"].rstrip()
    for heading, rows in sections:
        if rows:
            parts += [
                "",
                f"{translate_help(words, heading)}{colon}",
                *_list_rows(words, rows, columns),
            ]
    return "\n".join(parts)


def render_usage(words: Words, arguments: Sequence[str]) -> str:
    """One line: how the command is written."""
    name, inner, found = _find(arguments)
    told = ["ptquiz", *filter(None, (name, inner)), "[OPTIONS]"]
    if isinstance(found, Command):
        told += [_name_place(words, each, True) for each in found.options if not each.flags]
    if not name or not isinstance(found, Command):
        told.append("COMMAND")
    usage = " ".join(translate_help(words, word) for word in told)
    return words.say("help-usage", usage=usage)


def _find(arguments: Sequence[str]) -> tuple[str, str, Command | Mapping[str, Command]]:
    """Name, subcommand and what they stand for; the quiz if the line names no command."""
    words = [word for word in arguments if not word.startswith("-")]
    name = words[0] if words and words[0] in COMMANDS else ""
    found = load_command(name)
    inner = words[1] if len(words) > 1 else ""
    if not isinstance(found, Command) and inner in found:
        return name, inner, found[inner]
    return name, "", found


def _render_about(
    words: Words, name: str, found: Command | Mapping[str, Command], columns: int
) -> Iterator[str]:
    if not name:
        about = "PyTorch flashcards: without a command, the quiz starts."
    elif isinstance(found, Command):
        about = getdoc(found.run) or ""
    else:
        about = import_module(f"flashcards.commands.{name}").HELP
    for paragraph in about.split("\n\n"):
        told = translate_help(words, " ".join(paragraph.split()))
        yield "  " + _fold(told, columns, 2)


def _list_rows(words: Words, rows: _Rows, columns: int) -> Iterator[str]:
    """Names with their explanations beside them, or below where there is no room."""
    widest = min(WIDEST_NAME, columns // 2 - 4, max(measure_width(name) for name, _ in rows))
    for name, text in rows:
        told = translate_help(words, text)
        if measure_width(name) > widest:
            yield f"  {name}"
            yield "      " + _fold(told, columns, 6)
        else:
            indent = widest + 4
            gap = " " * (indent - 2 - measure_width(name))
            yield f"  {name}{gap}" + _fold(told, columns, indent)


def find_options(arguments: Sequence[str]) -> Sequence[Option]:
    """The options of the command that a line names."""
    _, _, found = _find(arguments)
    return found.options if isinstance(found, Command) else ()


def name_metavar(words: Words, metavar: str) -> str:
    """What stands for a value in the help, in a language."""
    name = metavar.removesuffix("...")
    return load_help(words).get(name, name)


def _name_place(words: Words, option: Option, usage: bool = False) -> str:
    name = name_metavar(words, option.label)
    name += "..." if usage and option.many else ""
    return name if option.required or not usage else f"[{name}]"


def _name_flags(words: Words, option: Option) -> str:
    flags = ", ".join(flag.replace("/", " / ") for flag in option.flags)
    value = option.metavar or find_metavar(option)
    if not value:
        return flags
    told = load_help(words).get(f"{option.flags[0]} {value}")
    return f"{flags} {told or translate_help(words, value)}"


def _first_line(command: Command) -> str:
    return " ".join((getdoc(command.run) or "").split("\n\n")[0].split())


def _fold(text: str, columns: int, indent: int) -> str:
    return fold(text, columns, indent, indent)
