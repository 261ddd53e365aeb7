"""Every built package, imported by the real Anki."""

import pytest
from anki.collection import (
    ExportAnkiPackageOptions,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)

from flashcards.anki.content import make_guid
from flashcards.anki.fields import HELPER_FIELDS
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


@pytest.fixture
def student(tmp_path, built):
    """Somebody who has just imported the package."""
    with learner(tmp_path / "student") as who:
        who.outcomes = who.imports(built[1])
        yield who


def _get_decks(contents):
    """The name of the deck of each note, by GUID."""
    return {note.guid: deck.name for deck in contents.decks for note in deck.notes}


def test_everything_arrives_as_it_was_written(built, student):
    contents, package, _ = built
    assert list(student.outcomes.values()) == ["new"] * len(contents.notes)
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


def test_the_terminal_and_anki_call_every_card_the_same(built, course, student):
    lang = built[2]
    keys = {make_guid(note.course, note.key, lang): note.key for note in list_notes(course, lang)}
    in_anki = sorted(f"{keys[guid]}#{ordinal}" for guid, ordinal in student.cards())
    assert in_anki == sorted(card.id for card in list_cards(course, lang))


@pytest.mark.parametrize("legacy", [False, True], ids=["today's format", "older format"])
def test_an_export_keeps_everything_elsewhere_and_reads_as_the_package(
    built, student, tmp_path, legacy
):
    student.review(5)
    exported = tmp_path / "exported.apkg"
    options = ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy
    )
    student.col.export_anki_package(out_path=str(exported), options=options, limit=None)
    with learner(tmp_path / "friend") as friend:
        options = ImportAnkiPackageOptions(with_scheduling=True)
        request = ImportAnkiPackageRequest(package_path=str(exported), options=options)
        friend.col.import_anki_package(request)
        assert friend.notes() == student.notes()
        assert friend.cards() == student.cards()
        assert len(friend.reviews()) == len(student.reviews()) == 5
        friend.check_everything()
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


@pytest.fixture(params=LANGUAGES)
def browser(request, tmp_path):
    """A collection with the sample course, and what its texts begin with."""
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(sample_course(), lang=request.param)))
        who.reopened()
        yield who, request.param


def test_the_browsers_columns_say_what_is_asked_and_answered(browser):
    who, lang = browser
    begin = "中文 " if lang == "zh" else ""
    who.col.set_browser_card_columns(["noteFld", "question", "answer"])
    rows = {}
    for number in who.col.find_cards(""):
        card = who.col.get_card(number)
        cells = who.col._backend.browser_row_for_id(number).cells
        rows[card.note()["Key"], card.ord] = texts = tuple(cell.text for cell in cells)
        assert all(texts)
        assert not any(mark in text for text in texts for mark in ("✓", "✗", "[[type"))
    meaning = f"{begin}Gradients that DDP reduces in one call, \\(n\\) at a time."
    name = f"{begin}gradient bucket"
    assert rows["bucket", 0] == (name, name, meaning)
    assert rows["bucket", 1][1:] == (meaning, name)
    assert rows["clear", 0][1:] == (
        f"{begin}Which call clears the gradients?", f"{begin}optimizer.zero_grad()",
    )  # fmt: skip
    asked = "这段代码输出什么？" if lang == "zh" else "What does this print?"
    code = "x = torch.arange(6).view(2, 3) print(x.t().stride())  # swapped"
    assert rows["stride", 0] == (f"{asked} · {code}", code, "(1, 3)")
    assert rows["one-step", 0][2] == f"{begin}Forward {begin}Backward {begin}Optimizer step"
    assert rows["leaf", 1][1] == "A leaf holds [...], see \\(a^2\\)."
    assert rows["dp-ddp/loss", 1][1] == f"{begin}What is the loss of DataParallel?"
    assert f"DataParallel {begin}gathered" in rows["dp-ddp/loss", 1][2]


def test_keys_and_tags_are_found_and_helper_fields_are_folded_and_not_searched(browser):
    who, lang = browser
    assert len(who.col.find_cards("Key:bucket")) == 2
    assert len(who.col.find_cards("Key:dp-ddp/*")) == 5
    tags = ("kind::term", "stage::3", "difficulty::medium", f"lang::{lang}", "topic::distributed")
    search = " ".join(f"tag:ptquiz::{tag}" for tag in (*tags, "deck::all"))
    deck = who.col.sched.get_or_create_filtered_deck(deck_id=0)
    deck.config.search_terms[0].search = search
    filtered = who.col.sched.add_or_update_filtered_deck(deck)
    assert who.col.decks.card_count(filtered.id, include_subdecks=False) == 2
    for model in who.col.models.all():
        if model["name"].startswith("ptquiz"):
            hidden = {field["name"] for field in model["flds"] if field["excludeFromSearch"]}
            folded = {field["name"] for field in model["flds"] if field["collapsed"]}
            assert hidden == HELPER_FIELDS & {field["name"] for field in model["flds"]}
            assert hidden <= folded
            assert not folded & {"Question", "Key", "Answer", "Points", "Meaning", "Why", "Ask 1"}
    assert list(who.col.find_notes(f"sample/{lang}/bucket")) == []
    assert list(who.col.find_notes("example.org")) == []  # every foot has a link there
    assert len(who.col.find_notes("Name:sample/*")) == who.col.note_count()
