"""The schema is frozen: whoever changes it breaks the decks of every learner."""

import json

from flashcards.anki.note_types import NoteType
from flashcards.course.model import KINDS
from flashcards.words import ENGLISH, Words
from tests.helpers.freeze_note_types import FROZEN, describe_note_types

FROZEN_TYPES = json.loads(FROZEN.read_text(encoding="utf-8"))


def test_ids_fields_and_templates_never_change():
    assert describe_note_types() == FROZEN_TYPES
    ids = [note_type["id"] for note_type in FROZEN_TYPES.values()]
    for note_type in FROZEN_TYPES.values():
        ids += [row[0] for row in note_type["fields"] + note_type["templates"]]
    assert len(set(ids)) == len(ids)


def test_a_language_and_a_course_with_a_style_have_types_of_their_own():
    types = [
        NoteType("term", Words(lang), owner) for lang in ("en", "zh") for owner in ("", "class-7")
    ]
    names = ["ptquiz term", "ptquiz term (class-7)", "ptquiz term (zh)"]
    assert [note_type.name for note_type in types] == [*names, "ptquiz term (class-7, zh)"]
    assert len({note_type.model_id for note_type in types}) == 4
    assert len({note_type.field_names for note_type in types}) == 1


def test_nothing_in_a_type_depends_on_the_network():
    for note_type in (NoteType(kind, ENGLISH) for kind in KINDS):
        cards = "".join(card["qfmt"] + card["afmt"] for card in note_type.templates)
        assert not any(part in note_type.css + cards for part in ("http", "url(", "@import"))


def test_the_hash_of_a_type_is_as_long_as_in_the_locks_that_authors_have():
    assert {len(NoteType(kind, ENGLISH, "c").content_hash) for kind in KINDS} == {12}
