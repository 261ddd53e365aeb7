"""What a report says beside a figure: whom it leaves out, and on whom it rests."""

import csv
import io
import json
from pathlib import Path

import pytest

KEY = """\
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
FILES = ["answers.csv", "key.csv"]


@pytest.fixture
def paper(written):
    """Four people: two cells of Bob are no answers, one of Cy is not graded."""
    written("key.csv", KEY)
    written("answers.csv", ANSWERS)


def read_csv(name):
    return list(csv.DictReader(io.StringIO(Path(name).read_text("utf-8-sig"))))


def test_a_score_of_a_part_has_a_mark_beside_it_in_every_output(ptquiz, paper):
    words = ("-o", "r.html", "-o", "r.csv", "--plain", "--verbose")
    code, out, _ = ptquiz("results", *FILES, *words)
    assert code == 0
    lines = {
        name: line for line in out.splitlines() for name in ("Ada", "Bob", "Cy") if name in line
    }
    assert lines["Bob"].rstrip().endswith("2 left out")
    assert lines["Cy"].rstrip().endswith("1 not graded")
    assert "left out" not in lines["Ada"]
    marks = {"Ada": (0, 0), "Bob": (2, 0), "Cy": (0, 1), "Di": (0, 0)}
    people = json.loads(ptquiz("results", *FILES, "--json")[1])["people"]
    assert {each["name"]: (each["unreadable"], each["not_graded"]) for each in people} == marks
    rows = read_csv("r-people.csv")
    told = {row["name"]: (int(row["unreadable"]), int(row["not_graded"])) for row in rows}
    assert told == marks
    page = Path("r.html").read_text(encoding="utf-8")
    assert ["2 left out" in line for line in page.splitlines() if " Bob " in line] == [True]
    assert ["1 not graded" in line for line in page.splitlines() if " Cy " in line] == [True]


def test_a_figure_says_on_how_many_people_it_rests(ptquiz, paper, written):
    """Ada, Di and Eve alone have a graded answer to every question."""
    written("answers.csv", f"{ANSWERS}Eve,C,rank,2\n")
    _, out, _ = ptquiz("results", *FILES, "--plain")
    assert "of the 3 people with a graded answer to every question" in " ".join(out.split())
    _, out, _ = ptquiz("results", *FILES, "--json")
    assert [item["people"] for item in json.loads(out)["questions"]] == [4, 5, 3]


def test_points_by_hand_are_told_as_a_mean(ptquiz, paper):
    """4 and 1 of 4 points: a mean of 62.5 %."""
    _, out, _ = ptquiz("results", *FILES, "--json")
    item = json.loads(out)["questions"][2]
    assert (item["share_right"], item["mean_score"], item["picks"]) == (None, 0.625, [])
    assert "62%" in ptquiz("results", *FILES, "--plain")[1]


def test_title_and_pass_mark_come_from_the_key(ptquiz, paper):
    _, out, _ = ptquiz("results", *FILES, "--plain")
    assert out.startswith("Results: Week 3\n")
    assert "1 of 4 passed (pass mark 60 %)" in out  # Ada; Bob's and Cy's missing points decide
    assert "2 open: points that are not known yet decide" in out
    _, out, _ = ptquiz("results", *FILES, "--plain", "--pass-mark", "30")
    assert "(pass mark 30 %)" in out


def test_a_printed_exam_writes_title_and_pass_mark_into_its_key(ptquiz):
    assert ptquiz("export", "sheet", "week3", "--quiz", "exam", "-o", "exam.html")[0] == 0
    rows = read_csv("exam-key.csv")
    assert {(row["title"], row["pass_mark"]) for row in rows} == {("Week 3", "50")}


@pytest.mark.parametrize("mark", ["", "many", "-3", "400"])
def test_a_pass_mark_that_is_none_is_no_pass_mark(ptquiz, paper, written, mark):
    written("key.csv", KEY.replace(",60\n", f",{mark}\n"))
    code, out, _ = ptquiz("results", *FILES, "--json")
    assert (code, json.loads(out)["pass_mark"]) == (0, None)


@pytest.mark.parametrize("order", [("key.csv", "old.csv"), ("old.csv", "key.csv")])
def test_a_key_that_tells_neither_title_nor_pass_mark_takes_them_from_no_other(
    ptquiz, paper, written, order
):
    written("old.csv", "form,position,question_id,answer,points\nB,1,w3-rank#1,rank,1\n")
    written("answers.csv", "name,form,1,2,3\nAda,A,B,rank,4\nBob,B,rank,,\n")
    _, out, _ = ptquiz("results", "answers.csv", *order, "--json")
    found = json.loads(out)
    assert (found["title"], found["pass_mark"]) == ("Week 3", 60)


def test_without_names_no_line_has_a_path_wherever_a_file_lies(ptquiz, paper, written, tmp_path):
    """Notices about cells, and the line that says that nothing could be used."""
    files = [str(tmp_path / name) for name in FILES]
    _, out, err = ptquiz("results", *files, "--no-names", "--json", "-o", "r.html")
    told = "2 notes, which can name people, are not shown with --no-names"
    assert err.splitlines()[0] == told
    assert json.loads(out)["notices"] == [told]
    for text in (out, err, Path("r.html").read_text(encoding="utf-8")):
        assert str(tmp_path) not in text
        assert "answers.csv" not in text
        assert "row 3" not in text
    written("Ada-Lovelace.csv", "a,b\n1,2\n")
    code, _, err = ptquiz("results", str(tmp_path / "Ada-Lovelace.csv"), "--no-names")
    assert (code, err) == (1, "there are no results in what was given\n")


def test_numbers_in_the_table_of_people_are_as_short_as_they_are(ptquiz, paper):
    ptquiz("results", *FILES, "--plain", "-o", "r.csv")
    rows = {row["name"]: row for row in read_csv("r-people.csv")}
    assert (rows["Ada"]["points"], rows["Ada"]["total"], rows["Ada"]["percent"]) == (
        "6",
        "6",
        "100",
    )
    assert rows["Di"]["percent"] == "16.67"


@pytest.mark.parametrize(("mark", "passed"), [(10, True), (50, None), (90, False)])
def test_nobody_has_passed_or_failed_while_a_missing_grade_decides(ptquiz, paper, mark, passed):
    """Cy: right 1 of 2 points, and up to 4 more are not graded: between 1/6 and 5/6."""
    _, out, _ = ptquiz("results", *FILES, "--pass-mark", str(mark), "--json")
    people = json.loads(out)["people"]
    assert {each["name"]: each["passed"] for each in people}["Cy"] is passed
