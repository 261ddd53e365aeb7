"""The schema is frozen: whoever changes it breaks the decks of every learner."""

import json

import pytest

from flashcards.anki.note_types import make_note_types
from flashcards.text.html_page import load_card_style
from tests.helpers.freeze_note_types import FROZEN, describe_note_types, format_note_types

FROZEN_TYPES = json.loads(FROZEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("kind", FROZEN_TYPES)
def test_ids_fields_and_templates_never_change(kind):
    assert describe_note_types()[kind] == FROZEN_TYPES[kind]


def test_every_note_type_is_frozen():
    assert format_note_types() == FROZEN.read_text(encoding="utf-8")


def test_no_two_ids_are_the_same():
    ids = [each["id"] for each in FROZEN_TYPES.values()]
    for each in FROZEN_TYPES.values():
        ids += [row[0] for row in each["fields"] + each["templates"]]
    assert len(set(ids)) == len(ids)


def test_the_name_comes_first_and_the_question_second():
    """Anki tells notes apart by the first field; keys are the same in every language."""
    assert {each.fields[:2] for each in make_note_types().values()} == {("Name", "Question")}


def test_every_type_has_spare_fields():
    for each in make_note_types().values():
        assert each.fields[-2:] == ("Spare 1", "Spare 2")


def test_a_namespace_has_types_of_its_own():
    ours, theirs = make_note_types(), make_note_types("class-7")
    assert not {each.id for each in ours.values()} & {each.id for each in theirs.values()}
    assert theirs["term"].name == "ptquiz term (class-7)"
    assert theirs["term"].id == make_note_types("class-7")["term"].id
    assert {each.fields for each in ours.values()} == {each.fields for each in theirs.values()}


def test_another_style_is_another_fingerprint_and_the_same_schema():
    from dataclasses import replace

    term = make_note_types()["term"]
    assert replace(term, css=load_card_style() + " ").fingerprint != term.fingerprint


def test_nothing_in_a_type_depends_on_the_version_or_the_network():
    for each in make_note_types().values():
        text = each.css + "".join(template.front + template.back for template in each.templates)
        assert "http" not in text
        assert "url(" not in text
        assert "@import" not in text
