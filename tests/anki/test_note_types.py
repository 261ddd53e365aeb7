"""The schema is frozen: whoever changes it breaks the decks of every learner."""

import hashlib
import json

from flashcards.anki.note_types import make_note_types
from flashcards.text.card_style import load_card_style

FROZEN = {
    "concept": (1718305601237, 10, ["Explain"]),
    "term": (1718305609411, 11, ["Term to meaning", "Meaning to term"]),
    "compare": (1718305614873, 34, ["All of them", *(f"Question {n}" for n in range(1, 9))]),
    "code": (1718305622059, 11, ["Output"]),
    "choose": (1718305631786, 10, ["Choose"]),
    "order": (1718305640342, 10, ["In order"]),
    "cloze": (1718305647918, 8, ["Gap"]),
    "recall": (1718305655564, 9, ["Answer"]),
}
FIELDS_AND_IDS = "e9ccd0bd92bcb4d44911c25ba2426d5617636543a578181ceba9fa67c9146ad8"


def _schema():
    return {
        kind: {
            "id": each.id,
            "name": each.name,
            "fields": [[each.field_id(place), name] for place, name in enumerate(each.fields)],
            "templates": [each.template_id(place) for place in range(len(each.templates))],
        }
        for kind, each in make_note_types().items()
    }


def test_ids_fields_and_templates_never_change():
    found = {
        kind: (each.id, len(each.fields), [template.name for template in each.templates])
        for kind, each in make_note_types().items()
    }
    assert found == FROZEN


def test_not_one_field_or_id_is_another():
    text = json.dumps(_schema(), sort_keys=True)
    assert hashlib.sha256(text.encode()).hexdigest() == FIELDS_AND_IDS


def test_key_comes_first_and_the_question_second():
    assert {each.fields[:2] for each in make_note_types().values()} == {("Key", "Question")}


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
