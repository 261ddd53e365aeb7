"""A quiz on a real terminal: its pages, its keys, and what is kept of them."""

import os
import re
import signal

import pyte
import pytest

from flashcards.terminal import prompts
from tests.helpers.course_files import COURSE, write_course

ASKED_AGAIN = "Asked again"
COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-7]|4[0-7]|9[0-7]|38;[0-9;]*)m")


def write_changed(folder, old, new):
    """The tiny course with another text."""
    assert old in COURSE["decks/kinds.yaml"]
    return write_course(
        folder, {**COURSE, "decks/kinds.yaml": COURSE["decks/kinds.yaml"].replace(old, new)}
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("columns", "rows"), [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_page_says_what_today_holds_at_every_size(sit, columns, rows, lang):
    terminal = sit("--lang", lang, columns=columns, rows=rows, begins=False)
    terminal.wait_until_keys_count()
    page = terminal.display()
    assert page.startswith("Tiny\n")
    told = {"en": ("12 cards", " new, about ", " min", "ptquiz path", "Enter begin")}
    told["zh"] = ("12 张卡片", "张新卡片", "分钟", "--stage 1 --lang zh", "Enter 开始")
    assert [words for words in told[lang] if words not in page] == []
    assert max(map(len, page.splitlines())) <= columns


def test_the_first_page_names_the_placement_test_and_who_leaves_is_asked_nothing(
    sit, tmp_path, answers
):
    quiz = COURSE["quizzes/final.yaml"].replace("quiz: final", "quiz: placement")
    course = write_course(tmp_path / "placed", {**COURSE, "quizzes/placement.yaml": quiz})
    terminal = sit("--key", "ddp-gap", "--key", "ddp-why", course=course, begins=False)
    terminal.wait_for("'ptquiz exam placement'")
    assert "2 of 12 cards" in terminal.text()
    assert "all of stage" not in terminal.text()  # of which only some cards are asked
    terminal.press("q")
    assert terminal.finish() == 0
    assert "No answers this time." in terminal.text()
    assert answers() == []


def test_keys_pressed_in_the_first_moment_of_a_page_do_not_count(sit, answers):
    assert prompts.GUARD_SECONDS >= 0.2
    terminal = sit("--key", "clear-gradients", begins=False, KEY_GUARD="1")
    burst = "\r1\r1"
    for shows in ("Which call clears", ASKED_AGAIN):
        terminal.insist(burst, then=shows)  # the first of them counts, the rest was for that page
        assert len(answers()) == (shows == ASKED_AGAIN)
        burst = "1\r\rq"


def test_a_long_option_is_shown_whole_and_goes_on_under_its_text(sit):
    terminal = sit("--key", "ddp-sync", columns=40)
    terminal.answer(" ", then="buffers.")
    assert "○ 1  Rank 0 broadcasts parameters and\n        buffers." in terminal.text()


def test_each_rating_stands_beside_its_next_interval(sit, answers):
    terminal = sit("--key", "ddp-why")
    terminal.answer(" ", then="own interpreter")
    terminal.wait_for("1 Again 1 min · 2 Hard 6 min · Enter/3 Good 10 min · 4 Easy")
    terminal.press("4")
    assert terminal.finish() == 0
    assert [(r.rating, r.form) for r in answers()] == [(4, "reveal")]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("rating", "words"),
    [(1, "counts as guessed."), (2, "counts as hard."), (4, "counts as easy.")],
)
def test_a_right_answer_may_be_called_a_guess_hard_or_easy(sit, answers, rating, words):
    terminal = sit("--key", "transpose-stride")
    terminal.answer(terminal.number_of("(1, 3)"), then="1 I guessed 1 min")
    terminal.press(str(rating))
    terminal.wait_for(words)
    assert [(r.rating, r.score, r.overruled) for r in answers()] == [(rating, 1.0, False)]


@pytest.fixture
def from_memory(sit, home):
    """Starts a session that asks a choice from memory."""

    def start():
        (home / "settings.toml").write_text('ask = "memory"\n')
        terminal = sit("--key", "clear-gradients")
        terminal.wait_for("c choices")
        assert "backward" not in terminal.text()
        return terminal

    return start


def test_from_memory_the_answer_is_shown_and_then_what_is_wrong_with_the_others(
    from_memory, answers
):
    terminal = from_memory()
    terminal.answer(" ", then="1 Again 1 min · 2 Hard 6 min · Enter/3 Good 10 min · 4 Easy")
    told = ("optimizer.zero_grad()", "✓ It sets them", "✗ loss.backward()", "It adds to them.")
    places = [terminal.text().find(words) for words in told]
    assert places == sorted(places)
    assert min(places) > 0
    assert "choices" not in terminal.text()
    terminal.press("4")
    assert terminal.finish() == 0
    assert [(r.rating, r.form) for r in answers()] == [(4, "reveal")]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("option", "told", "rating"),
    [
        ("optimizer.zero_grad()", "1 I guessed 1 min · Enter/2 Hard 6 min", 2),
        ("loss.backward()", "Wrong. Asked again", 1),
    ],
)
def test_who_looks_at_the_choices_gets_hard_at_best(from_memory, answers, option, told, rating):
    terminal = from_memory()
    terminal.answer("c", then="3  ")
    terminal.answer(terminal.number_of(option), then=told)
    for words in ("Good", "Easy", "I was right"):
        assert words not in terminal.text()
    terminal.press("o34\r")
    terminal.wait_for("once more")
    assert [(r.rating, r.form, r.overruled) for r in answers()] == [(rating, "single", False)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("typed", "told", "key", "kept"),
    [
        ("", "1 Again 1 min · 2 Hard 6 min · Enter/3 Good", "2", ("reveal", 2, False)),
        ("bukket", "Enter/1 Again 1 min · 2 Hard 6 min · 3 Good", "3", ("type", 3, True)),
        ("bukket", "Only a slip? 3 counts it as right.", "\r", ("type", 1, False)),
    ],
)
def test_a_term_is_typed_or_recalled_and_rated_by_the_learner(sit, answers, typed, told, key, kept):
    terminal = sit("--key", "ddp-bucket", "--form", "type")
    terminal.wait_for("empty Enter show the answer")
    terminal.answer(f"{typed}\r", then=told)
    assert "gradient bucket" in terminal.text()
    terminal.press(key)
    terminal.wait_for("once more")
    assert [(r.form, r.rating, r.overruled) for r in answers()] == [kept]


def test_escape_takes_the_last_step_back_and_none_before_the_first(sit, answers):
    terminal = sit("--key", "ddp-step")
    terminal.answer(f"\x1b{terminal.number_of('All-reduce')}", then="2. ?")
    assert "1. All-reduce" in terminal.text()
    terminal.answer("\x1b", then="1. ?")
    for turn, step in enumerate(("Forward", "Backward", "All-reduce", "Optimizer step"), 1):
        terminal.wait_for(f"{turn}. ?")
        terminal.press(terminal.number_of(step))
    terminal.wait_for("Right.")
    assert answers()[0].answer == "fwd bwd red opt"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("key", "presses", "shows"),
    [
        ("ddp-sync", " 1", "● 1  Rank 0"),
        ("ddp-step", "2", "2. ?"),
        ("share-memory", "2", "● 2"),
        ("ddp-why", " ", "own interpreter"),
    ],
)
def test_a_flag_leaves_what_was_done_before(sit, key, presses, shows):
    terminal = sit("--key", key)
    for each in presses:
        terminal.press(each)
    terminal.wait_for(shows)
    for told in ("Flagged.", "No longer flagged."):
        terminal.answer("f", then=told)
        terminal.wait_until(lambda text: shows in text, "it is gone")


def test_all_keys_stand_below_the_question_and_what_was_done_below_the_next(sit):
    terminal = sit("--key", "clear-gradients", "--key", "ddp-why", "-n", "6", columns=60, rows=20)
    assert "This session ends after 6 answers." in terminal.rules
    terminal.wait_for("q quit")
    *_, before, last = terminal.text().splitlines()
    assert before.startswith("1–3 choose · 0 I don't know · q quit")
    assert last.endswith("f flag · ? help")
    assert "undo" not in before + last
    terminal.answer("?", then="b  bury: not asked again today")
    terminal.wait_for("? help")
    terminal.answer("b", then="clear-gradients#0")
    asked, _, told = terminal.text().partition("Buried until tomorrow. 'ptquiz card restore")
    assert "Why one process per GPU?" in asked
    assert "Answer in your own words. In your head: type nothing.\n" in told


def test_the_source_is_a_link_after_the_answer_and_w_opens_it_or_says_its_address(sit):
    terminal = sit("--key", "clear-gradients", rows=24, BROWSER="", PATH="/nowhere")
    terminal.answer("w", then="There is no browser to open it here:")
    assert "https://example.org/ddp" in terminal.text()
    terminal.answer("1", then=ASKED_AGAIN)
    shown = terminal.display()
    assert shown.count("loss.backward()") == 1  # the list that was asked is gone
    assert "Read on: DDP notes" in shown
    assert b"\x1b]8;" in terminal.raw


def test_p_opens_a_picture_in_a_page_where_no_script_of_it_runs(sit, tmp_path):
    question = "recall: Why one process per GPU?"
    course = write_changed(tmp_path / "drawn", question, "recall: Why? ![two boxes](boxes.svg)")
    (course / "decks" / "media").mkdir()
    (course / "decks" / "media" / "boxes.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg"/>'
    )
    terminal = sit("--key", "ddp-why", course=course, BROWSER="", PATH="/nowhere", columns=120)
    terminal.wait_for("[two boxes]")
    terminal.answer("p", then="file://")
    (name,) = re.findall(r"file://(\S+)", terminal.text())
    with open(name, encoding="utf-8") as page:
        assert '<img src="data:image/svg+xml;base64,' in page.read()
    os.unlink(name)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("key", "presses"), [("ddp-gap", "\r"), ("ddp-step", "20")], ids=["an empty line", "0"]
)
def test_who_does_not_know_sees_the_answer_alone_and_was_not_right(sit, answers, key, presses):
    terminal = sit("--key", key)
    for each in presses:
        terminal.press(each)
    terminal.wait_for("Not known. Asked again in this session.")
    for words in ("Wrong.", "I was right", "✗", "you put", "(nothing)"):
        assert words not in terminal.text()
    assert key == "ddp-step" or "\n ✓ all-reduce\n" in terminal.text()
    assert [(r.answer, r.rating) for r in answers()] == [("", 1)]


def test_ctrl_j_begins_a_line_and_outputs_stand_line_under_line(sit, tmp_path, answers):
    printed = 'prints: "(1, 3)\\n(3, 1)"'
    course = write_changed(tmp_path / "several", "prints: (1, 3)", printed)
    terminal = sit("--key", "transpose-stride", "--form", "type", course=course)
    terminal.wait_for("Ctrl-J new line")
    terminal.answer("(1, 3)\n(3, 2)\r", then="Wrong.")
    assert re.search(r"›✗ \(1, 3\)\n   \(3, 2\).*\n ✓ \(1, 3\)\n   \(3, 1\)", terminal.text())
    assert answers()[0].answer == "(1, 3)\n(3, 2)"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("typed", "kept"),
    [(b"caf\xe9\xff", "caf\ufffd\ufffd"), (b"\x1b[200~" + b"y" * 9000 + b"\x1b[201~", "y" * 9000)],
    ids=["no UTF-8", "a pasted page"],
)  # fmt: skip
def test_anything_typed_is_an_answer_like_any_other(sit, answers, typed, kept):
    terminal = sit("--key", "ddp-gap")
    terminal.press(typed)
    terminal.press_at_once("\r")
    terminal.wait_for(ASKED_AGAIN)
    assert answers()[0].answer == kept


def test_pasted_junk_is_no_answer(sit, answers):
    terminal = sit("--key", "clear-gradients")
    terminal.press("\x1b[200~q 1 2 u junk\n\x1b[31m more\x1b[201~")
    terminal.answer("\x1b[B", then="› 2")
    assert answers() == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("leave", ["q", "\x03", "\x04", signal.SIGINT], ids=str)
def test_leaving_keeps_everything_and_shows_the_summary(sit, leave, answers):
    terminal = sit("--key", "transpose-stride", NO_COLOR="1" if leave == "q" else "")
    terminal.answer(terminal.number_of("(3, 1)"), then=ASKED_AGAIN)
    os.kill(terminal.pid, leave) if leave == signal.SIGINT else terminal.press(leave)
    assert terminal.finish() == (0 if leave in ("q", "\x04") else 130)
    assert "Your answers are saved." in terminal.text()
    assert "• What does this print? … print(x.t().stride())" in terminal.text()
    assert "Traceback" not in terminal.text()
    assert len(answers()) == 1
    assert bool(COLOUR.search(terminal.raw)) == (leave != "q")


def test_a_terminal_without_utf_8_is_asked_in_lines_with_marks_of_ascii(sit, answers):
    terminal = sit("--key", "ddp-gap", encoding="ascii", LC_ALL="C")
    terminal.wait_for("Your answer >")
    terminal.press_at_once("all-reduse\r")
    terminal.wait_for("Nearly right")
    assert ">x all-reduse\n + all-reduce" in terminal.text()
    assert "?" not in terminal.text().partition("Nearly")[0].partition("all-reduse")[2]
    assert len(answers()) == 1


def test_pages_that_were_left_are_in_the_scrollback(sit):
    terminal = sit("--key", "clear-gradients", columns=60, rows=10)
    terminal.answer("2", then=ASKED_AGAIN)
    whole = pyte.HistoryScreen(60, 10, history=1000)
    pyte.ByteStream(whole).feed(terminal.raw)
    lines = ["".join(row[x].data for x in range(60)) for row in whole.history.top]
    for words in ("Today: ", "Which call clears"):  # of the first page and of the question
        assert any(words in line for line in lines), words
