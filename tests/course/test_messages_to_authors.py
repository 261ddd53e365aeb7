"""Messages about mistakes that authors make often say how to write it right."""

from textwrap import dedent

import pytest

from flashcards.commands.check import CheckReport, check_course
from tests.helpers.course_files import write_course

COURSE = "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\nlanguages: [en, zh]\n"
RECALL = "- {recall: Why does it float?, key: k, answer: It is lighter than water.}\n"


def check(folder, files: dict[str, str]) -> CheckReport:
    course = write_course(folder, {"decks/course.yaml": COURSE, **files})
    return check_course(course, label="")


def check_entry(folder, entry: str) -> CheckReport:
    """Check a course whose deck has this entry, which begins on line 4."""
    deck = f"deck: d\ntitle: D\nentries:\n{dedent(entry)}"
    return check(folder, {"decks/d.yaml": deck})


def test_two_decks_without_a_name_are_each_told_that_the_name_is_missing_and_nothing_else(tmp_path):
    files = {f"decks/{name}.yaml": f"title: T\nentries:\n{RECALL}" for name in "ab"}
    files["decks/b.yaml"] = files["decks/b.yaml"].replace("key: k", "key: k2")
    assert [str(problem) for problem in check(tmp_path, files).problems] == [
        "decks/a.yaml:1:1: missing field 'deck'; add the line 'deck: …'",
        "decks/b.yaml:1:1: missing field 'deck'; add the line 'deck: …'",
    ]


def test_two_entries_with_empty_keys_are_not_told_that_the_key_is_taken(tmp_path):
    report = check_entry(tmp_path, RECALL.replace("key: k", "key: ''") * 2)
    rule = "'key' must be lower-case letters and digits, joined by single hyphens"
    assert [problem.message for problem in report.problems] == [rule] * 2


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('- {recall: "What is ${x} + 1?", key: k, answer: "3", why: So.}\n',
         "'${x}' stands for no value here: only 'code' and 'choose' entries have 'vary';"
         r" write \${x} for the characters"),
        ('- {choose: "Is ${x}?", key: k, right: {a: "1"}, wrong: {b: "2", c: "3"}, why: So.}\n',
         r"'${x}' stands for no value here: add 'vary', or write \${x} for the characters"),
    ],
)  # fmt: skip
def test_a_placeholder_without_vary_is_not_taken_for_a_formula(tmp_path, entry, message):
    report = check_entry(tmp_path, entry)
    assert (report.problems, [warning.message for warning in report.warnings]) == ([], [message])


MISTAKES = {
    "right names all options": (
        "- choose: Which float?\n  key: k\n  options: {a: A, b: B, c: C}\n  right: [a, b, c]\n",
        ["7:10: 'right' names every option; leave at least one of them wrong"],
    ),
    "gaps as a list": (
        "- cloze: The cat sat.\n  key: k\n  gaps: [cat]\n",
        ["6:9: 'gaps' must be a mapping; for example {1: tensor, 2: stride}"],
    ),
    "gaps with names": (
        "- cloze: The cat sat.\n  key: k\n  gaps: {a: cat}\n",
        ["6:10: name 'a' must be a whole number; for example {1: tensor, 2: stride}"],
    ),
    "points as a list": (
        "- concept: Why it floats\n  ask: Why?\n  key: k\n  points: [light, water]\n",
        ["7:11: 'points' must be a mapping; for example {name: text}"],
    ),
    "answer of a term": (
        "- term: cat\n  key: k\n  answer: An animal that purrs.\n",
        ["6:3: unknown field 'answer'; did you mean 'meaning'?"],
    ),
    "a second answer of a term": (
        "- term: cat\n  key: k\n  meaning: An animal that purrs.\n  answer: It purrs.\n",
        ["7:3: unknown field 'answer'; remove it"],
    ),
    "fields of another tool in a question with options": (
        "- choose: Which one purrs?\n  key: k\n  correct: {a: cat}\n"
        "  distractors: {b: dog, c: cow}\n  explanation: It is a cat.\n",
        [
            "6:3: unknown field 'correct'; did you mean 'right'?",
            "7:3: unknown field 'distractors'; did you mean 'wrong'?",
            "8:3: unknown field 'explanation'; did you mean 'why'?",
        ],
    ),
    "back of a recall": (
        "- recall: What purrs?\n  key: k\n  back: A cat.\n",
        ["6:3: unknown field 'back'; did you mean 'answer'?"],
    ),
    "fields of another kind": (
        "- recall: What purrs?\n  key: k\n  points: A cat.\n",
        ["6:3: unknown field 'points'; did you mean 'answer'?"],
    ),
    "front and back alone": (
        "- {front: What purrs?, back: A cat., key: k}\n",
        [
            "4:4: an entry begins with one of concept, term, compare, code, choose, order, cloze,"
            " recall; write 'recall' instead of 'front'"
        ],
    ),
    "a question with options of another tool": (
        "- {question: What purrs?, correct: cat, distractors: [dog, cow], key: k}\n",
        [
            "4:4: an entry begins with one of concept, term, compare, code, choose, order, cloze,"
            " recall; write 'choose' instead of 'question'"
        ],
    ),
    "a colon in a text": (
        "- recall: Why does it float?\n  key: k\n  answer: Because: it is light.\n",
        ["6:18: ': ' stands in a text without quotes; put the text in quotes"],
    ),
    "a colon in an item of a list": (
        "- term: cat\n  key: k\n  meaning: An animal.\n  aliases:\n  - one: two: three\n",
        ["8:13: ': ' stands in a text without quotes; put the text in quotes"],
    ),
    "a field that is indented too far": (
        "- recall: Why does it float?\n  key: k\n     answer: It is light.\n",
        ["6:12: 'answer' is indented further than the field above it; indent them equally"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_once_with_the_right_way_to_write_it(tmp_path, entry, expected):
    report = check_entry(tmp_path, entry)
    assert [str(problem) for problem in report.problems] == [
        f"decks/d.yaml:{message}" for message in expected
    ]


DECK = f"deck: d\ntitle: D\nentries:\n{RECALL}"
ZH = "lang: zh\nentries:\n  k: {recall: 为什么？, answer: 因为。}\n"
QUIZ = "quiz: q\ntitle: Q\n"


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("decks/d-zh.yaml", ZH, "1:1: this is a translation; move the file to decks/zh/"),
        ("decks/zh/e.yaml", DECK.replace("k,", "k2,").replace("deck: d", "deck: e"),
         "1:1: this is a deck; move the file to decks/"),
        ("decks/q.yaml", QUIZ, "1:1: this is a quiz; move the file to quizzes/"),
        ("quizzes/q-zh.yaml", ZH, "1:1: this is a translation; move the file to decks/zh/"),
    ],
)  # fmt: skip
def test_a_file_in_the_wrong_folder_is_told_once_where_it_belongs(tmp_path, file, text, message):
    problems = check(tmp_path, {"decks/d.yaml": DECK, file: text}).problems
    assert [str(problem) for problem in problems] == [f"{file}:{message}"]


def test_a_comment_after_a_value_is_accepted_and_warned_of_where_people_read_the_value(tmp_path):
    deck = "deck: d  # draft\ntitle: Week 3  # draft\nstage: 2 # of 4\nentries:\n"
    entry = "- recall: What is C #?\n  key: k\n  answer: A note.\n  why: So.\n"
    report = check(tmp_path, {"decks/d.yaml": deck + entry})
    hint = "' #' begins a comment, so the text ends before it; put the text in quotes if it goes on"
    assert report.problems == []
    assert [f"{warning} [{warning.rule}]" for warning in report.warnings] == [
        f"decks/d.yaml:2:16: {hint} [comment]",
        f"decks/d.yaml:5:21: {hint} [comment]",
    ]
