"""Every built package, imported by the real Anki."""

import pytest
from anki.collection import (
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

from flashcards.anki.content import make_guid
from flashcards.cards import list_cards, list_notes
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import package_of, sample_course, write_package

LANGUAGES = ("en", "zh")


@pytest.fixture(
    scope="module", params=["sample", pytest.param("built-in", marks=pytest.mark.thorough)]
)
def course(request):
    return sample_course() if request.param == "sample" else builtin_course()


@pytest.fixture(scope="module", params=LANGUAGES)
def built(request, course, tmp_path_factory):
    """The contents and the package of one language."""
    made = package_of(course, lang=request.param)
    return made, write_package(tmp_path_factory.mktemp("built"), made), request.param


@pytest.fixture
def student(tmp_path):
    with learner(tmp_path / "student") as made:
        yield made


def find_decks(made):
    """The name of the deck of each note, by GUID."""
    return {note.guid: deck.name for deck in made.decks for note in deck.notes}


def test_everything_arrives_as_it_was_written(built, student):
    made, package, _ = built
    outcomes = student.imports(package)
    assert set(outcomes.values()) == {"new"}
    assert len(outcomes) == len(made.notes)
    assert student.col.note_count() == len(made.notes)
    assert student.col.card_count() == sum(len(note.cards) for note in made.notes)
    arrived, homes = student.notes(), find_decks(made)
    for note in made.notes:
        names = note.model.field_names
        assert arrived[note.fields[0]] == dict(zip(names, note.fields, strict=True))
        found = student.note(note.fields[0])
        assert sorted(found.tags) == sorted(note.tags)
        assert found.mod == note.mod
        decks = {student.col.decks.name(card.did) for card in found.cards()}
        assert decks == {homes[note.guid]}


def test_decks_arrive_with_their_names_and_descriptions(built, student):
    made, package, _ = built
    student.imports(package)
    found = {
        deck["name"]: deck["desc"] for deck in student.col.decks.all() if deck["name"] != "Default"
    }
    assert found == {deck.name: deck.description for deck in made.decks}


def test_anki_finds_nothing_wrong(built, student):
    _, package, _ = built
    student.imports(package)
    student.check_everything()


def test_positions_follow_the_teaching_order(built, student):
    made, package, _ = built
    student.imports(package)
    rows = student.col.db.all("select n.guid, c.due from cards c join notes n on n.id = c.nid")
    assert dict(rows) == {note.guid: place for place, note in enumerate(made.notes, 1)}
    decks = [find_decks(made)[note.guid] for note in made.notes]
    assert decks == sorted(decks, key=[deck.name for deck in made.decks].index)


def test_the_first_day_follows_the_teaching_order(built, student):
    """Stage by stage, and one card of each note: Anki keeps the others for tomorrow.

    Within a day Anki sorts by template, and the first gap of a note may have number 2.
    """
    made, package, _ = built
    student.imports(package)
    asked = student.new_cards_of_today(len(made.notes))
    homes = find_decks(made)
    order = {
        note.guid: (min(card.ord for card in note.cards), homes[note.guid], place)
        for place, note in enumerate(made.notes)
    }
    assert asked == sorted(asked, key=order.__getitem__)
    assert len(asked) == len(made.notes)


def test_a_second_import_finds_only_duplicates(built, student):
    _, package, _ = built
    student.imports(package)
    assert set(student.imports(package).values()) == {"duplicate"}


def test_the_terminal_and_anki_call_every_card_the_same(built, course, student):
    _, package, lang = built
    student.imports(package)
    notes = list_notes(course, lang)
    by_guid = {make_guid(each.course, each.key, lang): each.key for each in notes}
    in_anki = {f"{by_guid[each]}#{ordinal}" for each, ordinal in student.cards()}
    assert in_anki == {card.id for card in list_cards(course, lang)}
    assert len(student.cards()) == len(list_cards(course, lang))


@pytest.mark.parametrize("legacy", [False, True])
def test_export_from_anki_and_import_elsewhere_keeps_everything(built, student, tmp_path, legacy):
    _, package, _ = built
    student.imports(package)
    student.review(5)
    exported = tmp_path / "exported.apkg"
    student.col.export_anki_package(
        out_path=str(exported),
        options=ExportAnkiPackageOptions(
            with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy
        ),
        limit=None,
    )
    with learner(tmp_path / "friend") as friend:
        friend.col.import_anki_package(
            ImportAnkiPackageRequest(
                package_path=str(exported), options=ImportAnkiPackageOptions(with_scheduling=True)
            )
        )
        assert friend.notes() == student.notes()
        assert friend.cards() == student.cards()
        assert len(friend.reviews()) == len(student.reviews()) == 5
        friend.check_everything()


@pytest.mark.sampled(1)
def test_languages_live_side_by_side(course, student, tmp_path):
    made = [package_of(course, lang=lang) for lang in LANGUAGES]
    for number, contents in enumerate(made):
        outcomes = student.imports(write_package(tmp_path, contents, f"{number}.apkg"))
        assert set(outcomes.values()) == {"new"}
    assert student.col.note_count() == sum(len(contents.notes) for contents in made)
    student.check_everything()
    assert not [model["name"] for model in student.col.models.all() if "+" in model["name"]]


def test_under_another_name_cards_stay_in_the_deck_that_the_learner_has(student, tmp_path):
    course = sample_course()
    student.imports(write_package(tmp_path, package_of(course), "main.apkg"))
    custom = package_of(course, name="Week 3")
    assert set(student.imports(write_package(tmp_path, custom, "week.apkg")).values()) == {
        "duplicate"
    }
    assert student.col.find_cards('deck:"Week 3"') == []
