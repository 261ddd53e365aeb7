"""The lock: its text, when a note counts as changed, and what a release holds its author to."""

from datetime import date

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.lock import Released, format_lock, list_lock_problems, parse_lock
from flashcards.anki.release import CourseNotes
from flashcards.course.model import Cloze, Code, Compare, Option, Recall, Resource, Row, Term
from flashcards.errors import ProblemsFound
from tests.helpers.changes import replace
from tests.helpers.courses import ENTRIES, NOW, course_of

TEXT = """\
ptquiz-lock 2
en/concept type 0f3a5c7e9b1d 2026-01-31T12:00:00Z -
p/en/dp-ddp/process compare 5b5b5b5b5b5b 2026-01-31T12:00:00Z dp,ddp
p/en/leaf term 3f9a1c0b2d4e 2026-02-01T00:00:01Z -
"""
TERM = Term(key="leaf", term="leaf", meaning="A tensor without a history.", see=("docs",))


def test_a_lock_is_read_and_written_again_and_every_broken_line_is_a_problem():
    lock = parse_lock(TEXT.replace("\n", "\r\n"), "deck.lock")
    row = Released("5b5b5b5b5b5b", 1_769_860_800, "compare", ("dp", "ddp"))
    assert lock["p/en/dp-ddp/process"] == row
    assert format_lock(dict(reversed(lock.items()))) == TEXT
    broken = ["<<<<<<< HEAD", "x term 00", "y term 00 yesterday -", TEXT.splitlines()[3]]
    with pytest.raises(ProblemsFound) as error:
        parse_lock("\n".join([TEXT + broken[0], *broken[1:]]), "deck.lock")
    assert [problem.at.line for problem in error.value.problems] == [5, 6, 7, 8]
    with pytest.raises(ProblemsFound, match="expected 'ptquiz-lock 2' in the first line"):
        parse_lock("ptquiz-lock 1\n", "deck.lock")


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


CODE = Code(key="leaf", code="x", prints="new")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TERM, replace(TERM, meaning="Another meaning.")),
        (TERM, replace(TERM, aliases=("leaf tensor",))),
        (TERM, replace(TERM, retired="Not taught any more.")),
        (TERM, replace(TERM, see=())),
        (CODE, replace(CODE, language="ruby")),
        (CODE, replace(CODE, setup="y = 1")),
    ],
)
def test_a_changed_content_gets_the_time_of_the_release(before, after):
    lock = _release(_release({}, _sources(before), NOW), _sources(after), NOW + 50)
    assert _times(lock) == {"leaf": NOW + 50}


@pytest.mark.parametrize(
    "same",
    [
        TERM,
        replace(TERM, stage=4),
        replace(TERM, tags=("autograd",)),
        replace(TERM, as_of="2.10", about=("grad",)),
    ],
)
def test_what_is_not_content_touches_no_note(same):
    first = _release({}, _sources(TERM), NOW)
    assert _release(first, _sources(same), NOW + 50) == first


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


def test_unreleased_changes_are_newer_than_their_release_and_say_so():
    lock = _release({}, _sources(TERM, ENTRIES[0]), NOW)
    sources = _sources(replace(TERM, meaning="Other."), ENTRIES[0])
    stamps = [_notes(lock, sources, NOW - 100).stamp_note(source) for source in sources]
    day = date(2023, 11, 14)
    assert [stamp[:2] for stamp in stamps] == [(NOW + 1, None), (NOW, day)]


def _problems(lock, *entries):
    """What the problems say, without what to do."""
    problems = list_lock_problems(course_of(*entries), lock)
    return [problem.message.partition(":")[0].partition(";")[0] for problem in problems]


def _compare(*things):
    cells = {thing: f"cell {thing}" for thing in things}
    return Compare(
        key="c",
        compare={thing: thing.upper() for thing in things},
        rows={"r": Row(aspect="R", question="What are they?", **cells)},
    )


def test_a_row_that_vanished_is_named_and_a_comparison_once():
    two = replace(_compare("x", "y"), rows={name: _compare("x", "y").rows["r"] for name in "rs"})
    lock = _release({}, _sources(two), NOW)
    assert _problems(lock, _compare("x", "y")) == ["'c/s' was released and has vanished"]
    assert _problems(lock, TERM) == ["'c' was released and has vanished"]
    assert _problems(lock, replace(two, retired="Old.")) == []


def test_a_course_may_be_called_as_its_language():
    lock = {"en/term": Released("hash", NOW)}
    course = course_of(TERM)
    named = replace(course, info=replace(course.info, id="en"))
    assert list_lock_problems(named, lock) == []


def test_a_released_key_keeps_its_kind():
    lock = _release({}, _sources(TERM), NOW)
    other = Recall(key="leaf", recall="What?", answer="That.")
    assert _problems(lock, other) == ["'leaf' was released as term"]


def test_things_keep_their_order_and_new_ones_come_last():
    lock = _release({}, _sources(_compare("x", "y")), NOW)
    message = ["'c/r' was released with x, y in this order"]
    assert _problems(lock, _compare("y", "x")) == message
    assert _problems(lock, _compare("z", "x", "y")) == message
    assert _problems(lock, _compare("x", "y", "z")) == []


def _asked(**changed):
    row = Row(
        aspect="R",
        x="one",
        y="two",
        z="three",
        wrong={"w": Option(text="four")},
        ask={"x": "What has X?"},
        which={"y": "Which has two?"},
    )
    things = {"x": "X", "y": "Y", "z": "Z"}
    return Compare(key="c", compare=things, rows={"r": replace(row, **changed)})


ORDER = ["'c/r' was released with x (ask), y (which), z in this order"]


@pytest.mark.parametrize(
    ("changed", "problems"),
    [
        ({"ask": {}}, ORDER),
        ({"ask": {"x": "What has X?", "y": "What has Y?"}, "which": {}}, ORDER),
        ({"x": "1", "y": "2", "z": "3", "ask": {"x": "What?", "z": "And Z?"}}, []),
        (
            {"x": "one", "y": "two", "z": "two"},
            ["'c/r' was released with a card about all its things, which has vanished"],
        ),
    ],
)
def test_a_released_question_neither_vanishes_nor_changes_between_ask_and_which(changed, problems):
    lock = _release({}, _sources(_asked()), NOW)
    assert _problems(lock, _asked(**changed)) == problems


@pytest.mark.parametrize(
    ("gaps", "problems"),
    [
        ({1: "a"}, ["'g' was released with the gaps 1, 2"]),
        ({1: "a", 2: "b", 3: "c"}, []),
        ({1: "b", 2: "a"}, ["'g' was released with the gaps 1, 2"]),
        ({1: "c", 2: "b", 3: "a"}, ["'g' was released with the gaps 1, 2"]),
        ({1: "c", 2: "b"}, []),
    ],
)
def test_a_released_gap_keeps_its_number(gaps, problems):
    lock = _release({}, _sources(Cloze(key="g", cloze="a b", gaps={1: "a", 2: "b"})), NOW)
    assert _problems(lock, Cloze(key="g", cloze="a b c", gaps=gaps)) == problems
