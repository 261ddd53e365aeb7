"""`ptquiz export` as an instructor calls it."""

import json
from pathlib import Path
from shutil import copytree

import pytest

from flashcards.cli import run
from tests.helpers.export_readers import read_csv, read_moodle

TABLE = Path(__file__).parent / "data" / "table"


@pytest.fixture
def export(tmp_path, monkeypatch, capsys):
    """Exports the course `table`, which lies in an otherwise empty folder."""
    copytree(TABLE, tmp_path / "table")
    monkeypatch.chdir(tmp_path)

    def call(format_name, *words):
        code = run(["export", format_name, "table", *words])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err

    return call


def list_files():
    return sorted(path.name for path in Path().iterdir() if path.is_file())


def read_text(name):
    return Path(name).read_text(encoding="utf-8")


def test_an_export_tells_the_counts_and_writes_the_file(export):
    words = ("moodle", "--quiz", "table", "-o", "out/t.xml")
    counts = ["13 kept, 0 degraded, 0 refused of Training in parallel", "Wrote out/t.xml"]
    assert export(*words) == (0, counts, "")
    assert len(read_moodle(Path("out/t.xml").read_bytes())) == 13
    _, lines, _ = export(*words, "--verbose", "--force")
    assert (lines[0], lines[-2:], len(lines)) == ("kept      clear-gradients#0", counts, 15)


def test_variants_tell_a_teacher_of_moodle_what_to_do_with_their_categories(export):
    deck = "deck: v\ntitle: V\nentries:\n- code: print(${n})\n  key: v\n  vary:\n"
    rows = "  - {n: 1, prints: '1'}\n  - {n: 2, prints: '2'}\n"
    Path("table/decks/v.yaml").write_text(deck + rows)
    code, lines, err = export("moodle", "--key", "v", "-o", "v.xml", "--variants")
    assert (code, err, lines[1]) == (0, "", "Wrote v.xml")
    assert [line[:2] for line in lines[2:]] == ["Ea", "1.", "2."]
    assert "Apply filters" in lines[-1]
    assert len(read_moodle(Path("v.xml").read_bytes())) == 2
    assert export("canvas", "--key", "v", "--variants")[0] == 2


def test_verbose_says_what_each_question_loses(export):
    code, lines, _ = export("canvas", "--quiz", "table", "-o", "t.zip", "--verbose")
    loss = "Classic Quizzes asks to match the steps with their numbers"
    assert (code, f"degraded  ddp-step#0: {loss}" in lines) == (0, True)
    assert lines[-2:] == ["8 kept, 5 degraded, 0 refused of Training in parallel", "Wrote t.zip"]


def test_a_format_that_can_hold_nothing_writes_nothing(export):
    options = "".join(f", {name}: right {name}" for name in "bcdefghijkl")
    Path("table/decks/many.yaml").write_text(
        "deck: many\ntitle: Many\nentries:\n- choose: Which?\n  key: many\n"
        f"  options: {{a: wrong{options}}}\n  right: [b, c, d, e, f, g, h, i, j, k, l]\n"
    )
    code, lines, err = export("moodle", "--deck", "many", "-o", "t.xml", "--verbose")
    assert (code, err) == (1, "nothing written: moodle can hold none of these cards\n")
    assert lines[0] == "refused   many#0: has 11 right options; Moodle has weights for at most 10"
    assert list_files() == []


def test_a_dry_run_tells_counts_points_and_guessing_and_writes_nothing(export):
    code, lines, _ = export("sheet", "--quiz", "table", "--dry-run")
    assert (code, Path("build").exists()) == (0, False)
    assert lines == [
        "13 questions: 3 single, 1 multiple, 2 type, 2 reveal, 1 match, 1 order, 2 gap, 1 points",
        "15 points; pure guessing is expected to get 16.2 %",
    ]


def test_a_quiz_file_gives_the_same_exam_as_the_options_that_it_holds(export):
    chosen = ["--kind", "choose", "--kind", "code", "--kind", "term", "-n", "3", "--seed", "a: b",
              "--title", 'Say "hi": 梯度', "--points", "2.5"]  # fmt: skip
    assert export("sheet", *chosen, "-o", "one.html")[0] == 0
    Path("Week 3!.txt").write_text(
        """quiz: week-3\ntitle: 'Say "hi": 梯度'\nselect:\n  kind: [choose, code, term]\n"""
        'count: 3\npoints: 2.5\nseed: "a: b"\n',
        encoding="utf-8",
    )
    assert export("sheet", "--quiz", "Week 3!.txt", "-o", "two.html")[::2] == (0, "")
    for end in (".html", "-key.csv"):
        assert Path(f"one{end}").read_bytes() == Path(f"two{end}").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("moodle", "--forms", "A,B"), "'--forms' is only for 'export sheet'."),
        (("canvas", "-o", "-"), "--output: '-' is standard output, where only one file of text"),
        (("csv", "--one-file"), "'--one-file' is only for 'export sheet'."),
        (("sheet", "--paper", "a5"), "a5"),
        (("web", "--dry-run"), "'--dry-run' is not for 'export web'."),
        (("web", "--points=2"), "'--points' is not for 'export web'."),
        (("csv", "--quiz", "table", "-n", "3"), "the blocks of the quiz say how many"),
        (("moodle", "--title", "a\nb"), "one line of text without control characters"),
        (("moodle", "--seed", " "), "one line of text without control characters"),
        *((("sheet", "--forms", names), "--forms") for names in (
            "A,,B", "A,a", "key,A", " ", "a\u202eb", "x" * 61, "a/b", "..")),
    ],
)  # fmt: skip
def test_wrong_usage_is_told_and_writes_nothing(export, words, message):
    code, _, err = export(*words)
    assert (code, message in err, list_files()) == (2, True, [])


def test_a_language_that_has_no_card_yet_is_told_as_such(export):
    info = Path("table/decks/course.yaml")
    info.write_text(info.read_text() + "languages: [en, qaa]\n")
    code, _, err = export("csv", "--lang", "qaa", "-o", "out")
    assert (code, err, list_files()) == (1, "nothing is translated into 'qaa' yet\n", [])


def test_an_exam_in_chinese_has_the_chinese_title_of_the_course(export):
    info = Path("table/decks/course.yaml")
    info.write_text(info.read_text() + "languages: [en, zh]\n")
    Path("table/decks/zh").mkdir()
    Path("table/decks/zh/table.yaml").write_text(
        "lang: zh\ncourse: 并行训练\nentries:\n  arrow:\n"
        '    recall: "看：![箭头](arrow.svg)"\n    answer: 箭头。\n',
        encoding="utf-8",
    )
    assert export("sheet", "--lang", "zh", "-o", "zh.html")[0] == 0
    assert "<h1>并行训练</h1>" in read_text("zh.html")
    assert "<p>并行训练 · A. Teacher</p>" in read_text("zh.html")


def test_what_is_printed_is_as_the_options_say_which_stand_above_the_quiz_file(export):
    Path("own.yaml").write_text("quiz: own\ntitle: Own\nauthor: A & B\ncourse: Systems 101\n")
    words = ("--quiz", "own.yaml", "--title", "Retake")
    assert export("sheet", *words, "--date", "2 March 2027", "-o", "e.html")[::2] == (0, "")
    page = read_text("e.html")
    assert "<p>Systems 101 · A &amp; B</p>" in page
    assert "<span>Date 2 March 2027</span>" in page
    export("json", *words, "-o", "t.json")
    told = json.loads(read_text("t.json"))
    assert (told["author"], told["course"], told["title"]) == ("A & B", "Systems 101", "Retake")


def test_questions_are_in_teaching_order_but_on_paper_or_where_the_quiz_shuffles(export):
    def list_ids(format_name, *words):
        code, lines, _ = export(format_name, *words, "-o", "t", "--verbose", "--force")
        assert code == 0
        return [line.split()[1].rstrip(":") for line in lines if "#" in line]

    taught = list_ids("csv")
    assert taught[:3] == ["clear-gradients#0", "stop-tracking#0", "print-dict#0"]
    assert list_ids("csv", "--quiz", "table") == taught
    Path("mixed.yaml").write_text("quiz: mixed\ntitle: Mixed\nshuffle: true\n")
    mixed, on_paper = list_ids("csv", "--quiz", "mixed.yaml"), list_ids("sheet")
    assert taught not in (mixed, on_paper)
    assert sorted(mixed) == sorted(on_paper) == sorted(taught)


def test_forms_have_a_file_each_or_one_for_all_beside_their_keys(export):
    words = ("sheet", "--quiz", "table", "--forms", "Ada  Lovelace, 张三,B", "-o", "exam.html")
    _, lines, _ = export(*words)
    assert lines[1:] == [
        "Wrote exam-Ada Lovelace.html", "Wrote exam-张三.html", "Wrote exam-B.html",
        "Wrote exam-key.html", "Wrote exam-key.csv",
    ]  # fmt: skip
    rows = read_csv(Path("exam-key.csv").read_bytes())
    assert len(rows) == 39
    assert {row["form"] for row in rows} == {"Ada Lovelace", "张三", "B"}
    assert export(*words, "--one-file", "--force")[0] == 0
    articles = read_text("exam.html").split("<article")
    assert len(articles) == 4
    alone = read_text("exam-B.html").split("<header>")[1]
    assert alone.partition("</article>")[0] in articles[3]


@pytest.mark.parametrize(
    ("typed", "stem"), [("Week 3.1 exam", "Week 3.1 exam"), ("e.html", "e"), ("e.HTM", "e")]
)
def test_the_name_of_an_exam_keeps_its_dots(export, typed, stem):
    assert export("sheet", "-o", typed)[0] == 0
    assert list_files() == [f"{stem}-key.csv", f"{stem}-key.html", f"{stem}.html"]


def test_a_key_that_cannot_be_written_leaves_the_old_exam_with_its_old_key(export):
    export("sheet", "--seed", "old", "-o", "e.html")
    old = read_text("e.html")
    Path("e-key.csv").unlink()
    Path("e-key.csv").mkdir()
    code, _, err = export("sheet", "--seed", "new", "-o", "e.html", "--force")
    assert (code, err) == (1, "cannot write e-key.csv: it is no plain file; name another\n")
    assert read_text("e.html") == old
