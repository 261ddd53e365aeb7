"""Result files of `ptquiz exam`: whole, damaged, of other exams, several of one person."""

import io
import json
import os

import pytest

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


@pytest.fixture
def report(ptquiz):
    """Reports on files: the values for programs, and the notices."""

    def call(*words):
        code, out, err = ptquiz("results", *map(str, words), "--json")
        return (json.loads(out) if code == 0 else None), err.splitlines()

    return call


def test_an_exam_result_keeps_answers_times_and_what_was_not_reached(report, written):
    found, notices = report(written("ada.json", TEXT))
    (ada,) = found["people"]
    assert (ada["name"], ada["seconds"], ada["finished"]) == ("Ada", 60, False)
    assert (ada["points"], ada["total"]) == (1.3333, 4)
    items = {item["id"]: item for item in found["questions"]}
    assert {id: item["points"] for id, item in items.items()} == {
        "w3-sampler#0": 1, "w3-step#0": 1, "w3-average#0": 2,
    }  # fmt: skip
    assert items["w3-sampler#0"]["seconds"] == 20
    assert (found["title"], found["pass_mark"], notices) == ("Week 3", 50, [])


def test_somebody_without_a_name_has_that_of_the_file(report, written):
    text = json.dumps({**RESULT, "candidate": " "})
    found, _ = report(written("seat-7.json", text), written("seat-8", text))
    assert [person["name"] for person in found["people"]] == ["seat-7", "seat-8"]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.json", '{"exam": "x", "answ', "is not whole JSON"),
        ("a.json", '{"a": 1}', "is no result of 'ptquiz exam' in format 2"),
        ("a.json", TEXT.replace('"format": 2', '"format": 3'), "is no result of 'ptquiz exam'"),
        ("a.json", json.dumps({**RESULT, "unanswered": ["x"]}), "a damaged result: unanswered.0"),
        ("a.json", json.dumps({**RESULT, "answers": [{}]}), "a damaged result: answers.0.card"),
        ("a.json", TEXT.replace('"score": 1.0', '"score": 7'), "a damaged result"),
        ("a.json", TEXT.replace('["distributed"]', '[["distributed"]]'), "a damaged result"),
        *(("a.json", TEXT.replace('"of": 1', f'"of": {n}', 1), "is ") for n in ("NaN", "-5")),
        *(("a.json", TEXT.replace("61000", n, 1), "is ") for n in ("1e300", "-Infinity")),
        ("a.json", json.dumps({**RESULT, "answers": [], "unanswered": [{"card": "x", "of": 0}]}),
         "is a result of questions that are worth no points"),
        ("a.json", "[" * 100_000, "is not whole JSON: nested too deep"),
        ("a.csv", "", "is empty"),
        ("a.csv", "a,b,c\n1,2,3\n", "is no table of answers that is known here"),
        ("a.csv", 'name,1,2\n"Ada,B', "is no whole table"),
        ("a.csv", "name,1,2\nAda,B,C\n", "but no key: give exam-key.csv too"),
        ("a.csv", "\x00\x01\x02", "is no"),
        ("none.csv", None, "does not exist"),
    ],
)  # fmt: skip
def test_a_damaged_or_foreign_file_is_named_and_left_out(
    report, written, tmp_path, name, text, why
):
    bad = tmp_path / name if text is None else written(name, text)
    found, (notice,) = report(bad, written("good.json", TEXT))
    assert len(found["people"]) == 1
    assert name in notice
    assert why in notice


def test_other_encodings_are_read_or_named(report, tmp_path):
    (tmp_path / "latin.csv").write_bytes("name,1\n张三,B\n".encode("gbk"))
    (tmp_path / "wide.json").write_bytes(TEXT.encode("utf-16"))
    found, (notice,) = report("latin.csv", "wide.json")
    assert len(found["people"]) == 1
    assert notice == "latin.csv is not UTF-8 text; save it as .xlsx, .ods or CSV UTF-8"


def test_a_pipe_an_endless_file_and_a_folder_inside_a_folder_stop_nobody(report, written, tmp_path):
    inside = tmp_path / "class"
    inside.mkdir()
    os.mkfifo(inside / "pipe.csv")
    (inside / "zeros.json").symlink_to("/dev/zero")
    (inside / "old.json").mkdir()
    (inside / "readme.md").write_text("not looked at")
    found, notices = report("class", written("good.json", TEXT))
    assert len(found["people"]) == 1
    assert notices == ["class/pipe.csv is not a file", "class/zeros.json is not a file"]


def test_results_of_another_exam_are_left_out(report, written):
    for n, exam in enumerate(("exam", "other", "exam")):
        written(f"{n}.json", json.dumps({**RESULT, "exam": exam, "candidate": str(n)}))
    found, notices = report("0.json", "1.json", "2.json")
    assert [person["name"] for person in found["people"]] == ["0", "2"]
    assert notices == ["1.json is of the exam 'other', not of 'exam'"]


@pytest.mark.parametrize(
    ("keep", "points"), [("best", [3]), ("first", [2]), ("last", [0]), ("all", [3, 2, 0])]
)
def test_of_several_attempts_one_counts(report, written, keep, points):
    for began, score in ((3, 0.0), (1, 0.5), (2, 1.0)):
        answer = {**RESULT["answers"][0], "score": score, "of": 4 if score == 0.5 else 3}
        one = {**RESULT, "began": began, "answers": [answer], "unanswered": [], "candidate": "ADA"}
        written(f"{began}.json", json.dumps(one))
    found, notices = report("1.json", "2.json", "3.json", "1.json", "--attempt", keep)
    assert [person["points"] for person in found["people"]] == points
    if keep != "all":
        assert notices == [
            f"“ADA” has 3 attempts (1.json, 2.json, 3.json); the {keep} one counts",
        ]


def test_results_of_the_terminal_are_collected_from_a_folder(ptquiz, report, monkeypatch, tmp_path):
    (tmp_path / "class").mkdir()
    for name in ("Ada", "Bob"):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1 2 3\n"))
        words = ("--result", f"class/{name}.json", "--name", name, "--plain")
        ptquiz("exam", "exam", "--course", "week3", *words)
    (tmp_path / "class/broken.json").write_text('{"exam": "exam", "answers"')
    found, (notice,) = report("class")
    assert {person["name"] for person in found["people"]} == {"Ada", "Bob"}
    assert notice.startswith("class/broken.json is not whole JSON")
