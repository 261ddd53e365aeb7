"""A course with every form of `question`, `ask`, `which`, `wrong` and `why`, as Anki gets it.

What each card must ask was written down from the YAML by hand: the questions that the author
wrote, their options, which one is right, and the reason that belongs to it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.fields import render_fields
from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.model import Row
from flashcards.pages.sides import render_sides
from tests.helpers.changes import replace
from tests.helpers.courses import course_of
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
def course():
    return load_course(Path(__file__).parents[1] / "data" / "comparisons")


@pytest.fixture(scope="module")
def fields(course):
    """What Anki gets of each note, by its key."""
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


def test_every_answer_shows_all_cells_of_its_row_below_its_aspect(course, fields):
    cells = "Weights on each GPU DataParallel a copy for each batch DistributedDataParallel "
    cells += "a copy for good FSDP a shard"
    for card in (card for note in list_notes(course) for card in note.cards):
        front, back, _ = render_sides(card, fields[card.note.key])
        (shown,) = re.findall(r'<div class="grid" dir="auto">(.*?)</div>', back, re.DOTALL)
        assert shown == fields[card.note.key]["Row"]
        assert ("<table" in front) == (card.ordinal == 0)  # hidden there, for its script
        if card.note.row == "weights":
            assert visible(shown).split() == cells.split()


def test_the_answer_of_a_whole_row_has_the_whole_comparison_folded(course, fields):
    table = """DataParallel DistributedDataParallel FSDP
        Processes one for all GPUs one per GPU one per GPU
        Weights on each GPU a copy for each batch a copy for good a shard
        Largest model fits one GPU fits one GPU fits all GPUs"""
    whole, folded = 0, r'<details class="comparison" dir="auto"><summary[^>]*>(.*?)</details>'
    for card in (card for note in list_notes(course) for card in note.cards):
        front, back, _ = render_sides(card, fields[card.note.key])
        found = re.findall(folded, back, re.DOTALL)
        assert (len(found), re.findall(folded, front)) == (card.ordinal == 0, [])
        if found and card.entry.key == "wrappers":
            whole += 1
            assert visible(found[0]).split() == ["The", "whole", "comparison", *table.split()]
    assert whole == 3


def test_a_cell_changes_the_notes_that_show_it(course):
    """`weights` has a card for the whole row, and so the cells of all rows; `only` has none."""

    def hash_rows(cell, why):
        rows = {**compare.rows, "only": only}
        rows["size"] = replace(rows["size"], fsdp=cell, why=why)
        sources, _ = load_sources(course_of(replace(compare, rows=rows)), "en")
        return {source.note.row: source.content_hash for source in sources}

    compare = next(note.entry for note in list_notes(course))
    only = Row(aspect="O", dp="a", ddp="a", fsdp="b", ask={"fsdp": "What?"}, why="So.")
    before = hash_rows("fits all GPUs", "Shards.")
    for cell, why, changed in (
        ("fits eight GPUs", "Shards.", {"process", "weights", "size"}),
        ("fits all GPUs", "It shards.", {"size"}),
    ):
        after = hash_rows(cell, why)
        assert {row for row in after if after[row] != before[row]} == changed
