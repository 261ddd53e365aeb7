"""A gap or a term that is a formula: every export accepts what the grader of the terminal does."""

import json
import re
from html import unescape

from flashcards.anki.fields import render_fields
from flashcards.cards import Note
from flashcards.course.model import Cloze, Deck, Quiz, Recall, Term
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_csv, export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet
from flashcards.questions.draw import draw_quiz
from flashcards.study.grading import grade_answer
from tests.helpers.export_readers import read_canvas, read_csv, read_moodle, spoken

DECK = Deck(deck="d", title="D")
ENTRIES = (
    Cloze(key="c", cloze=r"The level is $\alpha$ here.", gaps={1: r"$\alpha$"}),
    Term(key="t", term=r"$\chi^2$ test", meaning="Compares counts.", aliases=("chi-square test",)),
)
WANTED = {
    "c#0": ["α", "alpha", r"\alpha", r"$\alpha$"],
    "t#1": ["χ² test", "chi^2 test", r"\chi^2 test", r"$\chi^2$ test", "chi-square test"],
}


def plan_of(*entries, **values):
    notes = [Note(entry.key, entry, DECK, "c") for entry in entries]
    quiz = Quiz(quiz="q", title="Q", shuffle=False)
    drawn = draw_quiz(quiz, notes, "s").questions
    return QuizPlan("Q", "C", drawn, "s", "1", shuffle=False, **values)


def test_the_grader_takes_each_of_them_and_no_other_letter():
    questions = {each.id: each.question for each in plan_of(*ENTRIES).questions}
    for id, answers in WANTED.items():
        assert list(questions[id].accepted) == answers
        assert all(grade_answer(questions[id], [answer]).right for answer in answers)
        assert not grade_answer(questions[id], ["beta"]).right


def accepted_by(plan):
    """What each format accepts, by the name of the format and the id of the question."""
    moodle = read_moodle(export_moodle(plan).files[".xml"])
    canvas = read_canvas(export_canvas(plan).files[".zip"])
    key = read_csv(export_sheet(plan).files["-key.csv"])
    questions = json.loads(export_json(plan).files[".json"])["questions"]
    table = read_csv(export_csv(plan).files[".csv"])
    return {
        "moodle": {each["id"]: [text for text, *_ in each["answers"]]
                   for each in moodle if each["type"] == "shortanswer"},
        "canvas": {each["id"]: each["accepted"] for each in canvas if "accepted" in each},
        "sheet": {row["question_id"]: row["answer"].split(" | ") for row in key
                  if row["type"] in ("gap", "type")},
        "json": {each["id"]: each["accepted"] for each in questions if "accepted" in each},
        "csv": {row["id"]: [spoken(row[name]) for name in row
                            if re.fullmatch(r"right_\d+", name) and row[name]]
                for row in table if row["form"] in ("gap", "type")},
    }  # fmt: skip


def test_every_format_accepts_the_same():
    found = accepted_by(plan_of(*ENTRIES))
    assert found == dict.fromkeys(found, WANTED)


def test_the_script_of_anki_knows_the_same_names():
    fields = render_fields(Note("t", ENTRIES[1], DECK, "c"))
    assert fields["Answer"] == "χ² test"
    names = {unescape(name) for name in re.findall("<li>(.*?)</li>", fields["Accepted"])}
    assert {"chi^2 test", r"\chi^2 test", "chi square test"} <= names


def test_pictures_of_any_name_are_found_by_their_address():
    names = ["Figure 1.PNG", "a (2).png", "plot#3 100%.png", "l'été?.png"]
    shown = " ".join(f"![x](<{name}>)" for name in names)
    pictures = {name: b"\x89PNG\r\n\x1a\n" + name.encode() for name in names}
    plan = plan_of(Recall(key="r", recall=f"Why {shown}?", answer="So."), pictures=pictures)
    (moodle,) = read_moodle(export_moodle(plan).files[".xml"])
    assert moodle["files"] == pictures
    (canvas,) = read_canvas(export_canvas(plan).files[".zip"])
    assert canvas["files"] == names
    page = export_sheet(plan).files[".html"].decode()
    assert page.count('<img src="data:image/png;base64,') == len(names)
