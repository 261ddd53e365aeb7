"""`ptquiz results` as an instructor calls it."""

import csv
import io
import json
from pathlib import Path

import pytest

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
    return ["answers.csv", "exam-key.csv"]


def test_a_class_on_paper_becomes_a_report(ptquiz, answers):
    code, out, err = ptquiz("results", *answers, "--pass-mark", "50", "--plain")
    assert (code, err) == (0, "")
    assert "6 people, 4 questions" in out
    assert "4 of 6 passed (pass mark 50 %)" in out
    told = "w3-sampler#0: the best third chose “batch” (2 of 2): is the key right?"
    assert told in " ".join(out.split())
    assert "Fay Noether" in out


def test_json_has_every_figure(ptquiz, answers):
    code, out, _ = ptquiz("results", *answers, "--json")
    found = json.loads(out)
    assert code == 0
    assert len(found["people"]) == 6
    items = {item["id"]: item for item in found["questions"]}
    assert items["w3-sampler#0"]["share_right"] == 0.5
    assert items["w3-sampler#0"]["discrimination"] < 0
    picks = {pick["name"]: pick["people"] for pick in items["w3-sampler#0"]["picks"]}
    assert picks == {"batch": 3, "distributed": 3, "random": 0}
    assert items["w3-average#0"]["mean_score"] == 0.5  # 1, 1, 0.5, 0.5, 0, 0
    assert items["w3-average#0"]["unanswered"] == 2
    percents = [person["percent"] for person in found["people"]]
    assert percents == [66.67, 66.67, 61.11, 50.0, 44.44, 33.33]


def test_files_are_written_by_their_ending(ptquiz, answers):
    words = [word for name in ("r.html", "r.csv") for word in ("-o", f"out/{name}")]
    code, out, err = ptquiz("results", *answers, *words, "--plain")
    assert (code, err) == (0, "")
    assert out.splitlines()[-3:] == [
        "Wrote out/r.html", "Wrote out/r-people.csv", "Wrote out/r-questions.csv",
    ]  # fmt: skip
    people = list(csv.DictReader(io.StringIO(Path("out/r-people.csv").read_text("utf-8-sig"))))
    assert people[0]["name"] == "Ada Lovelace"
    questions = Path("out/r-questions.csv").read_text("utf-8-sig")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(questions))}
    assert len(rows) == 4
    assert float(rows["w3-sampler#0"]["discrimination"]) < 0
    page = Path("out/r.html").read_text(encoding="utf-8")
    assert "Ada Lovelace" in page
    assert "<script" not in page


def test_beside_a_file_the_terminal_shows_five_lines(ptquiz, answers):
    code, out, _ = ptquiz("results", *answers, "-o", "r.html", "--plain")
    assert code == 0
    assert out.splitlines() == [
        "Results: Week 3", "6 people, 4 questions", "mean 53.7 %, median 55.6 %",
        "4 of 6 passed (pass mark 50 %)", "Wrote r.html",
    ]  # fmt: skip
    everything = ptquiz("results", *answers, "-o", "s.html", "--plain", "--verbose")[1]
    assert "Fay Noether" in everything


def test_a_file_of_somebody_else_is_replaced_only_by_force(ptquiz, answers):
    Path("r.html").write_text("mine")
    code, _, err = ptquiz("results", *answers, "-o", "r.html")
    assert (code, Path("r.html").read_text()) == (1, "mine")
    assert "--force" in err
    assert ptquiz("results", *answers, "-o", "r.html", "--force")[0] == 0
    assert Path("r.html").read_text() != "mine"


def test_names_can_be_left_out_of_everything(ptquiz, answers):
    words = ("-o", "r.html", "-o", "r.csv", "--no-names", "--plain", "--verbose")
    code, out, err = ptquiz("results", *answers, *words)
    assert (code, err) == (0, "")
    files = ("r.html", "r-people.csv", "r-questions.csv")
    for text in (out, *(Path(name).read_text("utf-8-sig") for name in files)):
        assert "Ada" not in text
        assert "Noether" not in text


def test_results_of_the_terminal_are_collected_from_a_folder(ptquiz, monkeypatch):
    Path("class").mkdir()
    for name in ("Ada", "Bob"):
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1 2 3\n"))
        result = f"class/{name}.json"
        ptquiz("exam", "exam", "--course", "week3", "--result", result, "--name", name, "--plain")
    Path("class/broken.json").write_text('{"exam": "exam", "answers"', encoding="utf-8")
    code, out, err = ptquiz("results", "class", "--json")
    assert code == 0
    assert {person["name"] for person in json.loads(out)["people"]} == {"Ada", "Bob"}
    assert err.startswith("class/broken.json is not whole JSON")


def test_hostile_names_and_texts_are_only_text(ptquiz, exam, written):
    written(
        "answers.csv", "name,form,1,2,3\n<script>alert(1)</script>\x1b[2J,A,A,A,A\n=1+1,A,B,B,B\n"
    )
    code, out, _ = ptquiz("results", "answers.csv", "exam-key.csv", "-o", "r.html", "-o", "r.csv")
    assert code == 0
    assert "\x1b[2J" not in out
    assert "<script>" not in Path("r.html").read_text(encoding="utf-8")
    assert "\r\n'=1+1," in Path("r-people.csv").read_text("utf-8-sig").replace("\n", "\r\n")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_report_of_any_width_breaks_names_but_never_a_number(ptquiz, written, monkeypatch, width):
    """Three questions: all are right, one is, another is; the last two are as −0.5 to the rest."""
    from rich.cells import cell_len

    cards = {"train-logits#1": (1, 1, 1), "grad-leaf#1": (1, 0, 0), "train-buffer#1": (0, 0, 1)}
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
    code, out, _ = ptquiz("results", "0.json", "1.json", "2.json", "--plain")
    assert code == 0
    tables = out[out.index("Questions") :].splitlines()
    assert max(cell_len(line.rstrip()) for line in tables) <= width
    for percent, points in (("66.7 %", "2/3"), ("33.3 %", "1/3")):
        assert any(f" {percent} " in line and f" {points} " in line for line in tables)
    rows = [line for line in tables if any(f" {n}. " in line for n in (1, 2, 3))]
    shares = [" 100% ", " 33% ", " 33% "]
    assert all(share in row for share, row in zip(shares, rows, strict=True))
    assert ["−0.50" in row for row in rows] == [False, True, True]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["none.csv"], "none.csv does not exist"),
        (["answers.csv", "-o", "r.xlsx"], "must end with .html or .csv"),
        (["answers.csv", "--attempt", "worst"], "best"),
        ([], "FILE"),
    ],
)
def test_wrong_usage_is_one_clear_complaint(ptquiz, words, told):
    code, out, err = ptquiz("results", *words)
    assert code in (1, 2)
    assert told in out + err


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
    _, out, _ = ptquiz("results", "Ada.json", "Bob.json", "--json")
    found = json.loads(out)
    assert [person["percent"] for person in found["people"]] == [100, 66.67]
    (item,) = found["questions"]
    assert {pick["name"]: pick["right"] for pick in item["picks"]} == {
        "1: dp; 2: ddp; 3: rpc": True,
        "1: dp; 2: node; 3: rpc": False,
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
    code, out, _ = ptquiz("results", "paper.csv", "key.csv", "--json")
    assert code == 0
    (item,) = json.loads(out)["questions"]
    assert (item["share_right"], item["people"]) == (0.6, 5)
    assert [(pick["name"], pick["people"], pick["right"]) for pick in item["picks"]] == [
        ("node", 2, False), ("process number", 2, True), ("rank", 1, True),
    ]  # fmt: skip
