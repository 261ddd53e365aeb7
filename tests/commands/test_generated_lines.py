"""Generated command lines are read as typer reads them, which completes them in a shell."""

from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flashcards.commands.completion import make_command, make_group
from flashcards.commands.options import parse_line
from flashcards.commands.registry import COMMANDS, find_command, load_command
from flashcards.errors import UsageError

LOADED = {name: load_command(name) for name in COMMANDS}
NAMES = [[], *([name] for name, found in LOADED.items() if not found.commands)]
NAMES += [[name, inner] for name, found in LOADED.items() for inner in found.commands]
VALUES = [
    "1", "2", "9", "07", "12", "0", "-1", "+1", "1_0", "0x1", "２", "٣", "1.5", ".5", "1e2", "nan",
    "999999999999", " 1", "1 ", "", " ", "-", "--", "=", "a=b", "a\tb", "a\nb", "a b", "é", "桶",
    "\udcff", "\x1b[31m", "\u3000", "zh", "term", "hard", "single", "stage-1", "quiz.yaml", "csv",
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
def by_typer():
    """The values that typer reads; None if it refuses the line or shows help."""
    made = cache(make_command)
    group = make_group()

    def read(line):
        command, words = group, line
        if line and line[0] in COMMANDS:
            command, words = made(line[0]), line[1:]
            if load_command(line[0]).commands:
                command, words = command.commands[line[1]], line[2:]
        try:
            context = command.make_context("ptquiz", list(words))
        except (Exception, SystemExit):  # its errors have no public class in common
            return None
        return None if context.args or context._protected_args else context.params

    return read


def completed(options, values):
    """All values, whether they were given or not."""
    return {
        option.name: [*(values.get(option.name) or ())]
        if option.many
        else values.get(option.name, option.default)
        for option in options
    }


def test_a_line_is_read_as_typer_reads_it(by_typer, capsys):
    taken = []

    @settings(max_examples=200)
    @given(lines())
    @example(["export", "csv", "--points", "1001"])
    @example(["--seed", "a\tb"])
    @example(["--stage", "２"])
    @example(["-n5", "--new=3", "--plain"])
    @example(["check", "--", "--strict"])
    def agrees(line):
        command, words = find_command(line)
        theirs = by_typer(line)
        try:
            ours, extra = parse_line(command.options, words, has_commands=len(words) == len(line))
        except UsageError as wrong:
            error = dict(wrong.message.values).get("error")
            told = error.id if error else ""
            assert theirs is None or told in ("value-too-small", "value-too-large"), line
            return
        taken.append(not extra)
        assert (theirs is None) == bool(extra or "help" in ours), line
        if theirs is not None:
            assert completed(command.options, ours) == completed(command.options, theirs), line

    agrees()
    assert sum(taken) >= 60  # otherwise this would have shown nothing


def test_every_command_is_generated():
    assert {name[0] for name in NAMES if name} == {*COMMANDS}
    inner = {name[1] for name in NAMES if len(name) == 2}
    assert inner == {each for found in LOADED.values() for each in found.commands}
    assert {"export", "suspend", "sync"} <= inner
