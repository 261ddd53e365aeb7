"""What `check` finds in a course beyond its YAML: quizzes, releases, pictures, stages, programs."""

import re

import pytest

from flashcards.cli import run
from flashcards.commands.check import check_course
from tests.helpers.course_files import COURSE, write_course

SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def check(folder):
    """Problems and warnings about the course, without those about how good a card is."""
    problems, warnings, _ = check_course(folder, label="")
    return [f"{each}" for each in problems], [f"{each}" for each in warnings]


def written(tmp_path, **changes):
    files = {**COURSE, **{name: text for name, text in changes.items() if "/" in name}}
    return write_course(tmp_path / "course", files)


def test_a_course_that_was_released_under_another_id_is_a_problem(tmp_path, capsys):
    folder = written(tmp_path)
    assert run(["build", str(folder), "--release", "-o", str(tmp_path / "a.apkg")]) == 0
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text().replace("id: tiny-course", "id: new-name"))
    message = "the id was 'tiny-course' at the last release: learners would get all cards again"
    hint = "write 'tiny-course', or remove decks/deck.lock if it is a new course"
    assert check(folder)[0] == [f"decks/course.yaml:1:1: {message}; {hint}"]
    capsys.readouterr()
    assert run(["build", str(folder), "-o", str(tmp_path / "b.apkg")]) == 1
    assert message in capsys.readouterr().err
    info.write_text(info.read_text().replace("id: new-name", "id: tiny-course"))
    assert check(folder)[0] == []
    info.write_text(info.read_text().replace("id: tiny-course", "id: new-name"))
    (folder / "decks" / "deck.lock").unlink()
    assert check(folder)[0] == []


GAPS = "deck: gaps\ntitle: Gaps\nentries:\n- cloze: A test rejects or keeps it.\n  key: two-gaps\n"


@pytest.mark.parametrize(
    ("released", "swapped"),
    [
        ("  gaps: {1: rejects, 2: keeps}\n", "  gaps: {1: keeps, 2: rejects}\n"),
        (
            "  gaps: {1: rejects, 2: keeps}\n  accept: {1: [drops]}\n  why: {1: So., 2: Or so.}\n",
            "  gaps: {2: rejects, 1: keeps}\n  accept: {2: [drops]}\n  why: {1: Or so., 2: So.}\n",
        ),
        (
            "  gaps: {1: A test, 2: rejects, 3: keeps}\n",
            "  gaps: {1: rejects, 2: keeps, 3: A test}\n",
        ),
        (
            "  gaps: {1: A, 2: test, 3: rejects, 4: or, 5: keeps}\n",
            "  gaps: {1: A, 2: test, 3: rejects, 4: keeps, 5: or}\n",
        ),
    ],
)
def test_gaps_that_change_numbers_after_a_release_are_a_problem(tmp_path, released, swapped):
    folder = written(tmp_path, **{"decks/gaps.yaml": GAPS + released})
    assert run(["build", str(folder), "--release", "-o", str(tmp_path / "a.apkg")]) == 0
    file = folder / "decks" / "gaps.yaml"
    file.write_text(GAPS + swapped)
    (told,) = check(folder)[0]
    assert told.startswith("decks/gaps.yaml:4:3: the gaps of 'two-gaps' were released with other")
    file.write_text(GAPS + released)
    assert check(folder)[0] == []


def test_gaps_that_get_other_words_after_a_release_are_none(tmp_path):
    folder = written(tmp_path, **{"decks/gaps.yaml": GAPS + "  gaps: {1: rejects, 2: keeps}\n"})
    assert run(["build", str(folder), "--release", "-o", str(tmp_path / "a.apkg")]) == 0
    (folder / "decks" / "gaps.yaml").write_text(GAPS + "  gaps: {1: test, 2: keeps, 3: rejects}\n")
    assert check(folder)[0] == []


@pytest.mark.parametrize(
    ("quiz", "told"),
    [
        (
            "count: 9\nselect: {key: [clear-gradients, ddp-step]}\n",
            "3:8: asks for 9 questions, and there are 2; "
            "write 2, or select more; a note gives one question",
        ),
        (
            "picks:\n- {select: {kind: [order]}, count: 1}\n- select: {kind: [code]}\n  count: 3\n",
            "6:10: asks for 3 questions, and there are 1; "
            "write 1, or select more; a note gives one question",
        ),
        (
            "picks:\n- {select: {kind: [order]}}\n- {select: {kind: [order]}, count: 1}\n",
            "5:36: asks for 1 question, and there are 0; select something else",
        ),
    ],
)
def test_a_quiz_that_asks_for_more_than_there_is_is_a_problem(tmp_path, quiz, told):
    folder = written(tmp_path, **{"quizzes/more.yaml": f"quiz: more\ntitle: More\n{quiz}"})
    assert check(folder)[0] == [f"quizzes/more.yaml:{told}"]


@pytest.mark.parametrize("more", ["clear-gradients, ", ""])
def test_a_retired_entry_in_a_quiz_is_told_as_retired_and_nothing_else_is(tmp_path, more):
    quiz = f"quiz: old\ntitle: Old\npicks:\n- select: {{key: [{more}gone]}}\n"
    deck = "deck: gone\ntitle: Gone\nstage: 1\nentries:\n- term: gone\n  key: gone\n"
    deck += "  meaning: A thing of the past.\n  retired: It is old.\n"
    folder = written(tmp_path, **{"quizzes/old.yaml": quiz, "decks/gone.yaml": deck})
    assert check(folder)[0] == [
        f"quizzes/old.yaml:4:{18 + len(more)}: 'key' names a retired entry: 'gone' (It is old.)"
        "; remove it, or name another entry"
    ]


def test_code_that_has_a_gap_twice_is_told_how_to_hide_more_of_it(tmp_path):
    cloze = "  - cloze: 'lock(&m); wait(&m); '\n    key: twice\n    gaps: {1: '&m'}\n"
    deck = f"deck: twice\ntitle: Twice\nstage: 1\nentries:\n{cloze}    why: So.\n"
    told = check(written(tmp_path, **{"decks/twice.yaml": deck}))[0]
    assert told == [
        "decks/twice.yaml:7:15: gap 1 is in the text 2 times: '&m'; rewrite the text so that it "
        "is there once, or hide a word beside it too and put '&m' into 'accept'"
    ]


@pytest.mark.parametrize(
    ("block", "place"),
    [("count: 2\nselect: {key: [ddp-why, ddp-sync]}\n", "4:8"),
     ("select: {key: [ddp-why, ddp-sync]}\n", "4:9")],
)  # fmt: skip
def test_an_exam_that_a_person_grades_is_fine_on_paper_and_says_what_exam_could_ask(
    tmp_path, block, place
):
    quiz = f"quiz: more\ntitle: More\npass_mark: 50\n{block}"
    problems, warnings = check(written(tmp_path, **{"quizzes/more.yaml": quiz}))[:2]
    assert problems == []
    assert [each for each in warnings if "quizzes" in each] == [
        f"quizzes/more.yaml:{place}: 'ptquiz exam' could ask 0 of these 2 questions"
        "; fine on paper, in Moodle and Canvas; else select what needs no person to grade"
    ]


def test_a_block_that_asks_a_term_both_ways_is_told_and_a_count_mends_it(tmp_path):
    quiz = "quiz: both\ntitle: Both\nselect: {kind: [term, cloze]}\n"
    folder = written(tmp_path, **{"quizzes/both.yaml": quiz})
    (told,) = (each for each in check(folder)[1] if "quizzes" in each)
    place, _, hint = told.partition("; ")
    assert place.startswith("quizzes/both.yaml:3:9: asks ")
    count = re.findall("write '(count: \\d+)' beside it", hint)[0]
    (folder / "quizzes" / "both.yaml").write_text(f"{quiz}{count}\n")
    problems, warnings = check(folder)[:2]
    assert problems == []
    assert [each for each in warnings if "quizzes" in each] == []


def test_a_quiz_that_asks_for_what_there_is_is_none(tmp_path):
    quiz = "quiz: more\ntitle: More\ncount: 2\nselect: {key: [clear-gradients, ddp-step]}\n"
    assert check(written(tmp_path, **{"quizzes/more.yaml": quiz}))[0] == []


def test_a_picture_that_no_text_shows_is_a_warning(tmp_path):
    folder = written(tmp_path)
    media = folder / "decks" / "media"
    media.mkdir()
    for name in ("shown.svg", "translated.svg", "unused.svg"):
        (media / name).write_text(SVG)
    deck = folder / "decks" / "kinds.yaml"
    deck.write_text(deck.read_text() + "  why: See ![it](shown.svg).\n")
    zh = folder / "decks" / "zh" / "kinds.yaml"
    zh.write_text(zh.read_text(encoding="utf-8") + "    why: 见 ![图](translated.svg)\n", "utf-8")
    problems, warnings = check(folder)
    assert problems == []
    hint = "remove the file, or show it: ![what it shows](unused.svg)"
    assert f"decks/media/unused.svg:1:1: no text shows this picture; {hint}" in warnings
    assert sum("shows this picture" in each for each in warnings) == 1


def program(code):
    body = "".join(f"    {line}\n" for line in code.splitlines())
    return (
        "deck: more\ntitle: More\nentries:\n"
        f"- code: |\n{body}  key: program\n  prints: 1\n  why: It says so.\n"
        "- code: |\n    print(2)\n  key: after\n  prints: 2\n  why: It says so.\n"
    )


@pytest.mark.parametrize(
    ("code", "at", "hint"),
    [
        ("x = (1\nprint(x)", "5:9", "or say 'language:' if it is another language"),
        ("for x in y\n    print(x)", "5:5", "or say 'language:' if it is another language"),
        ("x = 1\nprint x", "6:5", "or say 'language:' if it is another language"),
        (
            "x = \\",
            "5:5",
            "put '|' after 'code:', and each line of the program on a line of its own",
        ),
        ("@f", "5:5", "put '|' after 'code:', and each line of the program on a line of its own"),
        (">>> x = 1\n>>> x", "5:5", "leave out '>>> ' and what was printed"),
        ("%timeit f()\nprint(1)", "5:5", "leave out the lines that begin with '%' or '!'"),
    ],
)
def test_a_program_that_is_not_python_is_a_warning_at_its_line(tmp_path, code, at, hint):
    problems, warnings = check(written(tmp_path, **{"decks/more.yaml": program(code)}))
    assert problems == []
    line = at.split(":")[0]
    [told] = [each for each in warnings if "not Python:" in each]
    assert told.startswith(f"decks/more.yaml:{line}:5: this is not Python: ")
    assert told.endswith(hint)


def test_lines_of_a_program_that_yaml_joins_are_told(tmp_path):
    deck = (
        "deck: more\ntitle: More\nentries:\n- code:\n    x = 1\n    print(x)\n  key: joined\n"
        "  prints: 1\n  why: It says so.\n"
    )
    [told], _ = check(written(tmp_path, **{"decks/more.yaml": deck}))
    assert told.startswith("decks/more.yaml:5:5: 'code' has several lines")
    assert "put '|' after 'code:'" in told


def test_programs_that_are_python_or_not_meant_to_be_are_silent(tmp_path):
    deck = program('from __future__ import annotations\nprint("\\d")') + (
        "- code: std::cout << 1;\n  key: cpp\n  language: cpp\n  prints: 1\n  why: It says so.\n"
    )
    _, warnings = check(written(tmp_path, **{"decks/more.yaml": deck}))
    assert [each for each in warnings if "not Python" in each] == []


def test_a_mapping_in_quotes_is_a_warning(tmp_path):
    deck = (
        "deck: more\ntitle: More\nentries:\n- choose: Which?\n  key: quoted\n  why: So.\n"
        "  right: {a: x}\n  wrong:\n    b: '{text: mean, why: c}'\n    c: y\n"
    )
    _, warnings = check(written(tmp_path, **{"decks/more.yaml": deck}))
    told = [each for each in warnings if "the text is a mapping in quotes" in each]
    assert [each.split(": ")[0] for each in told] == ["decks/more.yaml:9:8"]


INFO = "id: c\ntitle: C\nauthor: A\nlicence: L\n"
COMPARISON = """\
- compare: {dp: DataParallel, ddp: DistributedDataParallel, fsdp: FullyShardedDataParallel}
  key: slip
  rows:
    process:
      aspect: Processes
      dp: one for all GPUs
      ddp: one for each GPU
      fsdp: one for each shard
      wrong:
        node: one for each machine
      ask:
        dp: How many processes does it start on a machine?
      which:
        ddp: Which starts a process for each GPU?
      why:
        ddp: An interpreter for each GPU shares no lock.
"""
SLIPS = {
    "text behind why": [("why:", "why: No lock."), ("  ddp: An", "  dpp: An")],
    "text behind which": [("which:", "which: that"), ("  ddp: Which", "  dpp: Which")],
    "text behind ask": [("ask:", "ask: it"), ("  dp: How", "  dpp: How")],
    "text behind the aspect": [("aspect: Processes", "aspect: Processes\n        x: y")],
    **{
        f"line {number} set in too far": [(line, f"  {line}")]
        for number, line in enumerate(COMPARISON.splitlines()) if number
    },
}  # fmt: skip


def test_an_entry_with_a_slip_is_told_and_not_judged_as_a_card(tmp_path):
    wrong = []
    for slip, changes in SLIPS.items():
        text = COMPARISON
        for old, new in changes:
            text = text.replace(old, new, 1)
        deck = f"deck: slips\ntitle: Slips\nentries:\n{text}"
        folder = write_course(
            tmp_path / slip, {"decks/course.yaml": INFO, "decks/slips.yaml": deck}
        )
        try:
            problems, warnings, _ = check_course(folder, label="")
        except Exception as error:  # every slip that ends in a traceback is to be listed
            wrong.append(f"{slip}: {error!r}")
            continue
        judged = [str(each) for each in warnings if each.at.file == "decks/slips.yaml"]
        if problems and judged:
            wrong.append(f"{slip}: {judged}")
    assert wrong == []
