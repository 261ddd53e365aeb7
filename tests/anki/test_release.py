"""When a note counts as changed, and what a release holds its author to."""

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.lock import Released
from flashcards.anki.lock_problems import find_lock_problems
from flashcards.anki.release import CourseNotes, merge_locks
from flashcards.course.model import (
    KINDS,
    Cloze,
    Compare,
    Option,
    Recall,
    Resource,
    Row,
    Term,
)
from tests.helpers.changes import replace
from tests.helpers.courses import ENTRIES, NOW, course_of, sample_course

TERM = Term(key="leaf", term="leaf", meaning="A tensor without a history.", see=("docs",))


def _sources(*entries, **course):
    return load_sources(replace(course_of(*entries), **course), "en")[0]


def _notes(lock, sources, now):
    return CourseNotes(course_of(), {"en": sources}, {}, lock, now)


def _release(lock, sources, now):
    return _notes(lock, sources, now).release().lock


def _times(lock):
    return {
        name.rpartition("/en/")[2]: row.time for name, row in lock.items() if row.kind != "type"
    }


def test_what_did_not_change_keeps_its_time():
    first = _release({}, _sources(TERM), NOW)
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
    lock = _release(_release({}, _sources(TERM), NOW), _sources(changed), NOW + 50)
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
    lock = _release(_release({}, _sources(TERM), NOW), _sources(same), NOW + 50)
    assert _times(lock) == {"leaf": NOW}


def test_a_resource_that_moved_is_a_change():
    first = _release({}, _sources(TERM), NOW)
    moved = {"docs": Resource(title="The docs", url="https://docs.pytorch.org")}
    assert _times(_release(first, _sources(TERM, resources=moved), NOW + 9)) == {"leaf": NOW + 9}


def test_a_row_does_not_change_with_its_neighbour():
    old = next(entry for entry in ENTRIES if isinstance(entry, Compare))
    rows = {**old.rows, "loss": replace(old.rows["loss"], why="Other.")}
    first = _release({}, _sources(old), NOW)
    lock = _release(first, _sources(replace(old, rows=rows)), NOW + 9)
    assert _times(lock) == {"dp-ddp/process": NOW, "dp-ddp/loss": NOW + 9}


def test_a_clock_that_jumps_back_does_not_matter():
    lock = _release({}, _sources(TERM), NOW)
    lock = _release(lock, _sources(replace(TERM, meaning="Other.")), NOW - 100_000)
    assert _times(lock) == {"leaf": NOW + 1}


def test_a_changed_style_touches_the_note_type_and_no_note():
    first = _release({}, _sources(TERM), NOW)
    old = {**first, "en/term": Released("0" * 12, NOW)}
    [unreleased] = [each for each in _notes(old, [], NOW).types if each.kind == "term"]
    assert unreleased.mod == NOW + 1
    lock = _release(old, _sources(TERM), NOW + 5)
    assert [name for name in lock if lock[name] != first[name]] == ["en/term"]
    assert lock["en/term"] == first["en/term"]._replace(time=NOW + 5)


def test_one_more_language_adds_note_types_and_touches_none():
    first = CourseNotes(sample_course(), {"en": []}, {}, {}, NOW).release().lock
    lock = CourseNotes(sample_course(), {"en": [], "zh": []}, {}, first, NOW + 5).release().lock
    assert first.items() <= lock.items()
    assert lock.keys() - first.keys() == {f"zh/{kind}" for kind in KINDS}


def test_unreleased_changes_are_newer_than_their_release_and_say_so():
    lock = _release({}, _sources(TERM, ENTRIES[0]), NOW)
    sources = _sources(replace(TERM, meaning="Other."), ENTRIES[0])
    stamps = [_notes(lock, sources, NOW - 100).stamp_note(source) for source in sources]
    assert [(stamp.mod, stamp.date) for stamp in stamps] == [(NOW + 1, None), (NOW, "2023-11-14")]


def _problems(lock, *entries):
    sources, course = _sources(*entries), course_of(*entries)
    found = find_lock_problems(course, lock, sources, ("en",))
    return [str(problem.message) for problem in found]


def _begin(problems):
    """What the problems say, without what to do."""
    return [problem.partition(":")[0].partition(";")[0] for problem in problems]


def test_a_row_that_vanished_is_told_as_a_row_and_a_comparison_once():
    two = replace(_compare("x", "y"), rows={name: _compare("x", "y").rows["r"] for name in "rs"})
    lock = _release({}, _sources(two), NOW)
    vanished = "'{}' was released in 'en' and has vanished"
    assert _begin(_problems(lock, _compare("x", "y"))) == [vanished.format("c/s")]
    assert _begin(_problems(lock, TERM)) == [vanished.format("c")]


def test_a_retired_key_has_not_vanished():
    lock = _release({}, _sources(TERM), NOW)
    assert _problems(lock, replace(TERM, retired="Old.")) == []


def test_a_released_key_keeps_its_kind():
    lock = _release({}, _sources(TERM), NOW)
    assert _problems(lock, Recall(key="leaf", recall="What?", answer="That.")) == [
        "'leaf' was released as term; it cannot become recall: "
        "retire it and write a new entry with a new key"
    ]


def _compare(*things):
    cells = {thing: f"cell {thing}" for thing in things}
    return Compare(
        key="c",
        compare={thing: thing.upper() for thing in things},
        rows={"r": Row(aspect="R", question="What are they?", cells=cells)},
    )


def test_things_keep_their_order_and_new_ones_come_last():
    lock = _release({}, _sources(_compare("x", "y")), NOW)
    told = ["'c/r' was released with x, y in this order"]
    assert _begin(_problems(lock, _compare("y", "x"))) == told
    assert _begin(_problems(lock, _compare("z", "x", "y"))) == told
    assert _problems(lock, _compare("x", "y", "z")) == []


def _asked(**changed):
    row = Row(
        aspect="R",
        cells={"x": "one", "y": "two", "z": "three"},
        wrong={"w": Option(text="four")},
        ask={"x": "What has X?"},
        which={"y": "Which has two?"},
    )
    things = {"x": "X", "y": "Y", "z": "Z"}
    return Compare(key="c", compare=things, rows={"r": replace(row, **changed)})


@pytest.mark.parametrize(
    "changed",
    [
        {"ask": {}},
        {"ask": {}, "which": {}},
        {"ask": {}, "which": {"x": "Which has one?", "y": "Which has two?"}},
        {"ask": {"x": "What has X?", "y": "What has Y?"}, "which": {}},
    ],
)
def test_a_released_question_neither_vanishes_nor_changes_between_ask_and_which(changed):
    lock = _release({}, _sources(_asked()), NOW)
    assert _problems(lock, _asked(**changed)) == [
        "'c/r' was released with x (ask), y (which), z in this order: "
        "keep these and how they are asked about, and append new ones at the end"
    ]


def test_the_texts_of_a_released_question_may_change_and_new_questions_may_come():
    lock = _release({}, _sources(_asked()), NOW)
    other = _asked(
        cells={"x": "1", "y": "2", "z": "3"},
        wrong={"v": Option(text="5", why="Too many.")},
        ask={"x": "What does X have?", "z": "What has Z?"},
        which={"y": "Which one has two?"},
        why="So.",
    )
    assert _problems(lock, other) == []


@pytest.mark.parametrize(
    ("gaps", "told"),
    [
        ({1: "a"}, ["'g' was released with the gaps 1, 2"]),
        ({1: "a", 2: "b", 3: "c"}, []),
        ({1: "c", 2: "b"}, []),
        ({1: "c", 2: "b", 3: "a"}, []),
        ({1: "b", 2: "a"}, ["the gaps of 'g' were released with other numbers"]),
        ({1: "b", 2: "c"}, ["the gaps of 'g' were released with other numbers"]),
    ],
)
def test_a_released_gap_keeps_its_number(gaps, told):
    lock = _release({}, _sources(Cloze(key="g", cloze="a b", gaps={1: "a", 2: "b"})), NOW)
    assert _begin(_problems(lock, Cloze(key="g", cloze="a b c", gaps=gaps))) == told


def test_borrowed_entries_and_note_types_keep_the_times_of_their_home():
    home = _release({}, _sources(TERM), NOW)
    assert merge_locks({}, home, list(home)) == home
    older = {"sample/en/leaf": Released("0" * 12, NOW - 5, "term")}
    assert merge_locks(older, home, list(home)) == home
    newer = {"sample/en/leaf": Released("0" * 12, NOW + 5, "term")}
    assert merge_locks(newer, home, ["sample/en/leaf"]) == newer
