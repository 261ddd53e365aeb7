"""Result files of `ptquiz exam`: whole, damaged, of other exams, several of one person."""

import io
import json
from pathlib import Path

import pytest

from tests.results.conftest import write

RESULT = {
    "format": 2, "exam": "exam", "title": "Week 3", "candidate": "Ada", "seed": "s",
    "versions": {"ptquiz": "0.1.0", "course": "week3", "content": "x"}, "began": 1000,
    "ended": 61_000, "finished": False, "out_of_time": True, "left_out": [], "minutes": 30,
    "pass_mark": 50, "points": 1.0, "total": 4, "percent": 25.0, "passed": False, "blocks": [],
    "begin_with": None, "unanswered": [{"card": "w3-average#0", "of": 2}],
    "answers": [
        {"card": "w3-sampler#0", "form": "single", "shown": ["random", "distributed", "batch"],
         "answer": ["distributed"], "right": ["distributed"], "score": 1.0, "points": 1.0, "of": 1,
         "near": False, "duration": 20_000},
        {"card": "w3-step#0", "form": "order", "shown": ["update", "forward", "backward"],
         "answer": ["forward", "update", "backward"], "right": ["forward", "backward", "update"],
         "score": 1 / 3, "points": 0.3333, "of": 1, "near": False, "duration": 30_000},
    ],
}  # fmt: skip
TEXT = json.dumps(RESULT)


def test_an_exam_result_keeps_answers_and_what_was_not_reached(report):
    found, notices = report(write("ada.json", TEXT))
    (ada,) = found["people"]
    assert (ada["name"], ada["points"], ada["total"]) == ("Ada", 1.3333, 4)
    assert (ada["finished"], ada["passed"]) == (False, False)
    assert {item["id"]: item["points"] for item in found["questions"]} == {
        "w3-sampler#0": 1, "w3-step#0": 1, "w3-average#0": 2,
    }  # fmt: skip
    assert (found["title"], found["pass_mark"], notices) == ("Week 3", 50, [])


def test_somebody_without_a_name_has_that_of_the_file(report):
    text = json.dumps({**RESULT, "candidate": " "})
    found, _ = report(write("seat-7.json", text), write("seat-8", text))
    assert [person["name"] for person in found["people"]] == ["seat-7", "seat-8"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.json", '{"exam": "x", "answ', "is no whole result of 'ptquiz exam': Invalid JSON"),
        ("a.json", '{"a": 1}', "is no whole result of 'ptquiz exam': candidate"),
        ("a.json", TEXT.replace('"format": 2', '"format": 3'), "ptquiz exam': format"),
        ("a.json", json.dumps({**RESULT, "unanswered": ["x"]}), "exam': unanswered: 0"),
        ("a.json", json.dumps({**RESULT, "answers": [{}]}), "exam': answers: 0: card"),
        ("a.json", TEXT.replace('"score": 1.0', '"score": 7'), "exam': answers: 0: score"),
        ("a.json", TEXT.replace('["distributed"]', '[["distributed"]]'), "exam': answers: 0"),
        *(("a.json", TEXT.replace('"of": 1', f'"of": {n}', 1), "is ") for n in ("NaN", "-5")),
        ("a.json", TEXT.replace("1000", "-Infinity", 1), "is "),
        ("a.json", json.dumps({**RESULT, "answers": [], "unanswered": [{"card": "x", "of": 0}]}),
         "is a result of questions that are worth no points"),
        ("a.json", "[" * 100_000, "recursion limit exceeded"),
        ("a.csv", "", "is empty"),
        ("a.csv", "a,b,c\n1,2,3\n", "is no table of answers that is known here"),
        ("a.csv", 'name,1,2\n"Ada,B', "is no whole table"),
        ("a.csv", "name,1,2\nAda,B,C\n", "but no key: give exam-key.csv too"),
        ("a.csv", "\x00\x01\x02", "is no"),
        ("none.csv", None, "does not exist"),
    ],
)  # fmt: skip
def test_a_damaged_or_foreign_file_is_named_and_left_out(report, name, text, why):
    if text is not None:
        write(name, text)
    found, (notice,) = report(name, write("good.json", TEXT))
    assert (len(found["people"]), name in notice, why in notice) == (1, True, True)


def test_other_encodings_are_read_or_named(report):
    Path("latin.csv").write_bytes("name,1\n张三,B\n".encode("gbk"))
    Path("wide.json").write_bytes(TEXT.encode("utf-16"))
    found, (notice,) = report("latin.csv", "wide.json")
    assert len(found["people"]) == 1
    assert notice == "latin.csv is not UTF-8 text; save it as .xlsx, .ods or CSV UTF-8"


def test_results_of_two_exams_are_refused(report):
    write("1.json", TEXT)
    write("2.json", json.dumps({**RESULT, "exam": "other"}))
    assert report("1.json", "2.json") == (
        None,
        ["give the results of one exam, not of exam, other"],
    )


@pytest.mark.parametrize(
    ("keep", "points"), [("best", [3]), ("first", [2]), ("last", [0]), ("all", [3, 2, 0])]
)
def test_of_several_attempts_one_counts(report, keep, points):
    for began, score in ((3, 0.0), (1, 0.5), (2, 1.0)):
        answer = {**RESULT["answers"][0], "score": score, "of": 4 if score == 0.5 else 3}
        one = {**RESULT, "began": began, "answers": [answer], "unanswered": [], "candidate": "ADA"}
        write(f"{began}.json", json.dumps(one))
    found, notices = report("1.json", "2.json", "3.json", "1.json", "--attempt", keep)
    assert [person["points"] for person in found["people"]] == points
    told = f"“ADA” has 3 attempts (1.json, 2.json, 3.json); the {keep} one counts"
    assert notices == ([] if keep == "all" else [told])


def test_a_grade_is_that_of_the_own_file_whoever_else_sat_the_exam(ptquiz, report, monkeypatch):
    Path("class").mkdir()
    for name, typed in (("Ada", "1\n1\n1 2 3\n"), ("Bob", "2\n"), ("Eve", "1\n2\n")):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        words = ("--result", f"class/{name}.json", "--name", name, "--plain", "--seed", name)
        ptquiz("exam", "exam", "--course", "week3", *words)
    own = [json.loads(path.read_text()) for path in sorted(Path("class").iterdir())]
    write("class/broken.json", '{"exam": "exam", "answers"')
    write("class/readme.md", "not looked at")
    Path("class/old.json").mkdir()
    found, notices = report("class")
    people = {p["name"]: (p["percent"], p["passed"]) for p in found["people"]}
    assert people == {each["candidate"]: (each["percent"], each["passed"]) for each in own}
    assert notices[0].startswith("class/broken.json is no whole result")
