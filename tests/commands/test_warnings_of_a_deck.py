"""Warnings that many entries of a deck have are one line of `check`; the page filters by them."""

import json
from pathlib import Path

import pytest

from tests.helpers.course_files import write_course
from tests.helpers.course_pages import read_cards, read_index

COURSE = {
    "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC0\n",
    "decks/d.yaml": "deck: d\ntitle: D\nentries:\n"
    + "".join(f"- {{recall: What is {n}?, key: k{n}, answer: It is {n}.}}\n" for n in range(1, 6)),
    "decks/e.yaml": "deck: e\ntitle: E\nentries:\n- {recall: What is e?, key: e, answer: Yes.}\n"
    "- {recall: What is <b>f</b>?, key: f, answer: No., why: So.}\n",
}
PROMISED = """
languages: [en, zh]
promises: {zh: [recall]}
"""


@pytest.fixture
def course(tmp_path, ptquiz):
    return write_course(Path("c"), COURSE)


def test_missing_reasons_are_one_line_a_deck_and_do_not_bury_other_warnings(course, ptquiz):
    hint = "add 'why' to each; 'ptquiz preview' shows only these under State"
    assert ptquiz("check c").lines == [
        f"c/decks/d.yaml:4:3: warning: 5 answers have no explanation, in lines 4, 5, 6 …; {hint}"
        " [missing-why]",
        "c/decks/e.yaml:4:3: warning: has no explanation; add 'why': the reason in one line"
        " [missing-why]",
        "c/decks/e.yaml:5:12: warning: '<b>' is shown as it is; write Markdown: **bold**, *soft*,"
        " `code`, $x^2$, - lists [foreign-markup]",
        "0 problems, 3 warnings in C",
    ]
    rows = json.loads(ptquiz("check c --json").out)["warnings"]
    assert [row["rule"] for row in rows] == ["missing-why"] * 6 + ["foreign-markup"]


def test_missing_translations_are_one_line_a_deck(course, ptquiz):
    info = course / "decks/course.yaml"
    info.write_text(info.read_text() + PROMISED)
    lines = [line for line in ptquiz("check c").lines if "translation" in line]
    hint = "'ptquiz translate' lists them"
    assert lines == [
        f"c/decks/{name}.yaml:4:3: warning: {count} promised translations are missing, for lines"
        f" {places}; {hint} [missing-translation]"
        for name, count, places in (("d", 5, "4, 5, 6 …"), ("e", 2, "4, 5"))
    ]


def test_the_preview_knows_which_rules_warn_of_a_card(course, ptquiz):
    assert ptquiz("preview c -o page.html").code == 0
    page = Path("page.html").read_text(encoding="utf-8")
    warned = {card["key"]: card["warned"] for card in read_index(page)["cards"]}
    assert (warned["k1"], warned["f"]) == (["missing-why"], ["foreign-markup"])
    assert read_cards(page)["k1#0"]["warnings"] == [
        "has no explanation; add 'why': the reason in one line"
    ]
