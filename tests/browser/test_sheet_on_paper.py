"""The printed exam in the real Chromium: every line of code is on the paper, A4 and Letter."""

import re
import subprocess

import pytest

from flashcards import __version__
from flashcards.course.model import Quiz, Recall, Selection
from flashcards.export.quiz_export import make_plan
from flashcards.export.sheet import export_sheet, print_page
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace
from tests.helpers.chromium import SHELL
from tests.helpers.quiz_plans import plan_of

SIZES = {"a4": (595, 842), "letter": (612, 792)}


@pytest.fixture(scope="module")
def exam():
    course = builtin_course()
    quiz = Quiz(quiz="code", title="Code", select=Selection(kind=("code", "cloze")), seed="paper")
    return make_plan(course, quiz)


def printed(exported, folder, name=""):
    """The exam, or its key, as Chromium prints it."""
    paper = folder / "exam.pdf"
    paper.write_bytes(print_page(exported.files[f"{name}.html"], SHELL))
    return paper


def letters(text):
    """Without white space, which a page sets in its own way."""
    return re.sub(r"\s+", "", text)


def text_of(paper, arranged="-raw"):
    return subprocess.check_output(["pdftotext", arranged, str(paper), "-"], text=True)


def read_pages(exported, folder, name=""):
    return text_of(printed(exported, folder, name)).split("\f")[:-1]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_line_of_every_code_block_is_on_the_paper(exam, paper, tmp_path):
    printed_exam = printed(export_sheet(exam, ["A"], paper), tmp_path)
    text = letters(text_of(printed_exam))
    missing = [
        (asked.id, line)
        for asked in exam.questions
        if asked.question.code is not None
        for line in asked.question.code.splitlines()
        if letters(line) not in text
    ]
    assert missing == []
    info = subprocess.check_output(["pdfinfo", str(printed_exam)], text=True)
    size = re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", info).groups()
    assert [*map(float, size)] == pytest.approx(SIZES[paper], abs=1.5)  # they are whole points


def test_a_block_of_code_that_fits_on_a_page_is_on_one_page(exam, tmp_path):
    pages = read_pages(export_sheet(exam, ["A"]), tmp_path)
    whole = [letters(page) for page in pages]
    short = [a for a in exam.questions if a.question.code and a.question.code.count("\n") < 30]
    cut = [a.id for a in short if not any(letters(a.question.code) in page for page in whole)]
    assert cut == []


def test_every_form_has_its_foot_and_heading_and_counts_its_own_pages(exam, tmp_path):
    some = replace(exam, questions=exam.questions[:12])
    pages = read_pages(export_sheet(some, ["A", "B"], one_file=True), tmp_path)
    assert len(pages) > 2
    for name in "AB":
        foot = f"ptquiz {__version__} · content {some.digest} · seed paper · form {name}"
        mine = [page for page in pages if letters(foot) in letters(page)]
        assert ["Form" + name in letters(page) for page in mine] == [True, *[False] * len(mine[1:])]
        assert [int(page.split()[0]) for page in mine] == list(range(1, len(mine) + 1))
        pages = [page for page in pages if page not in mine]
    assert pages == []


def test_no_page_is_without_a_question_and_each_says_which_of_how_many_it_is(exam, tmp_path):
    for count in (1, 3, 7, 10):
        few = replace(exam, questions=exam.questions[:count])
        pages = read_pages(export_sheet(few, ["A"]), tmp_path)
        for number, page in enumerate(pages, 1):
            assert re.search(r"^\d+\.$|^\d+\. ", page, re.MULTILINE), (count, page)
            assert f"page {number} of {len(pages)}" in page


def test_the_pages_of_the_keys_are_counted_through_all_forms(exam, tmp_path):
    few = replace(exam, questions=exam.questions[:20])
    pages = read_pages(export_sheet(few, ["A", "B"]), tmp_path, "-key")
    assert len(pages) > 2
    for number, page in enumerate(pages, 1):
        assert f"page {number} of {len(pages)}" in page


@pytest.mark.sampled(1)
@pytest.mark.parametrize("blocks", [2, 1])
def test_no_question_is_alone_on_the_last_page(exam, blocks, tmp_path):
    """Of two blocks the last question is one."""
    pages = []
    for count in range(5, 12):
        asked = list(exam.questions[:count])
        asked[-1] = replace(asked[-1], block_number=blocks - 1, block="End" if blocks > 1 else "")
        few = replace(exam, questions=tuple(asked), quiz=replace(exam.quiz, shuffle=False))
        made = read_pages(export_sheet(few, ["A"]), tmp_path)
        pages.append(re.findall(r"^(\d+)\.(?: |$)", made[-1], re.MULTILINE))
    assert [found[-2:] for found in pages] == [[f"{n - 1}", f"{n}"] for n in range(5, 12)]


def test_a_formula_is_drawn_and_not_printed_as_tex(tmp_path):
    entry = Recall(key="m", recall=r"What is $\frac{\partial L}{\partial x^2}$?", answer="1")
    text = text_of(printed(export_sheet(plan_of(entry), ["A"]), tmp_path))
    assert "∂" in text
    assert "frac" not in text
    assert "\\" not in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_table_that_a_profiler_printed_keeps_its_lines(paper, tmp_path):
    """88 columns, which ordinary type would break."""
    course = builtin_course()
    quiz = Quiz(quiz="wide", title="Wide", select=Selection(key=("data-profile-next",)), seed="s")
    made = printed(export_sheet(make_plan(course, quiz), ["A"], paper), tmp_path)
    lines = [line.split() for line in text_of(made, "-layout").splitlines()]
    assert ["Name", "Self", "CPU", "%", "Self", "CPU", "#", "of", "Calls"] in lines
    assert ["aten::addmm", "2.42", "%", "54.308ms", "10"] in lines
