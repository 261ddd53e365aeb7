"""Moodle XML, with every kind of question that Moodle's own sample files have."""

from pathlib import Path

import pytest

from tests.importing.conftest import PNG

DATA = Path(__file__).parent / "data"


def sides(entry):
    """Texts of right and wrong options."""
    right, wrong = entry.right.values(), entry.wrong.values()
    return [option.text for option in right], [option.text for option in wrong]


def test_moodle_questions_come_in_with_pictures_feedback_and_tags(desk):
    desk.put("bank.xml", (DATA / "bank.xml").read_bytes())
    report = desk.imports("bank.xml")
    found = desk.entries()
    clear = found["clear-grad"]
    assert clear.choose == "Which call **resets** gradients?\n\n![a leaf](my-leaf.png)"
    assert (desk.course / "decks/media/my-leaf.png").read_bytes() == PNG
    assert sides(clear) == (["`optimizer.zero_grad()`"], ["`loss.backward()`", "`model.eval()`"])
    assert (clear.right["a"].why, clear.why) == ("Yes.", "They accumulate.")
    assert clear.tags == ("autograd", "week-1")
    two = found["two-right"]
    assert sides(two) == (["`no_grad()`", "`inference_mode()`"], ["`eval()`"])
    assert not two.shuffle
    assert sides(found["truth"]) == (["False"], ["True"])
    assert found["truth"].right["b"].why == "It changes layers only."
    short = found["short"]
    assert short.cloze == "Which function adds a dimension?\n\ntorch.stack"
    assert (short.gaps, short.accept) == ({1: "torch.stack"}, {1: ("__stack__",)})
    match = found["match"]
    assert list(match.compare.values()) == ["DataParallel", "DDP"]
    (row,) = match.rows.values()
    assert list(row.cells.values()) == ["one", "one per GPU"]
    assert [option.text for option in row.wrong.values()] == ["none"]
    order = found["order"]
    assert list(order.steps.values()) == ["forward", "backward", "step"]
    essay = found["essay"]
    assert essay.answer == "- cuts the graph\n- shares storage"
    told = {item.key or item.place: (item.status, "; ".join(item.notes)) for item in report.items}
    assert told["number"] == ("new", "the tolerance is lost: 0.0005")
    assert told["short"] == ("new", "answers that are half right count as wrong")
    assert [told[f"question {n}"] for n in (8, 9, 11, 12, 13)] == [
        ("left out", "questions of type 'cloze' have no counterpart here"),
        ("left out", "questions of type 'ddwtos' have no counterpart here"),
        ("left out", "has no answer"),
        ("left out", "is a text without a question"),
        ("left out", "questions of type 'calculated' have no counterpart here"),
    ]
    text = (desk.course / "decks/autograd-week-1.yaml").read_text(encoding="utf-8")
    assert "  right: a\n  why: They accumulate.\n  tags:\n  - autograd\n  - week-1\n" in text


def answer(text, fraction=100, more=""):
    return f"<answer fraction='{fraction}'><text>{text}</text>{more}</answer>"


PI = answer("3.14", more="<tolerance>0.01</tolerance>")


@pytest.mark.parametrize(
    ("kind", "more", "told"),
    [
        ("numerical", f"{PI}<units><unit><unit_name>rad</unit_name></unit></units>",
         "the tolerance is lost: 0.01; units are lost: rad"),
        ("shortanswer", answer("Bern") + "<defaultgrade>2</defaultgrade>"
         "<hint><text>Think.</text></hint>",
         "hints are lost: Think.; is worth 2 points in Moodle, which is lost"),
        ("multichoice", answer("a", 50) + answer("b", 50) + answer("c", -99),
         "points taken off for a wrong answer are lost"),
        ("shortanswer", answer("a*"), "'*' stands for any text in Moodle, here for itself"),
    ],
)  # fmt: skip
def test_what_moodle_has_and_no_entry_is_told_for_every_type(desk, kind, more, told):
    (item,) = desk.import_question(kind, "Which?", more).items
    assert (item.status, "; ".join(item.notes)) == ("new", told)


@pytest.mark.parametrize(
    ("format", "text", "asked"),
    [
        ("moodle_auto_format", "  Is it so?", "Is it so?"),
        ("moodle_auto_format", "  Is it so?\n  x = 1", "Is it so?\n\n```\n  x = 1\n```"),
        ("markdown", "Is it  \n*so*?", "Is it\\\n*so*?"),
    ],
)
def test_spaces_of_a_question_show_what_they_showed(desk, format, text, asked):
    desk.import_question("essay", text, "<graderinfo><text>yes</text></graderinfo>", format)
    assert [entry.recall for entry in desk.entries().values()] == [asked]
