"""Every card of the curriculum can be asked in every form, in every language."""

import re
from collections import Counter
from io import StringIO

import pytest
from rich.console import Console

from flashcards.cards import list_notes
from flashcards.course.model import Compare, Term
from flashcards.questions import Neighbours, list_forms, make_question
from flashcards.study.grading import grade_answer
from flashcards.terminal.rich_text import THEME, render_code, render_markdown
from flashcards.text.plain_text import normalize_text
from tests.helpers.builtin import builtin_course


@pytest.fixture(scope="module")
def course():
    return builtin_course()


def all_questions(course, lang):
    every = list_notes(course, lang)
    neighbours = Neighbours(every)
    for note in every:
        for card in note.cards:
            for form in list_forms(card):
                yield make_question(card, neighbours, "seed", form)


BESIDE_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])")
NO_SPACE_YET = re.compile(
    r"(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])"
)


@pytest.mark.thorough
def test_every_accepted_form_is_right_with_and_without_spaces_beside_chinese(course):
    spaced = 0
    for asked in all_questions(course, "zh"):
        if asked.form not in ("type", "gap") or asked.code:
            continue
        for name in asked.accepted:
            bare, wide = BESIDE_CHINESE.sub("", name), NO_SPACE_YET.sub(" ", name)
            spaced += bare != wide
            for typed in (name, bare, wide, f"{wide}。"):
                assert grade_answer(asked, [typed]).right, (asked.id, typed)
    assert spaced >= 10


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_question_is_sound(course, lang):
    console = Console(file=StringIO(), width=40, theme=THEME)
    found = Counter()
    for asked in all_questions(course, lang):
        found[asked.form] += 1
        assert asked.stem or asked.code, asked.id
        texts = [
            option.text if option.literal else normalize_text(option.text)
            for option in asked.options
        ]
        assert len(set(texts)) == len(texts), asked.id
        if asked.form == "single":
            assert len(asked.right_names) == 1, asked.id
        if asked.form == "single" and isinstance(asked.card.entry, (Term, Compare)):
            assert 3 <= len(asked.options) <= 4, asked.id
        if asked.form == "match":
            assert len(asked.options) >= 3, asked.id
        if asked.form in ("type", "gap"):
            assert asked.accepted, asked.id
        console.print(render_markdown(asked.stem))
        console.print(render_markdown(asked.answer))
        console.print(render_markdown(asked.explanation))
        if asked.code is not None:
            console.print(render_code(asked.code, asked.code_language))
    assert found["single"] > 0
