"""`ptquiz results` as an instructor calls it."""

import csv
import io
import json
from pathlib import Path

import pytest

from flashcards.source import load_course

CLASS = """\
    name,form,1,2,3
    Ada Lovelace,A,{b},{g},{s}
    Bob Babbage,A,{b},{g},{s}
    Cy Hopper,A,{b},{x},{s}
    Di Knuth,A,{r},{x},{w}
    Ed Dijkstra,A,{r},,{w}
    Fay Noether,A,{r},,
    """


@pytest.fixture
def exam(ptquiz):
    """The key of a printed exam, and the letters of its options."""
    code, _, err = ptquiz("export", "sheet", "week3", "--quiz", "exam", "-o", "exam.html")
    assert (code, err) == (0, "")
    rows = csv.DictReader(io.StringIO(Path("exam-key.csv").read_text(encoding="utf-8-sig")))
    return {row["question_id"]: row for row in rows}


def letter(row, *names):
    return " ".join("ABCDEF"[row["options"].split().index(name)] for name in names)


@pytest.fixture
def answers(exam, written):
    """Six people; the best took `batch` for right. The question in own words is not graded."""
    sampler, average, step = (exam[f"w3-{name}#0"] for name in ("sampler", "average", "step"))
    cells = {
        "b": letter(sampler, "batch"), "r": letter(sampler, "distributed"),
        "g": letter(average, "grads", "buckets"), "x": letter(average, "grads"),
        "s": letter(step, "forward", "backward", "update"),
        "w": letter(step, "forward", "update", "backward"),
    }  # fmt: skip
    places = ",".join(row["position"] for row in (sampler, average, step))
    written("answers.csv", CLASS.format(**cells).replace("1,2,3", places))
    return ["answers.csv", "exam-key.csv", "--course", "week3"]


def test_a_class_on_paper_becomes_a_report(ptquiz, answers):
    code, out, err = ptquiz("results", *answers, "--pass-mark", "50", "--plain")
    assert (code, err) == (0, "")
    assert "6 people, 4 questions" in out
    assert "4 of 6 passed (pass mark 50 %)" in out
    told = "w3-sampler#0: The best third chose “BatchSampler” (2 of 2). Is the key right?"
    assert told in " ".join(out.split())
    assert "Fay Noether" in out


def test_json_has_every_figure(ptquiz, answers):
    code, out, _ = ptquiz("results", *answers, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["summary"]["people"] == 6
    items = {item["id"]: item for item in found["questions"]}
    assert items["w3-sampler#0"]["share_right"] == 0.5
    assert items["w3-sampler#0"]["discrimination"] < 0
    picks = {pick["name"]: pick["people"] for pick in items["w3-sampler#0"]["picks"]}
    assert picks == {"batch": 3, "distributed": 3, "random": 0}
    assert items["w3-average#0"]["mean_score"] == 0.5  # 1, 1, 0.5, 0.5, 0, 0
    assert items["w3-average#0"]["unanswered"] == 2
    percents = [person["percent"] for person in found["people"]]
    assert percents == [66.67, 66.67, 61.11, 50.0, 44.44, 33.33]
    (concept,) = found["concepts"]
    assert (concept["key"], concept["questions"], concept["share"]) == ("w3-share", 2, 0.5)


def test_suggestions_name_the_entry_with_file_and_line(ptquiz, answers):
    code, out, _ = ptquiz("results", *answers, "--suggest")
    assert code == 0
    place = load_course(Path("week3"), label="").places["w3-sampler"]
    assert f"{place.file}:{place.line}:" in out
    assert "w3-sampler#0: The best third chose" in out


def test_files_are_written_by_their_ending(ptquiz, answers):
    words = [word for name in ("r.html", "r.csv", "r.json") for word in ("-o", f"out/{name}")]
    code, out, err = ptquiz("results", *answers, *words, "--plain")
    assert (code, err) == (0, "")
    assert out.splitlines()[-4:] == [
        "Wrote out/r.html", "Wrote out/r-people.csv", "Wrote out/r-questions.csv",
        "Wrote out/r.json",
    ]  # fmt: skip
    people = list(csv.DictReader(io.StringIO(Path("out/r-people.csv").read_text("utf-8-sig"))))
    assert people[0]["name"] == "Ada Lovelace"
    questions = Path("out/r-questions.csv").read_text("utf-8-sig")
    rows = {row["question_id"]: row for row in csv.DictReader(io.StringIO(questions))}
    assert len(rows) == 4
    assert float(rows["w3-sampler#0"]["discrimination"]) < 0
    page = Path("out/r.html").read_text(encoding="utf-8")
    assert "Ada Lovelace" in page
    assert "<script" not in page


def test_beside_a_file_the_terminal_shows_five_lines(ptquiz, answers):
    code, out, _ = ptquiz("results", *answers, "-o", "r.html", "--plain")
    assert code == 0
    assert out.splitlines() == [
        "Results: Week 3", " 6 people, 4 questions", " mean 53.7 %, median 55.5 %",
        " 4 of 6 passed (pass mark 50 %)", "Wrote r.html",
    ]  # fmt: skip
    everything = ptquiz("results", *answers, "-o", "r.html", "--plain", "--verbose")[1]
    assert "Fay Noether" in everything


def test_what_to_look_at_stands_in_the_order_of_the_paper(ptquiz, written):
    """A hundred people know 24 questions and fail at one: that is told of twenty, in its place."""
    order = [*range(1, 13), 25, *range(13, 25)]
    asked = "".join(f"A,{place},q{n},A,1,single\n" for place, n in enumerate(order, 1))
    written("key.csv", f"form,position,question_id,answer,points,type\n{asked}")
    cells = ",".join("B" if n == 25 else "A" for n in order)
    people = "".join(f"P{n},A,{cells}\n" for n in range(100))
    written("a.csv", f"name,form,{','.join(map(str, range(1, 26)))}\n{people}")
    _, out, _ = ptquiz("results", "a.csv", "key.csv", "--plain")
    told = [line.split()[1:3] for line in out.splitlines() if line.startswith(" •")]
    shown = [*range(1, 13), 25, *range(13, 20)]
    assert told == [[f"{place}.", f"q{n}:"] for place, n in enumerate(shown, 1)]


def test_names_can_be_left_out_of_everything(ptquiz, answers):
    words = ("-o", "r.html", "-o", "r.csv", "-o", "r.json", "--no-names", "--plain", "--verbose")
    code, out, err = ptquiz("results", *answers, *words)
    assert (code, err) == (0, "")
    files = ("r.html", "r-people.csv", "r-questions.csv", "r.json")
    for text in (out, *(Path(name).read_text("utf-8-sig") for name in files)):
        assert "Ada" not in text
        assert "Noether" not in text


def test_without_names_no_file_is_named_either(ptquiz, answers, written):
    written("Ada-Lovelace.json", '{"exam": "exam", "answers"')
    Path("class-Noether.csv").write_text("a,b,c\n1,2,3\n", encoding="utf-8")
    files = (str(Path("Ada-Lovelace.json").resolve()), "class-Noether.csv", "Emmy.csv")
    words = ("-o", "r.html", "-o", "r.json", "--no-names", "--plain")
    code, out, err = ptquiz("results", *answers, *files, *words)
    assert code == 0
    assert [line[:14] for line in err.splitlines()] == [
        "a file is not ", "a file does no", "a file is no t",
    ]  # fmt: skip
    for text in (out, err, *(Path(name).read_text("utf-8-sig") for name in ("r.html", "r.json"))):
        assert "Ada" not in text
        assert "Noether" not in text
        assert "Emmy" not in text


def test_results_of_the_terminal_are_collected_from_a_folder(ptquiz, monkeypatch):
    Path("class").mkdir()
    for name in ("Ada", "Bob"):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1 2 3\n"))
        result = f"class/{name}.json"
        ptquiz("exam", "exam", "--course", "week3", "--result", result, "--name", name, "--plain")
    Path("class/broken.json").write_text('{"exam": "exam", "answers"', encoding="utf-8")
    code, out, err = ptquiz("results", "class", "--course", "week3", "--json")
    assert code == 0
    assert {person["name"] for person in json.loads(out)["people"]} == {"Ada", "Bob"}
    assert err.startswith("class/broken.json is not whole JSON")
    code, _, err = ptquiz("results", "class/Ada.json", "--json")
    assert code == 0
    assert err.startswith("the answers are of the course 'week3', not of 'pytorch-for-")
    assert err.endswith("; name it: --course\n")


def test_hostile_names_and_texts_are_only_text(ptquiz, exam, written):
    written(
        "answers.csv", "name,form,1,2,3\n<script>alert(1)</script>\x1b[2J,A,A,A,A\n=1+1,A,B,B,B\n"
    )
    code, out, _ = ptquiz(
        "results", "answers.csv", "exam-key.csv", "--course", "week3", "-o", "r.html", "-o", "r.csv"
    )
    assert code == 0
    assert "\x1b[2J" not in out
    assert "<script>" not in Path("r.html").read_text(encoding="utf-8")
    assert "\r\n'=1+1," in Path("r-people.csv").read_text("utf-8-sig").replace("\n", "\r\n")


ALL_RIGHT, ONE_RIGHT, ANOTHER_RIGHT = (1, 1, 1), (1, 0, 0), (0, 0, 1)
"""Who of three people had a question right; the last two are as −0.5 to the rest."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("lang", "space"), [("en", " "), ("zh", " ")])
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_report_of_any_width_cuts_texts_but_never_a_number_or_a_name(
    ptquiz, written, monkeypatch, lang, space, width
):
    from rich.cells import cell_len

    cards = {"train-logits#1": ALL_RIGHT, "grad-leaf#1": ONE_RIGHT, "train-buffer#1": ANOTHER_RIGHT}
    names = ("Maxim", "欧阳娜娜", "Bo")
    for place, name in enumerate(names):
        answers = [
            {"card": card, "form": "type", "shown": [], "answer": ["x"], "right": ["y"],
             "score": who[place], "of": 1, "duration": 90_000} for card, who in cards.items()
        ]  # fmt: skip
        result = {"format": 2, "exam": "e", "title": "T", "candidate": name, "versions": {},
                  "began": 0, "ended": 1, "finished": True, "pass_mark": 50, "total": 3,
                  "answers": answers, "unanswered": []}  # fmt: skip
        written(f"{place}.json", json.dumps(result))
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, _ = ptquiz(
        "results", "--verbose", "0.json", "1.json", "2.json", "--lang", lang, "--plain"
    )
    assert code == 0
    assert max(cell_len(line.rstrip()) for line in out.splitlines()) <= width
    for name, score in zip(names, ("66.7", "33.3", "66.7"), strict=True):
        [row] = [line for line in out.splitlines() if line.startswith(f" {name} ")]
        assert f" {score}{space}% " in row
        assert f" {round(float(score) * 3 / 100)}/3 " in row
    rows = [line for line in out.splitlines() if any(f" {n}. " in line for n in (1, 2, 3))]
    shares = [f" {share}{space}% " for share in (100, 33, 33)]
    assert all(share in f" {row}" for share, row in zip(shares, rows, strict=True))
    assert ["−0.50" in row for row in rows] == [False, True, True]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.csv"], "none.csv does not exist"),
        (["answers.csv", "-o", "r.xlsx"], "must end with .html, .csv or .json"),
        (["answers.csv", "--suggest", "--json"], "--json has the entries to look at too"),
        (["answers.csv", "--attempt", "worst"], "best"),
        ([], "FILE"),
    ],
)
def test_wrong_usage_is_one_clear_complaint(ptquiz, words, told):
    code, out, err = ptquiz("results", *words)
    assert code in (1, 2)
    assert told in out + err


def test_a_match_on_paper_is_told_with_the_texts_of_its_things(ptquiz, course, written):
    deck = course / "decks" / "ddp.yaml"
    deck.write_text(
        deck.read_text()
        + """\
- compare: {dp: DataParallel, ddp: DDP, rpc: RPC}
  key: w3-dp
  rows: {process: {aspect: Processes, dp: one for all, ddp: one for each GPU, rpc: any number}}
"""
    )
    written("week3/quizzes/m.yaml", "quiz: m\ntitle: M\nselect: {key: [w3-dp]}\n")
    assert ptquiz("export", "sheet", "week3", "--quiz", "m", "-o", "m.html")[0] == 0
    rows = csv.DictReader(io.StringIO(Path("m-key.csv").read_text(encoding="utf-8-sig")))
    dp, ddp, rpc = (letter(row := next(rows), "dp"), letter(row, "ddp"), letter(row, "rpc"))
    written("m.csv", f"name,1\nAda,1{dp} 2{ddp} 3{rpc}\nBob,1{ddp} 2{dp} 3{rpc}\n")
    _, out, _ = ptquiz("results", "m.csv", "m-key.csv", "--course", "week3", "--json")
    (item,) = json.loads(out)["questions"]
    assert {pick["text"]: pick["people"] for pick in item["picks"]} == {
        "DataParallel: one for all; DDP: one for each GPU; RPC: any number": 1,
        "DataParallel: one for each GPU; DDP: one for all; RPC: any number": 1,
    }
    key = Path("m-key.csv").read_bytes()
    Path("m-key.csv").write_bytes(key.replace(b"w3-dp/process", b"gone"))
    _, out, _ = ptquiz("results", "m.csv", "m-key.csv", "--json")
    (item,) = json.loads(out)["questions"]
    assert {pick["text"] for pick in item["picks"]} == {
        "1: dp; 2: ddp; 3: rpc", "1: ddp; 2: dp; 3: rpc"
    }  # fmt: skip


SURPLUS = """\
- compare: {dp: DataParallel, ddp: DDP, rpc: RPC}
  key: w3-dp
  rows:
    process:
      aspect: Processes
      dp: one for all
      ddp: one for each GPU
      rpc: any number
      wrong: {node: one for each machine}
"""


@pytest.fixture
def surplus(course, written):
    """The course has a match with a cell that fits nothing, and a quiz of it."""
    deck = course / "decks" / "ddp.yaml"
    deck.write_text(deck.read_text(encoding="utf-8") + SURPLUS, encoding="utf-8")
    written("week3/quizzes/m.yaml", "quiz: m\ntitle: M\nselect: {key: [w3-dp]}\nseed: s\n")


def sit_match(ptquiz, monkeypatch, name, line):
    """The answer to the match in the result of somebody who typed this line."""
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{line}\n"))
    words = ("--course", "week3", "--result", f"{name}.json", "--name", name, "--plain")
    assert ptquiz("exam", "m", *words)[0] == 0
    (answer,) = json.loads(Path(f"{name}.json").read_text(encoding="utf-8"))["answers"]
    return answer


def test_a_cell_that_fits_nothing_is_told_from_the_keyboard(ptquiz, surplus, monkeypatch):
    shown = sit_match(ptquiz, monkeypatch, "first", "1 2 3")["shown"]
    assert sorted(shown) == ["ddp", "dp", "node", "rpc"]
    number = {name: str(place) for place, name in enumerate(shown, 1)}
    right = f"{number['dp']} {number['ddp']} {number['rpc']}"
    assert sit_match(ptquiz, monkeypatch, "Ada", right)["score"] == 1
    wrong = f"{number['dp']} {number['node']} {number['rpc']}"
    kept = sit_match(ptquiz, monkeypatch, "Bob", wrong)
    assert (kept["answer"], kept["score"]) == (["dp", "node", "rpc"], pytest.approx(2 / 3))
    _, out, _ = ptquiz("results", "Ada.json", "Bob.json", "--course", "week3", "--json")
    found = json.loads(out)
    assert [person["percent"] for person in found["people"]] == [100, 66.67]
    (item,) = found["questions"]
    assert {pick["text"]: pick["right"] for pick in item["picks"]} == {
        "DataParallel: one for all; DDP: one for each GPU; RPC: any number": True,
        "DataParallel: one for all; DDP: one for each machine; RPC: any number": False,
    }


def test_typed_answers_are_marked_and_counted_by_the_rule_that_scored_them(ptquiz, written):
    """Two spellings of the alias, one of the name."""
    written("key.csv", """\
        form,position,question_id,answer,points,type,options
        A,1,w3-rank#1,rank | process number,1,type,
        """)  # fmt: skip
    written(
        "paper.csv", "name,1\nAda,Rank\nBob,PROCESS number\nCy,process-number\nDi,Node\nEd,node\n"
    )
    code, out, _ = ptquiz("results", "paper.csv", "key.csv", "--course", "week3", "--json")
    assert code == 0
    (item,) = json.loads(out)["questions"]
    assert (item["right"], item["people"]) == (3, 5)
    assert [(pick["text"], pick["people"], pick["right"]) for pick in item["picks"]] == [
        ("Node", 2, False), ("process number", 2, True), ("rank", 1, True),
    ]  # fmt: skip


def test_a_question_whose_entry_is_retired_since_keeps_its_text(ptquiz, course, answers):
    _, before, _ = ptquiz("results", *answers, "--course", "week3", "--json")
    deck = course / "decks" / "ddp.yaml"
    text = deck.read_text(encoding="utf-8")
    retired = "  key: w3-sampler\n  retired: Asked often enough."
    deck.write_text(text.replace("  key: w3-sampler", retired), encoding="utf-8")
    (course / "quizzes" / "exam.yaml").unlink()
    _, after, _ = ptquiz("results", *answers, "--course", "week3", "--json")
    texts = [{row["id"]: row["text"] for row in json.loads(told)["questions"]} for told in
             (before, after)]  # fmt: skip
    assert texts[0] == texts[1]
    assert texts[1]["w3-sampler#0"].startswith("Which sampler gives every rank")


def test_questions_that_changed_since_the_exam_was_printed_are_told(ptquiz, course, answers):
    """A new reason, or that an entry is retired, is no change of what was asked."""
    deck = course / "decks" / "ddp.yaml"
    text = deck.read_text(encoding="utf-8")
    text = text.replace("It splits the indices", "It divides the indices")
    deck.write_text(text.replace("  key: w3-step", "  key: w3-step\n  retired: Old."), "utf-8")
    (course / "quizzes" / "exam.yaml").unlink()
    _, out, err = ptquiz("results", *answers, "--json")
    assert (json.loads(out)["notices"], err) == ([], "")
    deck.write_text(text.replace("Which of these does DDP", "What does DDP"), encoding="utf-8")
    _, _, err = ptquiz("results", *answers, "--json")
    assert err.startswith("changed in the course since the exam was printed: w3-average#0; this")
