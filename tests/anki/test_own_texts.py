"""What an import does to what a learner wrote, as docs/anki.md tells it."""

import shutil

from flashcards.course.model import Recall, Term
from tests.helpers.anki_engine import learner
from tests.helpers.changes import replace
from tests.helpers.courses import NOW, course_of, package_of, write_package

TERM = Term(key="leaf", term="leaf", meaning="No history.", why="So.", stage=1)
WHY = Recall(key="why", recall="Why?", answer="So.", stage=1)
CALM = Recall(key="calm", recall="Calm?", answer="Yes.", stage=1)
LATER = 1_000_000_000
"""Seconds that lie after the learner's edits, which carry the time of the test."""


def _edit(who, name, tags=(), **texts):
    note = who.note(name)
    for field, text in texts.items():
        note[field] = text
    note.tags += tags
    who.col.update_note(note)


def _update(tmp_path, later=LATER):
    """A package in which the author changed two of three notes."""
    changed = course_of(replace(TERM, term="a leaf"), replace(WHY, answer="Because."), CALM)
    new = package_of(changed, now=NOW + later)
    [calm] = [note for note in new.notes if note.fields[0].endswith("/calm")]
    calm.mod = NOW
    return write_package(tmp_path, new, "new.apkg")


def test_who_always_updates_loses_edits_and_tags_of_all_notes_but_those_of_their_own(tmp_path):
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(course_of(TERM, WHY, CALM)), "old.apkg"))
        own = who.col.new_note(who.col.models.by_name("Basic"))
        own["Front"], own["Back"] = "My picture of it", "See calm."
        who.col.add_note(own, 1)
        _edit(who, "sample/en/leaf", ["mine"], Meaning="<b>My</b> meaning")
        _edit(who, "sample/en/calm", ["mine"])
        assert who.imports(_update(tmp_path, later=9), "always")["sample/en/leaf"] == "updated"
        leaf = who.note("sample/en/leaf")
        assert (leaf["Meaning"], "mine" in leaf.tags) == ("<p>No history.</p>", False)
        assert "mine" not in who.note("sample/en/calm").tags
        names = {who.col.get_note(number).fields[0] for number in who.col.find_notes('"calm"')}
        assert names == {"My picture of it", "sample/en/calm"}


def test_a_field_of_the_learners_own_stops_updates_and_merging_empties_it(tmp_path):
    with learner(tmp_path / "student") as who:
        who.imports(write_package(tmp_path, package_of(course_of(WHY, CALM)), "old.apkg"))
        model = who.col.models.by_name("ptquiz recall")
        who.col.models.add_field(model, who.col.models.new_field("My hint"))
        who.col.models.update_dict(model)
        for name in ("why", "calm"):
            _edit(who, f"sample/en/{name}", **{"My hint": "think"})
    package = _update(tmp_path)
    for options, outcome in (("default", "conflicting"), ("merge", "updated")):
        shutil.copytree(tmp_path / "student", tmp_path / options)
        with learner(tmp_path / options) as who:
            assert who.imports(package, options)["sample/en/why"] == outcome
            who.reopened()
            kept = {key: who.note(f"sample/en/{key}")["My hint"] for key in ("why", "calm")}
            assert kept == {"why": "" if options == "merge" else "think", "calm": "think"}
