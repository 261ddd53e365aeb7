"""What `-o` names is not lost: other kinds of exports, released packages; names keep their word."""

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.file_kind import find_file_kind
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.preview_pages import load_page

OUTPUTS = {
    "moodle": ".xml", "canvas": ".zip", "gift": ".gift", "csv": ".csv", "json": ".json",
    "build": ".apkg", "preview": ".html",
}  # fmt: skip


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside a course."""
    monkeypatch.chdir(tmp_path)
    write_course(Path("course"), COURSE)

    def call(*words):
        code = run([*words])
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


def _list_words(name, target):
    command = [name] if name in ("build", "preview") else ["export", name]
    return [*command, "course", "-o", target]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Bytes of each output, by the command that makes it."""
    folder = tmp_path_factory.mktemp("made")
    write_course(folder / "course", COURSE)
    found = {}
    for name, ending in OUTPUTS.items():
        target = folder / f"out{ending}"
        words = _list_words(name, str(target))
        assert run([str(folder / "course") if word == "course" else word for word in words]) == 0
        found[name] = target.read_bytes()
    return found


def test_every_output_is_told_from_every_other_and_from_texts_of_authors(made):
    kinds = [find_file_kind(data) for data in made.values()]
    assert all(kinds)
    assert len({*kinds}) == len(OUTPUTS)
    for text in (b"", b"Dear all, come at 9.", b"# Notes\n", "日记".encode(), b"deck: a\n"):
        assert find_file_kind(text) == ""


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_replaces_its_own_kind_and_no_other(ptquiz, made, name):
    target = Path("kept")  # a name that promises nothing
    for other, data in made.items():
        target.write_bytes(data)
        code, told = ptquiz(*_list_words(name, "kept"))
        assert (code, target.read_bytes() == data or code == 0) == (int(other != name), True)
        if other != name:
            kinds = f"it is {find_file_kind(data)}, and this is {find_file_kind(made[name])}"
            assert f"cannot write kept: {kinds}; name another file" in told
            assert target.read_bytes() == data


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_text_of_the_user_is_kept_and_an_empty_file_is_not(ptquiz, made, name):
    target = Path("notes")
    target.write_text("Dear all, come at 9.\n")
    code, told = ptquiz(*_list_words(name, "notes"))
    assert (code, target.read_text()) == (1, "Dear all, come at 9.\n")
    kind = find_file_kind(made[name])
    assert f"it is no file that ptquiz makes, and this is {kind}; name another file" in told
    target.write_bytes(b"")
    assert ptquiz(*_list_words(name, "notes"))[0] == 0


def test_a_key_is_not_written_if_its_sheet_cannot_be(ptquiz, made):
    Path("exam-key.html").write_bytes(made["moodle"])
    code, told = ptquiz("export", "sheet", "course", "-o", "exam.html")
    assert code == 1
    assert "cannot write exam-key.html: it is a Moodle file" in told
    assert not Path("exam.html").exists()


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


def test_a_sheet_that_is_called_a_pdf_says_what_makes_one(ptquiz):
    code, said = ptquiz("export", "sheet", "course", "-o", "q.pdf")
    assert code == 2
    assert (
        "a web page to print, or to save as PDF, in a browser is made, not a PDF; call it q.html."
        in " ".join(said.split())
    )


@pytest.fixture
def released(ptquiz):
    """A course that was released as s1.apkg, and has changed since."""
    assert ptquiz("build", "course", "--release", "-o", "s1.apkg")[0] == 0
    deck = Path("course", "decks", "kinds.yaml")
    deck.write_text(deck.read_text().replace("Gradients that DDP", "All gradients that DDP"))
    return Path("s1.apkg").read_bytes()


def test_a_build_does_not_take_the_place_of_a_released_package(ptquiz, released):
    code, told = ptquiz("build", "course", "-o", "s1.apkg")
    assert code == 1
    assert "cannot write s1.apkg: it is a released package, and this one is not" in told
    assert "name another file, or give --release" in told
    assert Path("s1.apkg").read_bytes() == released
    assert ptquiz("build", "course", "-o", "s2.apkg")[0] == 0
    assert ptquiz("build", "course", "-o", "s2.apkg")[0] == 0
    assert ptquiz("build", "course", "--release", "-o", "s1.apkg")[0] == 0


def test_a_part_of_the_course_does_not_take_its_place_either(ptquiz, released):
    shutil.copy("s1.apkg", "kept.apkg")
    assert ptquiz("build", "course", "--kind", "order", "-o", "s1.apkg")[0] == 1
    assert Path("s1.apkg").read_bytes() == released


def test_what_was_released_may_be_written_again_and_build_is_for_scratch(ptquiz):
    assert ptquiz("build", "course", "--release", "-o", "s1.apkg")[0] == 0
    assert ptquiz("build", "course", "-o", "s1.apkg")[0] == 0
    assert ptquiz("build", "course", "--release")[0] == 0
    deck = Path("course", "decks", "kinds.yaml")
    deck.write_text(deck.read_text().replace("Gradients that DDP", "All gradients that DDP"))
    assert ptquiz("build", "course")[0] == 0


def test_a_package_of_another_course_is_no_release_of_this_one(ptquiz, released):
    write_course(Path("other"), COURSE)
    info = Path("other", "decks", "course.yaml")
    info.write_text(info.read_text().replace("id: ", "id: other-"))
    assert ptquiz("build", "other", "-o", "other.apkg")[0] == 0
    assert ptquiz("build", "course", "-o", "other.apkg")[0] == 0


@pytest.mark.parametrize("command", ["exam", "stats"])
def test_a_course_without_its_option_is_told_with_the_option(ptquiz, command):
    words = ["midterm"] if command == "exam" else []
    code, told = ptquiz(command, *words, "course")
    assert code == 2
    assert "a course is given with --course course" in " ".join(told.split())
    code, told = ptquiz(command, *words, "nothing-here")
    assert code == 2
    assert "--course" not in told


def test_retired_entries_are_marked_in_the_list_and_shown_in_a_preview(ptquiz):
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
    assert ptquiz("preview", "course", "--with-retired", "-o", "all.html")[0] == 0
    assert "Nobody sees buckets." not in load_page(Path("taught.html"))
    assert "Nobody sees buckets." in load_page(Path("all.html"))


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


def test_zip_archives_of_others_are_kept(ptquiz):
    with zipfile.ZipFile("kept", "w") as archive:
        archive.writestr("photo.jpg", b"x")
    code, told = ptquiz("export", "canvas", "course", "-o", "kept")
    assert code == 1
    assert "it is a ZIP archive" in told


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (["--course", "course", "check"], "ptquiz check course"),
        (["check", "--course", "course"], "ptquiz check course"),
        (["build", "--course=course"], "ptquiz build course"),
        (["--course", "course", "export", "moodle"], "ptquiz export FORMAT course"),
        (["check", "--course", "my course"], "ptquiz check 'my course'"),
        (["check", "--course", "nothing-here"], "ptquiz check nothing-here"),
    ],
)
def test_a_course_as_an_option_of_authors_commands_is_told_without_it(ptquiz, words, right):
    write_course(Path("course"), COURSE)
    code, told = ptquiz(*words)
    assert code == 2
    told = " ".join(told.split())
    assert told.endswith(f"Error: a course is given without an option: {right}")


def test_several_values_in_one_are_told_one_by_one(ptquiz):
    code, told = ptquiz("list", "--kind", "order,cloze")
    assert code == 2
    assert "repeat the option: --kind order --kind cloze" in " ".join(told.split())
    assert "is not one of" in ptquiz("list", "--kind", "order,close")[1]
