"""When a note counts as changed."""

from dataclasses import replace

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.lock import Lock, Released, format_lock
from flashcards.anki.note_types import make_note_types
from flashcards.anki.release import (
    CourseNotes,
    find_lock_problems,
    merge_locks,
    release_notes,
)
from flashcards.errors import Position
from flashcards.model import KINDS, NOWHERE, Cloze, Compare, Option, Recall, Resource, Row, Term
from tests.helpers.courses import ENTRIES, NOW, course_of, sample_course

TERM = Term(key="leaf", term="leaf", meaning="A tensor without a history.", see=("docs",))


def _sources(*entries, **course):
    return load_sources(replace(course_of(*entries), **course), "en")[0]


def _release(lock, sources, now):
    return release_notes(lock, sources, make_note_types().values(), now)


def _stamps(lock, sources, now):
    notes = CourseNotes(course_of(), {"en": sources}, {}, lock, now)
    return {source.name: notes.stamp_note(source) for source in sources}


def _times(lock):
    return {name.rpartition("/en/")[2]: row.time for name, row in lock.notes.items()}


def test_what_did_not_change_keeps_its_time():
    first = _release(Lock(), _sources(TERM), NOW)
    assert _release(first, _sources(TERM), NOW + 50) == first


@pytest.mark.parametrize(
    "changed",
    [
        replace(TERM, meaning="Another meaning."),
        replace(TERM, term="leaf tensor"),
        replace(TERM, aliases=("leaf tensor",)),
        replace(TERM, why="Because."),
        replace(TERM, retired="Not taught any more."),
        replace(TERM, see=()),
    ],
)
def test_a_changed_content_gets_the_time_of_the_release(changed):
    lock = _release(_release(Lock(), _sources(TERM), NOW), _sources(changed), NOW + 50)
    assert _times(lock) == {"leaf": NOW + 50}


@pytest.mark.parametrize(
    "same",
    [
        replace(TERM, stage=4),
        replace(TERM, tags=("autograd",)),
        replace(TERM, as_of="2.10"),
        replace(TERM, difficulty="hard"),
        replace(TERM, about=("grad",)),
        replace(TERM, confused_with=("grad",)),
    ],
)
def test_what_is_not_content_touches_no_note(same):
    lock = _release(_release(Lock(), _sources(TERM), NOW), _sources(same), NOW + 50)
    assert _times(lock) == {"leaf": NOW}


def test_a_resource_that_moved_is_a_change():
    first = _release(Lock(), _sources(TERM), NOW)
    moved = {"docs": Resource(title="The docs", url="https://docs.pytorch.org")}
    assert _times(_release(first, _sources(TERM, resources=moved), NOW + 9)) == {"leaf": NOW + 9}


def test_a_row_does_not_change_with_its_neighbour():
    old = next(entry for entry in ENTRIES if isinstance(entry, Compare))
    rows = {**old.rows, "loss": replace(old.rows["loss"], why="Other.")}
    first = _release(Lock(), _sources(old), NOW)
    lock = _release(first, _sources(replace(old, rows=rows)), NOW + 9)
    assert _times(lock) == {"dp-ddp/process": NOW, "dp-ddp/loss": NOW + 9}


def test_text_that_goes_back_is_newer_again():
    lock = _release(Lock(), _sources(TERM), NOW)
    lock = _release(lock, _sources(replace(TERM, meaning="Other.")), NOW + 1)
    lock = _release(lock, _sources(TERM), NOW + 2)
    assert _times(lock) == {"leaf": NOW + 2}


def test_a_clock_that_jumps_back_does_not_matter():
    lock = _release(Lock(), _sources(TERM), NOW)
    lock = _release(lock, _sources(replace(TERM, meaning="Other.")), NOW - 100_000)
    assert _times(lock) == {"leaf": NOW + 1}


def test_a_changed_style_touches_the_note_type_and_no_note():
    types = make_note_types()
    first = release_notes(Lock(), _sources(TERM), types.values(), NOW)
    other = {**types, "term": replace(types["term"], css="body {}")}
    lock = release_notes(first, _sources(TERM), other.values(), NOW + 5)
    assert lock.notes == first.notes
    assert {name for name, row in lock.types.items() if row.time == NOW + 5} == {"en/term"}


def test_one_more_language_adds_note_types_and_touches_none():
    first = CourseNotes(sample_course(), {"en": []}, {}, Lock(), NOW).release().lock
    both = CourseNotes(sample_course(), {"en": [], "zh": []}, {}, first, NOW + 5)
    assert both.count_unreleased_types() == len(KINDS)
    lock = both.release().lock
    assert first.types.items() <= lock.types.items()
    assert lock.types.keys() - first.types.keys() == {f"zh/{kind}" for kind in KINDS}
    assert lock.types.keys() >= {f"en/{kind}" for kind in KINDS}


def test_unreleased_changes_are_newer_than_every_release_and_say_so():
    lock = _release(Lock(), _sources(TERM, ENTRIES[0]), NOW)
    sources = _sources(replace(TERM, meaning="Other."), ENTRIES[0])
    stamped = _stamps(lock, sources, NOW - 100)
    assert stamped["sample/en/leaf"].mod == NOW + 1
    assert stamped["sample/en/leaf"].date is None
    assert stamped["sample/en/ddp-sync"].mod == NOW
    assert stamped["sample/en/ddp-sync"].date == "2023-11-14"


def test_the_version_verified_on_is_that_of_the_release():
    code = next(entry for entry in ENTRIES if entry.key == "stride")
    old = load_sources(course_of(code), "en", {"stride": "2.9.0"})[0]
    lock = _release(Lock(), old, NOW)
    new = load_sources(course_of(code), "en", {"stride": "2.10.0"})[0]
    assert _release(lock, new, NOW + 50) == lock
    assert _stamps(lock, new, NOW + 50)["sample/en/stride"].verified == "2.9.0"


def _problems(lock, *entries):
    return [str(problem.message) for problem in _report(lock, *entries)]


def _report(lock, *entries):
    sources, course = _sources(*entries), course_of(*entries)
    return find_lock_problems(course, lock, sources, ("en",), "decks/deck.lock", NOWHERE)


def test_a_released_key_must_not_vanish():
    lock = _release(Lock(), _sources(TERM, ENTRIES[0]), NOW)
    [problem] = _report(lock, ENTRIES[0])
    at = Position("decks/deck.lock", _find_lock_line(lock, "sample/en/leaf"))
    assert str(problem) == f"{at}: 'leaf' was released in 'en' and has vanished"
    assert str(problem.hint) == (
        "learners have its cards: write it again; an entry that is no longer taught gets "
        "'retired: why it is gone'"
    )


def _find_lock_line(lock, name):
    rows = format_lock(lock).splitlines()
    return next(number for number, row in enumerate(rows, 1) if f" {name} " in row)


def test_a_row_that_vanished_is_told_as_a_row_and_a_comparison_once():
    two = replace(_compare("x", "y"), rows={name: _compare("x", "y").rows["r"] for name in "rs"})
    lock = _release(Lock(), _sources(two), NOW)
    vanished = "'{}' was released in 'en' and has vanished"
    assert _problems(lock, _compare("x", "y")) == [vanished.format("c/s")]
    assert _problems(lock, TERM) == [vanished.format("c")]


def test_a_translation_that_vanished_is_told_as_one():
    course = sample_course()
    sources = load_sources(course, "en")[0] + load_sources(course, "zh")[0]
    lock = _release(Lock(), sources, NOW)
    gone = next(each for each in sources if each.note.lang == "zh")
    kept = [each for each in sources if each is not gone]
    [problem] = find_lock_problems(course, lock, kept, ("en", "zh"), "deck.lock", NOWHERE)
    key = gone.note.key
    assert str(problem.message) == f"'{key}' was released in 'zh' and has vanished"


def test_a_retired_key_has_not_vanished():
    lock = _release(Lock(), _sources(TERM), NOW)
    assert _problems(lock, replace(TERM, retired="Old.")) == []


def test_a_released_key_keeps_its_kind():
    lock = _release(Lock(), _sources(TERM), NOW)
    other = Recall(key="leaf", recall="What?", answer="That.")
    assert _problems(lock, other) == ["'leaf' was released as term; it cannot become recall"]


def _compare(*things):
    return Compare(
        key="c",
        compare={thing: thing.upper() for thing in things},
        rows={
            "r": Row(
                aspect="R",
                question="What are they?",
                cells={thing: f"cell {thing}" for thing in things},
            )
        },
    )


def test_things_keep_their_order_and_new_ones_come_last():
    lock = _release(Lock(), _sources(_compare("x", "y")), NOW)
    told = ["'c/r' was released with x, y in this order"]
    assert _problems(lock, _compare("y", "x")) == told
    assert _problems(lock, _compare("x")) == told
    assert _problems(lock, _compare("z", "x", "y")) == told
    assert _problems(lock, _compare("x", "y", "z")) == []


ASKED = Row(
    aspect="R",
    cells={"x": "one", "y": "two", "z": "three"},
    wrong={"w": Option(text="four")},
    ask={"x": "What has X?"},
    which={"y": "Which has two?"},
)


def _asked(**changed):
    things = {"x": "X", "y": "Y", "z": "Z"}
    return Compare(key="c", compare=things, rows={"r": replace(ASKED, **changed)})


def test_a_released_question_must_not_vanish():
    lock = _release(Lock(), _sources(_asked()), NOW)
    told = ["'c/r' was released with x (ask), y (which), z in this order"]
    assert _problems(lock, _asked(ask={})) == told
    assert _problems(lock, _asked(ask={}, which={})) == told


def test_a_released_question_does_not_change_between_ask_and_which():
    lock = _release(Lock(), _sources(_asked()), NOW)
    changed = _asked(ask={}, which={"x": "Which has one?", "y": "Which has two?"})
    [problem] = _report(lock, changed)
    told = "'c/r' was released with x (ask), y (which), z in this order"
    assert str(problem.message) == told
    assert str(problem.hint) == (
        "keep these and how they are asked about, and append new ones at the end"
    )
    turned = _asked(ask={"x": "What has X?", "y": "What has Y?"}, which={})
    assert _problems(lock, turned) == [told]


def test_the_texts_of_a_released_question_may_change_and_new_questions_may_come():
    lock = _release(Lock(), _sources(_asked()), NOW)
    other = _asked(
        cells={"x": "1", "y": "2", "z": "3"},
        wrong={"v": Option(text="5", why="Too many.")},
        ask={"x": "What does X have?", "z": "What has Z?"},
        which={"y": "Which one has two?"},
        why="So.",
    )
    assert _problems(lock, other) == []
    assert _times(_release(lock, _sources(other), NOW + 9)) == {"c/r": NOW + 9}


def test_a_released_gap_must_not_vanish():
    lock = _release(Lock(), _sources(Cloze(key="g", cloze="a b", gaps={1: "a", 2: "b"})), NOW)
    fewer = Cloze(key="g", cloze="a b", gaps={1: "a"})
    more = Cloze(key="g", cloze="a b c", gaps={1: "a", 2: "b", 3: "c"})
    assert _problems(lock, fewer) == ["'g' was released with the gaps 1, 2"]
    assert _problems(lock, more) == []


def test_borrowed_entries_and_note_types_keep_the_times_of_their_home():
    sources = _sources(TERM)
    home = _release(Lock(), sources, NOW)
    own = merge_locks(Lock(), home, sources, make_note_types().values())
    assert own == home
    older = Lock({"sample/en/leaf": Released("0" * 12, NOW - 5, "term")})
    assert merge_locks(older, home, sources, make_note_types().values()).notes == home.notes


def test_every_language_has_a_line_of_its_own():
    course = sample_course()
    sources = load_sources(course, "en")[0] + load_sources(course, "zh")[0]
    lock = _release(Lock(), sources, NOW)
    assert {name.split("/")[1] for name in lock.notes} == {"en", "zh"}
    assert len(lock.notes) == len(sources)
