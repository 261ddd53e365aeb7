"""What authors type: `new`, `list`, `translate`, `build` with wrong values and odd names."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package
from flashcards.cli import run

EVERY_KIND = Path(__file__).parent.parent / "pages" / "data" / "every-kind"
PIXEL = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90wS\xde"
    b"\x00\x00\x00\x0cIDATx\x9cc\xf8\xcf\xc0\x00\x00\x03\x01\x01\x00\xc9\xfe\x92\xef\x00\x00\x00\x00IEND\xaeB`\x82"
)


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line in an empty folder."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")

    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def course(ptquiz):
    """A course with every kind, some of it in Chinese."""
    return shutil.copytree(EVERY_KIND, "course")


@pytest.mark.parametrize("name", ["周三", "a/b/week 3", "it's #3", ".", "-week3", "---"])
def test_a_new_course_of_any_name_checks_and_builds(ptquiz, name):
    assert ptquiz("new", "--", name)[0] == 0
    assert ptquiz("check", "--strict", "--", name)[0] == 0
    assert ptquiz("build", "-o", "new.apkg", "--", name)[0] == 0


def test_what_to_type_next_can_be_typed(ptquiz):
    _, out, _ = ptquiz("new", "week 3")
    assert out.splitlines()[2:] == [
        "  check  ptquiz check 'week 3'",
        "  study  ptquiz --course 'week 3'",
        "  build  ptquiz build 'week 3' -o 'week 3.apkg'",
    ]
    Path("here").mkdir()
    _, out, _ = ptquiz("new", "here")
    assert out.splitlines()[-1] == "  build  ptquiz build here -o here.apkg"


@pytest.mark.parametrize("text", ["", " ", "a\x01b", "a\nb", "a\udcffb", "\u202eb"])
@pytest.mark.parametrize("words", [["{}"], ["c", "--title", "{}"], ["c", "--author", "{}"]])
def test_a_course_whose_files_would_not_be_sound_is_not_made(ptquiz, words, text):
    code, _, err = ptquiz("new", *(word.format(text) for word in words))
    assert code == 2
    assert "give one line of text without control characters" in err
    assert list(Path().iterdir()) == []


def test_a_choice_of_entries_lists_their_keys(ptquiz, course):
    _, told, _ = ptquiz("list", course, "--keys", "--json")
    terms = [row for row in json.loads(told) if row["kind"] == "term"]
    _, told, _ = ptquiz("list", course, "--kind", "term", "--json")
    assert json.loads(told) == terms != []
    code, _, err = ptquiz("list", course, "--tag", "nothing-has-this")
    assert (code, err) == (1, "--tag: the course has no tag 'nothing-has-this'\n")


def test_keys_are_listed_for_people_and_for_programs_in_the_language_asked_for(ptquiz, course):
    _, shown, _ = ptquiz("list", course, "--keys")
    _, told, _ = ptquiz("list", course, "--keys", "--json")
    rows = json.loads(told)
    assert [line.split("\t") for line in shown.splitlines()] == [[*row.values()] for row in rows]
    keys = [row["key"] for row in rows]
    assert len(keys) == len(set(keys)) > 2
    _, told, _ = ptquiz("list", course, "--keys", "--json", "--lang", "zh")
    (chinese,) = json.loads(told)
    assert chinese["key"] in keys
    assert not chinese["asks"].isascii()


def test_accepting_a_translation_leaves_the_line_endings_of_the_file(ptquiz, course):
    (overlay,) = Path(course, "decks", "zh").iterdir()
    lines = overlay.read_text(encoding="utf-8").splitlines()
    plain = [line for line in lines if "from:" not in line]
    key = plain[plain.index("entries:") + 1].strip().rstrip(":")
    overlay.write_bytes("\r\n".join([*plain, ""]).encode())
    assert ptquiz("translate", course, "--lang", "zh", "--accept", key)[0] == 0
    written = overlay.read_bytes()
    assert written.count(b"\n") == written.count(b"\r\n") == len(plain) + 1
    assert [name.name for name in overlay.parent.iterdir()] == [overlay.name]


def write_warned(count):
    """A deck with so many terms that stand in their own meaning, and a fault of another kind."""
    terms = [f"flop{letter}" for letter in "abcdefghij"[:count]]
    entry = "- {{term: {0}, key: {0}, meaning: 'What a {0} is to a chip.', why: Heat.}}\n"
    choice = "right: {a: one}, wrong: {b: two}"
    alone = f"- {{choose: Which number of grads is kept?, key: z, {choice}, why: Heat.}}\n"
    text = "".join(["deck: first\ntitle: First\nentries:\n", *map(entry.format, terms), alone])
    Path("made", "decks", "first.yaml").write_text(text, encoding="utf-8")


def test_more_than_five_warnings_of_a_kind_are_one_line(ptquiz):
    ptquiz("new", "made")
    shutil.rmtree("made/quizzes")
    write_warned(5)
    _, told, _ = ptquiz("check", "made")
    assert told.count(": warning: the question holds its answer 'flop") == 5
    assert ptquiz("check", "made", "--verbose")[1] == told
    write_warned(6)
    first, *_, advice, counts = (told := ptquiz("check", "made")[1]).splitlines()
    assert re.fullmatch(
        r"warning: 6 × the question holds its answer 'flopa'; .* \[answer-in-question\]: "
        r"(made/decks/first\.yaml:[4-8]:\d+, ){5}…",
        first,
    )
    assert re.search(r"^made/decks/first\.yaml:10:\d+: warning: has 2 options", told, re.M)
    assert advice == "'ptquiz check made --verbose' tells each of them"
    assert counts == "0 problems, 7 warnings in Made"
    _, told, _ = ptquiz("check", "made", "--verbose")
    assert told.count(": warning: the question holds its answer 'flop") == 6
    assert len(json.loads(ptquiz("check", "made", "--json")[1])["warnings"]) == 7
    assert ptquiz("check", "made", "--strict")[0] == 1


def test_the_source_language_is_not_translated(ptquiz, course):
    code, out, _ = ptquiz("translate", course, "--lang", "en")
    assert code == 0
    assert out.endswith(", en: the decks are written in it, so no text is translated\n")
    for options in (["--accept", "all"], ["--template", "clear-gradients"]):
        code, _, err = ptquiz("translate", course, "--lang", "en", *options)
        assert code == 1
        assert err == "'en' is the source: there is nothing to translate\n"


def test_a_quiz_in_chinese_is_built_and_previewed_in_chinese(ptquiz, course):
    Path("zh.yaml").write_text("quiz: zh\ntitle: ZH\nlang: zh\n")
    assert ptquiz("build", course, "--quiz", "zh.yaml", "-o", "zh.apkg")[0] == 0
    names = [note.fields[0] for note in load_package(Path("zh.apkg")).notes.values()]
    assert [name.split("/")[1] for name in names] == ["zh"]
    assert ptquiz("preview", course, "--quiz", "zh.yaml", "-o", "zh.html")[0] == 0
    assert 'data-lang="en"' not in Path("zh.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["", "a\nb", "a\udcffb"])
def test_names_that_no_deck_can_have_are_wrong_usage(ptquiz, course, text):
    code, _, err = ptquiz("build", course, "--name", text, "-o", "x.apkg")
    assert code == 2
    assert "give one line of text" in err
    assert not Path("x.apkg").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--style", "missing.css"],
        ["--key", "nothing"],
        ["--quiz", "nothing"],
        ["-n", "500"],
        ["--lang", "qaa"],
    ],
)
def test_a_release_that_cannot_be_built_is_not_kept(ptquiz, course, words):
    assert ptquiz("build", course, "--release", *words, "-o", "x.apkg")[0] in (1, 2)
    assert not Path(course, "decks", "deck.lock").exists()
    assert not Path("x.apkg").exists()


def test_letters_that_the_terminal_cannot_show_are_spelled_out(ptquiz, course):
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", "from flashcards.cli import main; main()",
         "list", course, "--keys", "--json", "--lang", "zh"],
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.isascii()
    assert [row["asks"] for row in json.loads(told.stdout)] == ["梯度桶"]
