"""Moodle XML, with every kind of question that Moodle's own sample files have."""

from pathlib import Path

import pytest

from flashcards import FlashcardsError
from flashcards.course.model import Choose, Cloze, Compare, Order, Recall
from tests.importing.conftest import PNG

DATA = Path(__file__).parent / "data"


def sides(entry):
    """Texts of right and wrong options."""
    assert isinstance(entry, Choose)
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
    assert isinstance(short, Cloze)
    assert short.cloze == "Which function adds a dimension?\n\ntorch.stack"
    assert (short.gaps, short.accept) == ({1: "torch.stack"}, {1: ("__stack__",)})
    match = found["match"]
    assert isinstance(match, Compare)
    assert list(match.compare.values()) == ["DataParallel", "DDP"]
    (row,) = match.rows.values()
    assert list(row.cells.values()) == ["one", "one per GPU"]
    assert [option.text for option in row.wrong.values()] == ["none"]
    order = found["order"]
    assert isinstance(order, Order)
    assert list(order.steps.values()) == ["forward", "backward", "step"]
    gaps = found["gaps"]
    assert gaps.cloze == "In slot, cleared by zero_grad, of type at::Tensor; 12 items."
    assert gaps.gaps == {1: "slot", 2: "zero_grad", 3: "at::Tensor", 4: "12"}
    assert gaps.accept == {1: (".slot",)}
    assert found["words"].cloze == "A leaf has no parents."
    assert found["words"].gaps == {2: "leaf", 1: "parents"}
    essay = found["essay"]
    assert isinstance(essay, Recall)
    assert essay.answer == "- cuts the graph\n- shares storage"
    told = {
        each.key or each.place: (each.status, "; ".join(each.notes)) for each in report.outcomes
    }
    assert told["number"] == ("new", "the tolerance is lost: 0.0005")
    assert told["short"] == ("new", "answers that are half right count as wrong")
    assert told["question 11"] == ("left out", "has no answer")
    assert told["question 12"] == ("left out", "is a text without a question")
    assert told["question 13"] == (
        "left out", "questions of type 'calculated' have no counterpart here",
    )  # fmt: skip
    assert (desk.course / "decks/autograd-week-1.yaml").exists()


def test_what_our_own_export_asks_comes_back(desk):
    from flashcards import export_quiz, load_course
    from flashcards.course.model import Selection
    from flashcards.export.quiz_export import make_quiz

    desk.put(
        "mc.csv",
        "key,question,A,B,C,correct\n"
        'one,"Which of `a_b` and __c__ is x = {y}: ~1?",`f(x)`,a -> b,50% # x,A\n',
    )
    desk.imports("mc.csv")
    course = load_course(desk.course)
    made = export_quiz(course, make_quiz(course, Selection(), None), "moodle", Selection())
    other = type(desk)(desk.folder / "other")
    other.put("bank.xml", made.files[".xml"])
    other.imports("bank.xml")
    (entry,) = other.entries().values()
    (before,) = desk.entries().values()
    assert entry.choose == f"{before.choose}\n\nChoose one."  # the platforms do not say that
    assert {option.text for option in entry.right.values()} == {"`f(x)`"}
    assert {option.text for option in entry.wrong.values()} == {
        option.text for option in before.wrong.values()
    }


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.xml", f'<!DOCTYPE quiz [<!ENTITY a0 "ha">{LAUGHS}]><quiz>&a9;</quiz>', "declares"),
        ("a.xml", "<quiz><question></quiz>", "is no XML that can be read"),
        ("a.xml", "<quiz>" + "<a>" * 100_000, "is no XML that can be read"),
        ("a.xml", "<quiz></quiz>", "has nothing to import"),
        ("a.xml", "<other></other>", "is no Moodle XML"),
        ("a.gift", "Why? {=So.}\n", "must end with one of .csv, .tsv"),
        ("a.zip", b"PK\x05\x06" + bytes(18), "must end with one of .csv, .tsv"),
    ],
)
def test_a_bank_that_is_none_is_refused_in_one_line(desk, name, content, reason):
    desk.put(name, content)
    with pytest.raises(FlashcardsError) as refused:
        desk.imports(name)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not desk.course.exists()
