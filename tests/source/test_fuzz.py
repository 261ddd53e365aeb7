"""Thousands of mutated files: no traceback, no hang, every rejection has a place.

Decks are read one by one; a whole course, every file of which may be the mutated
one, is read as `ptquiz check` does. Seeds are fixed: every run is the same.
"""

import dataclasses
import random
from pathlib import Path

import pytest
import yaml

from flashcards.cache import NO_CACHE
from flashcards.check import check_files
from flashcards.errors import Problem, ProblemsFound
from flashcards.source import load_folder
from flashcards.source.decoding import decode_source
from flashcards.source.folder import CourseFolder
from tests.helpers import yaml_mutations as mutations
from tests.helpers.one_deck import read_deck

ROOT = Path(__file__).parents[2]
EVERY_FILE = Path(__file__).parent / "data" / "every-file"
DECK_RUNS, COURSE_RUNS, PARTS = 12_000, 3_000, 8
FIRST_ENTRIES = 5


def deck_seeds() -> list[bytes]:
    """The beginnings of all decks: whole entries, of every kind together."""
    chosen = [*(ROOT / "tests/data/planted/decks").glob("*.yaml"), *(ROOT / "decks").glob("*.yaml")]
    raws = [path.read_bytes() for path in sorted(chosen)]
    decks = [b"\n- ".join(raw.split(b"\n- ")[: 1 + FIRST_ENTRIES])[:4000] for raw in raws]
    return [*decks, *(path.read_bytes() for path in (EVERY_FILE / "decks").glob("[km]*.yaml"))]


def trees(seeds: list[bytes]) -> list[object]:
    """The seeds that are YAML, as trees of text."""
    found = []
    for raw in seeds:
        try:
            found.append(yaml.load(raw, Loader=yaml.CBaseLoader))
        except yaml.YAMLError:
            continue
    return found


def assert_placed(problems: list[Problem], lines: dict[str, int]) -> None:
    for problem in problems:
        assert problem.message
        assert problem.at.file in lines, problem
        assert 1 <= problem.at.line <= lines[problem.at.file] + 1, problem
        assert problem.at.column >= 1, problem


def lines_of(raw: bytes) -> int:
    return len(raw.decode(errors="replace").splitlines()) + raw.count(b"\r")


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_deck_is_read_or_refused_with_a_place(part):
    chance = random.Random(part)
    seeds = deck_seeds()
    parsed = trees(seeds)
    accepted = 0
    for run in range(DECK_RUNS // PARTS):
        if run % 4:
            raw = mutations.of_bytes(chance.choice(seeds), chance)
        else:
            raw = mutations.of_structure(chance.choice(parsed), chance)
        try:
            read_deck(decode_source(raw, "d.yaml"), "d.yaml")
            accepted += 1
        except ProblemsFound as found:
            assert found.problems
            assert_placed(found.problems, {"d.yaml": lines_of(raw)})
    assert 0 < accepted < DECK_RUNS // PARTS


def one_file_mutated(sound: CourseFolder, chance: random.Random) -> CourseFolder:
    """The folder with one of its files changed, each file as often as the others."""
    folder = dataclasses.replace(sound)
    slots = [("info", None), ("resources", None)]
    slots += [
        (name, index)
        for name in ("decks", "overlays", "quizzes")
        for index in range(len(getattr(sound, name)))
    ]
    name, index = chance.choice(slots)
    file = getattr(sound, name) if index is None else getattr(sound, name)[index]
    if chance.random() < 0.3:
        raw = mutations.of_bytes(file.raw, chance)
    else:
        raw = mutations.of_structure(trees([file.raw])[0], chance)
    changed = dataclasses.replace(file, raw=raw)
    if index is None:
        setattr(folder, name, changed)
    else:
        files = list(getattr(sound, name))
        files[index] = changed
        setattr(folder, name, files)
    return folder


@pytest.mark.parametrize("part", range(PARTS))
def test_a_course_with_a_mutated_file_is_read_or_refused_with_places(part, monkeypatch, tmp_path):
    monkeypatch.setattr("flashcards.source.course.builtin_folder", lambda: EVERY_FILE / "lender")
    chance = random.Random(1000 + part)
    sound = load_folder(EVERY_FILE)
    accepted = 0
    for _ in range(COURSE_RUNS // PARTS):
        folder = one_file_mutated(sound, chance)
        problems, warnings, _ = check_files(folder, NO_CACHE)
        lines = {file.name: lines_of(file.raw) for file in folder.files()}
        assert_placed([*problems, *warnings], lines)
        accepted += not problems
    assert 0 < accepted < COURSE_RUNS // PARTS


def test_the_course_that_is_mutated_is_sound(monkeypatch):
    monkeypatch.setattr("flashcards.source.course.builtin_folder", lambda: EVERY_FILE / "lender")
    problems, *_ = check_files(load_folder(EVERY_FILE), NO_CACHE)
    assert problems == []
