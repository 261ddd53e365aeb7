"""A typed answer is worth the same on paper, by the key of the exam, and at the keyboard."""

from pathlib import Path

from flashcards.cards import list_cards
from flashcards.course.load import load_course
from flashcards.questions.build import make_question
from flashcards.study.grading import grade_answer
from flashcards.text.csv_cells import format_table
from tests.helpers.course_files import write_course
from tests.helpers.export_readers import read_csv

COURSE = {
    "decks/course.yaml": "id: w\ntitle: W\nauthor: A\nlicence: CC0\nsource: de\n",
    "decks/d.yaml": """\
        deck: d
        title: D
        entries:
        - {term: gradient bucket, key: name, meaning: DDP reduces it in one call.}
        - {term: Tensor, key: case, case: true, meaning: It has a shape.}
        - {term: "[1, 2]", key: brackets, meaning: A list of two numbers.}
        - {term: "3,14", key: pi, meaning: "The ratio of a circle, in short."}
        - cloze: y = torch.compile(x)
          key: gap
          language: python
          gaps: {1: compile}
        - cloze: "f((4, 1), grad * y)"
          key: brackets-in-code
          language: python
          gaps: {1: "(4, 1)", 2: grad * y}
        - {code: print(1), key: output, prints: "1"}
        - {code: print(True), key: word, prints: "True"}
        """,
}
TYPED = {
    "name#1": ["gradient-bucket", "GRADIENT BUCKET", "gradientbucket", "gradient bukket", "-"],
    "case#1": ["Tensor", "tensor", "`Tensor`", "Tensor."],
    "brackets#1": ["[1,2]", "[1, 2]", "[1 2]"],
    "pi#1": ["3,14", "3.14", "3.1"],
    "gap#0": ["compile", "torch.compile", "torch.compile()", "Compile", "jit.compile"],
    "brackets-in-code#0": ["(4,1)", "(4, 1)", "(4 1)"],
    "brackets-in-code#1": ["grad*y", "Grad * y", "grad-y"],
    "output#0": ["1", "1.0", " 1 ", "one"],
    "word#0": ["True", "true"],
}


def test_a_typed_answer_is_worth_the_same_on_paper_and_at_the_keyboard(report, ptquiz, tmp_path):
    course = load_course(write_course(tmp_path / "w", COURSE), label="")
    questions = {card.id.removesuffix("@de"): make_question(card) for card in list_cards(course)}
    at_keyboard = {
        (card, text): grade_answer(questions[card], [text]).score
        for card, texts in TYPED.items()
        for text in texts
    }
    assert {*at_keyboard.values()} == {0.0, 1.0}
    assert ptquiz("export", "sheet", "w", "-o", "exam.html")[0] == 0
    key = read_csv(Path("exam-key.csv").read_bytes())
    positions = {row["question_id"].removesuffix("@de"): row["position"] for row in key}
    assert positions.keys() == TYPED.keys()
    # Everybody answers one question only, so that a person's points are those of one answer.
    columns = ["name", "id", *positions.values()]
    rows = [
        ["P", str(number), *(text if card == asked else "-" for asked in positions)]
        for number, (card, text) in enumerate(at_keyboard)
    ]
    Path("answers.csv").write_bytes(format_table(columns, rows))
    found, notices = report("answers.csv", "exam-key.csv")
    assert notices == []
    on_paper = {int(person["number"]): person["points"] for person in found["people"]}
    assert {answer: on_paper[n] for n, answer in enumerate(at_keyboard)} == at_keyboard
