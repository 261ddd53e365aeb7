"""What `check` finds between the parts of a course: quizzes, rows, options, translations."""

import pytest

from flashcards.commands.check import check_course
from tests.helpers.course_files import COURSE, write_course


def check(folder):
    """Problems and warnings about the course, as `check` prints them."""
    problems, warnings, _ = check_course(folder, label="")
    return [f"{each}" for each in problems], [f"{each}" for each in warnings]


def written(tmp_path, **changes):
    return write_course(tmp_path / "course", {**COURSE, **changes})


@pytest.mark.parametrize(
    ("quiz", "told"),
    [
        (
            "count: 9\nselect: {key: [clear-gradients, ddp-step]}\n",
            "3:8: asks for 9 questions, and there are 2; a note gives one question",
        ),
        (
            "picks:\n- {select: {kind: [order]}, count: 1}\n- select: {kind: [code]}\n  count: 3\n",
            "6:10: asks for 3 questions, and there are 1; a note gives one question",
        ),
        (
            "picks:\n- {select: {kind: [order]}}\n- {select: {kind: [order]}, count: 1}\n",
            "5:36: asks for 1 question, and there are 0; select something else",
        ),
        (
            "picks:\n- {count: 1}\ncount: 3\n",
            "5:1: each block of 'picks' has its own 'count'",
        ),
        ("lang: fr\n", "3:7: the course has no cards in 'fr'; it has en, zh"),
        ("pass_mark: 0.6\n", "3:12: 'pass_mark' is in percent; did you mean '60'?"),
    ],
)
def test_a_quiz_that_cannot_be_what_it_says_is_a_problem(tmp_path, quiz, told):
    folder = written(tmp_path, **{"quizzes/more.yaml": f"quiz: more\ntitle: More\n{quiz}"})
    assert check(folder)[0] == [f"quizzes/more.yaml:{told}"]


def test_a_retired_entry_in_a_quiz_is_told_as_retired_and_nothing_else_is(tmp_path):
    quiz = "quiz: old\ntitle: Old\npicks:\n- select: {key: [clear-gradients, gone]}\n"
    deck = "deck: gone\ntitle: Gone\nstage: 1\nentries:\n- term: gone\n  key: gone\n"
    deck += "  meaning: A thing of the past.\n  retired: It is old.\n"
    folder = written(tmp_path, **{"quizzes/old.yaml": quiz, "decks/gone.yaml": deck})
    assert check(folder)[0] == [
        "quizzes/old.yaml:4:35: 'key' names a retired entry: 'gone' (It is old.); remove it"
    ]


@pytest.mark.parametrize(
    ("gaps", "told"),
    [
        ("{1: the copies, 2: copies of}", ["gap 2 overlaps gap 1"]),
        ("{1: copies of, 2: the copies}", ["gap 2 overlaps gap 1"]),
        ("{1: the copies, 2: copies}", []),
        ("{1: the, 2: copies}", []),
    ],
)
def test_gaps_lie_in_each_other_or_apart(tmp_path, gaps, told):
    deck = "deck: d\ntitle: D\nentries:\n- cloze: Add the copies of a gradient.\n  key: g\n"
    folder = written(tmp_path, **{"decks/d.yaml": f"{deck}  gaps: {gaps}\n  why: So.\n"})
    assert [problem.partition(": ")[2] for problem in check(folder)[0]] == told


@pytest.mark.parametrize("order", ["[a, b]", "[a, b, d]", "[a, b, c, c]"])
def test_an_order_of_options_names_all_of_them_once(tmp_path, order):
    deck = "deck: d\ntitle: D\nentries:\n- choose: Which?\n  key: which\n  right: {a: 1}\n"
    deck += f"  wrong: {{b: 2, c: 3}}\n  option_order: {order}\n  why: So.\n"
    told = "decks/d.yaml:8:17: 'option_order' must name every option once"
    assert check(written(tmp_path, **{"decks/d.yaml": deck}))[0] == [told]


def test_an_entry_with_a_mistake_is_not_judged_as_a_card(tmp_path):
    deck = "deck: d\ntitle: D\nentries:\n- term: bucket\n  key: b\n  meaning: A bucket.\n"
    for mistake in ("", "  stag: 2\n"):
        folder = write_course(
            tmp_path / f"c{len(mistake)}", {**COURSE, "decks/d.yaml": deck + mistake}
        )
        problems, warnings = check(folder)
        assert bool(problems) == bool(mistake)
        assert any("decks/d.yaml" in warning for warning in warnings) != bool(mistake)
