"""What a report says beside a figure: whom it leaves out, on whom it rests, what stands out."""

import csv
import io
import json
import re
from itertools import pairwise
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
FILES = ["answers.csv", "key.csv", "--course", "week3"]


@pytest.fixture
def paper(written):
    """Four people: two cells of Bob are no answers, one of Cy is not graded."""
    written("key.csv", KEY)
    written("answers.csv", ANSWERS)


def read_csv(name):
    return list(csv.DictReader(io.StringIO(Path(name).read_text("utf-8-sig"))))


def test_a_score_of_a_part_has_a_mark_beside_it_in_every_output(ptquiz, paper):
    words = ("-o", "r.html", "-o", "r.csv", "-o", "r.json", "--plain", "--verbose")
    code, out, _ = ptquiz("results", *FILES, *words)
    assert code == 0
    lines = {
        name: line for line in out.splitlines() for name in ("Ada", "Bob", "Cy") if name in line
    }
    assert lines["Bob"].rstrip().endswith("2 left out")
    assert lines["Cy"].rstrip().endswith("1 not graded")
    assert "left out" not in lines["Ada"]
    marks = {"Ada": (0, 0), "Bob": (2, 0), "Cy": (0, 1), "Di": (0, 0)}
    people = json.loads(Path("r.json").read_text())["people"]
    assert {each["name"]: (each["left_out"], each["not_graded"]) for each in people} == marks
    rows = read_csv("r-people.csv")
    told = {row["name"]: (int(row["left_out"]), int(row["not_graded"])) for row in rows}
    assert told == marks
    page = Path("r.html").read_text(encoding="utf-8")
    assert re.search(r">Bob<.*2 left out", page)
    assert re.search(r">Cy<.*1 not graded", page)


def test_a_figure_says_on_how_many_people_it_rests(ptquiz, paper, written):
    """Ada, Di and Eve alone have a graded answer to every question."""
    written("answers.csv", f"{ANSWERS}Eve,C,rank,2\n")
    _, out, _ = ptquiz("results", *FILES, "--plain", "-o", "r.html", "--verbose")
    assert "rests on the 3 of 5 people who have a graded answer" in " ".join(out.split())
    page = Path("r.html").read_text(encoding="utf-8")
    assert re.findall(r"people: (\d)", page) == ["4", "5", "3"]


def test_points_by_hand_are_told_as_a_spread_and_a_mean(ptquiz, paper):
    """4 and 1 of 4 points: a mean of 62.5 %."""
    _, out, _ = ptquiz("results", *FILES, "--json", "-o", "r.html")
    item = next(each for each in json.loads(out)["questions"] if each["id"] == "w3-share#0")
    assert (item["by_hand"], item["mean_score"], item["ungraded"]) == (True, 0.625, 1)
    assert [(pick["text"], pick["people"]) for pick in item["picks"]] == [("4/4", 1), ("1/4", 1)]
    page = Path("r.html").read_text(encoding="utf-8")
    assert re.search(r"Mean of the points</dt><dd>62 %", page)


def test_title_and_pass_mark_come_from_the_key(ptquiz, paper):
    _, out, _ = ptquiz("results", *FILES, "--plain")
    assert out.startswith("Results: Week 3\n")
    assert "1 of 4 passed (pass mark 60 %)" in out  # Ada; Bob's and Cy's missing points decide
    assert "2 are open: points that are not known yet decide" in out
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


def test_without_names_nobody_is_told_by_the_row(ptquiz, paper):
    _, out, err = ptquiz("results", *FILES, "--no-names", "--json", "-o", "r.html")
    assert "a file: a row, position 1: 'E' names no option" in err
    for text in (out, err, Path("r.html").read_text(encoding="utf-8")):
        assert "row 3" not in text


def test_what_stands_out_is_the_same_in_the_list_and_on_the_map(ptquiz, written):
    """Seven people: the second question is slightly negative, which is chance; nothing is red."""
    written("key.csv", """\
        form,position,question_id,answer,points,type,options
        A,1,x1,A,1,single,a b
        A,2,x2,A,1,single,a b
        A,3,x3,A,1,single,a b
        """)  # fmt: skip
    rows = ["A,A,B", "A,B,A", "A,B,A", "B,A,A", "A,A,A", "B,B,B", "B,A,B"]
    written("a.csv", "name,1,2,3\n" + "".join(f"P{n},{row}\n" for n, row in enumerate(rows)))
    _, out, _ = ptquiz(
        "results", "a.csv", "key.csv", "--plain", "-o", "r.html", "-o", "r.json", "--verbose"
    )
    found = json.loads(Path("r.json").read_text())
    assert min(item["discrimination"] for item in found["questions"]) < 0
    assert found["look_at"] == []
    assert "Nothing stands out by more than chance among 7 people." in out
    page = Path("r.html").read_text(encoding="utf-8")
    assert "dot low" not in page.partition("</style>")[2]


def test_the_table_in_the_terminal_has_numbers_and_texts(ptquiz, paper):
    _, out, _ = ptquiz("results", *FILES, "--plain", "--verbose")
    assert "1. Which sampler gives every" in out
    assert "w3-rank#1" not in out


def test_the_code_of_a_question_keeps_its_lines_on_the_page(ptquiz, course, written):
    deck = course / "decks" / "ddp.yaml"
    entry = (
        "- code: |\n    a = 1\n    print(a)\n  key: w3-code\n  prints: '1'\n  wrong: {two: '2'}\n"
    )
    deck.write_text(deck.read_text(encoding="utf-8") + entry, encoding="utf-8")
    written("key.csv", "form,position,question_id,answer,points,type\nA,1,w3-code#0,1,1,type\n")
    written("answers.csv", "name,1\nAda,1\n")
    code, out, err = ptquiz("results", *FILES, "--plain", "-o", "r.html", "--verbose")
    assert code == 0, err
    page = Path("r.html").read_text(encoding="utf-8")
    assert '>1. What does this print?</h3>\n<pre tabindex="0">a = 1\nprint(a)</pre>' in page
    assert "1. What does this print? a = 1" in out


def test_labels_of_the_map_do_not_touch_and_stand_in_the_order_of_their_dots(ptquiz, written):
    """Three questions at one place, one higher: labels go down the page as the dots do."""
    keys = "".join(f"A,{n},x{n},A,1,single,a b\n" for n in range(1, 5))
    written("key.csv", f"form,position,question_id,answer,points,type,options\n{keys}")
    rows = ["A,A,A,A", "A,A,A,A", "B,B,B,B", "A,A,A,B", "B,B,B,B"]
    written("a.csv", "name,1,2,3,4\n" + "".join(f"P{n},{row}\n" for n, row in enumerate(rows)))
    assert ptquiz("results", "a.csv", "key.csv", "--plain", "-o", "r.html")[0] == 0
    page = Path("r.html").read_text(encoding="utf-8")
    found = re.findall(r'<text class="label" x="[^"]*" y="([^"]*)">(\d)', page)
    heights = [float(y) for y, number in found if number in "123"]
    assert [number for _, number in found if number in "123"] == ["1", "2", "3"]
    assert all(low - high >= 10 for high, low in pairwise(heights))


@pytest.mark.parametrize("order", [("key.csv", "old.csv"), ("old.csv", "key.csv")])
def test_a_key_that_tells_neither_title_nor_pass_mark_takes_them_from_no_other(
    ptquiz, paper, written, order
):
    written("old.csv", "form,position,question_id,answer,points\nB,1,w3-rank#1,rank,1\n")
    written("answers.csv", "name,form,1,2,3\nAda,A,B,rank,4\nBob,B,rank,,\n")
    _, out, _ = ptquiz("results", "answers.csv", *order, "--course", "week3", "--json")
    found = json.loads(out)
    assert (found["title"], found["pass_mark"]) == ("Week 3", 60)


def test_without_names_no_line_has_a_path_wherever_a_file_lies(ptquiz, paper, written, tmp_path):
    """Notices about cells, and the line that says that nothing could be used."""
    files = [str(tmp_path / name) for name in FILES[:2]]
    _, out, err = ptquiz("results", *files, *FILES[2:], "--no-names", "--json", "-o", "r.html")
    assert "a file: a row, position 1" in err
    for text in (out, err, Path("r.html").read_text(encoding="utf-8")):
        assert str(tmp_path) not in text
        assert "answers.csv" not in text
    written("Ada-Lovelace.csv", "a,b\n1,2\n")
    code, _, err = ptquiz("results", str(tmp_path / "Ada-Lovelace.csv"), "--no-names")
    assert code != 0
    assert "a file is no table of answers that is known here" in err
    assert "Ada" not in err


def test_people_who_were_asked_for_fewer_points_are_told(ptquiz, paper, written):
    """The form B of Eve has no question in own words."""
    key = KEY + "    B,1,w3-sampler#0,B,1,single,random distributed batch,Week 3,60\n"
    written("key.csv", key)
    written("answers.csv", "name,form,1,2,3\nAda,A,B,rank,4\nEve,B,B,,\n")
    _, out, err = ptquiz("results", *FILES, "--json", "-o", "r.html")
    told = "1 of 2 people were asked for fewer points, from 1 instead of 6"
    assert told in err
    assert [told in line for line in json.loads(out)["notices"]] == [True]
    assert told in Path("r.html").read_text(encoding="utf-8")


def test_people_with_cells_left_out_were_asked_for_as_many_points(ptquiz, paper):
    assert "fewer points" not in ptquiz("results", *FILES, "--json")[2]


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
    ptquiz("results", *FILES, "--pass-mark", str(mark), "-o", "r.json", "--plain")
    people = json.loads(Path("r.json").read_text())["people"]
    assert {each["name"]: each["passed"] for each in people}["Cy"] is passed
