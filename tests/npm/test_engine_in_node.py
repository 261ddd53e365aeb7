"""The scripts of the web page, in node, against the terminal: cases, and each other's logs."""

import json
import random
import subprocess
from pathlib import Path

import pytest

import flashcards.pages
from flashcards.cards import list_cards
from flashcards.pages.engine import ENGINE, render_rules_module
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import TermNames
from flashcards.reviews.memory import Schedule
from flashcards.reviews.review import Mark, Review, format_lines, read_rows
from flashcards.reviews.store import ReviewLog
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace
from tests.helpers.page_cases import FILE, format_cases, grade

SCRIPTS = Path(flashcards.pages.__file__).parent / "web"
PLAYER = Path(__file__).with_name("play_cases.mjs")


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A folder with the modules of the engine, as a page has them."""
    folder = tmp_path_factory.mktemp("engine")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "rules.js").write_text(render_rules_module(), encoding="utf-8")
    for name in ENGINE[1:]:
        text = (SCRIPTS / f"{name}.js").read_text(encoding="utf-8")
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def play_cases(folder, cases):
    """What differs between the cases and the page, line by line; the last says how many fit."""
    return subprocess.check_output(["node", PLAYER, folder, cases], text=True).splitlines()


def call(folder, expression, value):
    """What an expression gives that knows the module of logs as `m` and a value as `it`."""
    script = (
        'import { readFileSync } from "node:fs"; '
        f'import * as m from "{folder.as_uri()}/log.js"; '
        'const it = JSON.parse(readFileSync(0, "utf-8")); '
        f"console.log(JSON.stringify({expression}));"
    )
    command = ["node", "--input-type=module", "-e", script]
    return json.loads(subprocess.check_output(command, input=json.dumps(value), text=True))


def test_the_page_passes_every_case(engine):
    *different, played = play_cases(engine, FILE)
    assert different == []
    counts = {"forms": 42, "ratings": 12, "histories": 300, "months": 3, "grades": 167}
    assert json.loads(played) == counts


def test_every_typed_answer_of_the_curriculum_is_graded_as_in_the_terminal(engine, tmp_path):
    chance, grades = random.Random(5), []
    for lang in ("en", "zh"):
        cards = list_cards(builtin_course(), lang)
        term_names = TermNames([card.note for card in cards])
        # A word takes the names of all others with it: one in twenty is enough.
        words = [card for card in cards if card.note.is_in_glossary]
        cards = [card for card in cards if not card.note.is_in_glossary] + words[::20]
        for card in cards:
            for form in {"type", "gap"} & {*list_forms(card)}:
                question = make_question(card, term_names, form=form)
                for typed in list_attempts(chance, question):
                    grades.append(grade(question, (typed,)))
    file = tmp_path / "typed.json"
    file.write_text(format_cases({"cards": [], "grades": grades}), encoding="utf-8")
    *different, played = play_cases(engine, file)
    assert different == []
    assert json.loads(played)["grades"] == len(grades) > 2000


def list_attempts(chance, question):
    """A right answer as it is, written otherwise, and with a slip or two; another term."""
    text = chance.choice(question.accepted)
    place = chance.randrange(len(text) + 1)
    slip = text[:place] + chance.choice("aX7 ,.(") + text[place + chance.randrange(2) :]
    yield from (text, text.upper().replace("-", " "), f" {text} \n", slip)
    yield slip[1:] if chance.random() < 0.5 else text[: place - 1] + text[place:]
    yield chance.choice(sorted(question.others) or ["0,5"])


def make_review(number, **more):
    review = Review(
        course="c", card=f"k{number % 700}#0", lang="en",
        at=10**12 + number * 10**7, rating=1 + number % 4, score=number % 3 / 2, form="type",
        answer='答 "quoted"\n<b>', duration=number % 9000, undone=number % 50 == 0,
        uid=f"u{number}", day=11_574 + number * 10**7 // 86_400_000,
    )  # fmt: skip
    return replace(review, **more)


def load_rows(file):
    """What the terminal reads from a file of lines."""
    with file.open("rb") as stream:
        return read_rows(stream, str(file))


def test_ten_thousand_answers_go_out_and_in_and_back(engine, tmp_path):
    given = read_lines("".join(format_lines(make_review(number) for number in range(10_000))))
    written = call(engine, "m.formatLog(it, [])", given)
    file = tmp_path / "page.jsonl"
    file.write_text("".join(written), encoding="utf-8")
    with ReviewLog(tmp_path / "r.db", Schedule()) as log:
        log.database.execute("PRAGMA synchronous = OFF")
    with ReviewLog(tmp_path / "r.db") as log:
        assert log.add(load_rows(file)) == 10_000
        back = "".join(format_lines(log.rows()))
    read = call(engine, 'm.readLog(it, ["c"])', back)
    assert read["problem"] is None
    assert read["answers"] == read_lines("".join(written)) == given
    count = sum(not row["undone"] for row in given)  # those taken back are none to a learner
    merged = call(engine, "m.mergeLog(it[0], it[1])", [read, read])
    assert (merged["added"], merged["known"], merged["answers"]) == (0, count, [])
    empty = {"answers": [], "marks": []}
    merged = call(engine, "m.mergeLog(it[0], it[1])", [empty, read])
    assert (merged["answers"], merged["added"]) == (given, count)


def read_lines(text):
    return [json.loads(line) for line in text.splitlines()]


def test_what_was_taken_back_elsewhere_is_taken_back_and_marks_come_once(engine):
    mine, theirs = make_review(1), make_review(1, undone=True)
    mark = Mark("c", "k#0", "en", 5, "suspended", 1, "m1")
    known, read = (
        call(engine, 'm.readLog(it, ["c"])', "".join(format_lines(rows)))
        for rows in ([mine, mark], [theirs, mark, Mark("c", "k#0", "en", 6, "suspended", 0, "m2")])
    )
    merged = call(engine, "m.mergeLog(it[0], it[1])", [known, read])
    assert [(row["uid"], row["undone"]) for row in merged["answers"]] == [("u1", True)]
    assert merged["added"] == 0
    assert [mark["uid"] for mark in merged["marks"]] == ["m2"]


def test_ticks_of_earlier_versions_are_left_out(engine):
    flag = Mark("c", "k#0", "en", 5, "flagged", 1, "flagged")
    text = "".join(format_lines([flag, make_review(1)]))
    text = text.splitlines()[0].replace("flagged", "known") + "\n" + text
    read = call(engine, 'm.readLog(it, ["c"])', text)
    assert [mark["uid"] for mark in read["marks"]] == ["flagged"]
    assert read["problem"] is None


@pytest.mark.parametrize(("shift", "added"), [(0, 0), (1, 1)])
def test_an_answer_that_anki_has_too_comes_once(engine, tmp_path, shift, added):
    here, there = make_review(1), make_review(1, uid="a1", form="anki", at=10**12 + 10**7 + shift)
    with ReviewLog(tmp_path / "r.db") as log:
        log.record(here)
        assert log.add([there]) == added
    known, read = (
        call(engine, 'm.readLog(it, ["c"])', "".join(format_lines([row]))) for row in (here, there)
    )
    assert call(engine, "m.mergeLog(it[0], it[1])", [known, read])["added"] == added


LINE = "".join(format_lines([make_review(1)]))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", {"id": "log_line", "line": 1}),
        ("[]", {"id": "log_line", "line": 1}),
        ("7", {"id": "log_line", "line": 1}),
        ('{"course": "c"}', {"id": "log_line", "line": 1}),
        (f"\n{LINE}" + "x\n" * 25, {"id": "log_line", "line": 3}),
        (LINE.replace('"c"', '"other"'), {"id": "log_empty"}),
        ("\n \n", {"id": "log_empty"}),
        ("\ufeff" + LINE, None),
    ],
)
def test_what_is_no_log_of_this_course_is_refused_at_its_first_bad_line(engine, text, problem):
    read = call(engine, 'm.readLog(it, ["c"])', text)
    assert read["problem"] == problem
    if problem is None:
        assert len(read["answers"]) == 1


@pytest.mark.parametrize("value", [1_157_408, 10**14, -1, 1.5, "1", None])
def test_a_mark_with_a_day_that_is_none_is_refused_by_both(engine, tmp_path, value):
    (line,) = format_lines([Mark("c", "k#0", "en", 5, "buried", 1_157_407, "m1")])
    assert call(engine, 'm.readLog(it, ["c"])', line)["problem"] is None
    text = json.dumps({**json.loads(line), "value": value})
    read = call(engine, 'm.readLog(it, ["c"])', text)
    assert read["problem"] == {"id": "log_line", "line": 1}
    file = tmp_path / "bad.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Exception, match="not a review"):
        load_rows(file)


def test_no_line_is_longer_than_the_terminal_reads(engine, tmp_path):
    line = "".join(format_lines([make_review(1, answer="答" * 299_000)]))
    file = tmp_path / "long.jsonl"
    file.write_text(line, encoding="utf-8")
    assert len(load_rows(file)) == 1
    assert call(engine, 'm.readLog(it, ["c"])', line)["problem"] is None
    longer = line.replace("答", "答" * 2, 299_000)
    assert call(engine, 'm.readLog(it, ["c"])', longer)["problem"] == {"id": "log_line", "line": 1}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rating", 5), ("rating", "3"), ("at", -1), ("at", 1.5), ("at", 10**15), ("score", 2),
        ("score", None), ("uid", 7), ("card", "\ud800"), ("undone", 1),
        ("day", -1), ("due", "x"), ("duration", None), ("lang", ["en"]), ("course", {}),
    ],
)  # fmt: skip
def test_a_row_with_a_wrong_value_is_refused_by_both(engine, tmp_path, field, value):
    row = {**json.loads(LINE), field: value}
    read = call(engine, 'm.readLog(it, ["c"])', json.dumps(row))
    assert read["problem"] == {"id": "log_line", "line": 1}
    file = tmp_path / "bad.jsonl"
    file.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(Exception, match="not a review"):
        load_rows(file)
