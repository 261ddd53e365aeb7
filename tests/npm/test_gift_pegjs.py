"""Every question of the curriculum, read by gift-pegjs: all that the JSON export says of it."""

import json
import subprocess
from pathlib import Path

import pytest

from flashcards.export.gift import export_gift
from tests.export.test_whole_curriculum import plan_curriculum, tell
from tests.helpers.export_readers import in_list, visible
from tests.helpers.moodle_comparison import compare_with_json, from_gift
from tests.questions.test_whole_rows import MATCHED, course_of, plan_of

HERE = Path(__file__).parent
MARKS = {"&&058;": ":", "&&035;": "#", "&&061;": "=", "&&123;": "{", "&&125;": "}",
         "&&126;": "~", "&&092;": "\\"}  # fmt: skip
"""gift-pegjs leaves its own placeholders in the right side of a pair."""


def read_by_pegjs(path):
    shown = subprocess.run(
        ["node", "read_gift.mjs", str(path)], cwd=HERE, capture_output=True, text=True, check=True
    )
    return json.loads(shown.stdout)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_question_of_the_curriculum_arrives_in_gift_pegjs(lang, tmp_path):
    plan = plan_curriculum(lang)
    exported = export_gift(plan)
    path = tmp_path / "all.gift"
    path.write_bytes(exported.files[".gift"])
    read = read_by_pegjs(path)
    errors = [part for part in read["found"] if "error" in part]
    assert errors == []
    assert read["whole"] == len(read["found"])
    questions = [each for (each,) in read["found"] if each["type"] != "Category"]
    refused = {outcome.id for outcome in exported.outcomes if outcome.status == "refused"}
    told = tell(plan)
    assert [each["id"] for each in questions] == [key for key in told if key not in refused]
    for made in questions:
        compare_with_json(from_gift(as_row(made)), told[made["id"]], gift=True)


def test_a_cell_that_fits_nothing_is_offered_by_gift_pegjs(tmp_path):
    path = tmp_path / "match.gift"
    path.write_bytes(export_gift(plan_of(course_of(MATCHED))).files[".gift"])
    _, (made,) = read_by_pegjs(path)["found"]  # a category comes first
    assert as_row(made)["pairs"] == [
        ["view", "never"],
        ["reshape", "if it must"],
        ["clone", "always"],
        ["", "half of it"],
    ]


def as_row(made):
    """A question of gift-pegjs as `read_gift` would give it."""
    rich = made["type"] == "MC"
    return {
        "id": made["id"], "type": made["type"], "tags": made["tags"],
        "name": in_list(made["title"]), "text": shown(made["stem"]),
        "feedback": shown(made["globalFeedback"]),
        "choices": [
            ["=" if each["isCorrect"] else "~", shown(each["text"], rich), each["weight"],
             shown(each["feedback"])]
            for each in made.get("choices", ())
        ],
        "pairs": [
            [shown(pair["subquestion"]), decoded(pair["subanswer"])]
            for pair in made.get("matchPairs", ())
        ],
    }  # fmt: skip


def shown(text, rich=True):
    return (visible(text["text"]) if rich else text["text"]) if text else ""


def decoded(text):
    for placeholder, mark in MARKS.items():
        text = text.replace(placeholder, mark)
    return in_list(text)
