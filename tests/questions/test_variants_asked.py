"""Which variant is asked: the next each time, by the seed in an exam, others on other forms."""

import re
from collections import Counter

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.course.model import Choose, Code, Option, OutputOption, Quiz
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.sheet import export_sheet, order_questions
from flashcards.questions.build import make_question
from flashcards.questions.draw import draw_quiz
from flashcards.reviews.store import ReviewLog
from flashcards.study.grading import Answer, grade_answer
from flashcards.study.learner import LearnerState, Moment
from flashcards.study.session import Session, StudyRequest
from flashcards.study.settings import USUAL
from flashcards.study.ui import UserInterface
from tests.helpers.changes import replace
from tests.helpers.courses import course_of
from tests.helpers.export_readers import canvas_document, moodle_categories, read_csv, read_moodle
from tests.helpers.quiz_plans import plan_course

DOUBLE = Code(
    key="double",
    code="print(${n} * 2)",
    vary=tuple({"n": str(n), "prints": str(2 * n)} for n in (3, 5, 7)),
    compute={"square": "n ** 2", "more": "n + 2"},
    wrong={"square": OutputOption(text="${square}"), "sum": OutputOption(text="${more}")},
    why="It doubles ${n}.",
)
RING = Choose(
    key="ring",
    choose="A ring of ${n} GPUs: how many steps?",
    vary=({"n": "4"}, {"n": "8"}),
    compute={"steps": "2 * (n - 1)", "once": "n - 1"},
    right={"r": Option(text="${steps} steps")},
    wrong={"a": Option(text="${once} steps"), "b": Option(text="${n} steps")},
)
TYPED = replace(DOUBLE, key="typed", wrong={}, compute={}, code="x = ${n}\nprint(x * 2)")
PLAIN = Code(key="plain", code="print('${n}')", prints="${n}")
COURSE = course_of(DOUBLE, RING, TYPED, PLAIN)
QUIZ = Quiz(quiz="q", title="Q")
NOW = 1_700_000_000_000
ANSWERS = {"3": "6", "5": "10", "7": "14", "4": "6 steps", "8": "14 steps"}
"""By the number in a question what is right, worked out by hand."""


class Learner(UserInterface):
    """Answers in turn and notes what was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []

    def show_question(self, question, context):
        self.asked.append(question.code or question.stem)

    def ask(self, question):
        answer = self.answers.pop(0) if self.answers else "quit"
        return Answer(question.right_names) if answer == "right" else answer

    def show_feedback(self, feedback):
        assert feedback.right
        return "next"

    def show_notice(self, notice, card):
        pass

    def show_summary(self, answers, learner, today):
        pass


def is_right(question):
    """Whether the question takes what is right by hand, and nothing else."""
    asked = question.code if question.code else question.stem
    expected = ANSWERS[re.search(r"\d+", asked)[0]]
    if question.accepted:
        return question.accepted == (expected,)
    names = [option.name for option in question.options if option.text == expected]
    others = [option.name for option in question.options if option.text != expected]
    return grade_answer(question, names).right and not any(
        grade_answer(question, [name]).right for name in others
    )


@pytest.mark.parametrize(("key", "count"), [("double", 3), ("ring", 2), ("typed", 3)])
def test_every_variant_is_graded_right_and_behind_the_last_comes_the_first(key, count):
    (card,) = (card for card in list_cards(COURSE) if card.note.key == key)
    questions = [make_question(card, variant=number) for number in range(count)]
    assert all(map(is_right, questions))
    assert len({question.code or question.stem for question in questions}) == count
    assert make_question(card, variant=count) == questions[0]
    assert {question.card.id for question in questions} == {f"{key}#0"}


def test_what_is_no_placeholder_stays_as_it_is():
    question = make_question(list_cards(COURSE)[-1], variant=5)
    assert (question.code, question.accepted) == ("print('${n}')", ("${n}",))


def test_each_time_the_next_is_asked_and_after_undo_the_same_again(tmp_path):
    notes = list_notes(COURSE)
    cards = [card for card in list_cards(COURSE) if card.note.key == "double"]
    moment = Moment(NOW, NOW - 1000, NOW + 86_400_000, 19_675)
    with ReviewLog(tmp_path / "reviews.db") as log:
        learner = LearnerState(COURSE, notes, cards, moment, USUAL).load(log)
        ui = Learner("right", "undo", "right", "quit")
        Session(learner, StudyRequest(), ui, log, log, lambda: NOW, [*learner.cards], []).run()
    assert [re.search(r"\d", code)[0] for code in ui.asked] == ["3", "5", "3", "5"]


def test_the_seed_chooses_the_variant_and_another_seed_another_one():
    notes, seen = list_notes(COURSE), Counter()
    for seed in map(str, range(60)):
        drawn = {each.id: each for each in draw_quiz(QUIZ, notes, seed).questions}
        again = {each.id: each for each in draw_quiz(QUIZ, notes, seed).questions}
        assert drawn["double#0"].question == again["double#0"].question
        assert is_right(drawn["double#0"].question)
        seen[drawn["double#0"].question.code] += 1
        variants = [each.question for each in drawn["double#0"].list_variants()]
        assert len({question.code for question in variants}) == 3
    assert len(seen) == 3
    assert min(seen.values()) > 8


def test_forms_ask_different_variants_and_each_key_is_of_its_own_form():
    plan = plan_course(COURSE, QUIZ)
    forms = [{drawn.id: drawn.question for drawn in order_questions(plan, name)} for name in "ABCD"]
    for key, count in (("double#0", 3), ("ring#0", 2), ("plain#0", 1)):
        assert len({form[key].code or form[key].stem for form in forms}) == count
    students = [order_questions(plan, f"student {number}") for number in range(40)]
    shown = {next(d.question.code for d in form if d.id == "double#0") for form in students}
    assert len(shown) == 3
    files = export_sheet(plan, ["A", "B", "C"], one_file=True).files
    page = re.sub(r"<[^>]+>|\s", "", files[".html"].decode())
    assert {n for n in "357" if f"print({n}*2)" in page} == {*"357"}
    for row in read_csv(files["-key.csv"]):
        form = forms["ABC".index(row["form"])]
        question = form[row["question_id"]]
        if row["type"] == "single":
            shown = row["options"].split()["ABCD".index(row["answer"])]
            option = next(each for each in question.options if each.name == shown)
            asked = question.code or question.stem
            assert option.text == ANSWERS[re.search(r"\d+", asked)[0]]


def test_moodle_has_one_variant_or_a_category_for_all_of_each_question():
    plan = plan_course(COURSE, QUIZ)
    (one,) = moodle_categories(export_moodle(plan).files[".xml"])
    assert len(read_moodle(export_moodle(plan).files[".xml"])) == 4
    xml = export_moodle(plan, variants=True).files[".xml"]
    assert sorted(moodle_categories(xml)) == [
        one, f"{one}/double#0", f"{one}/ring#0", f"{one}/typed#0"
    ]  # fmt: skip
    rows = read_moodle(xml)
    ids = [row["id"] for row in rows]
    assert len({*ids}) == len(ids) == 3 + 2 + 3 + 1
    for row in rows:
        if row["type"] == "multichoice":
            right = [text for text, weight, _ in row["answers"] if weight == 100]
            assert right == [ANSWERS[re.search(r"\d+", row["text"])[0]]], row


def test_canvas_draws_one_of_a_group_with_all_variants():
    data = export_canvas(plan_course(COURSE, replace(QUIZ, points=2))).files[".zip"]
    manifest = canvas_document(data, "imsmanifest.xml")
    name = next(manifest.iter("resource")).get("identifier")
    root = canvas_document(data, f"{name}.xml").find("assessment/section")
    groups = {group.get("title"): group for group in root.findall("section")}
    assert [item.get("title") for item in root.findall("item")] == ["plain#0"]
    assert {title: len(group.findall("item")) for title, group in groups.items()} == {
        "double#0": 3, "ring#0": 2, "typed#0": 3,
    }  # fmt: skip
    for group in groups.values():
        selection = group.find("selection_ordering/selection")
        assert selection.findtext("selection_number") == "1"
        assert selection.findtext("selection_extension/points_per_item") == "2"
    names = [item.get("ident") for item in root.iter("item")]
    assert len({*names}) == len(names) == 9


def test_json_has_the_variant_of_the_seed():
    shown = set()
    for seed in range(30):
        plan = plan_course(COURSE, QUIZ, seed=f"s{seed}")
        text = export_json(plan).files[".json"].decode()
        numbers = {n for n in "357" if f"print({n} * 2)" in text}
        drawn = next(each for each in plan.questions if each.id == "double#0")
        assert {drawn.question.code} == {f"print({n} * 2)" for n in numbers}
        shown |= numbers
    assert len(shown) == 3
