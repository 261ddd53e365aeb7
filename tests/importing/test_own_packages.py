"""A package that ptquiz built becomes the course that it was made of."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from anki.collection import ExportAnkiPackageOptions

from flashcards import BuildRequest, FlashcardsError, build_package, import_material, load_course
from flashcards.anki.compose import PackageOptions
from flashcards.anki.reader import load_package
from flashcards.anki.templates import FIELDS
from flashcards.model import Recall, Term
from tests.helpers.anki_engine import learner
from tests.helpers.courses import (
    ENTRIES,
    course_of,
    package_of,
    sample_course,
    write_package,
)
from tests.importing.conftest import PNG, tell

LEAF = Term(key="leaf", term="leaf", meaning="No history.", why="So.", stage=1)
WHY = Recall(key="why", recall="Why?", answer="So.", stage=1)


def put_package(desk, course, change=lambda source: source, lang="en", name="own.apkg"):
    """The package of a course, with another field *Source* in each note."""
    made = package_of(course, wanted=PackageOptions(lang))
    notes = [_change_source(note, change) for note in made.notes]
    return write_package(desk.folder, replace(made, notes=notes), name)


def _change_source(note, change):
    at = FIELDS[note.kind].index("Source")
    said = change(json.loads(note.fields[at]))
    text = said if isinstance(said, str) else json.dumps(said)
    return note._replace(fields=(*note.fields[:at], text, *note.fields[at + 1 :]))


def left_out(report):
    return [note for each in report.outcomes if each.status == "left out" for note in each.notes]


def test_every_kind_comes_back_as_it_was_written(desk):
    put_package(desk, sample_course())
    report = desk.imports("own.apkg", author="Somebody else")
    assert {each.status for each in report.outcomes} == {"new"}
    assert [each.notes for each in report.outcomes if each.notes] == []
    before, after = sample_course(), load_course(desk.course)
    (deck,) = after.decks
    assert (deck.deck, deck.title, deck.entries) == ("all", "All", ENTRIES)
    assert [*deck.entries[2].rows] == ["process", "loss"]
    assert after.resources == before.resources
    assert (after.info.title, after.info.report) == ("Sample course", before.info.report)
    assert after.info.stages == before.info.stages
    assert (after.info.author, after.info.languages) == ("Somebody else", ("en",))
    assert after.info.id.startswith("course-")
    assert not (desk.course / "decks" / "deck.lock").exists()


def test_a_second_import_changes_what_the_author_changed(desk):
    put_package(desk, course_of(LEAF, WHY))
    desk.imports("own.apkg")
    desk.edit("all.yaml", "meaning: No history.", "meaning: Mine.")
    put_package(desk, course_of(LEAF, replace(WHY, answer="Because.")), name="next.apkg")
    report = desk.imports("next.apkg")
    assert {each.key: each.status for each in report.outcomes} == {"leaf": "kept", "why": "changed"}
    assert desk.entries()["leaf"].meaning == "Mine."
    assert desk.entries()["why"].answer == "Because."


def test_a_package_in_chinese_is_a_course_in_chinese(desk):
    put_package(desk, sample_course(), lang="zh")
    desk.imports("own.apkg", keep_id=True)
    course = load_course(desk.course)
    assert (course.source, course.info.languages, course.info.id) == ("zh", ("zh",), "sample")
    assert (course.info.title, course.info.stages[1].title) == ("示例课程", "开始")
    assert desk.entries()["ddp-sync"].points["init"] == "中文 Rank 0 broadcasts."


def write_own_course(desk):
    """A folder with two decks, a picture and a resource; released."""
    desk.put("own/decks/media/drawing_2.png", PNG)
    desk.put("own/decks/course.yaml", COURSE)
    desk.put("own/decks/second.yaml", SECOND)
    desk.put("own/decks/first.yaml", FIRST)
    desk.put("own/decks/resources.yaml", RESOURCES)
    request = BuildRequest(desk.folder / "own.apkg", release=True)
    return build_package(load_course(desk.folder / "own"), request, now=1_800_000_000)


COURSE = """\
id: own-course
title: Own
author: Me
licence: CC BY 4.0
decks: [second, first]
stages: {1: {title: Begin}, 2: {title: Go on}}
report: https://example.org/{key}?a=1&b=2
"""
FIRST = """\
deck: first
title: 'First: the view'
stage: 1
tags: [lent]
entries:
- recall: What is ![a view](drawing_2.png)?
  key: view
  answer: It shares <b> & storage.
  tags: [own]
- compare: {a: A, b: B, c: C}
  key: abc
  rows:
    z: {aspect: Last letter, a: x, b: y, c: w}
    a: {aspect: First letter, a: k, b: l, c: m}
"""
SECOND = """\
deck: second
title: Second
stage: 2
entries:
- {term: leaf, key: leaf, meaning: No history., see: [book], about: [idea]}
- {recall: Why?, key: why, answer: So.}
- {concept: Idea, key: idea, points: {one: First., two: Second.}, stage: 1, as_of: "2.9"}
"""


RESOURCES = """\
resources:
  book: {title: A book, url: https://example.org/a, status: moved, now: https://example.org/b}
"""


def test_its_author_gets_the_same_course_with_what_was_released(desk):
    write_own_course(desk)
    desk.imports("own.apkg", keep_id=True, author="Me")
    again = desk.folder / "again.apkg"
    built = build_package(load_course(desk.course), BuildRequest(again), now=1_900_000_000)
    assert built.unreleased_notes == 0
    before, after = load_package(desk.folder / "own.apkg"), load_package(again)
    assert after == before
    names = [path.name for path in (desk.course / "decks" / "media").iterdir()]
    assert names == ["drawing_2.png"]
    old, new = (Path(each, "decks", "deck.lock") for each in (desk.folder / "own", desk.course))
    unused = ("type en/choose", "type en/cloze", "type en/code", "type en/order")
    rows = [row for row in old.read_text().splitlines() if not row.startswith(unused)]
    assert new.read_text().splitlines() == rows
    with learner(desk.folder / "who") as who:
        who.imports(desk.folder / "own.apkg")
        assert {*who.imports(again).values()} == {"duplicate"}


def test_without_saying_so_it_is_another_course_to_learners(desk):
    write_own_course(desk)
    desk.imports("own.apkg")
    again = desk.folder / "again.apkg"
    build_package(load_course(desk.course), BuildRequest(again), now=1_900_000_000)
    guids = [{*load_package(each).notes} for each in (desk.folder / "own.apkg", again)]
    assert guids[0].isdisjoint(guids[1])


@pytest.mark.thorough
def test_a_course_that_uses_built_in_entries_uses_them_again(desk):
    info = COURSE.replace("decks: [second, first]", "uses: [ddp-replica-sync, ddp-bucket]")
    desk.put("own/decks/course.yaml", info)
    desk.put("own/decks/first.yaml", ONE.replace("ABOUT", "ddp-replica-sync"))
    own, again = desk.folder / "own.apkg", desk.folder / "again.apkg"
    build_package(load_course(desk.folder / "own"), BuildRequest(own), now=1_800_000_000)
    report = desk.imports("own.apkg", keep_id=True)
    assert [(each.key, each.notes) for each in report.outcomes] == [("one", ())]
    build_package(load_course(desk.course), BuildRequest(again), now=1_900_000_000)
    assert load_package(again).notes.keys() == load_package(own).notes.keys()


ONE = """\
deck: second
title: One
entries:
- {recall: Why one?, key: one, answer: So., about: [ABOUT]}
"""


def test_a_note_type_that_looks_otherwise_today_is_not_released(desk):
    made = package_of(course_of(LEAF, WHY))
    types = {**made.types, "term": replace(made.types["term"], css="p {}")}
    write_package(desk.folder, replace(made, types=types), "own.apkg")
    desk.imports("own.apkg", keep_id=True)
    lines = (desk.course / "decks" / "deck.lock").read_text().splitlines()
    assert [line.split()[1] for line in lines if line.startswith("type")] == ["en/recall"]


@pytest.mark.parametrize("legacy", [False, True])
def test_what_a_learner_wrote_is_told_and_does_not_come_in(desk, legacy):
    package = put_package(desk, course_of(LEAF, WHY))
    with learner(desk.folder / "who") as who:
        who.imports(package)
        note = who.note("sample/en/leaf")
        note["Meaning"] = "<b>My</b> meaning"
        who.col.update_note(note)
        options = ExportAnkiPackageOptions(with_media=True, legacy=legacy)
        target = str(desk.folder / "learner.apkg")
        who.col.export_anki_package(out_path=target, options=options, limit=None)
    report = desk.imports("learner.apkg", keep_id=True)
    told = {each.key: each.notes for each in report.outcomes}
    assert told == {
        "leaf": ("leaf: what a learner wrote in Anki does not come in (Meaning)",), "why": (),
    }  # fmt: skip
    assert desk.entries() == {"leaf": LEAF, "why": WHY}


def test_notes_of_others_and_of_a_smaller_course_in_a_collection(desk):
    small = course_of(replace(WHY, key="other"), id="small")
    packages = [put_package(desk, sample_course(), name="a.apkg")]
    packages += [put_package(desk, small, name="b.apkg")]
    with learner(desk.folder / "who") as who:
        for each in packages:
            who.imports(each)
        note = who.col.new_note(who.col.models.by_name("Basic"))
        note.fields[:] = ["Why is it so?", "Because."]
        who.col.add_note(note, who.col.decks.id("Mine"))
        target = str(desk.folder / "all.apkg")
        options = ExportAnkiPackageOptions(legacy=True)
        who.col.export_anki_package(out_path=target, options=options, limit=None)
    report = desk.imports("all.apkg")
    assert left_out(report) == [
        "is of the course small in en: one course in one language comes in, that with most notes"
    ]
    assert desk.entries().keys() == {*(entry.key for entry in ENTRIES), "it-so"}


def test_a_package_without_sources_says_why_it_is_refused(desk):
    put_package(desk, course_of(LEAF), lambda source: "")
    report = tell(import_material([desk.folder / "own.apkg"], desk.course))
    assert left_out(report) == [
        "was made by ptquiz and does not carry its entry: build the package again, "
        "or import what 'export json --entries' writes"
    ]
    assert not desk.course.exists()


BROKEN = (
    "{", "[]", "7", "null", '{"deck": "d"}', "[" * 100_000, {"deck": ["d"]}, {"title": None},
    {"place": []}, {"place": [1, "x"]}, {"place": "01"}, {"entry": []}, {"entry": {"key": 7}},
)  # fmt: skip


@pytest.mark.parametrize("said", BROKEN, ids=range(len(BROKEN)))
def test_a_source_that_is_none_leaves_its_note_out(desk, said):
    def change(source):
        if source["entry"]["key"] != "leaf":
            return source
        return said if isinstance(said, str) else {**source, **said}

    put_package(desk, course_of(LEAF, WHY), change)
    report = desk.imports("own.apkg", keep_id=True)
    assert [str(note) for note in left_out(report)] == [
        "was made by ptquiz, but what its field Source says is no entry any more"
    ]
    assert desk.entries() == {"why": WHY}


def test_an_entry_in_a_source_is_read_as_strictly_as_any(desk):
    def change(source):
        if source["entry"]["key"] == "leaf":
            source["entry"] |= {"meaning": "", "evil": "x"}
        else:
            source["entry"]["answer"] = "![a](a.png)"
        return source | {
            "resources": ["x"], "pictures": {"a.png": "../../etc/passwd"}, "verified": "2 3\nx",
        }  # fmt: skip

    put_package(desk, course_of(LEAF, WHY), change)
    report = desk.imports("own.apkg", keep_id=True)
    assert len(left_out(report)) == 1
    assert desk.entries()["why"].answer == "[picture: a]"
    row = (desk.course / "decks" / "deck.lock").read_text().splitlines()[-1].split()
    assert row[5:] == ["-", "-"]


@pytest.mark.parametrize("deck", ["../evil", "a\n", ""])
def test_the_name_of_a_deck_is_no_path(desk, deck):
    put_package(desk, course_of(LEAF), lambda source: source | {"deck": deck})
    with pytest.raises(FlashcardsError, match="no sound file of entries"):
        import_material([desk.folder / "own.apkg"], desk.course)
    assert [path.name for path in desk.folder.iterdir()] == ["own.apkg"]


def test_resources_that_are_none_refuse_the_course_of_an_author_whole(desk):
    wrong = {"book": {"title": "A", "url": "javascript:alert(1)"}}
    put_package(desk, course_of(LEAF), lambda source: source | {"resources": wrong})
    with pytest.raises(FlashcardsError, match="must begin with https"):
        import_material([desk.folder / "own.apkg"], desk.course, keep_id=True)
    assert not desk.course.exists()


def test_two_notes_of_one_entry_that_is_no_comparison(desk):
    def change(source):
        source["entry"]["key"] = "leaf"
        return source

    put_package(desk, course_of(LEAF, WHY), change)
    report = desk.imports("own.apkg")
    assert left_out(report) == ["has the same id as leaf, which came in just before"]


def test_an_id_is_kept_of_one_package_in_a_new_folder_only(desk):
    desk.put("cards.csv", "question,answer\nWhy so?,Because.\n")
    package = put_package(desk, course_of(LEAF))
    table = desk.folder / "cards.csv"
    for files in ([table], [table, package]):
        with pytest.raises(FlashcardsError, match="comes out of one package"):
            import_material(files, desk.course, keep_id=True)
    assert not desk.course.exists()
    desk.imports("cards.csv")
    with pytest.raises(FlashcardsError, match="into a folder that has no course"):
        import_material([package], desk.course, keep_id=True)


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_whole_curriculum_comes_back_to_its_author(desk, lang):
    """The foot of a note tells its release, *Source* its place among the entries of its deck."""
    course, now = load_course(), 1_900_000_000
    first, second = desk.folder / "own.apkg", desk.folder / "again.apkg"
    build_package(course, BuildRequest(first, lang=lang), now=now)
    report = desk.imports("own.apkg", keep_id=True)
    assert [each for each in report.outcomes if each.notes or each.status != "new"] == []
    again = load_course(desk.course)
    assert again.info.decks == course.info.decks
    built = build_package(again, BuildRequest(second, lang=lang), now=now + 1)
    assert (built.unreleased_notes, built.unreleased_types) == (0, 0)
    before, after = load_package(first), load_package(second)
    assert [*after.notes] == [*before.notes]
    assert after.types == before.types
    others = {}
    for old, new in zip(before.notes.values(), after.notes.values(), strict=True):
        names = before.types[old.type_id].field_names
        pairs = zip(names, old.fields, new.fields, strict=True)
        if found := {name: (was, is_now) for name, was, is_now in pairs if was != is_now}:
            others[old.guid] = found
        assert replace(new, fields=()) == replace(old, fields=())
    unreleased = course.make_words(lang).say("card_unreleased")
    for found in others.values():
        assert found.keys() <= {"Foot", "Source"}
        assert all(unreleased in was for was, _ in [found[n] for n in found if n == "Foot"])
        assert all(
            json.loads(was) | {"place": 0} == json.loads(is_now) | {"place": 0}
            for was, is_now in [found[n] for n in found if n == "Source"]
        )
    assert len(others) <= 0.02 * len(before.notes)
