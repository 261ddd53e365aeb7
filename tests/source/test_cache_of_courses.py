"""The cache: used when it fits, never trusted otherwise."""

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.source import builtin_folder, load_course
from tests.helpers.caches import cache_of

COURSE = "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n"
DECK = "deck: a\ntitle: T\nentries:\n- term: x\n  key: x\n  meaning: {0}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "course" / "decks").mkdir(parents=True)
    (tmp_path / "course" / "decks" / "course.yaml").write_text(COURSE)
    (tmp_path / "course" / "decks" / "a.yaml").write_text(DECK.format("first"))
    return tmp_path / "course"


def meaning(folder: Path, home: Path) -> str:
    return load_course(folder, cache=cache_of(home)).decks[0].entries[0].meaning


def test_the_built_in_course_comes_out_of_the_cache_as_it_went_in(tmp_path):
    course = load_course(builtin_folder(), label="")
    assert load_course(builtin_folder(), cache=cache_of(tmp_path), label="") == course
    assert load_course(builtin_folder(), cache=cache_of(tmp_path), label="") == course


def test_a_warm_start_imports_neither_yaml_nor_a_validator(folder, tmp_path):
    code = (
        "import sys; from pathlib import Path; from flashcards.paths import open_cache\n"
        "from flashcards.source import load_course\n"
        "load_course(Path(sys.argv[1]), cache=open_cache())\n"
        "print(sorted({'yaml', 'pydantic_core', 'pydantic'} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", code, str(folder)]
    root = Path(__file__).parents[2]
    outputs = [
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
        for _ in range(2)
    ]
    assert outputs == ["['pydantic_core', 'yaml']\n", "[]\n"]


def test_a_changed_file_is_read_again(folder, tmp_path):
    assert meaning(folder, tmp_path) == "first"
    (folder / "decks" / "a.yaml").write_text(DECK.format("second"))
    assert meaning(folder, tmp_path) == "second"
    (folder / "decks" / "a.yaml").write_text(DECK.format("first"))
    assert meaning(folder, tmp_path) == "first"


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "text"])
def test_a_damaged_cache_is_not_used(folder, tmp_path, damage):
    meaning(folder, tmp_path)
    for file in (tmp_path / "cache").iterdir():
        raw = file.read_bytes()
        damaged = {
            "flip": raw[:-5] + bytes([raw[-5] ^ 1]) + raw[-4:],
            "cut": raw[: len(raw) // 2],
            "empty": b"",
            "text": b"not a cache",
        }[damage]
        file.write_bytes(damaged)
    assert meaning(folder, tmp_path) == "first"


def test_another_content_under_the_right_name_is_not_used(folder, tmp_path):
    meaning(folder, tmp_path)
    (file,) = (tmp_path / "cache").glob("course-*")
    cache_of(tmp_path).put("course-other", "something else entirely")
    file.with_name("course-other").replace(file)
    assert meaning(folder, tmp_path) == "first"


def test_a_cache_that_cannot_be_written_is_no_problem(folder, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert meaning(folder, tmp_path) == "first"


def _read_many(folder: Path, home: Path, results) -> None:
    results.put([meaning(folder, home) for _ in range(30)])


def test_two_processes_share_a_cache(folder, tmp_path):
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    readers = [
        context.Process(target=_read_many, args=(folder, tmp_path, results)) for _ in range(2)
    ]
    for reader in readers:
        reader.start()
    assert [results.get(timeout=60) for _ in readers] == [["first"] * 30] * 2
    for reader in readers:
        reader.join()
    assert [file.name for file in (tmp_path / "cache").iterdir() if "." in file.name] == []
