"""The page of `ptquiz preview`, as text: complete, alone in the world, and inert."""

import base64
import hashlib
import json
import re
from datetime import date
from pathlib import Path

import pytest

from flashcards.anki.fields import Stamp
from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.errors import EntryProblem
from tests.helpers.course_pages import read_cards, read_index, render_page

DATA = Path(__file__).parent / "data"


def cards_of(name, **about):
    course = load_course(DATA / name, label="")
    return read_cards(render_page(course, list_notes(course), **about))


def test_every_card_has_its_sides_and_place():
    cards = cards_of("every-kind")
    assert len(cards) == 20
    assert all(card["front"] and card["back"] for card in cards.values())
    assert cards["ddp-sync#0"]["place"] == "decks/kinds.yaml:6"


def test_only_the_script_of_the_page_may_run_and_nothing_may_load():
    course = load_course(DATA / "hostile", label="")
    text = render_page(course, list_notes(course))
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    (script,) = re.findall(r'<script type="module">(.*?)</script>', text, re.DOTALL)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert policy == (
        "default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src {digest(style)}; script-src {digest(script)}; img-src data:"
    )
    cards = read_cards(text).values()
    assert len(cards) == 6
    shown = "".join(card["front"] + card["back"] for card in cards)
    assert re.findall(r'src="(?!data:image/)', shown) == []
    assert re.findall(r"<[^>]+ style=", shown) == []


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_foot_of_a_card_says_its_release_and_what_it_was_verified_on():
    assert "Text of" not in str(cards_of("every-kind"))
    stamp = Stamp(1, date(2026, 1, 1), "2.13.0")
    cards = cards_of("every-kind", stamps={"every-kind/en/transpose-stride": stamp})
    assert "Text of 2026-01-01" in cards["transpose-stride#0"]["back"]
    assert "2.13.0" in cards["transpose-stride#0"]["back"]


def test_warnings_stand_at_their_card():
    warning = EntryProblem("leaf", (), "too <long>", rule="too-long")
    cards = cards_of("every-kind", warnings={"leaf": [warning]})
    assert {name for name, card in cards.items() if card["warnings"]} == {"leaf#0", "leaf#1"}
    assert cards["leaf#0"]["warnings"] == ["too <long>"]


def load_language(path):
    return read_index(Path(path).read_text(encoding="utf-8"))["lang"]


@pytest.mark.parametrize(
    ("words", "cards", "lang"),
    [((), 20, "en"), (("--lang", "zh"), 2, "zh"), (("--stage", "2"), 7, "en")],
)
def test_the_page_has_the_language_and_the_cards_that_are_asked_for(ptquiz, words, cards, lang):
    course = str(DATA / "every-kind")
    code, out, _ = ptquiz("preview", course, *words, "-o", "p.html")
    assert (code, out) == (0, f"Wrote p.html: {cards} cards of Every kind.\n")
    assert load_language("p.html") == lang


def test_the_page_has_the_language_that_was_set_and_as_many_cards_as_list_tells(ptquiz):
    course = str(DATA / "every-kind")
    assert ptquiz("config", "language", "zh")[0] == 0
    assert "preview.html" in ptquiz("preview", course)[1]
    assert load_language("build/preview.html") == "zh"
    assert ptquiz("config", "language", "en")[0] == 0
    figures = json.loads(ptquiz("list", course, "--lang", "en", "--json")[1])
    assert f": {figures['cards']} cards of" in ptquiz("preview", course, "--force")[1]


def test_choices_that_no_card_meets_write_nothing(ptquiz):
    course = str(DATA / "every-kind")
    assert ptquiz("preview", course, "--kind", "order", "--key", "leaf", "-o", "p.html")[0] == 1


def test_a_course_with_mistakes_writes_nothing_and_tells_them(ptquiz, tmp_path):
    decks = tmp_path / "bad" / "decks"
    decks.mkdir(parents=True)
    decks.joinpath("a.yaml").write_text("deck: a\ntitle: A\nentries:\n- term: x\n")
    code, _, err = ptquiz("preview", "bad", "-o", "p.html")
    assert code == 1
    assert "bad/decks/a.yaml:4:3" in err
    assert not Path("p.html").exists()
