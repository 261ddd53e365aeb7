"""The page of help of a command, and the line that says how it is written, in every language."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from shutil import get_terminal_size

from flashcards.commands.options import HELP, PROGRAM_OPTIONS, Command, Option
from flashcards.commands.registry import GROUPS, find_command
from flashcards.commands.shared_options import OptionLeftOut
from flashcards.errors import UsageError, add_near_name
from flashcards.terminal.output import print_line
from flashcards.terminal.wrap import fold, measure_width
from flashcards.words.catalog import Words
from flashcards.words.message import Clauses, Message, Names

WIDEST, NARROWEST, WIDEST_NAME = 78, 30, 30
"""Columns: of the page at most and at least, and of a name with its explanation beside it."""
_METAVARS = {int: "metavar-number", float: "metavar-number", Path: "metavar-file"}


def find_path(arguments: Sequence[str]) -> tuple[Sequence[str], Command]:
    """The names of command and subcommand in a line, and what they stand for; else the quiz."""
    words = [word for word in arguments if not word.startswith("-")]
    found, rest = find_command(words)
    return words[: len(words) - len(rest)], found


def tell_unknown_command(name: str, known: Iterable[str]) -> Message:
    """That there is no such command, and which may be meant."""
    return add_near_name(Message("command-unknown", name=name), name, known)


def render_help(words: Words, arguments: Sequence[str]) -> str:
    """The page of help for the command that a line names."""
    path, found = find_path(arguments)
    columns = max(NARROWEST, min(WIDEST, get_terminal_size().columns - 2))
    about = words.say(f"page-{'-'.join(path) or 'ptquiz'}").split("\n\n")
    blocks = [render_usage(words, arguments), *(_indent(each, columns, 2) for each in about)]
    for heading, rows in _list_sections(words, path, found).items():
        if rows:
            head = f"{words.say(heading)}{words.texts['colon'].rstrip()}"
            blocks.append("\n".join([head, *_list_rows(rows, columns)]))
    return "\n\n".join(blocks)


def render_usage(words: Words, arguments: Sequence[str]) -> str:
    """One line: how the command that a line names is written."""
    path, found = find_path(arguments)
    told = ["ptquiz", *path, words.say("usage-options")]
    for option in (each for each in found.options if not each.flags):
        name = words.say(option.metavar) + ("..." if option.many else "")
        told.append(name if option.required else f"[{name}]")
    if found.commands or not path:
        told.append(words.say("usage-command"))
    return words.say("usage-line", usage=" ".join(told))


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


def _list_sections(words: Words, path: Sequence[str], found: Command) -> dict[str, dict[str, str]]:
    """By the name of its heading each part of a page: names with their explanations."""
    options = found.options
    flagged = [each for each in options if each.flags and not each.hidden]
    groups: dict[str, dict[str, str]] = {}
    if found.commands:
        inner = {name: words.say(f"page-{path[0]}-{name}") for name in found.commands}
        groups["help-commands"] = inner
    elif not path:
        for heading, names in GROUPS.items():
            groups[heading] = {name: words.say(f"overview-{name}") for name in names}
    return {
        **groups,
        "help-arguments": {
            words.say(each.metavar): _explain(words, each) for each in options if not each.flags
        },
        "help-options": {
            _name_flags(words, each): _explain(words, each)
            for each in (*flagged, *(() if path else PROGRAM_OPTIONS), HELP)
        },
    }


def _name_flags(words: Words, option: Option) -> str:
    """The flags of an option, short ones first, and what stands for its value."""
    flags = ", ".join(flag.replace("/", " / ") for flag in sorted(option.flags, key=len))
    if option.value is bool:
        return flags
    if option.choices and not option.metavar:
        return f"{flags} {'|'.join(option.choices)}"
    return f"{flags} {words.say(option.metavar or _METAVARS.get(option.value, 'metavar-text'))}"


def _explain(words: Words, option: Option) -> str:
    """What an option is for, what holds without it and which values it takes."""
    notes: list[Message | str] = []
    if option.default:
        value = option.flags[0].partition("/")[0].lstrip("-")
        notes.append(
            Message("help-default", value=value if option.value is bool else option.default)
        )
    if option.minimum is not None:
        low = f"x>={option.minimum}" if option.maximum is None else f"{option.minimum}<=x"
        notes.append(low if option.maximum is None else f"{low}<={option.maximum}")
    if option.required:
        notes.append(Message("help-required"))
    told = words.say(option.help, choices=Names(option.choices))
    return f"{told}  {words.say('help-details', notes=Clauses(notes))}" if notes else told


def _list_rows(rows: Mapping[str, str], columns: int) -> Iterator[str]:
    """Names with their explanations beside them, or below where there is no room."""
    widest = min(WIDEST_NAME, columns // 2 - 4, max(map(measure_width, rows)))
    for name, text in rows.items():
        told = _indent(text, columns, widest + 4)
        if measure_width(name) > widest:
            yield f"  {name}\n{told}"
        else:
            yield f"  {name}{told[2 + measure_width(name) :]}"


def _indent(text: str, columns: int, indent: int) -> str:
    return " " * indent + fold(text, columns, indent, indent)
