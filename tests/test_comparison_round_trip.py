"""One course with every form of `question`, `ask`, `which`, `wrong` and `why`, through all of it.

What each card must ask was written down from the YAML by hand: the questions that the
author wrote, their options, which one is right, and the reason that belongs to it.
"""

import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.cards import list_cards
from flashcards.cli import run
from flashcards.course.load import load_course
from tests.helpers.anki_engine import learner
from tests.helpers.export_readers import (
    visible,
)

COURSE = Path(__file__).parent / "data" / "comparisons"
ALL = "All three train one model on many GPUs."


class Asked(NamedTuple):
    """A question that the author wrote, as people see it."""

    stem: str
    right: str
    wrong: dict[str, str]
    """The wrong options and what is told about each of them."""
    why: str

    @property
    def options(self):
        return {self.right: "", **self.wrong}


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
    "wrappers/weights#2": Asked(
        "What does DDP keep of the weights on each GPU?",
        "a copy for good",
        {
            "a copy for each batch": "That would be DataParallel.",
            "a shard": "That would be FSDP.",
            "some layers": "That is pipeline parallelism.",
        },
        f"Only shards save memory.\n{ALL}",
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
ROWS = {
    "wrappers/process#0": f"DataParallel: Its replicas run in threads.\n"
    f"DistributedDataParallel: No interpreter lock is shared.\n{ALL}",
    "wrappers/weights#0": f"Only shards save memory.\n{ALL}",
    "wrappers/size#0": ALL,
    "copies/storage#0": "",
}
"""The cards of whole rows and what explains them."""
SENTENCES = {
    "wrappers/process#0": "How many processes does each wrapper start on one machine?",
    "wrappers/weights#0": "Weights on each GPU",
    "wrappers/size#0": "How large a model can each wrapper train?",
    "copies/storage#0": "What storage do the results of view and clone have?",
}
"""What asks them: the author's sentence, or what is compared if the row is matched without one."""
SURPLUS = "some layers"
"""What is offered beside these cells and fits none of the things."""
IDS = sorted({*QUESTIONS, *ROWS})


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside a copy of the course."""
    shutil.copytree(COURSE, tmp_path / "course")
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def change(path, old, new):
    text = Path(path).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(path).write_text(text.replace(old, new), encoding="utf-8")


UNEXPLAINED = (
    "course/decks/wrappers.yaml:50:19: warning: has no explanation; "
    "add 'why': the reason in one line, or 'why: {view: …}' [missing-why]"
)
"""One row has no 'why', to show what becomes of it."""


def test_check_finds_only_the_row_without_a_why(ptquiz):
    code, out, err = ptquiz("check", "course")
    assert (code, out.splitlines(), err) == (
        0,
        [UNEXPLAINED, "0 problems, 1 warning in Side by side"],
        "",
    )


def test_there_is_a_card_for_each_row_and_each_question_that_was_written(ptquiz):
    course = load_course(COURSE)
    for lang in ("en", "zh"):
        assert sorted(card.id for card in list_cards(course, lang)) == IDS


def test_after_a_release_check_tells_what_became_of_a_question(ptquiz):
    shutil.rmtree("course/decks/zh")
    change("course/decks/course.yaml", "languages: [en, zh]\npromises:\n  zh: [compare]\n", "")
    assert ptquiz("build", "course", "--release", "-o", "deck.apkg")[0] == 0
    deck = "course/decks/wrappers.yaml"
    change(deck, "What does DDP keep of the weights", "Which weights does DDP keep")
    change(deck, "Only shards save memory.", "Shards alone save memory.")
    change(deck, "node: one per machine", "node: one per host")
    change(deck, "How large a model can each wrapper train?", "How large may a model be?")
    assert ptquiz("check", "course")[1].splitlines() == [
        UNEXPLAINED,
        "0 problems, 1 warning in Side by side",
    ]
    change(deck, "ask: {ddp: Which weights does DDP keep on each GPU?}", "")
    change(deck, "which: {fsdp: Which wrapper fits", "ask: {fsdp: Which wrapper fits")
    change(deck, "      question: How many processes does each wrapper start on one machine?\n", "")
    code, out, _ = ptquiz("check", "course")
    assert (code, out.splitlines()) == (
        1,
        [
            f"{deck}:5:3: 'wrappers/process' was released with a card about all its things, "
            "which has vanished: write its 'question:'; with more than three things, "
            "give three of them different cells",
            f"{deck}:5:3: 'wrappers/weights' was released with dp, ddp (ask), fsdp (which) "
            "in this order: keep these and how they are asked about, "
            "and append new ones at the end",
            UNEXPLAINED.replace(":50:", ":49:"),
            "2 problems, 1 warning in Side by side",
        ],
    )


# The terminal


def number_of(terminal, option):
    line = rf"^[ ›]*(\d)  {re.escape(option)}\s*$"
    return re.findall(line, terminal.text(), re.MULTILINE)[-1]


def test_a_question_is_asked_on_the_terminal_and_a_mistake_is_explained(sit, answers):
    card = "wrappers/process#1"
    asked = QUESTIONS[card]
    row = card.partition("#")[0]
    terminal = sit("--key", row, "--form", "single", course=COURSE, columns=100)
    terminal.wait_for(asked.stem)
    terminal.wait_for(f"1–{len(asked.options)} ↑ ↓ choose")
    for option in asked.options:
        terminal.wait_for(f"  {option}")
    option, told = next((option, told) for option, told in asked.wrong.items() if told)
    terminal.answer(number_of(terminal, option), then="Asked again")
    shown = " ".join(terminal.text().split())
    assert re.search(rf"›✗ \d {re.escape(option)}", shown)
    assert told in shown
    assert re.search(rf" ✓ \d {re.escape(asked.right)}", shown)
    assert asked.why.replace("\n", " ") in shown
    assert [(each.card, each.form, each.score) for each in answers()][-1] == (card, "single", 0.0)


# The real Anki


@pytest.fixture
def cards(ptquiz, tmp_path):
    """The cards of a learner who imported the course."""
    code, _, err = ptquiz("build", "course", "-o", "deck.apkg")
    assert code == 0, err
    with learner(tmp_path / "who") as who:
        who.imports(tmp_path / "deck.apkg")
        who.check_everything()
        cards = (who.col.get_card(number) for number in who.col.find_cards(""))
        yield {f"{card.note()['Key']}#{card.ord}": card for card in cards}


def read_options(html):
    """Text of each option to its mark and reason, in a card that Anki rendered."""
    found = re.findall(r'<li class="(ok|no)" dir="auto">(.*?) <span class="mark">(.*?)</span>'
                       r'(?:<div class="because">(.*?)</div>)?</li>', html)  # fmt: skip
    return {visible(text): (mark, visible(why)) for mark, text, _, why in found}


def read_part(html, name):
    """What an element of a card shows, without its label."""
    found = re.search(
        rf'<(div|details) class="{name}" dir="auto"[^>]*>(.*?)</\1>\n', html, re.DOTALL
    )
    label = r'^<(div|summary) class="label[^>]*>.*?</\1>'
    return visible(re.sub(label, "", found[2])) if found else ""


def test_anki_asks_each_question_with_its_options_and_explains_its_answer(cards):
    assert sorted(cards) == IDS
    for name, asked in QUESTIONS.items():
        front, back = cards[name].question(), cards[name].answer()
        assert read_part(front, "question") == asked.stem
        assert read_part(front, "why") == ""
        wrong = {option: ("no", told) for option, told in asked.wrong.items()}
        marked = {asked.right: ("ok", ""), **wrong}
        assert read_options(front) == read_options(back) == marked, name
        assert read_part(back, "why") == asked.why, name


def test_anki_explains_the_whole_row_with_the_reasons_of_all_its_things(cards):
    told = f"{ROWS['wrappers/weights#0']}\n✗ {SURPLUS}: That is pipeline parallelism."
    expected = ROWS | {"wrappers/weights#0": told}
    assert {name: read_part(cards[name].answer(), "why") for name in ROWS} == expected
    asked = {name: read_part(cards[name].question(), "question") for name in ROWS}
    assert asked == SENTENCES
    assert f'data-surplus="{SURPLUS}"' in cards["wrappers/weights#0"].question()
