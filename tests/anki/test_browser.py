"""What Anki's browser shows and finds, asked of the engine itself."""

import pytest

from flashcards.anki.fields import HELPER_FIELDS
from flashcards.anki.note_types import make_note_types
from flashcards.words import LANGUAGES, Words
from tests.helpers.anki_engine import learner
from tests.helpers.courses import package_of, sample_course, write_package


@pytest.fixture(scope="module", params=["en", "zh"])
def lang(request):
    return request.param


@pytest.fixture(scope="module")
def student(tmp_path_factory, lang):
    folder = tmp_path_factory.mktemp("browser")
    made = package_of(sample_course(), lang=lang)
    with learner(folder / "student") as who:
        who.imports(write_package(folder, made))
        who.reopened()
        yield who


def _columns(who):
    """(note key, ordinal) to the texts of the columns Sort Field, Question and Answer."""
    who.col.set_browser_card_columns(["noteFld", "question", "answer"])
    rows = {}
    for number in who.col.find_cards(""):
        card = who.col.get_card(number)
        cells = who.col._backend.browser_row_for_id(number).cells
        rows[card.note()["Key"], card.ord] = tuple(cell.text for cell in cells)
    return rows


def test_columns_have_no_marks_and_no_words_of_templates(student):
    marks = {
        Words(each).translate(word) for each in LANGUAGES for word in ("card_right", "card_explain")
    }
    for shown in _columns(student).values():
        assert all(shown), shown
        for text in shown:
            assert not any(mark in text for mark in (*marks, "✓", "✗", "[[type")), text


def test_columns_say_what_is_asked_and_answered(student, lang):
    begin = "中文 " if lang == "zh" else ""
    rows = _columns(student)
    assert rows["bucket", 0] == (
        f"{begin}gradient bucket",
        f"{begin}gradient bucket",
        f"{begin}Gradients that DDP reduces in one call, \\(n\\) at a time.",
    )
    assert rows["bucket", 1][1:] == rows["bucket", 0][:0:-1]
    assert rows["clear", 0][1:] == (
        f"{begin}Which call clears the gradients?", f"{begin}optimizer.zero_grad()",
    )  # fmt: skip
    asked = "这段代码输出什么？" if lang == "zh" else "What does this print?"
    code = "x = torch.arange(6).view(2, 3) print(x.t().stride())  # swapped"
    assert rows["stride", 0] == (f"{asked} · {code}", code, "(1, 3)")
    assert rows["one-step", 0][2] == (
        f"{begin}Forward {begin}Backward {begin}Optimizer step"
    )  # fmt: skip
    assert rows["leaf", 1][1] == "A leaf holds [...], see \\(a^2\\)."
    assert rows["dp-ddp/loss", 1][1] == f"{begin}What is the loss of DataParallel?"
    assert f"DataParallel {begin}gathered" in rows["dp-ddp/loss", 1][2]


def test_a_key_finds_its_cards(student):
    found = student.col.find_cards("Key:bucket")
    assert len(found) == 2
    assert len(student.col.find_cards("Key:dp-ddp/*")) == 5


def test_both_languages_have_the_same_keys_and_no_note_is_a_duplicate(tmp_path):
    with learner(tmp_path / "both") as who:
        for lang in ("en", "zh"):
            made = package_of(sample_course(), lang=lang)
            who.imports(write_package(tmp_path, made, f"{lang}.apkg"))
        assert len(who.col.find_notes("Key:bucket")) == 2
        who.check_everything()


def test_helper_fields_are_folded_and_not_searched(student, lang):
    for model in student.col.models.all():
        if not model["name"].startswith("ptquiz"):
            continue
        hidden = {each["name"] for each in model["flds"] if each["excludeFromSearch"]}
        folded = {each["name"] for each in model["flds"] if each["collapsed"]}
        names = {each["name"] for each in model["flds"]}
        assert hidden == HELPER_FIELDS & names
        assert hidden <= folded
        assert not folded & {"Question", "Key", "Answer", "Points", "Meaning", "Why", "Ask 1"}
    assert list(student.col.find_notes(f"sample/{lang}/bucket")) == []
    assert list(student.col.find_notes("example.org")) == []  # every foot has a link there
    assert len(student.col.find_notes("Name:sample/*")) == student.col.note_count()


def test_every_helper_is_a_field_of_some_note_type():
    names = {name for each in make_note_types().values() for name in each.field_names}
    assert names >= HELPER_FIELDS
