"""CONTRIBUTING names what exists, and a new field is what it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```diff (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = ("flashcards", "tests", "docs", "decks", "quizzes")
OVERLAY = """\
lang: zh
entries:
  example-clear:
    choose: 哪一个？
    example: 旧例。
    right: {zero: {text: 甲, why: 因为。}}
    wrong: {back: {text: 乙, why: 因为。}, step: {text: 丙, why: 因为。}}
"""


def find_example(title):
    """What stands in CONTRIBUTING between a title and the next one."""
    return re.split(r"\n\*\*|\n#", PAGE.split(f"\n**{title}**")[1])[0]


def apply_diff(path, diff):
    """Change a file as the hunks of a block say; each fits exactly one place."""
    text = path.read_text(encoding="utf-8")
    for hunk in diff.split("@@\n"):
        lines = hunk.splitlines(keepends=True)
        assert {line[0] for line in lines} <= {" ", "+", "-"}, hunk
        old = "".join(line[1:] for line in lines if line[0] != "+")
        new = "".join(line[1:] for line in lines if line[0] != "-")
        assert text.count(old) == 1, f"{path.name} has {text.count(old)} places for:\n{hunk}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


class Checkout:
    """A copy of the repository in which an example is followed."""

    def __init__(self, folder):
        self.folder = folder
        ignored = shutil.ignore_patterns("node_modules", "pictures")  # compiled modules fit
        for name in COPIED:
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        for name in ("README.md", "CONTRIBUTING.md", "pyproject.toml"):
            shutil.copy(ROOT / name, folder / name)

    def follow(self, example):
        """Change the files as the blocks of an example say."""
        for file, text in BLOCK.findall(example):
            apply_diff(self.folder / file, text)

    def run(self, line, keys=""):
        command, *rest = line.split()
        words = ["-m", "flashcards", *rest] if command == "ptquiz" else rest
        assert command in ("ptquiz", "python"), line
        env = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONUTF8": "1"}
        env |= {"PTQUIZ_HOME": str(self.folder / "home"), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [sys.executable, *words], input=keys, capture_output=True, encoding="utf-8", env=env,
            cwd=self.folder,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path / "copy")


@pytest.mark.thorough
def test_a_new_field_changes_three_files_and_its_texts_reach_package_and_translations(checkout):
    example = find_example("A new field")
    assert len({file for file, _ in BLOCK.findall(example)}) == 3
    checkout.follow(example)
    checkout.run("ptquiz new course --title Course")
    decks = checkout.folder / "course" / "decks"
    deck, info = decks / "first.yaml", decks / "course.yaml"
    choose = "key: example-clear\n"
    deck.write_text(deck.read_text().replace(choose, f"{choose}    example: An old example.\n"))
    info.write_text(info.read_text().replace("[en]", "[en, zh]"))
    checkout.run("ptquiz build course --release -o old.apkg")
    (decks / "zh").mkdir()
    (decks / "zh" / "first.yaml").write_text(OVERLAY, encoding="utf-8")
    checkout.run("ptquiz translate course --lang zh --accept example-clear")
    checkout.run("ptquiz check course --strict")
    deck.write_text(deck.read_text().replace("An old example.", "A new example."))
    assert "1 changed" in checkout.run("ptquiz build course --lang en -o new.apkg")
    old, new = (load_package(checkout.folder / f"{name}.apkg") for name in ("old", "new"))
    assert [("An old example." in str(made), "A new example." in str(made)) for made in (
        old.notes, new.notes)] == [(True, False), (False, True)]  # fmt: skip
    assert "'example-clear' was translated from an older" in checkout.run("ptquiz check course")
    said = checkout.run("ptquiz --plain --cram --course course --kind choose", keys="1\n\n")
    assert "A new example." in said


def test_the_map_of_packages_names_modules_that_exist():
    table = PAGE.split("### Find the package")[1].split("\n### ")[0]
    rows = [row for row in table.splitlines() if row.startswith("| ") and "`" in row]
    assert len(rows) > 20
    unknown = []
    for row in rows:
        packages = [ROOT / "flashcards" / name for name in re.findall(r"`([\w/]+)/[\w.]*`", row)]
        for name in re.findall(r"`([a-z_/]+?)(?:\.py|/)?`", row.rpartition(" | ")[2]):
            places = [folder / name for folder in (ROOT / "flashcards", *packages)]
            if not any(place.is_dir() or place.with_suffix(".py").exists() for place in places):
                unknown.append(name)
    assert unknown == []
