"""The report: figures by their definitions, in the terminal, as .html, .csv and JSON."""

import io
import json
from pathlib import Path
from statistics import correlation, variance

import pytest
from rich.cells import cell_len

from tests.helpers.export_readers import read_csv

HEAD = "form,position,question_id,answer,points,type,options\n"
MIXED = """\
    form,position,question_id,answer,points,type,options,title,pass_mark
    A,1,w3-sampler#0,B,1,single,random distributed batch,Week 3,60
    A,2,w3-rank#1,rank,1,type,,Week 3,60
    A,3,w3-share#0,Data. | Sum.,4,points,data sum,Week 3,60
    """
ANSWERS = """\
    name,1,2,3
    Ada,B,rank,4
    Bob,E,rank,9
    Cy,B,node,
    Di,A,,1
    """
"""Two cells of Bob are no answers, one of Cy is not graded."""
FILES = ("results", "answers.csv", "key.csv")


def make_class(people, weights):
    """A key and a table of points by hand with these scores."""
    rows = "".join(f"A,{n},q{n},x,{weight},reveal,\n" for n, weight in enumerate(weights, 1))
    heading = ",".join(["name", *map(str, range(1, len(weights) + 1))])
    lines = [
        ",".join([f"p{n}", *(str(score * w) for score, w in zip(row, weights, strict=True))])
        for n, row in enumerate(people)
    ]
    return "\n".join([heading, *lines]), HEAD + rows


def test_figures_are_those_of_their_definitions(grade):
    scores, weights = (
        [[1, 1, 0.75], [1, 0.5, 1], [0.25, 1, 0], [0.5, 0, 0], [0, 0.25, 1]],
        [1, 2, 3],
    )
    found, _ = grade(*make_class(scores, weights))
    rows = [[w * s for w, s in zip(weights, row, strict=True)] for row in scores]
    for place, item in enumerate(found["questions"]):
        own = [row[place] for row in scores]
        rest = [sum(row) - row[place] for row in rows]
        assert item["people"] == len(own)
        assert item["mean_score"] == pytest.approx(sum(own) / len(own))
        assert item["discrimination"] == pytest.approx(correlation(own, rest))
    parts = sum(variance(column) for column in zip(*rows, strict=True))
    count, whole = len(weights), variance([sum(row) for row in rows])
    assert found["alpha"] == pytest.approx(count / (count - 1) * (1 - parts / whole))
    assert found["alpha_people"] == len(scores)


@pytest.mark.parametrize("scores", [[[1]], [[1], [0]], [[1, 1], [1, 1], [1, 1]], [[0, 0], [0, 0]]])
def test_a_degenerate_class_has_means_but_no_correlation_and_no_alpha(grade, scores):
    found, _ = grade(*make_class(scores, [1] * len(scores[0])))
    assert found["alpha"] is None
    for item, column in zip(found["questions"], zip(*scores, strict=True), strict=True):
        assert (item["mean_score"], item["discrimination"]) == (sum(column) / len(column), None)


def test_a_figure_says_on_how_many_people_it_rests(grade, ptquiz):
    """Ada, Di and Eve alone have a graded answer to every question; 4, 1 and 2 of 4 points."""
    items = grade(f"{ANSWERS}    Eve,C,rank,2\n", MIXED)[0]["questions"]
    assert [item["people"] for item in items] == [4, 5, 3]
    by_hand = (items[2]["share_right"], items[2]["mean_score"], items[2]["picks"])
    assert by_hand == (None, pytest.approx(7 / 12), [])
    _, out, _ = ptquiz(*FILES)
    whole = "of the 3 people with a graded answer to every question"
    assert whole in next(line for line in out.splitlines() if "alpha" in line)


def test_without_a_graded_answer_the_table_of_questions_has_its_headings(grade, ptquiz):
    grade("name,1\nAda,AB\n", f"{HEAD}A,1,w#0,B,1,single,a b c\n")
    assert ptquiz(*FILES, "-o", "r.csv")[0] == 0
    assert (
        Path("r-questions.csv")
        .read_text("utf-8-sig")
        .startswith("id,question,places,points,people,")
    )


@pytest.mark.parametrize(
    ("key", "rows", "picks"),
    [
        ("w#0,B,1,single,a b c", ["B", "C", "C", ""],
         {"c": (2, False), "b": (1, True), "a": (0, False)}),
        ("w#0,rank | process number,1,type,", ["Rank", "PROCESS number", "process-number", "Node",
                                               "node"],
         {"node": (2, False), "process number": (2, True), "rank": (1, True)}),
    ],
)  # fmt: skip
def test_how_often_each_answer_was_given_is_counted(grade, key, rows, picks):
    table = "".join(f"P{n},{cell or '-'}\n" for n, cell in enumerate(rows))
    (item,) = grade(f"name,1\n{table}", f"{HEAD}A,1,{key}\n")[0]["questions"]
    assert item["share_right"] == sum(n for n, right in picks.values() if right) / len(rows)
    assert {pick["name"]: (pick["people"], pick["right"]) for pick in item["picks"]} == picks


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("AAAAAABBBBBB", ""),
        ("BBBBBBAAAAAA", "who does well elsewhere does worse here: is the key right?"),
        ("CBCCACCBCCAC", "most chose “c”: is the key right?"),
    ],
)
def test_a_key_is_doubted_if_the_able_or_most_contradict_it(grade, first, reason):
    """Twelve people, the better half first, known by nine other questions."""
    key = HEAD + "".join(f"A,{n},x{n},A,1,single,a b c\n" for n in range(1, 11))
    others = ["A" * max(0, 9 - n) + "B" * min(9, n) for n in range(12)]
    rows = [",".join([f"P{n}", first[n], *others[n]]) for n in range(12)]
    found, _ = grade("\n".join(["name," + ",".join(map(str, range(1, 11))), *rows]), key)
    assert found["questions"][0]["look_at"] == reason


def test_every_output_has_the_people_and_a_mark_beside_a_score_of_a_part(ptquiz, grade):
    marks = {"Ada": 0, "Bob": 2, "Cy": 1, "Di": 0}
    assert {each["name"]: each["open"] for each in grade(ANSWERS, MIXED)[0]["people"]} == marks
    code, out, _ = ptquiz(*FILES, "-o", "out/r.html", "-o", "out/r.csv")
    assert (code, out.splitlines()) == (0, [
        "Results: Week 3", "4 people, 3 questions", "mean 66.7 %, median 75.0 %",
        "1 of 4 passed (pass mark 60 %)", "2 open: some of their answers have no points yet",
        "Wrote out/r.html", "Wrote out/r-people.csv", "Wrote out/r-questions.csv",
    ])  # fmt: skip
    rows = {row["name"]: row for row in read_csv(Path("out/r-people.csv").read_bytes())}
    assert {name: int(row["open"]) for name, row in rows.items()} == marks
    assert (rows["Ada"]["points"], rows["Ada"]["percent"]) == ("6.0", "100.0")
    assert (rows["Di"]["percent"], rows["Di"]["passed"]) == ("16.67", "False")
    questions = read_csv(Path("out/r-questions.csv").read_bytes())
    assert [row["id"] for row in questions] == ["w3-sampler#0", "w3-rank#1", "w3-share#0"]
    page = Path("out/r.html").read_text(encoding="utf-8")
    for text in (page, ptquiz(*FILES, "--verbose")[1]):
        assert any("Bob" in line and "2 open" in line for line in text.splitlines())
    assert "<script" not in page


def test_names_can_be_left_out_of_everything(ptquiz, grade):
    grade(ANSWERS, MIXED)
    words = ("-o", "r.html", "-o", "r.csv", "--no-names", "--verbose")
    code, out, err = ptquiz(*FILES, *words)
    hidden = "2 notes, which can name people, are not shown with --no-names\n"
    assert (code, err) == (0, hidden)
    written = [Path(name).read_text("utf-8-sig") for name in ("r.html", "r-people.csv")]
    for text in (out, *written):
        assert not any(word in text for word in ("Ada", "Bob", "answers.csv", "row 3"))


def test_hostile_names_are_only_text(ptquiz, grade):
    grade("name,1,2,3\n<script>alert(1)</script>\x1b[2J,A,A,1\n=1+1,B,B,2\n", MIXED)
    code, out, _ = ptquiz(*FILES, "-o", "r.html", "-o", "r.csv", "--verbose")
    assert (code, "\x1b[2J" in out) == (0, False)
    assert "<script>" not in Path("r.html").read_text(encoding="utf-8")
    assert "\r\n'=1+1," in Path("r-people.csv").read_bytes().decode("utf-8-sig")


@pytest.mark.parametrize("width", [40, 80])
def test_a_report_of_any_width_breaks_names_but_never_a_number(ptquiz, grade, monkeypatch, width):
    grade("name,1,2,3\n欧阳娜娜 and a long name beside,B,rank,2\nBo,A,rank,0\n", MIXED)
    monkeypatch.setenv("COLUMNS", str(width))
    out = ptquiz(*FILES)[1]
    tables = out[out.index("Questions") :].splitlines()
    assert max(cell_len(line.rstrip()) for line in tables) <= width
    for percent, points in (("66.7 %", "4/6"), ("16.7 %", "1/6")):
        assert any(f" {percent} " in line and f" {points} " in line for line in tables)


@pytest.mark.parametrize(
    ("words", "message"),
    [(["x.csv", "-o", "r.xlsx"], "must end with .html or .csv"),
     (["x.csv", "--attempt", "worst"], "best"), ([], "FILE")],
)  # fmt: skip
def test_wrong_usage_is_one_clear_complaint(ptquiz, words, message):
    code, out, err = ptquiz("results", *words)
    assert (code, message in out + err) == (2, True)


SHOWN = """\
    form,position,question_id,answer,points,type,options,question,texts
    A,1,w3-sampler#0,B,1,single,random distributed,Which sampler?,`RandomSampler` | `A \\| B`
    A,2,w3-rank#1,rank,1,type,,Which term?,
    B,1,w3-rank#1,rank,1,type,,Which term?,
    B,2,w3-sampler#0,A,1,single,distributed random,Which sampler?,`A \\| B` | `RandomSampler`
    """


def test_texts_stand_beside_the_names_of_questions_and_options_and_versions_beside_people(
    ptquiz, grade
):
    found, _ = grade("name,form,1,2\nAda,A,B,rank\nBob,B,rank,B\n", SHOWN)
    sampler = next(item for item in found["questions"] if item["id"] == "w3-sampler#0")
    assert (sampler["question"], sampler["places"]) == ("Which sampler?", "A1, B2")
    assert {pick["name"]: pick["text"] for pick in sampler["picks"]} == {
        "distributed": "`A | B`", "random": "`RandomSampler`",
    }  # fmt: skip
    assert {each["name"]: each["version"] for each in found["people"]} == {"Ada": "A", "Bob": "B"}
    lines = [line.split("  ")[0].strip() for line in ptquiz(*FILES, "--verbose")[1].splitlines()]
    assert {"1. w3-sampler#0 (A1, B2)", "Ada, version A", "Bob, version B"} <= {*lines}
    out = ptquiz(*FILES, "--verbose")[1]
    for text in ("Which sampler?", "✓ distributed: `A | B`", "✗ random: `RandomSampler`"):
        assert text in out


def test_a_suspect_option_is_shown_with_its_text(ptquiz, grade):
    rows = "".join(f"P{n},A,A,rank\n" for n in range(5))
    grade(f"name,form,1,2\n{rows}", SHOWN)
    told = " • w3-sampler#0: most chose “random” (`RandomSampler`): is the key right?"
    out = ptquiz(*FILES)[1].splitlines()
    assert out[out.index(told) + 1] == "   Which sampler?"


def test_questions_at_the_keyboard_are_shown_with_their_texts(ptquiz, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1 2 3\n"))
    words = ("--result", "ada.json", "--name", "Ada", "--plain")
    ptquiz("exam", "exam", "--course", "week3", *words)
    items = json.loads(ptquiz("results", "ada.json", "--json")[1])["questions"]
    sampler = next(item for item in items if item["id"] == "w3-sampler#0")
    assert sampler["question"] == "Which sampler gives every rank its own part of the data?"
    assert {pick["text"] for pick in sampler["picks"]} == {
        "`DistributedSampler`", "`RandomSampler`", "`BatchSampler`",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("answers", "reasons"),
    [
        ("name,1,2,3\nAda,B,rank,4\n",
         ["reliability (alpha) is not defined: 1 of 1 people have a graded answer to every"
          " question; it needs three, and half of the class",
          "w3-rank#1: no discrimination: fewer than two people have other questions too"]),
        ("name,1,2,3\nAda,B,rank,4\nBob,B,node,2\nCy,B,rank,1\n",
         ["w3-sampler#0: no discrimination: everybody has the same score on this question",
          "w3-share#0: a person grades it, so 'right' is not counted"]),
        ("name,1,2,3\nAda,B,rank,4\nBob,B,rank,4\nCy,B,rank,4\n",
         ["reliability (alpha) is not defined: everybody has the same number of points"]),
    ],
)  # fmt: skip
def test_a_figure_that_is_missing_has_its_reason(ptquiz, grade, answers, reasons):
    grade(answers, MIXED)
    out = " ".join(ptquiz(*FILES)[1].split())
    assert [reason for reason in reasons if reason not in out] == []


def test_without_a_pass_mark_the_report_says_how_to_give_one(ptquiz, grade):
    grade("name,1\nAda,B\nBob,A\n", f"{HEAD}A,1,w#0,B,1,single,a b c\n")
    told = "nobody passes or fails: there is no pass mark; give one with --pass-mark"
    assert told in ptquiz(*FILES)[1]


def test_a_column_that_the_key_lacks_is_named(grade):
    _, notices = grade("name,1,Q2\nAda,B,C\n", f"{HEAD}A,1,w#0,B,1,single,a b c\n")
    assert notices == ["column “Q2” is left out: the key has no position 2"]
