"""500 generated command lines: the quick reader agrees with typer, or stands aside."""

import contextlib
import io
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flashcards.commands import typer_app
from flashcards.commands.options import Command, parse_plain
from flashcards.commands.registry import COMMANDS, find_command, load_command
from flashcards.commands.speaker import Speaker
from flashcards.errors import UsageError

LOADED = {name: load_command(name) for name in COMMANDS}
NAMES = [[], *([name] for name, found in LOADED.items() if isinstance(found, Command))]
NAMES += [
    [name, inner]
    for name, found in LOADED.items()
    if not isinstance(found, Command)
    for inner in found
]
VALUES = [
    "1", "2", "9", "07", "12", "0", "-1", "+1", "1_0", "0x1", "２", "٣", "1.5", ".5", "1e2", "nan",
    "999999999999", " 1", "1 ", "", " ", "-", "--", "=", "a=b", "a\tb", "a\nb", "a b", "é", "桶",
    "\udcff", "\x1b[31m", "\u3000", "zh", "term", "hard", "single", "stage-1", "quiz.yaml", "gift",
    "sheet", "a4", "own", "A,B", "--plain", "-n", "--json", "check", "~", "@x", "%PATH%", "/", "..",
]  # fmt: skip


GOOD = {int: ["1", "2", "07", "12", "0"], float: ["0", "1.5", "1001"], bool: [""]}
"""Values that an option of that type could have; any other takes a word."""


def options_of(name):
    return find_command(name)[0].options


def flags_of(options):
    return [flag for option in options for word in option.flags for flag in word.split("/")]


EVERY_FLAG = sorted(
    {"--help", "-h", "--nothing", *flags_of([o for n in NAMES for o in options_of(n)])}
)


@st.composite
def plain_pieces(draw, options):
    """An option or an argument as people type it."""
    option = draw(st.sampled_from(options))
    value = draw(st.sampled_from(GOOD.get(option.value, ["a", "zh", "a/b.yaml", "桶", "a b", "-"])))
    flag = draw(st.sampled_from(flags_of([option]) or [""]))
    if not flag:
        return [value]
    return [flag] if option.value is bool else [flag, value]


@st.composite
def odd_pieces(draw, options):
    """An option of this or another command, mistyped or with any value."""
    flag = draw(st.sampled_from([*flags_of(options), *EVERY_FLAG]))
    value = draw(st.sampled_from(VALUES) | st.text(max_size=3))
    return draw(st.sampled_from([
        [flag, value], [flag], [f"{flag}={value}"], [flag[:-1], value], [f"{flag}{value}"],
        [f"{flag} {value}"], [value], ["--", value],
    ]))  # fmt: skip


@st.composite
def lines(draw):
    """A command, what it requires, and up to five pieces, few of them odd."""
    name = draw(st.sampled_from(NAMES))
    options = options_of(name)
    line = list(name)
    for option in options:
        if option.required or not option.flags:
            line += draw(plain_pieces([option]))
    flagged = [option for option in options if option.flags]
    plain = plain_pieces(flagged) if flagged else odd_pieces(options)
    for _ in range(draw(st.integers(0, 4))):
        line += draw(st.one_of(plain, plain, plain, plain, plain, odd_pieces(options)))
    return line


@pytest.fixture
def by_typer(monkeypatch):
    """The values that typer reads, or None if it refuses the line."""
    monkeypatch.setattr(typer_app, "make_command", cache(typer_app.make_command))
    monkeypatch.setattr(typer_app, "make_group", cache(typer_app.make_group))
    called = []
    monkeypatch.setattr(Command, "call", lambda self, speaker, given: called.append(given))

    def read(line):
        called.clear()
        said = io.StringIO()
        with (
            contextlib.redirect_stderr(said),
            contextlib.redirect_stdout(said),
            contextlib.suppress(SystemExit, UsageError),
        ):
            typer_app.run_typer(Speaker(), list(line))
        return called[0] if called else None

    return read


def completed(options, values):
    """All values, whether they were given or not."""
    return {
        option.name: [*values.get(option.name, ())]
        if option.many
        else values.get(option.name, option.default)
        for option in options
    }


def test_the_quick_reader_agrees_with_typer_or_stands_aside(by_typer):
    taken = []

    @settings(max_examples=200)
    @given(lines())
    @example(["-n", "0"])
    @example(["export", "gift", "--points", "1001"])
    @example(["--seed", "a\tb"])
    @example(["--stage", "２"])
    def agrees(line):
        command, words = find_command(line)
        quick = parse_plain(command.options, words)
        taken.append(quick is not None)
        if quick is not None:
            values = by_typer(line)
            assert values is not None, line
            assert completed(command.options, quick) == completed(command.options, values), line

    agrees()
    assert len(taken) >= 200
    assert sum(taken) >= 60  # otherwise this would have shown nothing


def test_every_command_is_generated():
    assert {name[0] for name in NAMES if name} == {*COMMANDS}
    inner = {name[1] for name in NAMES if len(name) == 2}
    assert inner == {*load_command("log"), *load_command("card"), *load_command("anki")}
