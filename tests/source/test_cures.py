"""A cure is shown only if the course has fewer problems with it, and no other ones."""

import pytest

from flashcards.check import check_course
from tests.helpers.fixes import apply_fixes

COURSE = "id: c\ntitle: T\nauthor: A\nlicence: L\nlanguages: [en]\n"
HEAD = "deck: d\ntitle: D\nentries:\n"
TERM = "- term: {0}\n  key: {0}\n  meaning: What {0} is.\n"

UNCERTAIN = {
    "a name made of two": TERM.format("one") + "  confused_with: [one two]\n",
    "an address for a key": TERM.format("one") + '  see: ["https://example.org/a"]\n',
    "a list that becomes a text": TERM.format("one") + "  tags: - one\n",
    "two fields that would be one": (
        "- choose: Which?\n  key: k\n  right: {a: one}\n  wrong1: two\n  wrong2: three\n"
    ),
    "a number twice in one line": ("- cloze: One and two.\n  key: k\n  gaps: {1: One, 1: two}\n"),
    "an entry in the middle of another": (
        "- choose: Which?\n  key: k\n  right: {a: one}\n  wrong:\n    b: two\n"
        "    - term: x\n      key: x\n      meaning: What it is.\n      why: So.\n  why: It is.\n"
    ),
    "a file that is cut off": "- choose: Which?\n  key: k\n  right: {a: one}\n"
    '  wrong:\n    b: {text: two, why: "It has',
}


def check(folder, entries):
    (folder / "decks").mkdir(exist_ok=True)
    (folder / "decks" / "course.yaml").write_text(COURSE, encoding="utf-8")
    (folder / "decks" / "d.yaml").write_text(HEAD + entries, encoding="utf-8")
    return check_course(folder, label="").problems


@pytest.mark.parametrize("name", UNCERTAIN)
def test_what_would_be_told_once_more_is_not_proposed(name, tmp_path):
    problems = check(tmp_path, UNCERTAIN[name])
    assert problems
    assert [each.fix for each in problems if each.fix] == []
    assert [str(each) for each in problems if each.hint is None] == []


CURED = {
    'why: "The ""amen"" of a hymn."': """why: 'The "amen" of a hymn.'""",
    'why: "It is so.""': 'why: "It is so."',
    "tags: [one}": "tags: [one]",
}


@pytest.mark.parametrize("broken", CURED)
def test_a_cure_changes_what_is_wrong_and_nothing_else(broken, tmp_path):
    text = HEAD + TERM.format("one") + f"  {broken}\n"
    problems = check(tmp_path, text.removeprefix(HEAD))
    fixed = apply_fixes({"decks/d.yaml": text}, problems)["decks/d.yaml"]
    assert fixed == HEAD + TERM.format("one") + f"  {CURED[broken]}\n"
