"""Pictures that texts show: looked at by `check`, and drawings with the texts of a language."""

import base64
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.course.load import load_course
from flashcards.course.pictures import load_pictures
from flashcards.text.images import MAX_PICTURE_BYTES, list_svg_texts, translate_svg
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import read_cards

DECK = """\
deck: a
title: T
entries:
- term: leaf
  key: leaf
  meaning: "Ends.\\n\\n![a leaf](leaf.svg)"
- recall: Why?
  key: why
  answer: Because.
- choose: Which one?
  key: which
  right: {a: {text: "![an a](leaf.svg)"}}
  wrong: {b: {text: bee}}
"""
OVERLAY = """\
lang: zh
entries:
  why: {recall: 为什么？, answer: "![图](leaf.svg)"}
"""
MISSING = (
    "there is no picture 'leaf.svg' in decks/media; put the file itself there, "
    "and give its name alone"
)
SHOWN_AT = ["decks/a.yaml:6:12", "decks/a.yaml:12:21", "decks/zh/a.yaml:3:31"]
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A leaf</title>'
    '<text x="1">a &lt; b</text><text y="2">leaf<tspan>s</tspan></text><rect width="1"/></svg>\n'
)


@pytest.fixture
def media(tmp_path: Path, monkeypatch) -> Path:
    """The media folder of a course with three texts that show `leaf.svg`."""
    files = {
        "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: L\nlanguages: [en, zh]\n",
        "decks/a.yaml": DECK,
        "decks/zh/a.yaml": OVERLAY,
        "decks/media/leaf.svg": SVG,
    }
    monkeypatch.chdir(write_course(tmp_path / "course", files))
    return tmp_path / "course" / "decks" / "media"


def find_problems() -> list[str]:
    return [str(problem) for problem in check_course(Path()).problems]


def link(leaf: Path) -> None:
    leaf.rename(leaf.with_name("real.svg"))
    leaf.symlink_to("real.svg")


def link_folder(leaf: Path) -> None:
    leaf.parent.rename(leaf.parents[2] / "elsewhere")
    leaf.parent.symlink_to(leaf.parents[2] / "elsewhere")


def make_large(leaf: Path) -> None:
    with leaf.open("ab") as file:
        file.truncate(MAX_PICTURE_BYTES + 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (link, "picture 'leaf.svg' is a link; put the file itself into decks/media"),
        (link_folder, MISSING),
        (make_large, "picture 'leaf.svg' is larger than 10 MB"),
        (lambda leaf: leaf.write_bytes(b"<html/>"), "picture 'leaf.svg' is not what its name says"),
        (lambda leaf: leaf.rename(leaf.with_name("Leaf.SVG")), MISSING),
    ],
)
def test_a_picture_that_cannot_be_shown_is_told_at_every_text_that_shows_it(media, change, message):
    assert find_problems() == []
    change(media / "leaf.svg")
    assert find_problems() == [f"{place}: {message}" for place in SHOWN_AT]


def test_a_drawing_may_be_in_another_encoding_than_utf_8(media, tmp_path):
    drawing = (
        '<?xml version="1.0" encoding="iso-8859-1"?><svg><text>Leaf</text><text>é</text></svg>'
    )
    (media / "leaf.svg").write_bytes(drawing.encode("iso-8859-1"))
    translate_drawing(media, "{leaf.svg: {Leaf: 叶}}")
    assert run(["build", ".", "--lang", "zh", "-o", str(tmp_path / "a.apkg")]) == 0


def test_files_that_no_text_shows_are_not_judged_and_not_in_the_way(media, tmp_path):
    (media / "README.txt").write_text("where the pictures are from")
    (media / "old.png").write_bytes(b"")
    (media / "far.svg").symlink_to(tmp_path)
    assert find_problems() == []
    for words in (["build"], ["preview"], ["export", "csv"]):
        assert run([*words, ".", "-o", str(tmp_path / f"made-{words[0]}")]) == 0


def test_code_that_looks_like_a_picture_is_code(media):
    odd = """\
- code: |
    print("![a](b.svg)")
  key: prints-markdown
  prints: "![a](b.svg)"
  wrong: {c: {text: "![c](d.svg)"}}
- cloze: |
    assert(![&](int n) { return n; }(1)); // $\\\\x$
  key: lambda
  language: cpp
  gaps: {1: return}
"""
    (media.parent / "a.yaml").write_text(DECK + odd)
    assert find_problems() == []


def translate_drawing(media, texts):
    (media.parent / "zh" / "a.yaml").write_text(
        OVERLAY.replace("entries", f"pictures: {texts}\nentries"), "utf-8"
    )


def test_a_drawing_has_the_texts_of_its_language_on_pages_and_paper(media, tmp_path):
    assert list_svg_texts(SVG.encode()) == ["A leaf", "a < b", "leaf", "s"]
    translate_drawing(media, '{leaf.svg: {leaf: 叶 & 子, "a < b": 甲 < 乙}}')
    course = load_course(Path())
    assert load_pictures(course, ["leaf.svg"])["leaf.svg"] == SVG.encode()
    drawn = load_pictures(course, ["leaf.svg"], "zh")["leaf.svg"]
    expected = SVG.replace("<svg", '<svg xml:lang="zh"').replace("a &lt; b", "甲 &lt; 乙")
    assert drawn.decode() == expected.replace(">leaf<", ">叶 &amp; 子<")
    assert drawn == translate_svg(SVG.encode(), {"leaf": "叶 & 子", "a < b": "甲 < 乙"}, "zh")
    assert run(["preview", ".", "--lang", "zh", "-o", str(tmp_path / "page.html")]) == 0
    cards = read_cards((tmp_path / "page.html").read_text("utf-8"))
    assert base64.b64encode(drawn).decode() in str(cards)


@pytest.mark.parametrize(
    ("pictures", "message"),
    [
        ("[leaf.svg]", "'pictures' must be a mapping"),
        ("{leaf.svg: 叶子}", "'leaf.svg' must be a mapping, not '叶子'"),
        ("{leef.svg: {leaf: 叶子}}", "there is no picture 'leef.svg'; did you mean"),
        ("{leaf.svg: {laef: 叶子}}", "'leaf.svg' has no text 'laef'"),
    ],
)
def test_a_text_that_translates_nothing_in_a_drawing_is_told(media, pictures, message):
    translate_drawing(media, pictures)
    [problem] = find_problems()
    assert problem.startswith("decks/zh/a.yaml:2:")
    assert message in problem
