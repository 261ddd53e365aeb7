"""What learners read in Chinese is in step with the English: headings, commands, tables, links."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAIRS = [("docs/anki.md", "docs/zh/anki.md"), ("docs/terminal.md", "docs/zh/terminal.md")]


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def list_headings(text):
    return [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]


def list_commands(text):
    """Lines with commands, without what is said about them."""
    lines = re.findall(
        r"^(?:    |\$ )((?:ptquiz|printf|pip|make|unzip|SYNC).*)$", text, re.MULTILINE
    )
    return [re.split(r"\s+#\s", line)[0].rstrip() for line in lines]


def list_inline(text):
    """Options, keys and commands in the running text."""
    return set(re.findall(r"`(--[a-z-]+|ptquiz [^`]+|Key:[^`]+|tag:[^`]+)`", text))


def count_rows(text):
    return len(re.findall(r"^\|", text, re.MULTILINE))


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_headings_and_commands_are_the_same(english, chinese):
    ours, theirs = read(english), read(chinese)
    assert list_headings(theirs) == list_headings(ours)
    assert list_commands(theirs) == list_commands(ours)
    assert len(list_commands(ours)) >= 3
    assert list_inline(ours) - list_inline(theirs) == set()


@pytest.mark.parametrize(("english", "chinese"), PAIRS)
def test_tables_have_as_many_rows(english, chinese):
    ours, theirs = read(english), read(chinese)
    assert count_rows(theirs) == count_rows(ours)


def test_the_start_has_the_commands_of_the_readme():
    start = read("README.md").partition("## Teach")[0]
    mine = [
        line for line in list_commands(read("docs/zh/README.md")) if "config language" not in line
    ]
    assert mine == list_commands(start)


@pytest.mark.parametrize("name", [*(chinese for _, chinese in PAIRS), "docs/zh/README.md"])
def test_links_lead_somewhere(name):
    text = read(name)
    headings = {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        if path:
            assert (ROOT / name).parent.joinpath(path).resolve().is_file(), target
        else:
            assert anchor in headings, target


@pytest.mark.parametrize("name", ["docs/anki.md", "docs/terminal.md", "README.md"])
def test_the_english_page_leads_to_the_chinese_one(name):
    assert re.search(r"\[中文\]\((?:docs/)?zh/\w+\.md\)", read(name))
