"""An own style sheet and logo: only with a namespace, and nothing is loaded from anywhere."""

import pytest

from flashcards.anki.custom_style import read_style, render_logo
from flashcards.cli import run
from flashcards.errors import FlashcardsError
from tests.helpers.anki_engine import Learner


@pytest.fixture
def course(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["new", "week3"]) == 0
    tmp_path.joinpath("own.css").write_text(".pq { color: rebeccapurple; }")
    tmp_path.joinpath("logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    capsys.readouterr()
    return tmp_path


def css(collection):
    return {model["name"]: model["css"] for model in collection.models.all()}


def test_a_namespace_has_its_own_rules_and_logo_and_the_common_types_stay(course):
    assert run(["build", "week3", "-o", "plain.apkg"]) == 0
    assert run(["build", "week3", "-o", "own.apkg", "--namespace", "spring", "--style", "own.css",
                "--logo", "logo.svg"]) == 0  # fmt: skip
    learner = Learner(course / "learner")
    learner.imports(course / "plain.apkg")
    learner.imports(course / "own.apkg")
    found = css(learner.col)
    assert "rebeccapurple" in found["ptquiz term (spring)"]
    assert "url(data:image/svg+xml;base64," in found["ptquiz term (spring)"]
    assert "rebeccapurple" not in found["ptquiz term"]
    learner.close()


def test_without_a_namespace_it_is_wrong_usage(course, capsys):
    assert run(["build", "week3", "--style", "own.css"]) == 2
    assert run(["build", "week3", "--logo", "logo.svg"]) == 2
    assert "give --namespace too" in capsys.readouterr().err


def test_a_changed_style_sheet_is_built_again(course, capsys):
    words = ["build", "week3", "-o", "own.apkg", "--namespace", "s", "--style", "own.css"]
    run(words)
    first = (course / "own.apkg").read_bytes()
    (course / "own.css").write_text(".pq { color: teal; }")
    assert run([*words, "--force"]) == 0
    assert (course / "own.apkg").read_bytes() != first


@pytest.mark.parametrize(
    "rules",
    [
        "@import 'x.css';",
        ".a { background: url(https://example.org/x.png) }",
        ".a { background: URL( 'x.png' ) }",
        "</style><script>alert(1)</script>",
    ],
)
def test_rules_that_load_something_or_leave_the_style_sheet_are_refused(rules):
    with pytest.raises(FlashcardsError, match=r"own\.css"):
        read_style("own.css", rules.encode())


def test_a_logo_is_a_small_picture():
    with pytest.raises(FlashcardsError, match="a logo ends with"):
        render_logo("logo.exe", b"")


def test_a_missing_file_is_one_line(course, capsys):
    assert run(["build", "week3", "--namespace", "s", "--style", "none.css"]) == 1
    assert capsys.readouterr().err == "none.css does not exist\n"
