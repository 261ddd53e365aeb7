"""One card, one page: pictures of every form, what fits, and what gives way if it does not."""

import html
import re
import threading
import time

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.questions import Neighbours, make_question
from flashcards.reviews.memory import Memory
from flashcards.study.grading import grade_answer
from flashcards.study.ui import Answer, Feedback, QuestionContext
from flashcards.terminal.card_page import CardState, make_blocks
from flashcards.terminal.console import make_toolkit_screen
from flashcards.terminal.display import Screen
from flashcards.terminal.page import CODE, OPTIONS, TITLE, WHY, Block, Canvas, fit_page
from flashcards.terminal.question_view import format_points
from flashcards.terminal.rich_text import THEME
from flashcards.words.catalog import ENGLISH, find_words
from tests.helpers.learner_terminal import PATIENCE, has_keys
from tests.helpers.painted_pages import (
    FORMS,
    PaintedTerminal,
    paint,
    paint_all,
    paint_form,
    picture_file,
)
from tests.helpers.recorded_sittings import THEMES
from tests.helpers.recorded_sittings import picture_file as recorded_file

SAMPLE = 5
"""Every so many cards of the curriculum are laid out; `python -m tests.helpers.page_survey` all."""


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_form_looks_as_its_picture(tiny_course, lang, columns):
    assert paint_all(tiny_course, lang, columns) == picture_file(lang, columns).read_text("utf-8")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("form", FORMS)
def test_the_pictures_of_sittings_show_what_is_painted(tiny_course, form, theme):
    svg = recorded_file(form, theme).read_text("utf-8")
    assert "url(http" not in svg  # nothing is fetched
    shown = "".join(re.findall(r"<text [^>]*>(.*?)</text>", svg))
    pages = paint_form(tiny_course, form, "en", 80)
    told = "".join(html.unescape(shown).replace("\xa0", " ").split())
    assert "".join("".join(pages).split()) in told.replace("─" * 80, "")


@pytest.mark.parametrize("columns", [40, 80, 120])
@pytest.mark.parametrize("form", FORMS)
def test_help_lists_the_keys_and_closes(tiny_course, form, columns):
    card, _ = FORMS[form]
    keys = ["?", "escape"] if form not in ("gap", "type") else ["?", "escape", "x"]
    asked = form if form in ("gap", "type") else None
    pictures = paint(tiny_course, card, keys, columns=columns, form=asked)
    assert "Ctrl-L" in pictures[1] or "PgDn scroll" in pictures[1]
    assert pictures[2] == pictures[0]


def test_text_is_never_wider_than_a_hundred_columns(tiny_course):
    for form, (card, keys) in FORMS.items():
        asked = form if form in ("gap", "type") else None
        for picture in paint(tiny_course, card, keys, columns=200, form=asked):
            assert max(map(len, picture.splitlines())) <= 100


BLOCKS = [
    Block(["today"], optional=True),
    Block(["stem"], TITLE),
    Block(["a", "b", "c", "d"], CODE),
    Block(["1", "2", "3"], OPTIONS),
    Block(["why"], WHY),
]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        (14, "today||stem||a|b|c|d||1|2|3||why"),
        (13, "today||stem|a|b|c|d||1|2|3||why"),
        (11, "today||stem|a|b|c|d|1|2|3|why"),
        (10, "today|stem|a|b|c|d|1|2|3|why"),
        (9, "stem|a|b|c|d|1|2|3|why"),
        (8, "stem|[code]||1|2|3||why"),
        (7, "stem|[code]||1|2|3|why"),
        (5, "[code]|1|2|3|why"),
        (3, "1|2|3"),
    ],
)
def test_what_is_too_tall_gives_up_lines_in_this_order(rows, lines):
    page = fit_page(BLOCKS, rows, code_stub="[code]")
    assert "|".join(page.lines) == lines


def test_the_code_of_a_question_is_scrolled_to_and_never_hidden():
    page = fit_page(BLOCKS[1:4], 4)
    assert (list(page.lines), page.last) == (["stem", "a", "b", "c"], 4)
    assert list(fit_page(BLOCKS[1:4], 4, focus=2).lines) == ["d", "1", "2", "3"]


@pytest.mark.parametrize(
    ("points", "written"),
    [(2, "2"), (7 / 3, "2⅓"), (0.5, "½"), (1.25, "1¼"), (2.2857, "2.3"), (25.0, "25"), (0, "0")],
)
def test_points_are_written_as_people_do(points, written):
    assert format_points(ENGLISH, points) == written


def lay_out(canvas, course, card, neighbours):
    """Whether the question fits into 80×24, and after a wrong answer options, verdict and why."""
    question = make_question(card, neighbours, "s/0")
    resources = [course.resources[key] for key in card.entry.see if key in course.resources]
    state = CardState(question, QuestionContext(0, 9, 0, read_on=tuple(resources)))
    typed = question.form in ("type", "gap")
    fits = fit_page(make_blocks(canvas, state), 24 - 2 - (3 if typed else 1)).last == 0
    rows = 24 - 2 - 1
    if question.form in ("reveal", "points"):
        state.shows_answer = state.rates = True
        rows -= 1
    else:
        false = [option.name for option in question.options if not option.right][:1]
        given = {
            "order": question.sequence[::-1],
            "match": [fits for _, _, fits in question.things][::-1],
        }.get(question.form, false or ["nonsense"])
        memory = Memory(1, 0, 1.0, 5.0, 60_000, 0, 0, 1, 0)
        verdict = grade_answer(question, tuple(given))
        state.feedback = Feedback(question, Answer(tuple(given)), verdict, 1, memory, 0)
    blocks = make_blocks(canvas, state)
    page = fit_page(blocks, rows, code_stub="[code]")
    return fits, all(
        shows(page, block) for block in blocks if block.name in (OPTIONS, "verdict", WHY)
    )


def shows(page, block):
    """Whether a block is in view from its beginning to its end."""
    size = len(block.lines)
    places = range(len(page.lines) - size + 1)
    return any([*page.lines[place : place + size]] == [*block.lines] for place in places)


@pytest.mark.thorough
def test_nearly_all_cards_of_the_curriculum_fit_on_a_screen():
    course = load_course(None)
    canvas = Canvas(Console(theme=THEME, width=80))
    notes = list_notes(course)
    cards = [card for note in notes for card in note.cards][::SAMPLE]
    neighbours = Neighbours(notes)
    found = [lay_out(canvas, course, card, neighbours) for card in cards]
    assert sum(fits for fits, _ in found) >= 0.97 * len(cards)
    assert sum(fits for _, fits in found) >= 0.95 * len(cards)


class ToolkitLearner:
    """Somebody at a screen that is painted and read through prompt_toolkit, as on Windows."""

    def __init__(self, source):
        self._terminal, self._source = PaintedTerminal(80, 24), source
        self._lock = threading.Lock()  # nobody sees half a page

    def write(self, text):
        with self._lock:
            self._terminal.write(text)
        if "\x1b[6n" in text:  # where the cursor is
            self._source.send_text("\x1b[9;1R")

    def flush(self):
        pass

    def isatty(self):
        return True

    encoding = "utf-8"

    def press(self, keys, then):
        """Presses keys when they count, and waits for words."""
        self.wait(has_keys)
        self._source.send_text(keys)
        self.wait(lambda picture: then in picture)

    def wait(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds(picture := self._look()):
            assert time.monotonic() < end, picture
            time.sleep(0.01)

    def _look(self):
        with self._lock:
            return self._terminal.picture()


@pytest.mark.parametrize(
    ("card", "form", "keys"),
    [("clear-gradients#0", None, "2"), ("ddp-gap#0", "gap", "all-reduce\r")],
)
def test_the_same_screen_works_through_prompt_toolkit_alone(tiny_course, card, form, keys):
    notes = list_notes(tiny_course)
    found = next(each for note in notes for each in note.cards if each.id == card)
    question = make_question(found, Neighbours(notes), "seed", form)
    with create_pipe_input() as source:
        learner = ToolkitLearner(source)
        output = Vt100_Output(learner, lambda: Size(rows=24, columns=80))
        console = Console(theme=THEME, width=80, force_terminal=True)
        ui = make_toolkit_screen(console, find_words("en"), source, output, 100)
        given = []

        def sit():
            ui.show_question(question, QuestionContext(0, 1, 0))
            answer = ui.ask(question)
            given.append(answer)
            verdict = grade_answer(question, answer.given)
            memory = Memory(1, 0, 1.0, 5.0, 60_000, 0, 0, 1, 0)
            given.append(ui.show_feedback(Feedback(question, answer, verdict, 1, memory, 0)))

        thread = threading.Thread(target=sit, daemon=True)
        thread.start()
        learner.press(keys, then="Asked again")
        learner.wait(has_keys)
        source.send_text(" ")
        thread.join(PATIENCE)
        assert given[0].given in [("back",), ("all-reduce",)]
        assert given[1] == "next"


def _is_narrow(picture, columns):
    return max(map(len, picture.splitlines())) <= columns


def test_a_window_resized_just_before_a_prompt_begins_is_painted_for_its_new_size(
    tiny_course, monkeypatch
):
    notes = list_notes(tiny_course)
    card = next(each for note in notes for each in note.cards if each.id == "ddp-gap#0")
    question = make_question(card, Neighbours(notes), "seed", "gap")
    sizes, begin_typing = [Size(rows=24, columns=80)], Screen.begin_typing

    def begin_later(screen, row):
        if len(sizes) == 1:  # when the page is painted, and no prompt hears of a signal yet
            sizes.append(Size(rows=14, columns=30))
        begin_typing(screen, row)

    monkeypatch.setattr(Screen, "begin_typing", begin_later)
    with create_pipe_input() as source:
        learner = ToolkitLearner(source)
        output = Vt100_Output(learner, lambda: sizes[-1])
        ui = make_toolkit_screen(
            Console(theme=THEME, width=80), find_words("en"), source, output, 100
        )
        given = []

        def sit():
            ui.show_question(question, QuestionContext(0, 1, 0))
            given.append(ui.ask(question))

        thread = threading.Thread(target=sit, daemon=True)
        thread.start()
        learner.wait(lambda picture: len(sizes) == 2)
        learner.wait(lambda picture: "Gradients are" in picture and _is_narrow(picture, 30))
        learner.wait(has_keys)
        source.send_text("all-reduce\r")
        thread.join(PATIENCE)
        assert given[0].given == ("all-reduce",)
