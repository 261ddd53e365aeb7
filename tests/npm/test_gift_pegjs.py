"""Every question of the curriculum, read by gift-pegjs: the same kind, options and answers."""

import json
import subprocess
from pathlib import Path

import pytest

from flashcards.cards import list_notes
from flashcards.export.gift import export_gift
from flashcards.export.quiz_plan import QuizPlan
from flashcards.model import Quiz
from flashcards.questions.draw import draw_quiz
from flashcards.source import load_course
from flashcards.text.images import load_pictures
from tests.helpers.export_readers import in_list, shown_markdown, visible

HERE = Path(__file__).parent
TYPES = {"single": "MC", "multiple": "MC", "type": "Short", "gap": "Short", "match": "Matching",
         "reveal": "Essay", "points": "Essay"}  # fmt: skip
MARKS = {"&&058;": ":", "&&035;": "#", "&&061;": "=", "&&123;": "{", "&&125;": "}",
         "&&126;": "~", "&&092;": "\\"}  # fmt: skip
"""gift-pegjs leaves its own placeholders in the right side of a pair."""


@pytest.fixture(scope="module")
def course():
    return load_course()


def read_by_pegjs(path):
    shown = subprocess.run(
        ["node", "read_gift.mjs", str(path)], cwd=HERE, capture_output=True, text=True, check=True
    )
    return json.loads(shown.stdout)


def shown(text):
    return visible(text["text"]) if text else ""


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_question_of_the_curriculum_arrives_in_gift_pegjs(course, lang, tmp_path):
    quiz = Quiz(quiz="all", title="Everything", shuffle=False)
    plan = QuizPlan(
        title="Everything", course=course.info.title, seed="npm", version="1", lang=lang,
        questions=draw_quiz(quiz, list_notes(course, lang), "npm").questions,
        pictures=load_pictures(course, course.media),
    )  # fmt: skip
    exported = export_gift(plan)
    path = tmp_path / "all.gift"
    path.write_bytes(exported.files[".gift"])
    read = read_by_pegjs(path)
    errors = [part for part in read["found"] if "error" in part]
    assert errors == []
    assert read["whole"] == len(read["found"])
    questions = [each for (each,) in read["found"] if each["type"] != "Category"]
    refused = {outcome.id for outcome in exported.outcomes if outcome.status == "refused"}
    asked = [each for each in plan.questions if each.id not in refused]
    assert [each["id"] for each in questions] == [each.id for each in asked]
    for made, wanted in zip(questions, asked, strict=True):
        compare(made, wanted.question)


def compare(made, question):
    form = question.form
    essay = form in ("type", "gap") and any("\n" in a or not a for a in question.accepted)
    assert made["type"] == ("Essay" if essay else TYPES[form]), question.id
    if question.code is not None:
        assert question.code.rstrip() in shown(made["stem"]), question.id
    if made["type"] == "MC":
        options = {shown(c["text"]): c for c in made["choices"]}
        assert len(options) == len(question.options)
        share = 100 / len(question.right_names)
        for option in question.options:
            text = option.text if option.literal else shown_markdown(option.text, True)
            choice = options[text]
            if form == "single":
                assert choice["isCorrect"] is option.right
                assert choice["weight"] is None
            else:
                assert abs(choice["weight"] - (share if option.right else -share)) < 0.0001
            assert shown(choice["feedback"]) == shown_markdown(option.why or "", True)
    elif made["type"] == "Short":
        answers = [c["text"]["text"].replace("\\*", "*") for c in made["choices"]]
        assert answers == list(question.accepted)
        assert all(c["isCorrect"] for c in made["choices"])
    elif made["type"] == "Matching":
        cells = {option.name: option.text for option in question.options}
        assert [
            (shown(pair["subquestion"]), decoded(pair["subanswer"])) for pair in made["matchPairs"]
        ] == [
            (shown_markdown(thing, True), one_line(shown_markdown(cells[fits], True)))
            for _, thing, fits in question.things
        ]


def one_line(text):
    return " ".join(text.split())


def decoded(text):
    for placeholder, mark in MARKS.items():
        text = text.replace(placeholder, mark)
    return in_list(text)
