"""What learners read in Chinese is in step with the English: headings, commands, tables, links."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def list_commands(text):
    """Lines with commands, without what is said about them."""
    lines = re.findall(r"^(?:    |\$ )((?:ptquiz|printf|pip|make|unzip).*)$", text, re.MULTILINE)
    return [re.split(r"\s+#\s", line)[0].rstrip() for line in lines]


def list_inline(text):
    """Options, keys and commands in the running text."""
    return set(re.findall(r"`(--[a-z-]+|ptquiz [^`]+|Key:[^`]+|tag:[^`]+)`", text))


@pytest.mark.parametrize("name", ["anki.md", "terminal.md"])
def test_headings_commands_and_tables_are_the_same(name):
    ours, theirs = read(f"docs/{name}"), read(f"docs/zh/{name}")
    for pattern in (r"^(#+) ", r"^\|"):
        assert re.findall(pattern, theirs, re.M) == re.findall(pattern, ours, re.M)
    assert list_commands(theirs) == list_commands(ours) != []
    assert list_inline(ours) - list_inline(theirs) == set()


def test_the_readmes_have_the_same_headings_tables_and_commands():
    english, chinese = read("README.md"), read("docs/zh/README.md")
    for pattern in (r"^(#+) ", r"^\|"):
        assert re.findall(pattern, chinese, re.M) == re.findall(pattern, english, re.M)

    def list_without_language(text):
        lines = [line for line in list_commands(text) if "config language" not in line]
        return [re.sub(" --lang (en|zh)", "", line) for line in lines]

    assert list_without_language(chinese) == list_without_language(english) != []


@pytest.mark.parametrize("name", ["docs/anki.md", "docs/terminal.md", "README.md"])
def test_the_english_page_leads_to_the_chinese_one(name):
    assert re.search(r"\[中文\]\((?:docs/)?zh/\w+\.md\)", read(name))
