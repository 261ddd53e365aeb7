"""The preview shows what the real Anki shows: the same HTML for every card of every kind."""

import re
from html import escape, unescape
from pathlib import Path

import pytest
from anki.collection import Collection

from flashcards.anki.card_template import render_template
from flashcards.anki.fields import FIELDS, render_fields
from flashcards.anki.note_types import make_templates
from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.model import KINDS
from flashcards.pages.sides import render_sides

COURSE = Path(__file__).parent / "data" / "every-kind"


@pytest.fixture(scope="module")
def collection(tmp_path_factory):
    """A collection with the note types of the templates, made by Anki itself."""
    col = Collection(str(tmp_path_factory.mktemp("anki") / "collection.anki2"))
    for kind in KINDS:
        model = col.models.new(f"ptquiz {kind}")
        if kind == "cloze":
            model["type"] = 1
        for name in FIELDS[kind]:
            col.models.add_field(model, col.models.new_field(name))
        for template in make_templates()[kind]:
            made = col.models.new_template(template.name)
            made["qfmt"], made["afmt"] = template.front, template.back
            col.models.add_template(model, made)
        col.models.add(model)
    yield col
    col.close()


def of_engine(collection, note, made):
    """Front and back of every card of a note, by its ordinal, as the engine renders them."""
    record = collection.new_note(collection.models.by_name(f"ptquiz {note.entry.kind}"))
    for name, value in made.items():
        record[name] = value
    collection.add_note(record, collection.decks.id("Default"))
    found = {}
    for card in record.cards():
        output = card.render_output()
        found[card.ord] = (output.question_text, output.answer_text)
    return found


def test_every_card_of_every_kind_is_rendered_as_by_the_engine(collection):
    course = load_course(COURSE, label="")
    kinds = set()
    for note in list_notes(course):
        made = {**render_fields(note), "Foot": "<b>foot</b>"}
        engine = of_engine(collection, note, made)
        shown = {**made, "Deck": "Default"}
        ours = {card.ordinal: render_sides(card, shown) for card in note.cards}
        assert {n: (plain(s.front), plain(s.back)) for n, s in ours.items()} == {
            n: (plain(front), plain(back)) for n, (front, back) in engine.items()
        }
        kinds.add(note.entry.kind)
    assert kinds == set(KINDS)


def plain(html):
    """The engine writes more signs of an attribute as entities, and names the box to type in."""

    def rewrite(attribute):
        return f'data-cloze="{escape(unescape(attribute[1]))}"'

    html = re.sub('data-cloze="([^"]*)"', rewrite, html)
    return re.sub(r"\[\[type:[a-z]*:?Answer\]\]", "[[type:Answer]]", html)


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("a{{X}}b", "a1b"),
        ("{{#X}}yes{{/X}}{{^X}}no{{/X}}", "yes"),
        ("{{#Y}}yes{{/Y}}{{^Y}}no{{/Y}}", "no"),
        ("{{#Z}}yes{{/Z}}{{^Z}}no{{/Z}}", "no"),
        ("{{#X}}a{{#Y}}b{{/Y}}c{{^Y}}d{{/Y}}e{{/X}}f", "acdef"),
        ("{{ X }}{{# X }}!{{/ X }}", "1!"),
    ],
)
def test_the_template_language_has_fields_and_blocks(template, expected):
    fields = {"X": "1", "Y": "", "Z": " <br><div></div>"}
    assert render_template(template, fields, "front") == expected
