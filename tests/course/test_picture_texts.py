"""Drawings with the texts of a language: one source, and labels from the overlay."""

import re

import pytest

from flashcards.anki.content import load_media
from flashcards.anki.package import compose_package
from flashcards.anki.release import load_course_notes
from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.course.texts import load_pictures
from flashcards.errors import ProblemsFound
from flashcards.text.images import list_svg_texts, translate_svg
from tests.helpers.builtin import builtin_course
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import load_page

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>A leaf</title>'
    '<text x="1">a &lt; b</text><text y="2">leaf<tspan>s</tspan></text><rect width="1"/></svg>\n'
)
COURSE = {
    "decks/course.yaml": """\
        id: c
        title: C
        author: A
        licence: CC0-1.0
        languages: [en, zh]
        """,
    "decks/a.yaml": """\
        deck: a
        title: T
        entries:
        - {recall: "What? ![A leaf](leaf.svg)", key: what, answer: A leaf.}
        """,
    "decks/zh/a.yaml": """\
        lang: zh
        pictures:
          leaf.svg: {leaf: 叶子, "a < b": 甲 < 乙}
        entries:
          what: {recall: "什么？![叶子](leaf.svg)", answer: 叶子。}
        """,
}


@pytest.fixture
def folder(tmp_path):
    made = write_course(tmp_path / "course", COURSE)
    (made / "decks" / "media").mkdir()
    (made / "decks" / "media" / "leaf.svg").write_text(SVG, encoding="utf-8")
    return made


def test_texts_are_listed_as_they_are_read():
    assert list_svg_texts(SVG.encode()) == ["A leaf", "a < b", "leaf", "s"]


def test_a_translated_drawing_differs_in_its_texts_and_says_its_language():
    texts = {"leaf": "叶 & 子", "a < b": "甲 < 乙", "rect": "x"}
    made = translate_svg(SVG.encode(), texts, "zh").decode()
    told = SVG.replace("<svg", '<svg xml:lang="zh"')
    assert made == told.replace(">leaf<", ">叶 &amp; 子<").replace("a &lt; b", "甲 &lt; 乙")
    assert translate_svg(made.encode(), {}, "de").decode() == made


def test_each_language_has_its_own_drawing_and_english_the_file_itself(folder):
    course = load_course(folder)
    assert load_pictures(course, ["leaf.svg"], "en")["leaf.svg"] == SVG.encode()
    assert "叶子" in load_pictures(course, ["leaf.svg"], "zh")["leaf.svg"].decode()
    english, chinese = (load_media(course, ["leaf.svg"], lang) for lang in ("en", "zh"))
    assert english == load_media(course, ["leaf.svg"])
    assert english["leaf.svg"].name != chinese["leaf.svg"].name


def test_page_and_paper_show_the_drawing_of_their_language(folder, tmp_path, monkeypatch):
    import base64

    monkeypatch.chdir(tmp_path)
    shown = ["preview", "--lang", "all", "-o", "page.html"]
    for line in (shown, ["export", "sheet", "--lang", "zh", "-o", "s"]):
        command, *words = line
        where = [words[0]] if command == "export" else []
        rest = words[1:] if command == "export" else words
        assert run([command, *where, str(folder), *rest]) == 0
    drawn = base64.b64encode(
        translate_svg(SVG.encode(), {"leaf": "叶子", "a < b": "甲 < 乙"}, "zh")
    )
    page = load_page(tmp_path / "page.html")
    assert page.count(drawn.decode()) == page.count(base64.b64encode(SVG.encode()).decode()) > 0
    papers = [path.read_text(encoding="utf-8") for path in tmp_path.glob("s*.html")]
    assert any(drawn.decode() in paper for paper in papers)


@pytest.mark.parametrize(
    ("pictures", "message"),
    [
        ("pictures: [leaf.svg]", "'pictures' must be a mapping"),
        ("pictures: {leaf.svg: 叶子}", "'leaf.svg' must be a mapping of names, not '叶子'"),
        ("pictures: {leef.svg: {leaf: 叶子}}", "there is no drawing 'leef.svg'"),
        ("pictures: {leaf.svg: {laef: 叶子}}", "'leaf.svg' has no text 'laef'"),
    ],
)
def test_a_text_that_translates_nothing_is_told(folder, pictures, message):
    overlay = folder / "decks" / "zh" / "p.yaml"
    overlay.write_text(f"lang: zh\n{pictures}\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    [problem] = found.value.problems
    assert (problem.at.file, problem.at.line) == ("decks/zh/p.yaml", 2)
    assert problem.message.startswith(message)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("languages", [("en",), ("en", "zh"), ("zh", "en")])
def test_a_package_has_the_drawings_of_its_own_language_alone(languages):
    notes = load_course_notes(builtin_course(), languages, now=0)
    for lang in languages:
        made = compose_package(notes, notes.sources[lang], lang)
        drawings = [made.media[name].decode() for name in made.media if name.endswith(".svg")]
        assert len(drawings) > 20
        chinese = [bool(re.search("[\u4e00-\u9fff]", drawing)) for drawing in drawings]
        assert any(chinese) is (lang == "zh")
