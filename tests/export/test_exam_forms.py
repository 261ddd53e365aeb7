"""Forms A, B and C: solved by their own keys they give full points; nothing moves without need."""

import csv
import io
import re
from html import escape, unescape

import pytest

from flashcards.cards import Card, Note
from flashcards.course.model import Choose, Deck, Option, Quiz
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.sheet import export_sheet, format_answer, make_form
from flashcards.questions.build import make_question
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import Neighbours
from flashcards.study.grading import grade_answer
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.export_readers import shown_markdown, visible


def printed(page):
    """The options of every printed question in HTML by their letters, by form and id."""
    options = {}
    for form, article in re.findall(
        r'<article class="form" data-form="(.*?)"(.*?)</article>', page, re.S
    ):
        for part in article.split('<div class="question" data-id="')[1:]:
            letters = r'<li><b class="letter">([A-Z]+)</b><div class="option">(.*?)</div></li>'
            options[form, part.partition('"')[0]] = dict(re.findall(letters, part, re.S))
    return options


def answer_of(question, answer, options):
    """The key's answer as the names that a grader wants, by what is printed at each letter."""
    by_text = {
        option.text if option.literal else shown_markdown(option.text): option.name
        for option in question.options
    }
    names = {sign: by_text[visible(html)] for sign, html in options.items()}
    match question.form:
        case "single" | "multiple" | "order":
            return tuple(names[sign] for sign in answer.split())
        case "match":
            pairs = dict(re.fullmatch(r"(\d+)([A-Z]+)", pair).groups() for pair in answer.split())
            return tuple(names[pairs[str(n)]] for n in range(1, len(question.things) + 1))
        case _:
            return (answer.split(" | ")[0],)


def points_by_key(plan, exported):
    page = printed(exported.files[".html"].decode())
    rows = list(csv.DictReader(io.StringIO(exported.files["-key.csv"].decode("utf-8-sig"))))
    asked = {each.id: each for each in plan.questions}
    got = {}
    for row in rows:
        each = asked[row["question_id"]]
        assert float(row["points"]) == each.points
        if each.question.form in ("reveal", "points"):
            score = 1.0
        else:
            options = page[row["form"], each.id]
            score = grade_answer(
                each.question, answer_of(each.question, row["answer"], options)
            ).score
        got[row["form"]] = got.get(row["form"], 0) + score * each.points
    return got


def test_each_form_solved_by_its_own_key_gets_all_points(table_plan):
    exported = export_sheet(table_plan, ["A", "B", "C"], one_file=True)
    assert points_by_key(table_plan, exported) == dict.fromkeys("ABC", table_plan.points)


def test_the_key_is_in_the_order_of_the_printed_form(table_plan):
    plan = replace(table_plan, shuffle=True)
    exported = export_sheet(plan, ["A", "B", "C"], one_file=True)
    rows = list(csv.DictReader(io.StringIO(exported.files["-key.csv"].decode("utf-8-sig"))))
    page = exported.files[".html"].decode()
    assert list(rows[0])[:5] == ["form", "position", "question_id", "answer", "points"]
    assert list(rows[0])[5:] == ["type", "options", "title", "pass_mark"]
    for name in "ABC":
        article = re.search(rf'<article class="form" data-form="{name}".*?</article>', page, re.S)[
            0
        ]
        ids = re.findall(r'class="question" data-id="([^"]+)"', article)
        assert ids == [row["question_id"] for row in rows if row["form"] == name]
        assert [row["position"] for row in rows if row["form"] == name] == [
            str(n) for n in range(1, len(ids) + 1)
        ]


def test_the_same_seed_gives_the_same_paper_and_another_seed_another(table_plan):
    again = replace(table_plan)
    assert (
        export_sheet(table_plan, ["A", "B"], one_file=True).files
        == export_sheet(again, ["A", "B"], one_file=True).files
    )
    other = replace(table_plan, seed="other")
    assert (
        export_sheet(table_plan, ["A"]).files[".html"] != export_sheet(other, ["A"]).files[".html"]
    )


def test_forms_differ_in_the_order_of_questions_and_of_options(table_plan):
    plan = replace(table_plan, shuffle=True)
    forms = [make_form(plan, name) for name in "ABC"]
    assert len({tuple(a.id for a in f.questions) for f in forms}) == 3
    orders = {
        tuple(o.name for a in f.questions if a.id == "ddp-step#0" for o in a.question.options)
        for f in forms
    }
    assert len(orders) > 1


def test_blocks_stay_together_and_in_their_order(table_plan):
    plan = replace(table_plan, shuffle=True)
    for name in "ABCDEF":
        blocks = [asked.block for asked in make_form(plan, name).questions]
        assert blocks == ["Choices"] * 2 + ["The rest"] * 11


def choose(key):
    return Choose(
        key=key,
        choose=f"Which one is {key}?",
        right={"yes": Option(text=f"{key} itself")},
        wrong={name: Option(text=f"{name} of {key}") for name in ("a", "b", "c", "d")},
    )


def test_adding_a_question_moves_no_other(table_course, make_plan):
    few = [choose(f"k{n}") for n in range(20)]
    more = [*few[:7], choose("added"), *few[7:]]
    quiz = Quiz(quiz="q", title="Q", seed="s")
    before, after = (
        make_plan(
            replace(table_course, decks=(replace(table_course.decks[0], entries=tuple(e)),)), quiz
        )
        for e in (few, more)
    )
    for name in "ABC":
        old, new = make_form(before, name).questions, make_form(after, name).questions
        kept = [asked for asked in new if asked.id != "added#0"]
        assert [(a.id, a.question.options) for a in kept] == [
            (a.id, a.question.options) for a in old
        ]


def test_an_order_to_find_is_never_printed_in_the_right_order(table_plan):
    for name in map(str, range(100)):
        (asked,) = (a for a in make_form(table_plan, name).questions if a.id == "ddp-step#0")
        assert tuple(o.name for o in asked.question.options) != asked.question.sequence


def test_the_exam_does_not_hold_its_key(table_plan):
    page = export_sheet(table_plan, ["A"]).files[".html"].decode()
    assert "right_" not in page
    assert "They accumulate until they are cleared." not in page
    assert "An arrow." not in page
    key = export_sheet(table_plan, ["A"]).files["-key.html"].decode()
    assert "They accumulate until they are cleared." in key


def test_the_paper_tells_version_content_and_seed(table_plan):
    exported = export_sheet(table_plan, ["B"])
    for page in (exported.files[".html"].decode(), exported.files["-key.html"].decode()):
        made = re.search(r'<p class="made">(.*?)</p>', page)[1]
        assert made == f"ptquiz 1.2.3 · content {table_plan.digest} · seed table · form B"


def test_each_form_is_a_file_of_its_own_and_all_are_in_one_if_wanted(table_plan):
    names = ["Ada Lovelace", "张三", "a/b", "key", "ADA LOVELACE", "..", "x" * 60]
    exported = export_sheet(table_plan, names)
    assert list(exported.files) == [
        "-Ada Lovelace.html", "-张三.html", "-a_b.html", "-key_.html", "-ADA LOVELACE_.html",
        "-_..html".replace("..", "_."), f"-{'x' * 60}.html", "-key.html", "-key.csv",
    ]  # fmt: skip
    for name, page in zip(names, list(exported.files.values())[: len(names)], strict=True):
        assert re.findall(r'<article class="form" data-form="([^"]*)"', page.decode()) == [name]
    (first,) = [e for e in export_sheet(table_plan, names, one_file=True).files if "key" not in e]
    assert first == ".html"


def test_a_form_does_not_depend_on_whether_it_has_a_file_of_its_own(table_plan):
    alone = export_sheet(table_plan, ["A", "B"]).files["-B.html"].decode()
    both = export_sheet(table_plan, ["A", "B"], one_file=True).files[".html"]
    article = re.search(r'<article class="form" data-form="B".*?</article>', alone, re.S)[0]
    assert article in both.decode()


def test_there_is_room_for_name_and_student_number(table_plan):
    page = export_sheet(table_plan, ["A"]).files[".html"].decode()
    assert "<span>Name <i></i></span><span>Student number <i></i></span>" in page
    chinese = export_sheet(replace(table_plan, words=Words("zh")), ["A"]).files[".html"].decode()
    assert "<span>学号 <i></i></span>" in chinese


def test_the_content_hash_changes_with_the_text_and_not_with_the_seed(table_course, make_plan):
    quiz = table_course.quizzes["table"]
    first, second = make_plan(table_course, quiz, "1"), make_plan(table_course, quiz, "2")
    assert first.digest == second.digest
    dearer = replace(first, questions=(replace(first.questions[0], points=3), *first.questions[1:]))
    assert dearer.digest != first.digest


def test_the_key_tells_several_right_options_with_their_letters_in_the_order_of_the_form(
    table_plan,
):
    unlocked = tuple(replace(each, locked=False) for each in table_plan.questions)
    exported = export_sheet(replace(table_plan, questions=unlocked), ["A", "B", "C"], one_file=True)
    exam = printed(exported.files[".html"].decode())
    keys = exported.files["-key.html"].decode()
    for name in "ABC":
        start = keys.index(f'data-form="{name}"')
        row = keys[keys.index('data-id="stop-tracking#0"', start) :]
        told = re.findall(r"<div><b>([A-Z])</b> (.+?)</div>", row[: row.index("</tr>")])
        options = exam[name, "stop-tracking#0"]
        right = [sign for sign in sorted(options) if "model" not in options[sign]]
        assert told == [(sign, options[sign]) for sign in right]


def test_titles_with_marks_of_html_are_shown_as_they_are_written(table_plan):
    said = {name: f"<b>&\"'{name}" for name in ("title", "course", "author")}
    exported = export_sheet(replace(table_plan, **said), ["A"], date="<b>&date")
    page = exported.files[".html"].decode()
    assert "<b>&" not in page
    for text in (*said.values(), "<b>&date"):
        assert text in unescape(page)


def test_paper_says_where_to_write_letters_and_what_else_is_right(table_plan):
    files = export_sheet(table_plan).files
    page, key = files[".html"].decode(), files["-key.html"].decode()
    for form, words in (
        ("order", "The letters in the right order:"),
        ("match", "Write the letter that fits beside each number."),
    ):
        assert page.count(f'data-form="{form}"') == page.count(words) > 0
    questions = [drawn.question for drawn in table_plan.questions]
    several = [q for q in questions if q.form in ("type", "gap") and len(q.accepted) > 1]
    assert several
    for question in several:
        assert f"also right: {', '.join(map(escape, question.accepted[1:]))}</div>" in key


def choice_question(options, **option_fields):
    entry = Choose(
        key="q", choose="Which?",
        right={"a": Option(text="a")},
        wrong={name: Option(text=name, **option_fields.get(name, {})) for name in options},
    )  # fmt: skip
    note = Note("q", entry, Deck(deck="d", title="D"), "c")
    return DrawnQuestion(make_question(Card(note, 0), Neighbours([note])))


@pytest.mark.parametrize("names", ["ABCDEFG", "1234567"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_right_option_stands_in_another_place_in_each_of_the_first_forms(count, names):
    plan = QuizPlan("T", "C", (choice_question("bcdefg"[: count - 1]),), "", "1")
    for seed in map(str, range(20)):
        forms = [make_form(replace(plan, seed=seed), name) for name in names[:count]]
        answers = [format_answer(form.questions[0].question) for form in forms]
        assert sorted(answers) == list("ABCDEF"[:count])


def test_one_form_tells_no_letter_of_another():
    """Were all questions turned alike, whoever knows one answer would know all."""
    questions = (choice_question("bcd").question for _ in range(60))
    shifts = set()
    for number, question in enumerate(questions):
        note = replace(question.card.note, key=f"q{number}")
        drawn = DrawnQuestion(replace(question, card=Card(note, 0)))
        plan = QuizPlan("T", "C", (drawn,), "s", "1")
        first, second = (
            ord(format_answer(make_form(plan, name).questions[0].question)) for name in "AB"
        )
        shifts.add((second - first) % 4)
    assert shifts == {1, 2, 3}


def test_a_form_is_the_same_when_it_is_printed_alone(table_plan):
    plan = replace(table_plan, shuffle=True)
    together = {name: make_form(plan, name) for name in ("A", "B", "C")}
    assert make_form(plan, "B") == together["B"]
    alone = export_sheet(plan, ("B",)).files["-key.csv"].decode("utf-8-sig").splitlines()
    every = export_sheet(plan, ("A", "B", "C")).files["-key.csv"].decode("utf-8-sig").splitlines()
    assert set(alone) <= set(every)


def test_locked_options_keep_their_end_in_every_form():
    plan = QuizPlan("T", "C", (choice_question("bcde", e={"lock": "last"}),), "s", "1")
    orders = [
        [o.name for o in make_form(plan, name).questions[0].question.options] for name in "ABCD"
    ]
    assert {order[-1] for order in orders} == {"e"}
    assert sorted(order.index("a") for order in orders) == [0, 1, 2, 3]
