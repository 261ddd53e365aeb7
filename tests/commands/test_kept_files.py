"""What `-o` names is not lost: a file that is there is replaced only by `--force`."""

import json
import shutil
from io import StringIO
from pathlib import Path

import genanki
import pytest

from flashcards.cli import run
from tests.helpers.command_tree import list_commands, list_flags
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.course_pages import load_page

SMALL = {
    "decks/course.yaml": "id: small\ntitle: S\nauthor: A\nlicence: CC0-1.0\nlanguages: [en, zh]\n",
    "decks/a.yaml": """\
        deck: a
        title: A
        entries:
        - choose: Which call clears the gradients?
          key: clear
          right: {zero: {text: "`zero_grad()`"}}
          wrong: {back: {text: "`backward()`"}}
        """,
    "decks/zh/a.yaml": """\
        lang: zh
        entries:
          clear:
            choose: 哪个调用会清除梯度？
            right: {zero: {text: "`zero_grad()`"}}
            wrong: {back: {text: "`backward()`"}}
        """,
    "quizzes/final.yaml": "quiz: final\ntitle: Final\nselect: {key: [clear]}\n",
}
WRITERS = {
    "build": "build COURSE --lang en -o out/x.apkg",
    "preview": "preview COURSE --lang en -o out/x.html",
    "moodle": "export moodle COURSE --lang en -o out/x.xml",
    "canvas": "export canvas COURSE --lang en -o out/x.zip",
    "csv": "export csv COURSE --lang en -o out/x.csv",
    "json": "export json COURSE --lang en -o out/x.json",
    "sheet": "export sheet COURSE --lang en --forms A,B -o out/x.html",
    "page": "export web COURSE --lang en -o out/x.html",
    "site": "export web COURSE --lang en -o out",
    "results": "results answers.json -o out/x.html",
    "tables": "results answers.json -o out/x.csv",
    "exam": "exam final --course COURSE --lang en --result out/x.json",
    "log": "log export out/x.jsonl",
}
"""Every command that writes a file that the user names, in all its formats."""
FOLDER_WRITERS = {"new", "import"}
"""Commands that write a course, and never replace a file of it."""


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside a course; nobody answers."""
    monkeypatch.chdir(tmp_path)
    write_course(Path("course"), COURSE)

    def call(*words):
        monkeypatch.setattr("sys.stdin", StringIO())
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


@pytest.fixture
def small(ptquiz):
    """A course `one`, the folder `out`, and what somebody answered in an exam."""
    write_course(Path("one"), SMALL)
    words = "exam final --course one --lang en --name A --result answers.json"
    assert ptquiz(*words.split())[0] == 0
    answer_exam(Path("answers.json"))
    Path("out").mkdir()


def answer_exam(file):
    """What a candidate would have answered."""
    result = json.loads(file.read_text())
    result["unanswered"] = []
    result["answers"] = [
        {"card": "clear#0", "form": "single", "shown": ["zero", "back"], "answer": ["zero"],
         "right": ["zero"], "score": 1, "points": 1, "of": 1, "near": False, "duration": 900}
    ]  # fmt: skip
    file.write_text(json.dumps(result))


def list_words(name):
    return WRITERS[name].replace("COURSE", "one").split()


def load_files(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_was_named_is_replaced_only_by_force_and_keeps_its_mode(ptquiz, small, name):
    words, out = list_words(name), Path("out")
    assert ptquiz(*words)[0] == 0
    paths = [*load_files(out)]
    assert paths
    for path in paths:
        shutil.rmtree(out)
        path.parent.mkdir(parents=True)
        path.write_bytes(b"mine")
        path.chmod(0o604)
        code, told = ptquiz(*words)
        assert (code, load_files(out)) == (1, {path: b"mine"})
        assert told == (
            f"cannot write {path}: it is there already; "
            "name another file, or replace it with --force\n"
        )
        code, told = ptquiz(*words, "--force")
        written = load_files(out)
        assert (code, [*written], written[path] != b"mine") == (0, paths, True)
        assert path.stat().st_mode & 0o777 == 0o604
        if words[0] == "export":
            assert all(f"Wrote {each}" in told for each in paths)


def test_every_command_that_writes_a_file_is_in_the_table_and_takes_force():
    named = {line.split()[0] for line in WRITERS.values()} | FOLDER_WRITERS
    for words, command in list_commands().items():
        flags = list_flags(command)
        if flags & {"-o", "--result"}:
            assert ("--force" in flags, words[0] in named) == (True, True), words


def test_what_lies_in_build_is_replaced(ptquiz, small):
    lines = ("build one", "preview one", "export csv one", "export web one",
             "export json one")  # fmt: skip
    for words in lines:
        assert ptquiz(*words.split())[0] == 0, words
    before = load_files(Path("build"))
    for path in before:
        path.write_bytes(b"edited")
    for words in lines:
        assert ptquiz(*words.split())[0] == 0, words
    assert load_files(Path("build")).keys() == before.keys()
    assert b"edited" not in load_files(Path("build")).values()


@pytest.mark.parametrize("place", [[], ["-o", "paper.html"]])
def test_the_key_of_other_forms_is_kept(ptquiz, small, place):
    words = ["export", "sheet", "one", "--quiz", "final", *place]
    assert ptquiz(*words, "--forms", "A,B,C")[0] == 0
    folder = Path() if place else Path("build")
    before = load_files(folder)
    code, told = ptquiz(*words, "--forms", "B")
    assert (code, told.count("--force"), load_files(folder)) == (1, 1, before)
    code, told = ptquiz(*words, "--forms", "B", "--force")
    assert (code, told.count("-key.csv")) == (0, 1)
    [key] = folder.glob("*-key.csv")
    assert {row.split(",")[0] for row in key.read_text("utf-8-sig").splitlines()} == {"form", "B"}


def test_what_is_there_stays_where_one_of_several_cannot_be_written(ptquiz, small):
    words = list_words("sheet")
    assert ptquiz(*words)[0] == 0
    before = load_files(Path("out"))
    Path("out/x-key.csv").unlink()
    Path("out/x-key.csv").mkdir()
    assert ptquiz(*words, "--seed", "other", "--force")[0] == 1
    before.pop(Path("out/x-key.csv"))
    assert load_files(Path("out")) == before


def test_the_deck_that_a_course_was_imported_from_is_not_replaced_by_its_build(ptquiz):
    deck = genanki.Deck(2059400110, "Biology")
    deck.add_note(genanki.Note(model=genanki.BASIC_MODEL, fields=["What is ATP?", "Energy."]))
    genanki.Package(deck).write_to_file("biology.apkg")
    original = Path("biology.apkg").read_bytes()
    assert ptquiz("import", "biology.apkg", "-o", "biology")[0] == 0
    code, told = ptquiz("build", "biology", "-o", "biology.apkg")
    assert Path("biology.apkg").read_bytes() == original
    assert (code, told.count("--force")) == (1, 1)


def test_an_exam_goes_on_in_its_own_unfinished_file_and_in_no_other(ptquiz, small):
    words = list_words("exam")
    assert ptquiz(*words)[0] == 0
    began = json.loads(Path("out/x.json").read_text())["began"]
    assert ptquiz(*words)[0] == 0
    assert json.loads(Path("out/x.json").read_text())["began"] == began
    before = Path("out/x.json").read_bytes()
    for other in (["--fresh"], ["--seed", "other"], ["--name", "Ada"]):
        code, told = ptquiz(*words, *other)
        assert (code, told.count("--force"), Path("out/x.json").read_bytes()) == (1, 1, before)
    finished = {**json.loads(before), "finished": True}
    Path("out/x.json").write_text(json.dumps(finished))
    code, told = ptquiz(*words)
    assert (code, told.count("--force")) == (1, 1)
    assert json.loads(Path("out/x.json").read_text()) == finished
    assert ptquiz(*words, "--fresh", "--force")[0] == 0
    assert not json.loads(Path("out/x.json").read_text())["finished"]


@pytest.mark.parametrize("line", ["new taken", "import cards.csv -o taken"])
def test_a_course_is_made_among_other_files_only_by_force_and_replaces_none(ptquiz, line):
    Path("cards.csv").write_text("question,answer\nWhy?,Because.\n")
    Path("taken").mkdir()
    Path("taken", "README.md").write_text("mine")
    Path("taken", "schema.json").write_text("mine")
    before = load_files(Path("taken"))
    code, told = ptquiz(*line.split())
    assert (code, told.count("--force"), load_files(Path("taken"))) == (1, 1, before)
    assert ptquiz(*line.split(), "--force")[0] == 0
    assert load_files(Path("taken")).items() > before.items()
    assert ptquiz("check", "taken")[0] == 0
    made = load_files(Path("taken"))
    code, told = ptquiz("new", "taken", "--force")
    assert (code, told.count("\n"), load_files(Path("taken"))) == (1, 1, made)


@pytest.mark.parametrize("line", ["new taken --force", "import cards.csv -o taken --force"])
def test_a_deck_file_that_is_there_stays_as_it_is(ptquiz, line):
    Path("cards.csv").write_text("question,answer\nWhy?,Because.\n")
    decks = {}
    for name in ("first", "cards"):
        decks[Path("taken", "decks", f"{name}.yaml")] = f"deck: {name}\ntitle: T\nentries: []\n"
    Path("taken", "decks").mkdir(parents=True)
    for path, text in decks.items():
        path.write_text(text)
    assert ptquiz(*line.split())[0] == 0
    assert {path: path.read_text() for path in decks} == decks


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "canvas"], "a package for Canvas is made; call it q.zip."),
        (["export", "csv"], "a table is made; call it q.csv."),
        (["build"], "an Anki package is made; call it q.apkg."),
        (["preview"], "a web page is made; call it q.html."),
    ],
)
def test_a_name_that_promises_another_kind_is_refused(ptquiz, words, told):
    code, said = ptquiz(*words, "course", "-o", "q.xml")
    assert code == 2
    assert told in " ".join(said.split())
    assert sorted(path.name for path in Path().iterdir()) == ["course"]


def test_retired_entries_are_marked_in_the_list_and_left_out_of_a_preview(ptquiz):
    deck = Path("course", "decks", "kinds.yaml")
    retired = "  key: ddp-bucket\n  retired: Nobody sees buckets."
    deck.write_text(deck.read_text().replace("  key: ddp-bucket", retired))
    _, told = ptquiz("list", "course", "--keys")
    assert [line for line in told.splitlines() if "(retired: Nobody sees buckets.)" in line] == [
        line for line in told.splitlines() if "\tddp-bucket\t" in line
    ]
    _, told = ptquiz("list", "course", "--keys", "--json")
    assert {row["key"]: row.get("retired") for row in json.loads(told)}["ddp-bucket"] == (
        "Nobody sees buckets."
    )
    assert ptquiz("preview", "course", "-o", "taught.html")[0] == 0
    assert "ddp-bucket" not in load_page(Path("taught.html"))


@pytest.mark.parametrize(
    "given", [["my course"], ["--course", "my course"], ["--course=my course"]]
)
@pytest.mark.parametrize(
    "words",
    [
        ["check"], ["list"], ["translate", "--lang", "zh"], ["verify"], ["build", "-o", "b.apkg"],
        ["preview", "-o", "p.html"], ["export", "csv", "-o", "e.csv"],
    ],
)  # fmt: skip
def test_a_folder_is_an_argument_or_an_option_of_every_command_of_authors(ptquiz, words, given):
    write_course(Path("my course"), COURSE)
    info = Path("my course", "decks", "course.yaml")
    info.write_text(info.read_text().replace("title: ", "title: Mine and "))
    _, told = ptquiz(*words, *given)
    assert "Mine and " in told


def test_commands_whose_argument_is_a_folder_take_it_as_an_option_too():
    folders = {
        words: list_flags(command)
        for words, command in list_commands().items()
        if any(each.name == "folder" for each in command.params)
    }
    assert all("--course" in flags for flags in folders.values())
    names = {"check", "list", "preview", "build", "export", "verify", "translate"}
    assert {name for (name,) in folders} == names


def test_two_courses_are_one_too_many(ptquiz):
    write_course(Path("other"), COURSE)
    code, told = ptquiz("check", "course", "--course", "other")
    assert code == 2
    assert "Invalid value for --course: two courses are given: course and other" in told
    assert ptquiz("check", "course", "--course", "course/")[0] == ptquiz("check", "course")[0]


def test_a_folder_that_is_not_there_is_told(ptquiz):
    code, told = ptquiz("check", "--course", "nothing-here")
    assert (code, "nothing-here" in told) == (1, True)
