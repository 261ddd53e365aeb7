"""Every search that the documents tell readers to type into Anki, run by the real engine."""

import re
from pathlib import Path

import pytest

from flashcards.anki.content import note_name
from flashcards.cards import list_notes
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace
from tests.helpers.courses import package_of, write_package

ROOT = Path(__file__).parents[2]
PLACES = ("*.md", "docs/**/*.md", "flashcards/**/*.json", "flashcards/**/*.py")
SEARCH = re.compile(
    r"`(-?(?:tag|deck|note|card|is|prop|flag|added|rated|nid|Key|Name|Id):[^\s`][^`]*"
    r'|\\?"[a-z]+-[a-z-]+\\?")`'
)
LANGUAGES = ("en", "zh")
OWN = "My own note about tensor-storage"


def find_searches():
    """The searches in documents, help and texts of the interface."""
    paths = (path for pattern in PLACES for path in ROOT.glob(pattern))
    texts = (path.read_text(encoding="utf-8") for path in paths)
    return {search.replace("\\", "") for text in texts for search in SEARCH.findall(text)}


SEARCHES = sorted(find_searches())


@pytest.fixture(scope="module")
def notes():
    """Notes of the curriculum in both languages: code and terms of stage 1, and MLIR."""
    whole, decks = builtin_course(), []
    for deck in whole.decks:
        terms = [entry for entry in deck.entries if entry.kind == "term" and entry.stage == 1]
        entries = deck.entries if deck.deck in ("tensors", "mlir") else tuple(terms[:5])
        decks.append(replace(deck, entries=entries))
    course = replace(whole, decks=tuple(decks))
    return {lang: (course, list_notes(course, lang)) for lang in LANGUAGES}


@pytest.fixture(scope="module")
def find(notes, tmp_path_factory):
    """Searches a collection with these notes and with some of others; gives first fields."""
    folder = tmp_path_factory.mktemp("collection")
    with learner(folder) as who:
        for lang, (course, _) in notes.items():
            who.imports(write_package(folder, package_of(course, lang=lang), f"{lang}.apkg"))
        models = who.col.models
        keyed = models.new("Keyed")
        for name in ("Front", "Key"):
            models.add_field(keyed, models.new_field(name))
        template = models.new_template("Card 1")
        template["qfmt"], template["afmt"] = "{{Front}}", "{{Key}}"
        models.add_template(keyed, template)
        models.add(keyed)
        for front, key, tags in (
            ("Capital of France", "", ["kind::code", "stage::1", "lang::en"]),
            ("Capital of Spain", "", ["topic::role-backend", "role-everyday"]),
            (OWN, "tensor-storage", ["see::tensor-storage"]),
        ):
            note = who.col.new_note(models.by_name("Keyed"))
            note["Front"], note["Key"], note.tags = front, key, tags
            who.col.add_note(note, who.col.decks.id("Geography"))

        def search(words):
            return {who.col.get_note(number).fields[0] for number in who.col.find_notes(words)}

        yield search


def name_notes(notes, wanted=lambda note: True):
    return {note_name(note) for _, listed in notes.values() for note in listed if wanted(note)}


@pytest.mark.parametrize("search", SEARCHES)
def test_a_documented_search_finds_our_notes_and_none_of_others(find, notes, search):
    """One for a key in quotes is to find a note of the learner's own, too."""
    ours, found = name_notes(notes), find(search)
    assert found & ours
    assert found - ours == ({OWN} if search.startswith('"') else set())


def test_what_only_specialists_need_is_found_whole(find, notes):
    [search] = [search for search in SEARCHES if "role-" in search]
    wanted = name_notes(notes, lambda note: "role-everyday" not in note.entry.tags)
    assert find(search) == wanted
