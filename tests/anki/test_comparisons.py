"""A course with every form of `question`, `ask`, `which`, `wrong` and `why`, in the real Anki.

What each card must ask was written down from the YAML by hand: the questions that the author
wrote, their options, which one is right, and the reason that belongs to it.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.cli import run
from tests.helpers.anki_engine import learner
from tests.helpers.export_readers import visible

COURSE = Path(__file__).parents[1] / "data" / "comparisons"
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
def cards(tmp_path_factory):
    """The cards of a learner who imported the course."""
    folder = tmp_path_factory.mktemp("comparisons")
    assert run(["build", str(COURSE), "-o", str(folder / "deck.apkg")]) == 0
    with learner(folder / "who") as who:
        who.imports(folder / "deck.apkg")
        who.check_everything()
        cards = (who.col.get_card(number) for number in who.col.find_cards(""))
        yield {f"{card.note()['Key']}#{card.ord}": card for card in cards}


def read_options(html):
    """Text of each option to its mark and reason, in a card that Anki rendered."""
    items = re.findall(r'<li class="(ok|no)" dir="auto">(.*?) <span class="mark">(.*?)</span>'
                       r'(?:<div class="because">(.*?)</div>)?</li>', html)  # fmt: skip
    return {visible(text): (mark, visible(why)) for mark, text, _, why in items}


def read_part(html, name):
    """What an element of a card shows, without its label."""
    part = re.search(
        rf'<(div|details) class="{name}" dir="auto"[^>]*>(.*?)</\1>\n', html, re.DOTALL
    )
    label = r'^<(div|summary) class="label[^>]*>.*?</\1>'
    return visible(re.sub(label, "", part[2])) if part else ""


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_has_its_options_and_its_answer_is_explained(cards, name):
    asked, front, back = QUESTIONS[name], cards[name].question(), cards[name].answer()
    assert read_part(front, "question") == asked.stem
    assert read_part(front, "why") == ""
    wrong = {option: ("no", told) for option, told in asked.wrong.items()}
    assert read_options(front) == read_options(back) == {asked.right: ("ok", ""), **wrong}
    assert read_part(back, "why") == asked.why
