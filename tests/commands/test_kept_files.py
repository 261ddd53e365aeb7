"""What `-o` names is not lost: a file that is there is replaced only by `--force`."""

import json
import shutil
from pathlib import Path

import pytest

from tests.helpers.command_tree import list_commands, list_flags
from tests.helpers.course_files import COURSE, write_course

ANSWER = {
    "card": "clear-gradients#0", "form": "single", "shown": ["zero", "back"], "answer": ["zero"],
    "right": ["zero"], "score": 1, "points": 1, "of": 1, "near": False, "duration": 900,
}  # fmt: skip
WRITERS = {
    "build": "build one -o out/x.apkg",
    "preview": "preview one -o out/x.html",
    "moodle": "export moodle one -o out/x.xml",
    "canvas": "export canvas one -o out/x.zip",
    "csv": "export csv one -o out/x.csv",
    "json": "export json one -o out/x.json",
    "sheet": "export sheet one --forms A,B -o out/x.html",
    "page": "export web one -o out/x.html",
    "site": "export web one -o out",
    "results": "results answers.json -o out/x.html",
    "tables": "results answers.json -o out/x.csv",
    "exam": "exam final --course one --result out/x.json",
    "log": "log export out/x.jsonl",
}
"""Every command that writes a file that the user names, in all its formats."""
FOLDER_WRITERS = {"new", "import"}
"""Commands that write a course, and never replace a file of it."""


@pytest.fixture
def small(ptquiz):
    """A course `one`, the folder `out`, and what somebody answered in an exam."""
    write_course(Path("one"), COURSE)
    result = Path("answers.json")
    assert ptquiz("exam final --course one --name A --result answers.json").code == 0
    written = {**json.loads(result.read_text()), "unanswered": [], "answers": [ANSWER]}
    result.write_text(json.dumps(written))
    Path("out").mkdir()


def load_files(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_was_named_is_replaced_only_by_force_and_keeps_its_mode(ptquiz, small, name):
    line, out = WRITERS[name], Path("out")
    assert ptquiz(line).code == 0
    paths = [*load_files(out)]
    for path in (paths[0], paths[-1]):
        shutil.rmtree(out)
        path.parent.mkdir(parents=True)
        path.write_bytes(b"mine")
        path.chmod(0o604)
        said = ptquiz(line)
        assert (said.code, load_files(out)) == (1, {path: b"mine"})
        assert said.text == (
            f"cannot write {path}: it is there already; "
            "name another file, or replace it with --force\n"
        )
        said = ptquiz(f"{line} --force")
        written = load_files(out)
        assert (said.code, [*written], written[path] != b"mine") == (0, paths, True)
        assert path.stat().st_mode & 0o777 == 0o604


def test_every_command_that_writes_a_file_is_in_the_table_and_takes_force():
    named = {line.split()[0] for line in WRITERS.values()} | FOLDER_WRITERS
    for words, command in list_commands().items():
        flags = list_flags(command)
        if flags & {"-o", "--result"}:
            assert ("--force" in flags, words[0] in named) == (True, True), words


def test_what_lies_in_build_is_replaced(ptquiz, small):
    lines = ("build one", "preview one", "export csv one", "export web one")
    assert [ptquiz(line).code for line in lines] == [0, 0, 0, 0]
    before = load_files(Path("build"))
    for path in before:
        path.write_bytes(b"edited")
    assert [ptquiz(line).code for line in lines] == [0, 0, 0, 0]
    assert load_files(Path("build")).keys() == before.keys()
    assert b"edited" not in load_files(Path("build")).values()


@pytest.mark.parametrize("place", ["", "-o paper.html"])
def test_the_key_of_other_forms_is_kept(ptquiz, small, place):
    line = f"export sheet one --quiz final {place}"
    assert ptquiz(f"{line} --forms A,B,C").code == 0
    folder = Path() if place else Path("build")
    before = load_files(folder)
    said = ptquiz(f"{line} --forms B")
    assert (said.code, said.text.count("--force"), load_files(folder)) == (1, 1, before)
    assert ptquiz(f"{line} --forms B --force").code == 0
    [key] = folder.glob("*-key.csv")
    assert {row.split(",")[0] for row in key.read_text("utf-8-sig").splitlines()} == {"form", "B"}


def test_an_exam_goes_on_in_its_own_unfinished_file_and_in_no_other(ptquiz, small):
    line, file = WRITERS["exam"], Path("out/x.json")
    assert ptquiz(line).code == 0
    began = json.loads(file.read_text())["began"]
    assert ptquiz(line).code == 0
    assert json.loads(file.read_text())["began"] == began
    before = file.read_bytes()
    for other in ("--fresh", "--seed other", "--name Ada"):
        said = ptquiz(f"{line} {other}")
        assert (said.code, said.text.count("--force"), file.read_bytes()) == (1, 1, before)
    finished = json.dumps({**json.loads(before), "finished": True})
    file.write_text(finished)
    assert (ptquiz(line).code, file.read_text()) == (1, finished)
    assert ptquiz(f"{line} --fresh --force").code == 0
    assert not json.loads(file.read_text())["finished"]


@pytest.mark.parametrize("line", ["new taken", "import cards.csv -o taken"])
def test_a_course_is_made_among_other_files_only_by_force_and_replaces_none(ptquiz, line):
    Path("cards.csv").write_text("question,answer\nWhy?,Because.\n")
    deck = "first" if line.startswith("new") else "cards"
    Path("taken/decks").mkdir(parents=True)
    Path("taken/README.md").write_text("mine")
    Path(f"taken/decks/{deck}.yaml").write_text(f"deck: {deck}\ntitle: T\nentries: []\n")
    before = load_files(Path("taken"))
    said = ptquiz(line)
    assert (said.code, said.text.count("--force"), load_files(Path("taken"))) == (1, 1, before)
    assert ptquiz(f"{line} --force").code == 0
    made = load_files(Path("taken"))
    assert made.items() > before.items()
    assert (ptquiz("new taken --force").code, load_files(Path("taken"))) == (1, made)
