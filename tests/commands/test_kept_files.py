"""What `-o` names is not lost: only what ptquiz wrote itself, for the same purpose, is replaced."""

import json
import shutil
from io import StringIO
from pathlib import Path

import genanki
import pytest

from flashcards.cli import run
from flashcards.commands.registry import COMMANDS, load_command
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
    "build": "build COURSE --lang LANG -o OUT/x.apkg",
    "preview": "preview COURSE --lang LANG -o OUT/x.html",
    "moodle": "export moodle COURSE --lang LANG -o OUT/x.xml",
    "canvas": "export canvas COURSE --lang LANG -o OUT/x.zip",
    "csv": "export csv COURSE --lang LANG -o OUT/x.csv",
    "json": "export json COURSE --lang LANG -o OUT/x.json",
    "sheet": "export sheet COURSE --lang LANG --forms A,B -o OUT/x.html",
    "exam": "exam final --course COURSE --lang LANG --name OUT --result OUT/x.json",
    "log": "log export OUT/x.jsonl",
}
"""Every command that writes a file, in all its formats."""


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
def courses(ptquiz):
    """Two courses, `one` and `two`, and what somebody answered in an exam of each."""
    for name in ("one", "two"):
        info = SMALL["decks/course.yaml"].replace("small", name)
        write_course(Path(name), {**SMALL, "decks/course.yaml": info})
        for lang in ("en", "zh"):
            words = f"exam final --course {name} --lang {lang} --result {name}-{lang}.json"
            assert ptquiz(*words.split())[0] == 0
            answer_exam(Path(f"{name}-{lang}.json"))


def answer_exam(file):
    """What a candidate would have answered."""
    result = json.loads(file.read_text())
    result["unanswered"] = []
    result["answers"] = [
        {"card": "clear#0", "form": "single", "shown": ["zero", "back"], "answer": ["zero"],
         "right": ["zero"], "score": 1, "points": 1, "of": 1, "near": False, "duration": 900}
    ]  # fmt: skip
    file.write_text(json.dumps(result))


def list_words(name, out, course="one", lang="en"):
    line = WRITERS[name].replace("COURSE", course).replace("LANG", lang).replace("OUT", out)
    return line.split()


def load_files(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def put(files):
    for path, data in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)


def find_faults(ptquiz, name):
    """What a writer replaces that it should keep, or keeps that it should replace."""
    own, other, foreign = Path(f"{name}-own"), Path(f"{name}-other"), Path(f"{name}-foreign")
    for folder in (own, other, foreign):
        folder.mkdir()
    faults, words = [], list_words(name, str(own))

    def expect(what, code, *words, kept=own):
        before = load_files(kept)
        found, told = ptquiz(*words)
        if found != code:
            faults.append(f"{name}: {what}: ended with {found}: {told}")
        if code and (load_files(kept) != before or told.count("--force") != 1):
            faults.append(f"{name}: {what}: {told}")

    expect("a fresh path", 0, *words)
    if name != "exam":  # other questions are another exam
        deck = Path("one", "decks", "a.yaml")
        deck.write_text(deck.read_text().replace("the gradients", "all gradients"))
    expect("again", 0, *words)
    files = load_files(own)
    for path, data in files.items():
        path.write_bytes(data + b" ")
        expect(f"{path.name} edited", 1, *words)
        path.write_bytes(data)
    if name != "log":
        expect("another course", 1, *list_words(name, str(own), course="two"))
        assert ptquiz(*list_words(name, str(other), course="two"))[0] == 0
    if name != "log":
        expect("another language", 1, *list_words(name, str(own), lang="zh"))
    strange = load_files(other) or dict.fromkeys(files, b"{}")
    put({foreign / path.name: data for path, data in strange.items()})
    words = list_words(name, str(foreign))
    expect("a foreign file", 1, *words, kept=foreign)
    expect("--force", 0, *words, "--force")
    if all((foreign / path.name).read_bytes() == data for path, data in strange.items()):
        faults.append(f"{name}: --force kept the file")
    expect("again after --force", 0, *words)
    return faults


def test_only_an_own_output_of_the_same_purpose_that_nobody_edited_is_replaced(ptquiz, courses):
    assert [fault for name in WRITERS for fault in find_faults(ptquiz, name)] == []


def test_the_deck_that_a_course_was_imported_from_is_not_replaced_by_its_build(ptquiz):
    deck = genanki.Deck(2059400110, "Biology")
    deck.add_note(genanki.Note(model=genanki.BASIC_MODEL, fields=["What is ATP?", "Energy."]))
    genanki.Package(deck).write_to_file("biology.apkg")
    original = Path("biology.apkg").read_bytes()
    assert ptquiz("import", "biology.apkg", "-o", "biology")[0] == 0
    code, told = ptquiz("build", "biology", "-o", "biology.apkg")
    assert Path("biology.apkg").read_bytes() == original
    assert (code, told.count("--force")) == (1, 1)


def test_an_exam_does_not_replace_the_result_of_an_earlier_one(ptquiz, courses):
    words = ["exam", "final", "--course", "one", "--lang", "en", "--result", "r.json"]
    assert ptquiz(*words, "--fresh")[0] == 0
    before = Path("r.json").read_bytes()
    code, told = ptquiz(*words, "--fresh")
    assert (code, Path("r.json").read_bytes()) == (1, before)
    assert told == (
        "cannot write r.json: it is another output of ptquiz; "
        "name another file, or replace it with --force\n"
    )
    assert ptquiz(*words, "--fresh", "--force")[0] == 0


def test_what_build_holds_is_kept_if_it_was_edited(ptquiz, courses):
    for words in ("build one", "preview one", "export csv one"):
        assert ptquiz(*words.split())[0] == 0
    for path in sorted(Path("build").iterdir()):
        path.write_bytes(path.read_bytes() + b" ")
    before = load_files(Path("build"))
    for words in ("build one", "preview one", "export csv one"):
        assert ptquiz(*words.split())[0] == 1, words
    assert load_files(Path("build")) == before
    assert len(before) == 3


def test_a_watch_writes_its_own_page_again_and_ends_before_another(ptquiz, courses, monkeypatch):
    deck = Path("one", "decks", "a.yaml")
    steps = iter(["all gradients", "no gradients"])

    def go_on(seconds):
        words = next(steps, None)
        if words is None:
            raise KeyboardInterrupt
        deck.write_text(deck.read_text().replace("gradients", words))

    monkeypatch.setattr("flashcards.commands.preview.time.sleep", go_on)
    words = ["preview", "one", "--lang", "en", "-o", "p.html", "--watch"]
    code, told = ptquiz(*words)
    assert (code, told.count("Wrote p.html")) == (130, 3)
    assert not Path("p.html.watch").exists()
    Path("p.html.watch").write_text("mine")
    code, told = ptquiz(*words)
    assert (code, "cannot write p.html.watch" in told) == (1, True)
    assert Path("p.html.watch").read_text() == "mine"


@pytest.mark.parametrize("line", ["new taken", "import cards.csv -o taken"])
def test_a_course_is_made_among_other_files_only_by_force_and_replaces_no_deck(ptquiz, line):
    Path("cards.csv").write_text("question,answer\nWhy?,Because.\n")
    Path("taken").mkdir()
    Path("taken", "README.md").write_text("mine")
    code, told = ptquiz(*line.split())
    assert (code, told.count("--force"), load_files(Path("taken"))) == (
        1, 1, {Path("taken/README.md"): b"mine"},
    )  # fmt: skip
    for name in ("first.yaml", "cards.yaml"):
        Path("taken", "decks").mkdir(exist_ok=True)
        Path("taken", "decks", name).write_text("mine")
    before = load_files(Path("taken"))
    code, told = ptquiz(*line.split(), "--force")
    assert (code, "it is no output but a source" in told) == (1, True)
    assert load_files(Path("taken")) == before
    shutil.rmtree(Path("taken", "decks"))
    assert ptquiz(*line.split(), "--force")[0] == 0
    assert ptquiz("check", "taken")[0] == 0
    assert ptquiz("new", "taken", "--force")[0] == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["export", "canvas"], "a package for Canvas is made, not Moodle XML; call it q.zip."),
        (["export", "csv"], "a table is made, not Moodle XML; call it q.csv."),
        (["build"], "an Anki package is made, not Moodle XML; call it q.apkg."),
        (["preview"], "a web page is made, not Moodle XML; call it q.html."),
    ],
)
def test_a_name_that_promises_another_kind_is_refused(ptquiz, words, told):
    code, said = ptquiz(*words, "course", "-o", "q.xml")
    assert code == 2
    assert told in " ".join(said.split())
    assert sorted(path.name for path in Path().iterdir()) == ["course"]


@pytest.mark.parametrize("command", ["exam", "stats"])
def test_a_course_without_its_option_is_told_with_the_option(ptquiz, command):
    words = ["midterm"] if command == "exam" else []
    code, told = ptquiz(command, *words, "course")
    assert code == 2
    assert "a course is given with --course course" in " ".join(told.split())
    code, told = ptquiz(command, *words, "nothing-here")
    assert code == 2
    assert "--course" not in told


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


def test_a_course_without_programs_is_verified_without_trust(ptquiz):
    assert ptquiz("new", "words")[0] == 0
    deck = Path("words", "decks", "first.yaml")
    deck.write_text(
        "deck: first\ntitle: First\nentries:\n"
        "- term: leaf\n  key: leaf\n  meaning: A tensor without history.\n"
    )
    for quiz in Path("words", "quizzes").glob("*.yaml"):
        quiz.unlink()
    code, told = ptquiz("verify", "words")
    assert (code, "--trust" in told) == (0, False)
    assert "0 verified" in told


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
    options = {name: load_command(name).options for name in COMMANDS}
    folders = {name for name in COMMANDS if any(each.name == "folder" for each in options[name])}
    assert {
        name for name in folders if all("--course" not in o.flags for o in options[name])
    } == set()
    assert folders == {"check", "list", "preview", "build", "export", "verify", "translate"}


def test_two_courses_are_one_too_many(ptquiz):
    write_course(Path("other"), COURSE)
    code, told = ptquiz("check", "course", "--course", "other")
    assert code == 2
    assert "Invalid value for --course: two courses are given: course and other" in told
    assert ptquiz("check", "course", "--course", "course/")[0] == ptquiz("check", "course")[0]


def test_a_folder_that_is_not_there_is_told(ptquiz):
    code, told = ptquiz("check", "--course", "nothing-here")
    assert (code, "nothing-here" in told) == (1, True)


def test_several_values_in_one_are_told_one_by_one(ptquiz):
    code, told = ptquiz("list", "--kind", "order,cloze")
    assert code == 2
    assert "repeat the option: --kind order --kind cloze" in " ".join(told.split())
    assert "is not one of" in ptquiz("list", "--kind", "order,close")[1]
