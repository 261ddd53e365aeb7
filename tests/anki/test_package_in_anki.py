"""Every built package, imported by the real Anki."""

import shutil

import pytest
from anki.collection import ExportAnkiPackageOptions

from flashcards.anki.content import derive_id, make_guid
from flashcards.anki.reader import load_package
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
    contents = package_of(course, lang=request.param)
    return contents, write_package(tmp_path_factory.mktemp("built"), contents), request.param


@pytest.fixture(scope="module")
def imported(built, tmp_path_factory):
    """The folder of somebody who has just imported the package, and what the log says."""
    folder = tmp_path_factory.mktemp("imported")
    with learner(folder) as who:
        return folder, who.imports(built[1])


@pytest.fixture
def student(tmp_path, imported):
    """That somebody, for each test anew."""
    shutil.copytree(imported[0], tmp_path / "student")
    with learner(tmp_path / "student") as who:
        yield who


def _get_decks(contents):
    """The name of the deck of each note, by GUID."""
    return {note.guid: deck.name for deck in contents.decks for note in deck.notes}


def test_everything_arrives_as_it_was_written(built, imported, student):
    contents, package, _ = built
    assert list(imported[1].values()) == ["new"] * len(contents.notes)
    assert student.col.card_count() == sum(len(note.cards) for note in contents.notes)
    fields, homes = student.notes(), _get_decks(contents)
    for note in contents.notes:
        names = note.model.field_names
        assert fields[note.fields[0]] == dict(zip(names, note.fields, strict=True))
        arrived = student.note(note.fields[0])
        assert sorted(arrived.tags) == sorted(note.tags)
        assert arrived.mod == note.mod
        decks = {student.col.decks.name(card.did) for card in arrived.cards()}
        assert decks == {homes[note.guid]}
    decks = {deck["name"]: deck["desc"] for deck in student.col.decks.all()}
    del decks["Default"]
    decks = {name: told for name, told in decks.items() if told}  # Anki makes that of all words
    assert decks == {deck.name: deck.description for deck in contents.decks}
    assert set(student.imports(package).values()) == {"duplicate"}
    student.check_everything()


def test_the_first_day_follows_the_teaching_order(built, student):
    """Stage by stage, and one card of each note: Anki keeps the others for tomorrow.

    Within a day Anki sorts by template, and the first gap of a note may have number 2.
    """
    contents, homes = built[0], _get_decks(built[0])
    rows = student.col.db.all("select n.guid, c.due from cards c join notes n on n.id = c.nid")
    assert dict(rows) == {note.guid: place for place, note in enumerate(contents.notes, 1)}
    asked = student.new_cards_of_today(len(contents.notes))
    order = {
        note.guid: (min(card.ord for card in note.cards), homes[note.guid], place)
        for place, note in enumerate(contents.notes)
    }
    assert asked == sorted(asked, key=order.__getitem__)
    assert len(asked) == len(contents.notes)


def test_the_ids_of_notes_and_decks_are_those_that_learners_have():
    """As in packages that were imported long ago: another id would be a second card of each."""
    assert make_guid("pytorch-for-system-developers", "ag-anomaly", "en") == "k4--KCgtAQTvc1Vv"
    assert make_guid("pytorch-for-system-developers", "ag-anomaly", "zh") == "ZKbS4BocpY6BjRJr"
    assert derive_id("deck", "PyTorch for system developers") == 1390212197353


def test_the_terminal_and_anki_call_every_card_the_same(built, course, student):
    lang = built[2]
    keys = {make_guid(note.course, note.key, lang): note.key for note in list_notes(course, lang)}
    in_anki = sorted(f"{keys[guid]}#{ordinal}" for guid, ordinal in student.cards())
    assert in_anki == sorted(card.id for card in list_cards(course, lang))


@pytest.mark.parametrize("legacy", [False, True], ids=["today's format", "older format"])
def test_what_anki_exports_reads_as_the_package(built, student, tmp_path, legacy):
    exported = tmp_path / "exported.apkg"
    options = ExportAnkiPackageOptions(with_scheduling=True, with_media=True, legacy=legacy)
    student.col.export_anki_package(out_path=str(exported), options=options, limit=None)
    ours, theirs = load_package(built[1]), load_package(exported)
    for guid, note in ours.notes.items():
        assert (theirs.notes[guid].fields, theirs.notes[guid].decks) == (note.fields, note.decks)
    assert {number: theirs.types[number] for number in ours.types} == ours.types


@pytest.mark.sampled(1)
def test_languages_live_side_by_side(course, tmp_path):
    with learner(tmp_path / "student") as student:
        for lang in LANGUAGES:
            package = write_package(tmp_path, package_of(course, lang=lang), f"{lang}.apkg")
            assert set(student.imports(package).values()) == {"new"}
        assert student.col.note_count() == sum(len(list_notes(course, x)) for x in LANGUAGES)
        student.check_everything()
        assert not [model["name"] for model in student.col.models.all() if "+" in model["name"]]


@pytest.fixture
def browser(tmp_path):
    """A collection with the sample course."""
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(sample_course())))
        who.reopened()
        yield who


def test_the_browsers_columns_say_what_is_asked_and_answered(browser):
    browser.col.set_browser_card_columns(["noteFld", "question", "answer"])
    rows = {}
    for number in browser.col.find_cards(""):
        card = browser.col.get_card(number)
        cells = browser.col._backend.browser_row_for_id(number).cells
        rows[card.note()["Key"], card.ord] = texts = tuple(cell.text for cell in cells)
        assert all(texts)
        assert not any(mark in text for text in texts for mark in ("✓", "✗", "[[type"))
    meaning = "Gradients that DDP reduces in one call, \\(n\\) at a time."
    assert rows["bucket", 0] == ("gradient bucket", "gradient bucket", meaning)
    assert rows["bucket", 1][1:] == (meaning, "gradient bucket")
    right = "optimizer.zero_grad()"
    assert rows["clear", 0][1:] == ("Which call clears the gradients?", right)
    code = "x = torch.arange(6).view(2, 3) print(x.t().stride())  # swapped"
    assert rows["stride", 0] == (f"What does this print? · {code}", code, "(1, 3)")
    assert rows["one-step", 0][2] == "Forward Backward Optimizer step"
    assert rows["leaf", 1][1] == "A leaf holds [...], see \\(a^2\\)."
    assert rows["dp-ddp/loss", 1][1] == "What is the loss of DataParallel?"
    assert "DataParallel gathered" in rows["dp-ddp/loss", 1][2]


def test_keys_and_tags_are_found_and_helper_fields_are_not_searched(browser):
    def count_cards(search):
        return len(browser.col.find_cards(search))

    assert count_cards("Key:bucket") == 2
    assert count_cards("Key:dp-ddp/*") == 5
    tags = ("kind::term", "stage::3", "difficulty::medium", "lang::en", "topic::distributed")
    assert count_cards(" ".join(f"tag:ptquiz::{tag}" for tag in (*tags, "deck::all"))) == 2
    assert count_cards("sample/en/bucket") == 0
    assert count_cards("example.org") == 0, "every foot has a link there"
    assert count_cards("Name:sample/*") == browser.col.card_count()
