"""Result files and answers on paper become the same attempts."""

import json
import os

import pytest

from flashcards.results.load import load_results

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


def scores(attempt):
    return {name: answer.score for name, answer in attempt.answers.items()}


def test_an_exam_result_keeps_answers_times_and_what_was_not_reached(written):
    found = load_results([written("ada.json", json.dumps(RESULT))])
    (ada,) = found.attempts
    assert (ada.person, ada.seconds, ada.finished) == ("Ada", 60, False)
    assert scores(ada) == {"w3-sampler#0": 1.0, "w3-step#0": 1 / 3, "w3-average#0": 0.0}
    assert [answer.of for answer in ada.answers.values()] == [1, 1, 2]
    assert ada.answers["w3-sampler#0"].seconds == 20
    assert (found.exam, found.title, found.pass_mark) == ("exam", "Week 3", 50)


def test_somebody_without_a_name_has_that_of_the_file(written):
    text = json.dumps({**RESULT, "candidate": " "})
    found = load_results([written("seat-7.json", text), written("seat-8.json", text)])
    assert [each.person for each in found.attempts] == ["seat-7", "seat-8"]


KEY = """\
    form,position,question_id,answer,points,type,options
    A,1,w3-sampler#0,B,1,single,random distributed batch
    A,2,w3-average#0,A C,2,multiple,grads weights buckets data
    A,3,w3-step#0,B C A,3,order,update forward backward
    A,4,w3-dp/process#0,1B 2A,2,match,one each
    A,5,w3-rank#1,rank | process number,1,type,
    A,6,w3-start#0,Equal steps,4,reveal,
    B,1,w3-sampler#0,A,1,single,distributed batch random
    """


def test_typed_answers_are_graded_by_the_key_of_their_form(written):
    files = [
        written("key.csv", KEY),
        written("answers.csv", """\
            name,form,1,2,3,4,5,6
            Ada,A,b,AC,b c a,1B 2A,Process-Number,4
            Bob,a,A,"a, b, c",BCA,B A,RANKS,"1,5"
            Cyd,B,A
            Dan,A,,C,A,2A,,
            """),
    ]  # fmt: skip
    found = load_results(files)
    ada, bob, cyd, dan = found.attempts
    assert scores(ada) == dict.fromkeys(ada.answers, 1.0)
    assert ada.total == 13
    assert list(scores(bob).values()) == [0, 0.5, 1, 1, 0, 0.375]
    assert scores(cyd) == {"w3-sampler#0": 1.0}
    assert cyd.answers["w3-sampler#0"].picks == ("distributed",)
    assert bob.answers["w3-sampler#0"].picks == ("random",)
    assert list(scores(dan).values()) == [0, 0.5, 0, 0.5, 0, None]
    (told,) = found.notices
    assert told.endswith("row 4 has 3 cells, the heading 8")


def test_cells_that_are_no_answer_are_told_and_the_rest_counts(written):
    files = [
        written("key.csv", KEY),
        written("answers.csv", """\
            name,form,1,2,3,4,5,6,9
            Ada,A,E,A C,B C A,1B 2A,rank,9,x
            Bob,Z,A,A,A,A,A,1,
            """),
    ]  # fmt: skip
    found = load_results(files)
    (ada,) = found.attempts
    unreadable = [id for id, answer in ada.answers.items() if answer.is_unreadable]
    assert unreadable == ["w3-sampler#0", "w3-start#0"]
    assert [str(notice).split(": ", 1)[1] for notice in found.notices] == [
        "the key has no position 9",
        "row 2, position 1: 'E' names no option of w3-sampler#0",
        "row 2, position 6: '9' are no points from 0 to 4",
        "row 3 has no form of the key (A, B): “Bob” is left out",
    ]


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.json", '{"exam": "x", "answ', "is not whole JSON"),
        ("a.json", '{"a": 1}', "is no result of 'ptquiz exam' in format 2"),
        (
            "a.json",
            json.dumps({**RESULT, "format": 3}),
            "is no result of 'ptquiz exam' in format 2",
        ),
        (
            "a.json",
            json.dumps({**RESULT, "unanswered": ["x"]}),
            "is a damaged result: unanswered.0",
        ),
        ("a.json", json.dumps({**RESULT, "answers": [{}]}), "is a damaged result: answers.0.card"),
        ("a.json", json.dumps({**RESULT, "answers": 7}), "is a damaged result: answers: "),
        ("a.json", json.dumps(RESULT).replace('"score": 1.0', '"score": 7'), "a damaged result"),
        ("a.json", json.dumps(RESULT).replace('"w3-step#0"', "true"), "a damaged result"),
        (
            "a.json",
            json.dumps(RESULT).replace('["distributed"]', '[["distributed"]]'),
            "a damaged result",
        ),
        (
            "a.json",
            json.dumps({**RESULT, "answers": [], "unanswered": [{"card": "x", "of": 0}]}),
            "is a result of questions that are worth no points",
        ),
        ("a.json", "[" * 100_000, "is not whole JSON: nested too deep"),
        ("a.csv", "", "is empty"),
        ("a.csv", "a,b,c\n1,2,3\n", "is no table of answers that is known here"),
        ("a.csv", 'name,1,2\n"Ada,B', "is no whole table"),
        ("a.csv", "name,1,2\nAda,B,C\n", "but no key: give exam-key.csv too"),
        ("a.csv", "\x00\x01\x02", "is no"),
    ],
)
def test_a_damaged_or_foreign_file_is_named_and_left_out(written, name, text, why):
    good = written("good.json", json.dumps(RESULT))
    found = load_results([written(name, text), good])
    assert len(found.attempts) == 1
    (told,) = found.notices
    assert name in told
    assert why in told


@pytest.mark.parametrize("number", ["1e999", "NaN", "-5", "-Infinity", "1e300"])
@pytest.mark.parametrize(
    "place", ['"duration": 20000', '"of": 1', '"began": 1000', '"ended": 61000',
              '"pass_mark": 50'],
)  # fmt: skip
def test_a_result_with_a_number_that_counts_nothing_is_left_out(written, place, number):
    name = place.partition(":")[0]
    text = json.dumps(RESULT)
    assert place in text
    damaged = written("a.json", text.replace(place, f"{name}: {number}", 1))
    found = load_results([damaged, written("good.json", text)])
    assert len(found.attempts) == 1
    (told,) = found.notices
    assert "a.json is " in told


def test_bytes_that_are_no_text_missing_files_and_pipes_are_named(written, tmp_path):
    (tmp_path / "latin.csv").write_bytes("name,1\n张三,B\n".encode("gbk"))
    (tmp_path / "wide.json").write_bytes(json.dumps(RESULT).encode("utf-16"))
    files = [tmp_path / name for name in ("latin.csv", "none.csv", "wide.json")]
    found = load_results(files)
    assert len(found.attempts) == 1
    assert [str(told).partition(str(tmp_path))[2] for told in found.notices] == [
        "/latin.csv is not UTF-8 text; save it as .xlsx, .ods or CSV UTF-8",
        "/none.csv does not exist",
    ]


def test_a_pipe_an_endless_file_and_a_folder_inside_a_folder_stop_nobody(written, tmp_path):
    inside = tmp_path / "class"
    inside.mkdir()
    os.mkfifo(inside / "pipe.csv")
    (inside / "zeros.json").symlink_to("/dev/zero")
    (inside / "old.json").mkdir()
    (inside / "readme.md").write_text("not looked at")
    found = load_results([inside, written("good.json", json.dumps(RESULT))])
    assert len(found.attempts) == 1
    assert [str(told).rpartition("/")[2] for told in found.notices] == [
        "pipe.csv is not a file", "zeros.json is not a file",
    ]  # fmt: skip


def test_nothing_to_use_is_told_with_the_files(written):
    found = load_results([written("a.csv", " ")])
    assert found.attempts == []
    assert found.notices[0].endswith("a.csv is empty")


def test_results_of_another_exam_are_left_out(written):
    files = [
        written(f"{n}.json", json.dumps({**RESULT, "exam": exam, "candidate": str(n)}))
        for n, exam in enumerate(("exam", "other", "exam"))
    ]
    found = load_results(files)
    assert [each.person for each in found.attempts] == ["0", "2"]
    assert found.notices[0].endswith("1.json is of the exam 'other', not of 'exam'")


@pytest.mark.parametrize(
    ("keep", "points"), [("best", [3]), ("first", [2]), ("last", [0]), ("all", [2, 3, 0])]
)
def test_of_several_attempts_one_counts(written, keep, points):
    files = []
    for began, score in ((1, 0.5), (2, 1.0), (3, 0.0)):
        answer = {**RESULT["answers"][0], "score": score, "of": 4 if score == 0.5 else 3}
        one = {**RESULT, "began": began, "answers": [answer], "unanswered": [], "candidate": "ADA"}
        files.append(written(f"{began}.json", json.dumps(one)))
    found = load_results(files, keep)
    assert [each.points for each in found.attempts] == points
    assert bool(found.notices) is (keep != "all")


def test_the_same_file_twice_counts_once(written):
    files = [written(name, json.dumps(RESULT)) for name in ("a.json", "b.json")]
    found = load_results([*files, files[0].parent], "all")
    assert len(found.attempts) == 1
    assert [told.rpartition("/")[2] for told in found.notices] == [
        "b.json is given twice and counts once",
        "a.json is given twice and counts once",
        "b.json is given twice and counts once",
    ]
