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
OVERLAY = """\
lang: zh
entries:
  example-clear:
    choose: 哪一个？
    example: 旧例。
    right: {zero: {text: 甲, why: 因为。}}
    wrong: {back: {text: 乙, why: 因为。}, step: {text: 丙, why: 因为。}}
"""


def apply_diff(path, diff):
    """Change a file as a block says, which fits exactly one place."""
    text, lines = path.read_text(encoding="utf-8"), diff.splitlines(keepends=True)
    assert {line[0] for line in lines} <= {" ", "+", "-"}, diff
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    assert text.count(old) == 1, f"{path.name} has {text.count(old)} places for:\n{diff}"
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def ptquiz(tmp_path):
    """Runs a command line of a copy of the repository, which is the working folder."""
    ignored = shutil.ignore_patterns("node_modules", "pictures")  # compiled modules fit
    for name in ("flashcards", "decks", "quizzes"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
    env |= {"PTQUIZ_HOME": str(tmp_path / "home"), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}

    def run(line, keys=""):
        words = [sys.executable, "-m", "flashcards", *line.split()]
        done = subprocess.run(
            words, input=keys, capture_output=True, encoding="utf-8", env=env, cwd=tmp_path
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    return run


@pytest.mark.thorough
def test_a_new_field_changes_three_files_and_its_texts_reach_package_and_translations(
    ptquiz, tmp_path
):
    blocks = BLOCK.findall(PAGE)
    assert len({file for file, _ in blocks}) == 3
    for file, text in blocks:
        apply_diff(tmp_path / file, text)
    ptquiz("new course --title Course")
    decks = tmp_path / "course" / "decks"
    deck, info = decks / "first.yaml", decks / "course.yaml"
    choose = "key: example-clear\n"
    deck.write_text(deck.read_text().replace(choose, f"{choose}    example: An old example.\n"))
    info.write_text(info.read_text().replace("[en]", "[en, zh]"))
    ptquiz("build course --release -o old.apkg")
    (decks / "zh").mkdir()
    (decks / "zh" / "first.yaml").write_text(OVERLAY, encoding="utf-8")
    ptquiz("translate course --lang zh --accept example-clear")
    ptquiz("check course --strict")
    deck.write_text(deck.read_text().replace("An old example.", "A new example."))
    assert "1 changed" in ptquiz("build course --lang en -o new.apkg")
    old, new = (str(load_package(tmp_path / f"{name}.apkg").notes) for name in ("old", "new"))
    assert ("An old example." in old, "A new example." in new) == (True, True)
    assert "An old example." not in new
    assert "'example-clear' was translated from an older" in ptquiz("check course")
    said = ptquiz("--plain --cram --course course --kind choose", keys="1\n\n")
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
