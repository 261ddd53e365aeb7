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
from tests.helpers.course_pages import load_page, render_page, unpack_page

DATA = Path(__file__).parent / "data"


def page_of(name, lang="en", **about):
    course = load_course(DATA / name, label="")
    return unpack_page(render_page(course, list_notes(course, lang), **about))


def test_every_card_has_its_sides_and_place():
    text = page_of("every-kind")
    labels = re.findall(r'aria-label="([^"]+#\d+)"', text)
    assert len(labels) == 20
    assert text.count('<div class="card card') == 40
    assert '<code class="place">decks/kinds.yaml:6</code>' in text


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
    cards = "".join(re.findall(r"<article.*?</article>", unpack_page(text), re.DOTALL))
    assert cards.count("<article") == 6
    assert re.findall(r'src="(?!data:image/)', cards) == []
    assert re.findall(r"<[^>]+ style=", cards) == []


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_foot_of_a_card_says_its_release_and_what_it_was_verified_on():
    assert "Text of" not in page_of("every-kind")
    stamp = Stamp(1, date(2026, 1, 1), "2.13.0")
    text = page_of("every-kind", stamps={"every-kind/en/transpose-stride": stamp})
    assert "Text of 2026-01-01" in text
    assert "2.13.0" in text


def test_warnings_stand_at_their_card():
    text = page_of("every-kind", warnings={"leaf": ["too <long>"]})
    assert '<li class="warned">too &lt;long&gt;</li>' in text


@pytest.mark.parametrize(
    ("words", "cards", "lang"),
    [((), 20, "en"), (("--lang", "zh"), 2, "zh"), (("--stage", "2"), 7, "en")],
)
def test_the_page_has_the_language_and_the_cards_that_are_asked_for(ptquiz, words, cards, lang):
    course = str(DATA / "every-kind")
    code, out, _ = ptquiz("preview", course, *words, "-o", "p.html")
    assert (code, out) == (0, f"Wrote p.html: {cards} cards of Every kind.\n")
    assert set(re.findall(r'data-lang="(\w+)"', load_page("p.html"))) == {lang}


def test_the_page_has_the_language_that_was_set_and_as_many_cards_as_list_tells(ptquiz):
    course = str(DATA / "every-kind")
    assert ptquiz("config", "language", "zh")[0] == 0
    assert "preview.html" in ptquiz("preview", course)[1]
    assert 'data-lang="en"' not in load_page("build/preview.html")
    assert ptquiz("config", "language", "en")[0] == 0
    figures = json.loads(ptquiz("list", course, "--lang", "en", "--json")[1])
    assert f": {figures['cards']} cards of" in ptquiz("preview", course, "--force")[1]


def test_choices_that_no_card_meets_write_nothing(ptquiz):
    course = str(DATA / "every-kind")
    assert ptquiz("preview", course, "--kind", "order", "--key", "leaf", "-o", "p.html")[0] == 1


def test_without_a_path_it_goes_into_build(ptquiz):
    assert ptquiz("preview", str(DATA / "every-kind"))[0] == 0
    assert Path("build/preview.html").is_file()


def test_a_course_with_mistakes_writes_nothing_and_tells_them(ptquiz, tmp_path):
    decks = tmp_path / "bad" / "decks"
    decks.mkdir(parents=True)
    decks.joinpath("a.yaml").write_text("deck: a\ntitle: A\nentries:\n- term: x\n")
    code, _, err = ptquiz("preview", "bad", "-o", "p.html")
    assert code == 1
    assert "bad/decks/a.yaml:4:3" in err
    assert not Path("p.html").exists()
