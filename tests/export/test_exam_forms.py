"""Forms A, B and C: solved by their own keys they give full points; nothing moves without need."""

import re
from html import escape, unescape

import pytest

from flashcards import __version__
from flashcards.course.model import Quiz
from flashcards.export.canvas import export_canvas
from flashcards.export.data_files import export_json
from flashcards.export.moodle import export_moodle
from flashcards.export.sheet import export_sheet, order_questions
from flashcards.study.grading import grade_answer
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.export_readers import read_csv, shown_markdown, visible
from tests.helpers.quiz_plans import make_choice, plan_course, plan_of

ASKS_IN_WORDS = ("reveal", "points")


@pytest.fixture
def shuffled(table_plan):
    return replace(table_plan, quiz=replace(table_plan.quiz, shuffle=True))


def read_page(files, ending=".html"):
    return files[ending].decode()


def read_options(page):
    """The options of every printed question in HTML by their letters, by form and id."""
    options = {}
    for form, article in re.findall(r'class="form" data-form="(.*?)"(.*?)</article>', page, re.S):
        for part in article.split('<div class="question" data-id="')[1:]:
            letters = r'<li><b class="letter">([A-Z]+)</b><div class="option">(.*?)</div></li>'
            options[form, part.partition('"')[0]] = dict(re.findall(letters, part, re.S))
    return options


def read_answer(question, answer, options):
    """The key's answer as the names that a grader wants, by what is printed at each letter."""
    by_text = {o.text if o.literal else shown_markdown(o.text): o.name for o in question.options}
    names = {sign: by_text[visible(html)] for sign, html in options.items()}
    if question.form == "match":
        pairs = dict(re.fullmatch(r"(\d+)([A-Z]+)", pair).groups() for pair in answer.split())
        return tuple(names[pairs[str(n)]] for n in range(1, len(question.things) + 1))
    if question.accepted:
        return (answer.split(" | ")[0],)
    return tuple(names[sign] for sign in answer.split())


def test_each_form_solved_by_its_own_key_gets_all_points(shuffled):
    files = export_sheet(shuffled, ["A", "B", "C"], one_file=True).files
    page, asked = read_options(read_page(files)), {each.id: each for each in shuffled.questions}
    points = dict.fromkeys("ABC", 0)
    for row in read_csv(files["-key.csv"]):
        drawn, score = asked[row["question_id"]], 1.0
        if drawn.question.form not in ASKS_IN_WORDS:
            options = page[row["form"], drawn.id]
            answer = read_answer(drawn.question, row["answer"], options)
            score = grade_answer(drawn.question, answer).score
        points[row["form"]] += score * float(row["points"])
    assert points == dict.fromkeys("ABC", shuffled.points)


def test_the_key_is_in_the_order_of_the_printed_form(shuffled):
    files = export_sheet(shuffled, ["A", "B", "C"], one_file=True).files
    rows = read_csv(files["-key.csv"])
    assert " ".join(rows[0]) == (
        "form position question_id answer points type options question texts compare around"
        " title pass_mark"
    )
    asked = list(read_options(read_page(files)))
    assert [(row["form"], row["question_id"]) for row in rows] == asked
    count = len(shuffled.questions)
    assert [row["position"] for row in rows] == 3 * [*map(str, range(1, count + 1))]


def test_forms_differ_and_blocks_stay_together_and_in_their_order(shuffled):
    forms = [order_questions(shuffled, name) for name in "ABCDEF"]
    assert len({tuple(drawn.id for drawn in form) for form in forms}) == 6
    for form in forms:
        assert [drawn.block for drawn in form] == ["Choices"] * 2 + ["The rest"] * 11
    steps = [drawn.question for form in forms for drawn in form if drawn.id == "ddp-step#0"]
    assert len({tuple(o.name for o in question.options) for question in steps}) > 1


def test_an_order_to_find_is_never_printed_in_the_right_order(table_plan):
    for name in map(str, range(100)):
        (drawn,) = (d for d in order_questions(table_plan, name) if d.id == "ddp-step#0")
        assert tuple(o.name for o in drawn.question.options) != drawn.question.sequence


def test_adding_a_question_moves_no_other_and_a_form_alone_is_the_same():
    few = [make_choice(f"k{n}", wrong="bcde") for n in range(20)]
    quiz = Quiz(quiz="q", title="Q", seed="s")
    before = plan_of(*few, quiz=quiz)
    after = plan_of(*few[:7], make_choice("added"), *few[7:], quiz=quiz)
    for name in "ABC":
        old, new = (
            {drawn.id: drawn.question.options for drawn in order_questions(plan, name)}
            for plan in (before, after)
        )
        assert [pair for pair in new.items() if pair[0] != "added#0"] == [*old.items()]
    alone = export_sheet(before, ["B"]).files["-key.csv"].splitlines()
    assert {*alone} <= {*export_sheet(before, ["A", "B"]).files["-key.csv"].splitlines()}


def test_the_same_seed_gives_the_same_files_and_another_seed_others(table_course, table_plan):
    quiz = table_course.quizzes["table"]
    same, other = plan_course(table_course, quiz), plan_course(table_course, quiz, seed="2")
    for export in (export_canvas, export_moodle, export_json, export_sheet):
        assert export(same).files == export(table_plan).files
    assert read_page(export_sheet(other).files) != read_page(export_sheet(table_plan).files)
    assert other.digest == same.digest
    dearer = replace(same.questions[0], points=3)
    assert replace(same, questions=(dearer, *same.questions[1:])).digest != same.digest


def test_the_exam_does_not_hold_its_key_and_the_key_has_every_right_letter(shuffled):
    files = export_sheet(shuffled, "ABC", one_file=True).files
    page, keys = read_page(files), read_page(files, "-key.html")
    for words in ("right_", "They accumulate until they are cleared.", "An arrow."):
        assert words not in page
    assert "They accumulate until they are cleared." in keys
    exam = read_options(page)
    for name, key in zip("ABC", keys.split('<article class="key"')[1:], strict=True):
        row = key[key.index('data-id="stop-tracking#0"') :]
        told = re.findall(r"<div><b>([A-Z])</b> (.+?)</div>", row[: row.index("</tr>")])
        options = exam[name, "stop-tracking#0"].items()
        assert told == [(sign, html) for sign, html in options if "model" not in html]


def test_the_paper_has_room_to_answer_and_tells_what_it_was_made_from(table_plan):
    files = export_sheet(table_plan, ["B"]).files
    page, key = read_page(files), read_page(files, "-key.html")
    for each in (page, key):
        made = re.search(r'<p class="made">(.*?)</p>', each)[1]
        assert made == f"ptquiz {__version__} · content {table_plan.digest} · seed table · form B"
    assert "<span>Name <i></i></span><span>Student number <i></i></span>" in page
    chinese = export_sheet(replace(table_plan, words=Words("zh"))).files
    assert "<span>学号 <i></i></span>" in read_page(chinese)
    assert page.count("The letters in the right order:") == page.count('data-form="order"') > 0
    assert page.count("Write the letter that fits beside") == page.count('data-form="match"') > 0
    questions = [drawn.question for drawn in table_plan.questions]
    for question in (q for q in questions if len(q.accepted) > 1):
        assert f"also right: {', '.join(map(escape, question.accepted[1:]))}</div>" in key


def test_titles_with_marks_of_html_are_shown_as_they_are_written(table_plan):
    said = {name: f"<b>&\"'{name}" for name in ("title", "course", "author")}
    plan = replace(table_plan, quiz=replace(table_plan.quiz, title=said.pop("title")), **said)
    page = read_page(export_sheet(plan, ["A"], date="<b>&date").files)
    assert "<b>&" not in page
    assert all(text in unescape(page) for text in (plan.quiz.title, *said.values(), "<b>&date"))
