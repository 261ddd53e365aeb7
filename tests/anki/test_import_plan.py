"""The plan, held against the import log of the real Anki."""

from dataclasses import replace

import pytest
from anki.errors import BackendError

from flashcards.anki.import_plan import IMPORT_OPTIONS, compare_packages
from flashcards.anki.lock import Lock
from flashcards.anki.note_types import make_note_types
from flashcards.anki.reader import load_package
from flashcards.model import Recall, StageInfo, Term
from tests.helpers.anki_engine import learner
from tests.helpers.courses import INFO, NOW, course_of, package_of, sample_course, write_package

TERM = Term(key="leaf", term="leaf", meaning="No history.", stage=1)
OTHER = Recall(key="why", recall="Why?", answer="So.", stage=1)


def _engine(tmp_path, old, new, options):
    """The log, or 'refused' for all if the import fails."""
    folder = tmp_path / options
    with learner(folder) as who:
        who.imports(old)
        try:
            return who.imports(new, options)
        except BackendError:
            return "refused"


def _agree(tmp_path, old, new):
    """The plan, after it was found to agree with Anki under every choice of options."""
    first, second = (
        write_package(tmp_path, old, "old.apkg"),
        write_package(tmp_path, new, "new.apkg"),
    )
    plan = compare_packages(load_package(first), load_package(second))
    for options in IMPORT_OPTIONS:
        expected = {note.key: note.outcomes[options] for note in plan.notes}
        log = _engine(tmp_path, first, second, options)
        assert log == ("refused" if "refused" in expected.values() else expected), options
    return {note.key.rpartition("/")[2]: note for note in plan.notes}


def test_new_changed_and_unchanged_notes(tmp_path):
    old = package_of(course_of(TERM, OTHER))
    added = Recall(key="more", recall="More?", answer="Yes.", stage=1)
    new = package_of(course_of(replace(TERM, meaning="None."), OTHER, added), now=NOW + 9)
    notes = [n._replace(mod=NOW) if n.fields[0].endswith("/why") else n for n in new.notes]
    plan = _agree(tmp_path, old, replace(new, notes=notes))
    assert {key: note.outcomes["default"] for key, note in plan.items()} == {
        "leaf": "updated",
        "why": "duplicate",
        "more": "new",
    }
    assert plan["leaf"].changes == ("text",)
    assert plan["why"].changes == ()


def test_an_older_note_is_updated_only_always(tmp_path):
    old = package_of(course_of(TERM), now=NOW + 9)
    plan = _agree(tmp_path, old, package_of(course_of(TERM), now=NOW))
    assert plan["leaf"].outcomes == {
        "default": "duplicate",
        "always": "updated",
        "merge": "duplicate",
    }


def test_a_note_that_moved_and_one_that_retired(tmp_path):
    stages = {1: StageInfo(title="One"), 2: StageInfo(title="Two")}
    old = package_of(course_of(TERM, OTHER, stages=stages))
    moved, retired = replace(TERM, stage=2), replace(OTHER, retired="Old.")
    plan = _agree(tmp_path, old, package_of(course_of(moved, retired, stages=stages), now=NOW + 9))
    assert plan["leaf"].changes == ("moved",)
    assert plan["why"].changes == ("retired",)


def test_notes_that_only_the_old_package_has_are_left(tmp_path):
    old = load_package(write_package(tmp_path, package_of(course_of(TERM, OTHER)), "1.apkg"))
    new = load_package(write_package(tmp_path, package_of(course_of(TERM)), "2.apkg"))
    assert compare_packages(old, new).left == ("sample/en/why",)


def _with_type(contents, kind, **changes):
    return replace(
        contents,
        types={**contents.types, kind: replace(contents.types[kind], **changes)},
    )


def _with_fields(contents, kind, count):
    """The same package with more or fewer fields in one note type."""
    fields = contents.types[kind].fields
    names = fields[:count] if count < len(fields) else (*fields, "Extra")
    notes = [
        note._replace(fields=(*note.fields, "")[: len(names)]) if note.kind == kind else note
        for note in contents.notes
    ]
    return replace(_with_type(contents, kind, fields=names), notes=notes)


@pytest.mark.parametrize(("fields", "later"), [(10, 0), (10, 9), (99, 0), (99, 9)])
def test_a_note_type_with_other_fields(tmp_path, fields, later):
    old = package_of(course_of(TERM, OTHER))
    new = package_of(course_of(TERM, OTHER), now=NOW + later)
    plan = _agree(tmp_path, old, _with_fields(new, "recall", fields))
    assert plan["why"].outcomes["default"] == "conflicting"


@pytest.mark.parametrize("later", [0, 9])
def test_a_note_type_with_another_template(tmp_path, later):
    old = package_of(course_of(TERM, OTHER))
    new = package_of(course_of(TERM, OTHER), now=NOW + later)
    first = make_note_types()["recall"].templates[0]
    second = replace(first, name="Second", front=first.front + "!")
    plan = _agree(tmp_path, old, _with_type(new, "recall", templates=(first, second)))
    assert plan["why"].outcomes["default"] == "conflicting"


@pytest.mark.parametrize("later", [0, 9])
def test_another_note_type_under_the_same_identity(tmp_path, later):
    old = package_of(course_of(TERM))
    new = package_of(
        course_of(Recall(key="leaf", recall="?", answer="!", stage=1)), now=NOW + later
    )
    plan = _agree(tmp_path, old, new)
    assert plan["leaf"].outcomes["default"] == "conflicting"


def test_a_note_that_became_a_cloze_cannot_be_merged(tmp_path):
    from flashcards.model import Cloze

    old = package_of(course_of(TERM, OTHER))
    new = package_of(course_of(Cloze(key="leaf", cloze="a b", gaps={1: "a"}), OTHER), now=NOW + 9)
    plan = _agree(tmp_path, old, new)
    assert plan["leaf"].outcomes["default"] == "conflicting"
    assert plan["why"].outcomes["merge"] == "refused"


def test_a_renamed_field_is_no_conflict(tmp_path):
    old = package_of(course_of(OTHER))
    new = package_of(course_of(OTHER), now=NOW + 9)
    names = tuple("Reply" if name == "Answer" else name for name in new.types["recall"].fields)
    template = new.types["recall"].templates[0]
    renamed = replace(
        template,
        back=template.back.replace("{{Answer}}", "{{Reply}}")
        .replace("{{#Answer}}", "{{#Reply}}")
        .replace("{{/Answer}}", "{{/Reply}}"),
    )
    changed = _with_type(new, "recall", fields=names, templates=(renamed,))
    assert _agree(tmp_path, old, changed)["why"].outcomes["default"] == "updated"


def test_the_whole_sample_against_itself(tmp_path):
    made = package_of(sample_course(), Lock())
    plan = _agree(tmp_path, made, made)
    assert {note.outcomes["default"] for note in plan.values()} == {"duplicate"}
    assert INFO.id == "sample"


def _empty_decks(who):
    names = {each.id: each.name for each in who.col.decks.all_names_and_ids()}
    return {
        name for deck, name in names.items()
        if name != "Default" and not who.col.decks.card_count(deck, include_subdecks=True)
    }  # fmt: skip


def test_a_renamed_course_leaves_an_empty_deck_and_the_plan_says_so(tmp_path):
    old = write_package(tmp_path, package_of(course_of(TERM, OTHER)), "old.apkg")
    renamed = replace(course_of(TERM, OTHER), info=replace(INFO, title="Another name"))
    new = write_package(tmp_path, package_of(renamed, now=NOW + 9), "new.apkg")
    plan = compare_packages(load_package(old), load_package(new))
    assert plan.empty_decks == {"Another name::1 Start": (f"{INFO.title}::1 Start",)}
    with learner(tmp_path / "import") as who:
        who.imports(old)
        who.imports(new)
        assert _empty_decks(who) == {"Another name", "Another name::1 Start"}
    with learner(tmp_path / "renamed-first") as who:
        who.imports(old)
        deck = who.col.decks.id_for_name(INFO.title)
        who.col.decks.rename(deck, "Another name")
        who.imports(new)
        assert _empty_decks(who) == set()


def test_a_renamed_deck_that_gets_a_new_card_is_not_empty(tmp_path):
    old = write_package(tmp_path, package_of(course_of(TERM)), "old.apkg")
    renamed = replace(course_of(TERM, OTHER), info=replace(INFO, title="Another name"))
    new = write_package(tmp_path, package_of(renamed, now=NOW + 9), "new.apkg")
    assert compare_packages(load_package(old), load_package(new)).empty_decks == {}
    with learner(tmp_path / "import") as who:
        who.imports(old)
        who.imports(new)
        assert _empty_decks(who) == set()
