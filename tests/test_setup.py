"""The setup of a code entry: run before the code, hidden from the question, never in silence."""

from flashcards.anki.fields import render_fields
from flashcards.cards import list_notes
from flashcards.course.model import Code
from flashcards.export.html_text import HtmlRenderer
from flashcards.verify import hash_code
from tests.helpers.changes import replace
from tests.helpers.course_files import write_course
from tests.helpers.courses import ask, course_of

PLAIN = Code(key="k", code="print(twice(2))\n", prints="4", why="2 + 2")
SET_UP = replace(PLAIN, setup="def twice(x):\n    return x + x\n")


def test_the_record_is_of_the_program_wherever_it_is_divided():
    whole = replace(PLAIN, code="def twice(x):\n    return x + x\nprint(twice(2))\n")
    assert hash_code(SET_UP) == hash_code(whole) != hash_code(PLAIN)


def test_the_question_says_that_there_is_a_setup_and_does_not_show_it():
    question = ask(course_of(SET_UP), "k#0")
    message = "2 lines of setup run first and are not shown."
    assert question.stem == f"What does this print?\n\n{message}"
    assert (question.code, question.setup) == ("print(twice(2))", SET_UP.setup.rstrip())
    html = HtmlRenderer({}).render_prompt(question)
    assert (message in html, "return" in html) == (True, False)
    assert ask(course_of(PLAIN), "k#0").stem == "What does this print?"


def test_in_anki_the_setup_is_folded_below_the_code():
    def render(entry: Code) -> str:
        return render_fields(list_notes(course_of(entry))[0])["Code"]

    code, fold, setup = render(SET_UP).partition('<details class="setup" dir="auto">')
    assert (code, bool(fold)) == (render(PLAIN), True)
    assert ">2 lines of setup run first</summary>" in setup
    assert "return" in setup


COURSE = {
    "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n",
    "decks/d.yaml": """\
        deck: d
        title: D
        entries:
        - code: print(twice(2))
          key: k
          setup: |
            def twice(x):
                return x + x
          prints: "4"
        """,
}


def test_on_a_screen_the_setup_is_shown_where_an_answer_is_typed(sit, tmp_path):
    terminal = sit(course=write_course(tmp_path, COURSE))
    terminal.wait_for(":e setup")
    assert "return x + x" not in terminal.text()
    terminal.press(":e\r")
    terminal.wait_for("return x + x")
    terminal.press("4\r")
    terminal.wait_for("Right")
