"""Every card of the curriculum can be asked in every form, in every language."""

import re
from io import StringIO

import pytest

from flashcards.cards import list_notes
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import TermNames
from flashcards.study.grading import grade_answer
from flashcards.terminal.card_view import print_answer, print_question
from flashcards.terminal.rich_text import Page
from flashcards.text.plain_text import normalize_text
from tests.helpers.builtin import builtin_course

BESIDE_CHINESE = re.compile(r"(?<=[\u4e00-\u9fff]) | (?=[\u4e00-\u9fff])")


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_question_is_sound_and_takes_each_of_its_answers(lang):
    notes, page = list_notes(builtin_course(), lang), Page(file=StringIO(), width=40)
    term_names = TermNames(notes)
    for card in (card for note in notes for card in note.cards):
        for form in list_forms(card):
            asked = make_question(card, term_names, "seed", form)
            assert asked.stem or asked.code, asked.id
            texts = [o.text if o.literal else normalize_text(o.text) for o in asked.options]
            assert len(set(texts)) == len(texts), asked.id
            if form in ("single", "match"):
                assert len(asked.options) >= 3, asked.id
            assert len(asked.right_names) == 1 or form != "single", asked.id
            assert bool(asked.accepted) == (form in ("type", "gap")), asked.id
            for name in asked.accepted:
                spaced = [] if asked.code else [BESIDE_CHINESE.sub("", name), f"{name}。"]
                for typed in (name, *spaced):
                    assert grade_answer(asked, [typed]).right, (asked.id, typed)
            print_question(page, asked)
            print_answer(page, asked)
