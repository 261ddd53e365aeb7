"""The schema is frozen: whoever changes it breaks the decks of every learner."""

import json

import pytest

from flashcards.anki.note_types import make_note_types
from flashcards.words import Words
from tests.helpers.freeze_note_types import FROZEN, describe_note_types, format_note_types

FROZEN_TYPES = json.loads(FROZEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FROZEN_TYPES)
def test_ids_fields_and_templates_never_change(name):
    assert describe_note_types()[name] == FROZEN_TYPES[name]


def test_every_note_type_is_frozen():
    assert format_note_types() == FROZEN.read_text(encoding="utf-8")


def test_no_two_ids_are_the_same():
    ids = [each["id"] for each in FROZEN_TYPES.values()]
    for each in FROZEN_TYPES.values():
        ids += [row[0] for row in each["fields"] + each["templates"]]
    assert len(set(ids)) == len(ids)


def test_the_name_comes_first_and_the_question_second():
    """Anki tells notes apart by the first field; keys are the same in every language."""
    assert {each.field_names[:2] for each in make_note_types().values()} == {("Name", "Question")}


def test_every_type_has_spare_fields():
    for each in make_note_types().values():
        assert each.field_names[-2:] == ("Spare 1", "Spare 2")


@pytest.mark.parametrize(
    ("lang", "owner", "name"),
    [
        ("en", "", "ptquiz term"),
        ("zh", "", "ptquiz term (zh)"),
        ("en", "class-7", "ptquiz term (class-7)"),
        ("zh", "class-7", "ptquiz term (class-7, zh)"),
    ],
)
def test_a_language_and_a_course_with_a_style_have_types_of_their_own(lang, owner, name):
    made = make_note_types(Words(lang), owner)
    assert made["term"].name == name
    others = [("en", ""), ("zh", ""), ("en", "class-7"), ("zh", "class-7")]
    others.remove((lang, owner))
    for other in others:
        theirs = make_note_types(Words(other[0]), other[1])
        assert not {each.model_id for each in made.values()} & {
            each.model_id for each in theirs.values()
        }
        assert [each.field_names for each in made.values()] == [
            each.field_names for each in theirs.values()
        ]


def test_a_type_says_the_words_of_its_language_alone():
    for lang, other in (("en", "zh"), ("zh", "en")):
        [front] = [each["qfmt"] for each in make_note_types(Words(lang))["concept"].templates]
        assert Words(lang).translate("card_explain") in front
        assert Words(other).translate("card_explain") not in front
        assert Words(other).translate("card_hint_count") not in front  # which its script says


@pytest.mark.parametrize(("lang", "nearest"), [("zh-TW", "zh"), ("qaa", "en")])
def test_a_language_without_words_has_types_with_those_of_its_nearest(lang, nearest):
    made, other = make_note_types(Words(lang)), make_note_types(Words(nearest))
    for kind, each in made.items():
        for mine, theirs in zip(each.templates, other[kind].templates, strict=True):
            assert (mine["qfmt"], mine["afmt"]) == (theirs["qfmt"], theirs["afmt"])
    assert made["term"].name == f"ptquiz term ({lang})"


def test_another_style_is_another_fingerprint_and_the_same_schema():
    plain, spaced = make_note_types()["term"], make_note_types(style=" ")["term"]
    assert spaced.fingerprint != plain.fingerprint
    assert spaced.model_id == plain.model_id


def test_nothing_in_a_type_depends_on_the_version_or_the_network():
    for each in make_note_types().values():
        text = each.css + "".join(card["qfmt"] + card["afmt"] for card in each.templates)
        assert "http" not in text
        assert "url(" not in text
        assert "@import" not in text
