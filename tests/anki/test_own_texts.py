"""What a learner wrote, found in an export, and what an import really does to it."""

from dataclasses import replace

import pytest
from anki.collection import ExportAnkiPackageOptions

from flashcards.anki.import_plan import compare_packages
from flashcards.anki.reader import load_package
from flashcards.cli import run
from flashcards.model import Recall, Term
from tests.helpers.anki_engine import copied, learner
from tests.helpers.course_folders import make_course
from tests.helpers.courses import NOW, course_of, package_of, write_package

TERM = Term(key="leaf", term="leaf", meaning="No history.", why="So.", stage=1)
WHY = Recall(key="why", recall="Why?", answer="So.", stage=1)
CALM = Recall(key="calm", recall="Calm?", answer="Yes.", stage=1)
LATER = 1_000_000_000
"""Seconds that lie after the learner's edits, which carry the time of the test."""


def _export(who, path, legacy):
    options = ExportAnkiPackageOptions(
        with_scheduling=True, with_deck_configs=True, with_media=True, legacy=legacy
    )
    who.col.export_anki_package(out_path=str(path), options=options, limit=None)
    return path


def _edit(who, name, tags=(), **texts):
    note = who.note(name)
    for field, text in texts.items():
        note[field] = text
    note.tags += tags
    who.col.update_note(note)


def _add_field(who, note_type, name):
    model = who.col.models.by_name(note_type)
    who.col.models.add_field(model, who.col.models.new_field(name))
    who.col.models.update_dict(model)


@pytest.fixture(params=[False, True], ids=["today's format", "older format"])
def student(request, tmp_path):
    """Somebody who edited, tagged and left alone; and their export."""
    made = package_of(course_of(TERM, WHY, CALM))
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, made, "old.apkg"))
        _edit(who, "sample/en/leaf", ["mine"], Meaning="<b>My</b> meaning", Why="")
        _edit(who, "sample/en/why", ["leech"])
        exported = _export(who, tmp_path / "export.apkg", request.param)
    return tmp_path / "student", load_package(exported), exported


def test_an_untouched_export_has_nothing_of_the_learners(tmp_path):
    made = package_of(course_of(TERM, WHY))
    package = write_package(tmp_path, made)
    with learner(tmp_path / "student") as who:
        who.imports(package)
        exported = _export(who, tmp_path / "export.apkg", legacy=False)
    old, new = load_package(exported), load_package(package)
    assert old.is_export
    assert not new.is_export
    assert old.types.keys() >= new.types.keys()
    assert {guid: note.fields for guid, note in old.notes.items()} == {
        guid: note.fields for guid, note in new.notes.items()
    }
    assert {guid: note.decks for guid, note in old.notes.items()} == {
        guid: note.decks for guid, note in new.notes.items()
    }
    for number, note_type in new.types.items():
        assert old.types[number] == note_type
    plan = compare_packages(old, new)
    assert {note.outcomes["default"] for note in plan.notes} == {"duplicate"}
    assert not any(note.own or note.changes for note in plan.notes)


def _plan(old, tmp_path, now=LATER):
    """The plan of an update in which the author changed two of three notes; and its package."""
    changed = course_of(replace(TERM, term="a leaf"), replace(WHY, answer="Because."), CALM)
    new = package_of(changed, now=NOW + now)
    notes = [n._replace(mod=NOW) if n.fields[0].endswith("/calm") else n for n in new.notes]
    package = write_package(tmp_path, replace(new, notes=notes), "new.apkg")
    return compare_packages(old, load_package(package)), package


def test_edited_fields_and_own_tags_are_listed_and_the_import_takes_them_away(student, tmp_path):
    folder, old, _ = student
    plan, package = _plan(old, tmp_path)
    leaf, why = plan.list_overwritten("default")
    assert leaf.own.fields == {"Meaning": "<b>My</b> meaning", "Why": ""}
    assert leaf.own.tags == ("mine",)
    assert leaf.changes == ("text",)
    assert why.own.fields == {}
    assert why.own.tags == ("leech",)
    with learner(copied(folder, tmp_path / "copy")) as who:
        assert who.imports(package) == {note.key: note.outcomes["default"] for note in plan.notes}
        assert who.note("sample/en/leaf")["Meaning"] == "<p>No history.</p>"
        ours = load_package(package).notes[leaf.guid].tags
        assert who.note("sample/en/leaf").tags == sorted(ours)


def test_a_later_edit_is_only_overwritten_always(student, tmp_path):
    _, old, _ = student
    plan, _ = _plan(old, tmp_path, now=9)
    assert plan.list_overwritten("default") == []
    assert [note.key for note in plan.list_overwritten("always")] == [
        "sample/en/leaf", "sample/en/why",
    ]  # fmt: skip


@pytest.mark.parametrize("legacy", [False, True])
def test_a_field_of_the_learners_own_stops_updates_and_merging_empties_it(tmp_path, legacy):
    made = package_of(course_of(WHY, CALM))
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, made, "old.apkg"))
        _add_field(who, "ptquiz recall", "My hint")
        for name in ("why", "calm"):
            _edit(who, f"sample/en/{name}", **{"My hint": "think"})
        exported = _export(who, tmp_path / "export.apkg", legacy)
    plan, package = _plan(load_package(exported), tmp_path)
    outcomes = {note.key.rpartition("/")[2]: note.outcomes for note in plan.notes}
    assert outcomes["why"] == {
        "default": "conflicting",
        "always": "conflicting",
        "merge": "updated",
    }
    assert [note.key for note in plan.list_overwritten("merge")] == ["sample/en/why"]
    assert plan.list_overwritten("merge")[0].own.fields == {"My hint": "think"}
    for options in ("default", "merge"):
        with learner(copied(tmp_path / "student", tmp_path / options)) as who:
            log = who.imports(package, options)
            assert log == {note.key: note.outcomes[options] for note in plan.notes}
            who.reopened()
            kept = {key: who.note(f"sample/en/{key}")["My hint"] for key in ("why", "calm")}
            emptied = options == "merge"
            assert kept == {"why": "" if emptied else "think", "calm": "think"}


def test_other_notes_and_moved_cards_of_the_learner_are_not_the_plans_business(tmp_path):
    package = write_package(tmp_path, package_of(course_of(WHY)))
    with learner(tmp_path / "student") as who:
        who.imports(package)
        note = who.col.new_note(who.col.models.by_name("Basic"))
        note["Front"] = "mine"
        who.col.add_note(note, 1)
        who.col.set_deck(who.note("sample/en/why").card_ids(), 1)
        exported = _export(who, tmp_path / "export.apkg", legacy=False)
    plan = compare_packages(load_package(exported), load_package(package))
    assert plan.left == ()
    assert plan.notes[0].changes == ()


def test_a_note_of_ones_own_that_names_the_key_is_found_beside_ours_and_no_update_touches_it(
    tmp_path,
):
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(course_of(WHY, CALM)), "old.apkg"))
        own = who.col.new_note(who.col.models.by_name("Basic"))
        own["Front"], own["Back"] = "My picture of it", "See calm."
        who.col.add_note(own, 1)
        found = {who.col.get_note(number).fields[0] for number in who.col.find_notes('"calm"')}
        assert found == {"My picture of it", "sample/en/calm"}
        later = package_of(course_of(WHY, replace(CALM, answer="No.")), now=NOW + LATER)
        who.imports(write_package(tmp_path, later, "new.apkg"), "always")
        assert who.col.get_note(own.id).fields == ["My picture of it", "See calm."]


def test_the_command_lists_them(tmp_path, capsys, monkeypatch):
    folder = make_course(tmp_path / "course")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    run(["build", str(folder), "--release", "-o", str(tmp_path / "old.apkg")])
    with learner(tmp_path / "student") as who:
        who.imports(tmp_path / "old.apkg")
        _edit(who, "tiny/en/leaf", ["mine"], Meaning="<p>What I say</p>" + "x" * 100)
        _edit(who, "tiny/en/old", Why="Mine.")
        exported = _export(who, tmp_path / "export.apkg", legacy=False)
    deck = folder / "decks" / "tiny.yaml"
    deck.write_text(deck.read_text().replace("without", "with no"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "4000000000")
    capsys.readouterr()
    assert run(["plan", str(folder), "--against", str(exported)]) == 0
    said = capsys.readouterr().out.splitlines()
    at = said.index("Texts of the learner's own that this import would overwrite:")
    shown = "What I say" + "x" * 50
    assert said[at + 1] == f"  tiny/en/leaf: Meaning '{shown}…'; tags mine"
    assert said[at + 2] == "With 'Update notes: Always' it would also overwrite those of:"
    assert said[at + 3] == "  tiny/en/old: Why 'Mine.'"
