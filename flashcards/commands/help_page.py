"""Help and usage in the learner's language, from the same tables as typer's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from inspect import getdoc
from shutil import get_terminal_size

from flashcards.commands.options import Command, Option
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.commands.typer_app import find_metavar
from flashcards.i18n.sentences import load_sentences, translate_sentence
from flashcards.terminal.wrap import fold, measure_width

WIDEST, NARROWEST, WIDEST_NAME = 80, 30, 26
"""Columns: of the page at most and at least, and of a name with its explanation beside it."""
HELP_FLAGS = ("-h", "--help")
_Rows = Sequence[tuple[str, str]]


def wants_help(arguments: Sequence[str]) -> bool:
    """Whether a command line asks for help, or names a group of commands and none of them."""
    if any(word in HELP_FLAGS for word in arguments):
        return True
    name = arguments[0] if len(arguments) == 1 else ""
    return name in COMMANDS and not isinstance(load_command(name), Command)


def render_help(lang: str, arguments: Sequence[str]) -> str:
    """The page of help for the command that a line names, in a language."""
    name, _, found = _find(arguments)
    columns = max(NARROWEST, min(WIDEST, get_terminal_size().columns))
    parts = [render_usage(lang, arguments), "", *_render_about(lang, name, found, columns)]
    options = found.options if isinstance(found, Command) else ()
    places = [(_name_place(lang, each), each.help) for each in options if not each.flags]
    flags = [(_name_flags(lang, each), each.help) for each in options if each.flags]
    flags.append((", ".join(HELP_FLAGS), "Show this message and exit."))
    sections: list[tuple[str, _Rows]] = [("Arguments", places), ("Options", flags)]
    if not name:
        sections.append(("Commands", list(COMMANDS.items())))
    elif not isinstance(found, Command):
        sections.append(("Commands", [(each, _first_line(found[each])) for each in found]))
    for heading, rows in sections:
        if rows:
            parts += [
                "",
                f"{translate_sentence(lang, heading)}：",
                *_list_rows(lang, rows, columns),
            ]
    return "\n".join(parts)


def render_usage(lang: str, arguments: Sequence[str]) -> str:
    """One line: how the command is written."""
    name, inner, found = _find(arguments)
    words = ["ptquiz", *filter(None, (name, inner)), "[OPTIONS]"]
    if isinstance(found, Command):
        words += [_name_place(lang, each, True) for each in found.options if not each.flags]
    if not name or not isinstance(found, Command):
        words.append("COMMAND")
    usage = " ".join(translate_sentence(lang, word) for word in words)
    return translate_sentence(lang, f"Usage: {usage}")


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
    lang: str, name: str, found: Command | Mapping[str, Command], columns: int
) -> Iterator[str]:
    if not name:
        about = "PyTorch flashcards: without a command, the quiz starts."
    elif isinstance(found, Command):
        about = getdoc(found.run) or ""
    else:
        about = import_module(f"flashcards.commands.{name}").HELP
    for paragraph in about.split("\n\n"):
        told = translate_sentence(lang, " ".join(paragraph.split()))
        yield "  " + _fold(told, columns, 2)


def _list_rows(lang: str, rows: _Rows, columns: int) -> Iterator[str]:
    """Names with their explanations beside them, or below where there is no room."""
    widest = min(WIDEST_NAME, columns // 2 - 4, max(measure_width(name) for name, _ in rows))
    for name, text in rows:
        told = translate_sentence(lang, text)
        if measure_width(name) > widest:
            yield f"  {name}"
            yield "      " + _fold(told, columns, 6)
        else:
            indent = widest + 4
            gap = " " * (indent - 2 - measure_width(name))
            yield f"  {name}{gap}" + _fold(told, columns, indent)


def _name_place(lang: str, option: Option, usage: bool = False) -> str:
    name = translate_sentence(lang, option.label.removesuffix("..."))
    name += "..." if usage and option.many else ""
    return name if option.required or not usage else f"[{name}]"


def _name_flags(lang: str, option: Option) -> str:
    flags = ", ".join(flag.replace("/", " / ") for flag in option.flags)
    value = option.metavar or find_metavar(option)
    if not value:
        return flags
    told = load_sentences(lang).get(f"{option.flags[0]} {value}")
    return f"{flags} {told or translate_sentence(lang, value)}"


def _first_line(command: Command) -> str:
    return " ".join((getdoc(command.run) or "").split("\n\n")[0].split())


def _fold(text: str, columns: int, indent: int) -> str:
    return "".join(part for _, part in fold([("", text)], columns, indent, indent))
