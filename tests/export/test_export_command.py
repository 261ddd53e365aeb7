"""`ptquiz export` as an instructor calls it."""

import json
import shutil
from pathlib import Path

import pytest

from flashcards.cli import run
from tests.helpers.export_readers import read_csv, read_moodle

TABLE = Path(__file__).parent / "data" / "table"


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line in an empty folder beside the course `table`."""
    shutil.copytree(TABLE, tmp_path / "table")
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_an_export_tells_the_counts_and_writes_the_file(ptquiz):
    words = ("export", "moodle", "table", "--quiz", "table", "-o", "out/t.xml")
    code, out, err = ptquiz(*words)
    assert (code, err) == (0, "")
    counts = ["13 kept, 0 degraded, 0 refused of Training in parallel", "Wrote out/t.xml"]
    assert out.splitlines() == counts
    lines = ptquiz(*words, "--verbose", "--force")[1].splitlines()
    assert (lines[0], len(lines)) == ("kept      clear-gradients#0", 15)
    assert lines[-2:] == counts
    assert len(read_moodle(Path("out/t.xml").read_bytes())) == 13


def test_json_tells_the_same_to_programs(ptquiz):
    code, out, _ = ptquiz("export", "canvas", "table", "--quiz", "table", "-o", "t.zip", "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["kept"], told["degraded"], told["refused"]) == (8, 5, 0)
    assert told["files"] == ["t.zip"]
    assert {q["id"]: q["said"] for q in told["questions"]}["ddp-step#0"] == [
        "Classic Quizzes asks to match the steps with their numbers"
    ]


def test_strict_writes_nothing_if_anything_is_lost(ptquiz):
    code, _, err = ptquiz("export", "canvas", "table", "--strict", "-o", "t.zip")
    assert code == 1
    assert err == "nothing written: 4 questions would lose something\n"
    assert not Path("t.zip").exists()
    code, _, err = ptquiz(
        "export", "canvas", "table", "--strict", "--key", "clear-gradients", "-o", "t.zip"
    )
    assert (code, err) == (0, "")


def test_a_format_that_can_hold_nothing_writes_nothing(ptquiz):
    options = "".join(f", {name}: right {name}" for name in "bcdefghijkl")
    Path("table/decks/many.yaml").write_text(
        "deck: many\ntitle: Many\nentries:\n- choose: Which?\n  key: many\n"
        f"  options: {{a: wrong{options}}}\n  right: [b, c, d, e, f, g, h, i, j, k, l]\n"
    )
    code, _, err = ptquiz("export", "moodle", "table", "--deck", "many", "-o", "t.xml")
    assert (code, err) == (1, "nothing written: moodle can hold none of these cards\n")
    assert not Path("t.xml").exists()


def test_an_empty_selection_names_the_filter_that_left_none(ptquiz):
    code, _, err = ptquiz("export", "csv", "table", "--tag", "week1", "--difficulty", "hard")
    assert code == 1
    assert "no cards match: --tag week1 left 13; --difficulty hard left 0" in err


def test_a_dry_run_tells_counts_points_and_guessing_and_writes_nothing(ptquiz):
    code, out, _ = ptquiz("export", "sheet", "table", "--quiz", "table", "--dry-run")
    assert code == 0
    assert out.splitlines() == [
        "13 questions: 3 single, 1 multiple, 2 type, 2 reveal, 1 match, 1 order, 2 gap, 1 points",
        "15 points; pure guessing is expected to get 16.2 %",
    ]
    assert not Path("build").exists()


def test_every_block_that_is_short_is_told(ptquiz):
    Path("short.yaml").write_text(
        "quiz: short\ntitle: Short\npicks:\n"
        "- {title: Code, select: {kind: [code]}, count: 3}\n"
        "- {title: Order, select: {kind: [order]}, count: 2}\n"
        "- {title: Term, select: {kind: [term]}, count: 1}\n"
    )
    for options in ([], ["--dry-run"]):
        code, _, err = ptquiz("export", "sheet", "table", "--quiz", "short.yaml", *options)
        assert code == 1
        assert err.startswith(
            "too few cards: Code: 2 of 3 questions (kind code left 2); "
            "Order: 1 of 2 questions (kind order left 1). "
        )


def test_a_quiz_file_gives_the_same_exam_as_the_options_that_it_holds(ptquiz):
    chosen = ["--kind", "choose", "--kind", "code", "--kind", "term", "-n", "3", "--seed", "a: b",
              "--title", 'Say "hi": 梯度', "--points", "2.5"]  # fmt: skip
    ptquiz("export", "sheet", "table", *chosen, "-o", "one.html")
    Path("Week 3!.txt").write_text(
        """quiz: week-3\ntitle: 'Say "hi": 梯度'\nselect:\n  kind: [choose, code, term]\n"""
        'count: 3\npoints: 2.5\nseed: "a: b"\n',
        encoding="utf-8",
    )
    code, _, err = ptquiz("export", "sheet", "table", "--quiz", "Week 3!.txt", "-o", "two.html")
    assert (code, err) == (0, "")
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()
    assert Path("one-key.csv").read_bytes() == Path("two-key.csv").read_bytes()


def test_forms_paper_and_key_are_for_paper_only(ptquiz):
    code, _, err = ptquiz("export", "moodle", "table", "--forms", "A,B")
    assert code == 2
    assert "only 'export sheet' has '--" in err
    assert ptquiz("export", "sheet", "table", "--forms", "A,A")[0] == 2
    assert ptquiz("export", "sheet", "table", "--paper", "a5")[0] == 2


def test_the_number_of_questions_is_the_quizs_own(ptquiz):
    code, _, err = ptquiz("export", "csv", "table", "--quiz", "table", "-n", "3")
    assert code == 2
    assert "the blocks of the quiz say how many" in err


def test_the_exam_and_its_keys_are_written_beside_each_other(ptquiz):
    code, out, _ = ptquiz(
        "export", "sheet", "table", "--quiz", "table", "--forms", "A,B,C", "-o", "exam.html"
    )
    assert code == 0
    assert out.splitlines()[-5:] == [
        "Wrote exam-A.html", "Wrote exam-B.html", "Wrote exam-C.html", "Wrote exam-key.html",
        "Wrote exam-key.csv",
    ]  # fmt: skip
    rows = read_csv(Path("exam-key.csv").read_bytes())
    assert len(rows) == 39
    assert list(rows[0])[:5] == ["form", "position", "question_id", "answer", "points"]
    assert list(rows[0])[5:] == ["type", "options", "title", "pass_mark"]


def test_the_same_choice_gives_the_same_bytes(ptquiz):
    for name in ("canvas", "moodle", "json"):
        ptquiz("export", name, "table", "--seed", "s", "-o", f"1.{name}")
        ptquiz("export", name, "table", "--seed", "s", "-o", f"2.{name}")
        assert Path(f"1.{name}").read_bytes() == Path(f"2.{name}").read_bytes()


@pytest.mark.parametrize("words", [" ", "a\nb", "a\udcffb"])
@pytest.mark.parametrize("option", ["--title", "--seed"])
def test_a_text_that_no_file_could_hold_is_wrong_usage(ptquiz, option, words):
    code, _, err = ptquiz("export", "moodle", "table", option, words, "-o", "t.xml")
    assert code == 2
    assert "give one line of text without control characters" in err
    assert not Path("t.xml").exists()


@pytest.mark.parametrize(
    ("option", "name", "said"),
    [
        ("--key", "stop-trackin", "the course has no entry 'stop-trackin' (did you mean 'stop-tr"),
        ("--exclude", "arow", "the course has no entry 'arow' (did you mean 'arrow'?)"),
        ("--tag", "week4", "the course has no tag 'week4' (did you mean 'week1'?)"),
        ("--deck", "x", "the course has no deck 'x'\n"),
    ],
)
def test_a_name_that_the_course_does_not_have_is_told_beside_names_that_it_has(
    ptquiz, option, name, said
):
    code, _, err = ptquiz("export", "csv", "table", "--key", "arrow", option, name, "-o", "t.csv")
    assert code == 1
    assert f"{option}: {said}" in err
    assert not Path("t.csv").exists()
    assert ptquiz("export", "csv", "table", "--key", "wrappers/process", "-o", "t.csv")[0] == 0


def test_a_language_that_has_no_card_yet_is_told_as_such(ptquiz):
    info = Path("table/decks/course.yaml")
    info.write_text(info.read_text() + "languages: [en, qaa]\n")
    for words in (["export", "csv"], ["build"], ["preview"]):
        code, _, err = ptquiz(*words, "table", "--lang", "qaa", "-o", "out")
        assert (code, err) == (1, "nothing is translated into 'qaa' yet\n")
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("typed", "written"),
    [("Week 3.1 exam", "Week 3.1 exam.html"), ("e.html", "e.html"), ("e.HTM", "e.html")],
)
def test_the_name_of_an_exam_keeps_its_dots(ptquiz, typed, written):
    assert ptquiz("export", "sheet", "table", "-o", typed)[0] == 0
    stem = written.removesuffix(".html")
    found = sorted(path.name for path in Path().iterdir() if path.is_file())
    assert found == [f"{stem}-key.csv", f"{stem}-key.html", written]


def test_a_key_that_cannot_be_written_leaves_the_old_exam_with_its_old_key(ptquiz):
    ptquiz("export", "sheet", "table", "--seed", "old", "-o", "e.html")
    old = Path("e.html").read_bytes()
    Path("e-key.csv").unlink()
    Path("e-key.csv").mkdir()
    code, _, err = ptquiz("export", "sheet", "table", "--seed", "new", "-o", "e.html", "--force")
    assert code == 1
    assert err == "cannot write e-key.csv: it is a folder; name a file\n"
    assert Path("e.html").read_bytes() == old


def test_an_exam_in_chinese_has_the_chinese_title_of_the_course(ptquiz):
    info = Path("table/decks/course.yaml")
    info.write_text(info.read_text() + "languages: [en, zh]\n")
    Path("table/decks/zh").mkdir()
    Path("table/decks/zh/table.yaml").write_text(
        "lang: zh\ncourse: 并行训练\nentries:\n  arrow:\n"
        '    recall: "看：![箭头](arrow.svg)"\n    answer: 箭头。\n',
        encoding="utf-8",
    )
    assert ptquiz("export", "sheet", "table", "--lang", "zh", "-o", "zh.html")[0] == 0
    page = Path("zh.html").read_text(encoding="utf-8")
    assert "<h1>并行训练</h1>" in page
    assert "<p>并行训练 · A. Teacher</p>" in page


def page_of(ptquiz, *words):
    code, _, err = ptquiz("export", "sheet", "table", *words, "-o", "e.html", "--force")
    assert (code, err) == (0, "")
    return Path("e.html").read_text(encoding="utf-8")


def test_author_course_and_date_are_printed_as_given(ptquiz):
    words = [
        "--author",
        "A & B",
        "--course-title",
        "Systems 101",
        "--date",
        "Tuesday, 2 March 2027",
    ]
    page = page_of(ptquiz, "--quiz", "table", *words)
    assert "<p>Systems 101 · A &amp; B</p>" in page
    assert "<span>Date Tuesday, 2 March 2027</span>" in page
    assert "<span>Date <i></i></span>" not in page
    assert "<span>Date <i></i></span>" in page_of(ptquiz, "--quiz", "table")
    ptquiz("export", "json", "table", *words[:4], "-o", "t.json")
    told = json.loads(Path("t.json").read_text(encoding="utf-8"))
    assert (told["author"], told["course"]) == ("A & B", "Systems 101")


def test_options_stand_above_the_quiz_file(ptquiz):
    Path("own.yaml").write_text(
        "quiz: own\ntitle: Own\nauthor: Nobody\ncourse: Nothing\nshuffle: false\n"
    )
    words = ["--author", "Ada", "--course-title", "Systems"]
    assert "<p>Systems · Ada</p>" in page_of(ptquiz, "--quiz", "own.yaml", *words)


def test_questions_are_in_teaching_order_but_on_paper_or_where_the_quiz_shuffles(ptquiz):
    def order(format_name, *words):
        code, out, _ = ptquiz(
            "export", format_name, "table", *words, "-o", "t", "--json", "--force"
        )
        assert code == 0
        return [question["id"] for question in json.loads(out)["questions"]]

    taught = order("csv")
    assert taught[:3] == ["clear-gradients#0", "stop-tracking#0", "print-dict#0"]
    assert order("csv", "--quiz", "table") == taught
    Path("mixed.yaml").write_text("quiz: mixed\ntitle: Mixed\nshuffle: true\n")
    mixed = order("csv", "--quiz", "mixed.yaml")
    assert mixed != taught
    assert sorted(mixed) == sorted(taught)
    page_of(ptquiz)
    rows = read_csv(Path("e-key.csv").read_bytes())
    on_paper = [row["question_id"] for row in rows]
    assert on_paper != [id for id in taught if id in on_paper]


def test_forms_have_names_of_any_letters(ptquiz):
    code, out, err = ptquiz(
        "export", "sheet", "table", "--quiz", "table", "--forms", "Ada  Lovelace, 张三,O'Neil/2",
        "-o", "exam.html",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out.splitlines()[-5:-2] == [
        "Wrote exam-Ada Lovelace.html", "Wrote exam-张三.html", "Wrote exam-O'Neil_2.html",
    ]  # fmt: skip
    rows = read_csv(Path("exam-key.csv").read_bytes())
    assert {row["form"] for row in rows} == {"Ada Lovelace", "张三", "O'Neil/2"}


@pytest.mark.parametrize("names", ["A,,B", "A,A", " ", "a\u202eb", "x" * 61, "a\x07b"])
def test_names_that_are_none_are_wrong_usage(ptquiz, names):
    code, _, err = ptquiz("export", "sheet", "table", "--forms", names)
    assert code == 2
    assert "--forms" in err


def test_all_forms_go_into_one_file_if_wanted(ptquiz):
    words = ["export", "sheet", "table", "--quiz", "table", "--forms", "A,B", "--one-file"]
    assert "Wrote e.html" in ptquiz(*words, "-o", "e.html")[1].splitlines()
    assert Path("e.html").read_text(encoding="utf-8").count('<article class="form"') == 2
    code, _, err = ptquiz("export", "csv", "table", "--one-file")
    assert (code, "only 'export sheet' has '--one-file'." in err) == (2, True)
