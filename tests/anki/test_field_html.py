"""Fields that Anki reads as they are meant: no markup of its own, no words for a search."""

import pytest

from flashcards.anki.cloze import normalize_html
from flashcards.course.model import Choose, Cloze, Code, Option, OutputOption, Recall, Term
from flashcards.text.plain_text import html_to_text
from tests.helpers.anki_engine import learner
from tests.helpers.courses import course_of, package_of, write_package


@pytest.mark.parametrize(
    ("html", "normalized"),
    [
        ("a {{c1::b}}", "a {<wbr>{c1::b}}"),
        ("{{{", "{<wbr>{<wbr>{"),
        ("[sound:a] [[type:x]] [$] [a]", "[<wbr>sound:a] [<wbr>[<wbr>type:x]] [<wbr>$] [a]"),
        (r"\(x_{{a}}\)", r"\(x_{ {a}}\)"),
        (r"<code>\(x_{{a}}\)</code>", r"<code>\(x_{<wbr>{a}}\)</code>"),
        ("it&#x27;s a\xa0b\r\nc", "it's a&nbsp;b\nc"),
        ("e\u0301", "\u00e9"),
        ("<p>\u0338</p>", "<p></p>"),
        ('<img src="media:a" alt="a -&gt; b &lt; c">', '<img src="media:a" alt="a → b ＜ c">'),
        ('<a href="https://a.org/[x]&lt;">b</a>', '<a href="https://a.org/%5Bx]%3C">b</a>'),
    ],
)  # fmt: skip
def test_what_the_editor_or_anki_would_change_is_written_otherwise(html, normalized):
    assert normalize_html(html) == normalized
    assert normalize_html(normalized) == normalized


GAPS = (
    Cloze(key="cpp", cloze="at::Tensor y = f({{1, 2}});", language="cpp",
          gaps={1: "at::Tensor", 2: "{{1, 2}}", 3: "1"}),
    Cloze(key="math", cloze="So $x_{{a}} = {b_{1}}$ is `a::b`.", gaps={1: "b_{1}", 2: "a::b"}),
    Cloze(key="loop", cloze="for (;;) { g({c}); }", gaps={1: "{c}", 2: "{ g({c}); }"}),
)  # fmt: skip


@pytest.fixture(scope="module")
def student(tmp_path_factory):
    folder = tmp_path_factory.mktemp("gaps")
    with learner(folder / "student") as who:
        who.imports(write_package(folder, package_of(course_of(*GAPS))))
        who.check_everything()
        yield who


@pytest.mark.parametrize("entry", GAPS, ids=lambda entry: entry.key)
def test_the_engine_numbers_shows_and_compares_gaps_with_colons_and_braces(student, entry):
    note = student.note(f"sample/en/{entry.key}")
    assert sorted(note.cloze_numbers_in_fields()) == sorted(entry.gaps)
    for card in note.cards():
        gap, output = entry.gaps[card.ord + 1], card.render_output()
        sides = (output.question_text, output.answer_text)
        question, answer = (html_to_text(side.partition("<script>")[0]) for side in sides)
        assert question.count("[...]") == 1
        assert gap == "1" or gap.replace(" ", "") not in question.replace(" ", "")
        assert gap.replace(" ", "") in answer.replace(" ", "")  # TeX has spaces between braces
        assert "{{c" not in question + answer
        wanted = student.col.extract_cloze_for_typing(note["Question"], card.ord + 1)
        if "$" not in entry.cloze:
            assert "typeBad" not in student.col.compare_answer(wanted, gap)


def test_a_search_for_right_or_wrong_finds_only_what_says_so(tmp_path):
    wrong = {"w": Option(text="two", why="No."), "x": Option(text="six")}
    choose = Choose(key="a", choose="Which?", right={"r": Option(text="one")}, wrong=wrong)
    code = Code(key="b", code="print(1)", prints="1", wrong={"w": OutputOption(text="2")})
    table = Recall(key="c", recall="Which?", answer="| a |\n| --: |\n| b |")
    said = Recall(key="d", recall="What is right?", answer="Nothing is wrong.")
    course = course_of(choose, code, table, said, Term(key="e", term="t", meaning="m"))
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(course)))
        for word in ("right", "wrong", "retired"):
            found = [who.col.get_note(number)["Key"] for number in who.col.find_notes(word)]
            assert found == ([] if word == "retired" else ["d"])
        assert len(who.col.find_notes("tag:ptquiz::lang::en")) == 5
