"""Two courses beside each other speak each with their own words, in any order and in threads."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from flashcards import (
    Quiz,
    Selection,
    draw_quiz,
    export_quiz,
    list_notes,
    load_course,
    make_glossary,
    preview_page,
)
from flashcards.export.quiz_export import make_quiz
from tests.helpers.course_files import write_course

INFO = "id: {0}\ntitle: {0}\nauthor: A\nlicence: CC0-1.0\nsource: qaa\n"
DECK = """\
deck: d
title: D
entries:
- choose: Was ist schneller?
  key: schnell
  right: {glas: Glas}
  wrong: {post: {text: Post, why: Zu Fuß.}, rauch: {text: Rauch, why: Nein.}}
  why: Licht.
"""


def make(folder, name):
    """A German course whose words around the cards begin with its name."""
    labels = f"choose_one: {name} wählen., sheet_name: {name}-Name, preview_search: {name}-Suche"
    files = {
        "decks/course.yaml": INFO.format(name),
        "decks/d.yaml": DECK,
        "decks/qaa/labels.yaml": f"lang: qaa\nlabels: {{{labels}}}\n",
    }
    return write_course(folder / name, files)


@pytest.fixture
def courses(tmp_path):
    """The one that was read last is not the one that is asked first."""
    folders = {name: make(tmp_path, name) for name in ("eins", "zwei")}
    return {name: load_course(folder) for name, folder in folders.items()}


def say_all(course):
    """What stands around the one question of a course: asked, on paper, on the page."""
    (asked,) = draw_quiz(
        Quiz(quiz="q", title="Q", select=Selection()), list_notes(course)
    ).questions
    sheet = export_quiz(course, make_quiz(course), "sheet").files[".html"].decode()
    page = preview_page(course, list_notes(course), now=0)
    return asked.question.instruction, sheet, page


def holds(name, said):
    other = {"eins": "zwei", "zwei": "eins"}[name]
    instruction, sheet, page = said
    assert instruction == f"{name} wählen."
    assert f"{name}-Name" in sheet
    assert f"{name}-Suche" in page
    assert not any(f"{other}-" in text or f"{other} " in text for text in (sheet, page))


@pytest.mark.parametrize("order", [("eins", "zwei", "eins"), ("zwei", "eins", "zwei")])
def test_each_speaks_with_its_own_words_in_any_order(courses, order):
    for name in order:
        holds(name, say_all(courses[name]))
        assert make_glossary(courses[name]).words.say("choose_one") == f"{name} wählen."


def test_each_speaks_with_its_own_words_in_threads(courses):
    names = ["eins", "zwei"] * 3
    with ThreadPoolExecutor(4) as pool:
        said = list(pool.map(say_all, (courses[name] for name in names)))
    for name, each in zip(names, said, strict=True):
        holds(name, each)


def test_a_course_without_words_beside_them_speaks_those_of_the_program(courses):
    (asked, *_) = list_notes(load_course())
    assert asked.words.say("choose_one") == "Choose one."
    assert courses["eins"].make_words("en").say("choose_one") == "Choose one."
