"""docs/commands.md has every command of the command line, and no other."""

import re
from pathlib import Path

from tests.helpers.command_tree import list_commands

PAGE = (Path(__file__).parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def list_rows(page):
    """The first command of each row of a table, with the heading above it."""
    rows = set()
    for section in page.split("\n## ")[1:]:
        heading = section.splitlines()[0]
        for usage in re.findall(r"^\| `ptquiz ?([^`]*)`", section, re.MULTILINE):
            rows.add((heading, re.match(r"[a-z ]*", usage)[0].strip()))
    return rows


def test_the_tables_have_the_commands_under_the_panels_of_help():
    commands = list_commands()
    expected = {("Learn", "")}  # `ptquiz` alone
    for words, command in commands.items():
        if words and not hasattr(command, "commands"):
            expected.add((commands[words[:1]].rich_help_panel, " ".join(words)))
    assert list_rows(PAGE) == expected
