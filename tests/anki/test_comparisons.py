"""A course with every form of `question`, `ask`, `which`, `wrong` and `why`, as Anki gets it.

What each card must ask was written down from the YAML by hand: the questions that the author
wrote, their options, which one is right, and the reason that belongs to it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.anki.fields import render_fields
from flashcards.cards import list_notes
from flashcards.course.load import load_course
from tests.helpers.export_readers import visible

ALL = "All three train one model on many GPUs."


class Asked(NamedTuple):
    """A question that the author wrote, as people see it."""

    stem: str
    right: str
    wrong: dict[str, str]
    """The wrong options and what is told about each of them."""
    why: str


QUESTIONS = {
    "wrappers/process#1": Asked(
        "How many processes does DataParallel start on one machine?",
        "one for all GPUs",
        {
            "one per GPU": "That would be DistributedDataParallel or FSDP.",
            "one per machine": "",
            "one per layer": "Layers are not what is split here.",
        },
        f"Its replicas run in threads.\n{ALL}",
    ),
    "wrappers/process#2": Asked(
        "How many processes does DDP start on one machine?",
        "one per GPU",
        {
            "one for all GPUs": "That would be DataParallel. Its replicas run in threads.",
            "one per machine": "",
            "one per layer": "Layers are not what is split here.",
        },
        f"No interpreter lock is shared.\n{ALL}",
    ),
    "wrappers/weights#3": Asked(
        "Which wrapper fits a model that is larger than one GPU?",
        "FSDP",
        {
            "DataParallel": "Weights on each GPU: a copy for each batch",
            "DistributedDataParallel": "Weights on each GPU: a copy for good",
        },
        f"Only shards save memory.\n{ALL}",
    ),
    "copies/storage#1": Asked(
        "What storage does x.view(-1) have?",
        "shared",
        {"its own": "That would be clone.", "shared until the first write": ""},
        "",
    ),
}


@pytest.fixture(scope="module")
def fields():
    """What Anki gets of each note, by its key."""
    course = load_course(Path(__file__).parents[1] / "data" / "comparisons")
    return {note.key: render_fields(note) for note in list_notes(course)}


def read_options(html):
    """Text of each option to its mark and reason."""
    items = re.findall(r'<li class="(ok|no)" dir="auto">(.*?) <span class="mark"></span>'
                       r'(?:<div class="because">(.*?)</div>)?</li>', html)  # fmt: skip
    return {visible(text): (mark, visible(why)) for mark, text, why in items}


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_its_options_and_its_answer_is_explained(fields, name):
    asked, (key, ordinal) = QUESTIONS[name], name.split("#")
    note = fields[key]
    assert visible(note[f"Ask {ordinal}"]) == asked.stem
    wrong = {option: ("no", reason) for option, reason in asked.wrong.items()}
    assert read_options(note[f"Options {ordinal}"]) == {asked.right: ("ok", ""), **wrong}
    assert visible(note[f"Why {ordinal}"]) == asked.why
