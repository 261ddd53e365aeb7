"""An exam: the same seed gives the same questions, no feedback, a result to collect."""

import json
import os
import shlex
from io import StringIO

import pytest

from flashcards.cli import run
from flashcards.course.model import Block, Quiz, Selection
from flashcards.study.exam import ExamRequest, open_exam, take_exam
from flashcards.study.grading import Answer
from tests.helpers.changes import replace
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.courses import course_of
from tests.helpers.quiz_plans import make_choice
from tests.helpers.reviews import get_right_answer

QUIZ = Quiz(
    quiz="q",
    title="Q",
    picks=(
        Block(select=Selection(kind=("choose",)), count=2, points=3),
        Block(select=Selection(kind=("code", "order")), count=2),
    ),
    pass_mark=50,
    minutes=10,
)


class Candidate:
    """Answers with the replies, and leaves then."""

    def __init__(self, *replies, watch=lambda: None):
        self.replies, self.watch = list(replies), watch
        self.shown, self.contexts, self.seen = [], [], []

    def show_question(self, question, context):
        self.shown.append(question.id)
        self.contexts.append(context)
        self.seen.append(self.watch())

    def ask(self, question):
        if not self.replies:
            raise EOFError
        reply = self.replies.pop(0)
        return reply(question) if callable(reply) else reply


def right(question):
    return Answer(get_right_answer(question))


def wrong(question):
    return Answer(("nonsense",))


@pytest.fixture
def take(tiny_course, tmp_path):
    """Takes an exam with these replies: the exam, its candidate, and the result file."""

    def sit_down(
        *replies, quiz=QUIZ, course=tiny_course, lang="en", step=1000, ticks=None,
        seed="s", name="e.json", **wishes,
    ):  # fmt: skip
        file = tmp_path / name
        exam = open_exam(course, quiz, lang, file, ExamRequest(seed=seed, **wishes))
        candidate = Candidate(*replies, watch=lambda: read(exam.file))
        clock = iter(ticks or range(1_000_000, 10**9, step))
        take_exam(exam, candidate, lambda: next(clock))
        return exam, candidate, read(exam.file)

    return sit_down


def read(file):
    return json.loads(file.read_text())


# Taking it


def test_the_score_is_points_times_credit(take):
    exam, _, result = take(*[right] * 4)
    assert (exam.score, exam.passed) == (("Q", (), 8, 8, 100), True)
    assert (result["finished"], result["points"], result["percent"]) == (True, 8, 100)
    exam, _, result = take(*[wrong] * 4)
    assert (result["points"], exam.passed, exam.is_placement) == (0, False, False)
    assert exam.begin_with is None


def test_every_answer_is_on_the_disk_before_the_next_question(take):
    exam, candidate, result = take(*[right] * 3)
    assert [len(seen["answers"]) for seen in candidate.seen] == [0, 1, 2, 3]
    assert exam.is_over is False
    assert (len(result["answers"]), result["finished"]) == (3, False)


def test_undo_takes_the_last_answer_back(take):
    exam, candidate, result = take(right, right, "undo", "undo", wrong, "quit")
    assert [answer.verdict.right for answer in exam.answered] == [False]
    assert [context.can_undo for context in candidate.contexts[:3]] == [False, True, True]
    assert (len(result["answers"]), len(result["unanswered"]), result["finished"]) == (1, 3, False)


def test_when_time_is_up_nothing_more_is_asked_or_counts(take):
    """Ten minutes from the first question; looked at with each answer."""
    exam, candidate, _ = take(*[right] * 4, step=150_000)
    assert [context.time_left for context in candidate.contexts] == [600_000, 300_000]
    assert (exam.out_of_time, exam.is_finished, len(exam.answered)) == (True, False, 2)
    exam, _, _ = take(*[right] * 4, step=599_999)
    assert (exam.out_of_time, len(exam.answered)) == (True, 1)  # the second came too late


def test_a_placement_scores_every_block_and_names_the_first_stage_below_the_mark(take):
    course = course_of(*(make_choice(f"{x}{n}", stage=n) for n in (1, 2, 3) for x in "ab"))
    blocks = tuple(Block(title=f"Stage {n}", select=Selection(stage=(n,))) for n in (1, 2, 3))

    def place(*replies, pass_mark=70):
        quiz = Quiz(quiz="placement", title="P", picks=blocks, pass_mark=pass_mark)
        return take(*replies, course=course, quiz=quiz, fresh=True)

    half = (right, right, right, wrong, wrong, wrong)
    exam, _, result = place(*half)
    rows = [(row["title"], row["points"], row["percent"]) for row in result["blocks"]]
    assert rows == [("Stage 1", 2, 100), ("Stage 2", 1, 50), ("Stage 3", 0, 0)]
    assert exam.begin_with == result["begin_with"] == 2
    assert place(wrong, *[right] * 5)[0].begin_with == 1
    assert place(right, right, wrong)[0].begin_with == 2  # what was not answered is not known
    assert place(right, right)[0].begin_with is None  # fewer than half: no verdict
    assert place(*[right] * 6)[0].begin_with is None
    assert place(*half, pass_mark=50)[0].begin_with == 3


def test_a_placement_has_no_clock(take, tiny_course):
    quiz = replace(QUIZ, quiz="placement")
    first, _, result = take(right, quiz=quiz)
    assert (first.deadline, result["minutes"]) == (None, None)
    again, candidate, _ = take(*[right] * 3, quiz=quiz, ticks=[first.began + 90_000_000] * 9)
    assert (again.is_finished, again.out_of_time) == (True, False)
    assert candidate.contexts[0].time_left is None


def test_the_deck_of_a_question_is_named_in_the_language_of_the_exam(tiny_course, take):
    course = replace(tiny_course, titles={"zh": {"decks/kinds": "各种题型"}})
    quiz = Quiz(quiz="q", title="Q", select=Selection(key=("ddp-gap",)))
    _, candidate, _ = take(quiz=quiz, course=course, lang="zh")
    assert candidate.contexts[0].deck == "各种题型"


# The file


def test_an_exam_goes_on_where_it_stopped_and_its_time_counts_from_the_first_question(take):
    first, _, _ = take(right)
    again, candidate, _ = take(ticks=[first.began + 5 * 60_000] * 9, seed=None)
    assert [answer.points for answer in again.answered] == [first.drawn.questions[0].points]
    assert candidate.contexts[0].time_left == 5 * 60_000
    late, _, _ = take(right, ticks=[first.began + 11 * 60_000] * 9)
    assert (late.out_of_time, len(late.answered)) == (True, 1)
    assert take()[0].answered == []


def test_an_exam_is_opened_where_it_stopped_unless_another_one_is_wished(
    take, tiny_course, tmp_path
):
    file, seed = tmp_path / "e.json", take(right, seed=None)[0].drawn.seed

    def count(**wishes):
        return len(open_exam(tiny_course, QUIZ, "en", file, ExamRequest(**wishes)).answered)

    assert [count(), count(seed=seed), count(seed="other")] == [1, 1, 0]
    assert [count(fresh=True), count(candidate="Carl")] == [0, 0]
    other = replace(QUIZ, picks=QUIZ.picks[::-1])
    assert (
        len(open_exam(tiny_course, other, "en", file, ExamRequest()).answered) == 0
    )  # other cards are asked
    take(*[right] * 4)
    assert count() == 0  # it is over


@pytest.fixture
def run_lines(tiny_folder, own_home, monkeypatch):
    """Takes the exam in lines."""

    def run_exam(lines, *words):
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        return run(["exam", "final", "--plain", "--course", str(tiny_folder), *words])

    return run_exam


@pytest.fixture
def timed(tiny_folder, tmp_path, monkeypatch, capsys):
    """Takes an exam of half an hour in lines; what it printed."""
    quiz = COURSE["quizzes/final.yaml"].replace("quiz: final", "quiz: timed\nminutes: 30")
    files = {name: text for name, text in COURSE.items() if not name.startswith("quizzes/")}
    course = write_course(tmp_path / "timed", {**files, "quizzes/timed.yaml": quiz})

    def run_exam(lines, *words):
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        assert run(["exam", "timed", "--plain", "--course", str(course), *words]) == 0
        return capsys.readouterr().out

    return run_exam


@pytest.fixture
def stopped_exam(run_lines, own_home):
    """Stopped after the last answer."""
    assert run_lines("1\n1\n1 2 3 4\n") == 0
    (file,) = (own_home / "exams").iterdir()
    state = read(file)
    assert [answer["answer"][0] for answer in state["answers"]] == ["back", "right_", "red"]
    return file, {**state, "finished": False}


EDITS = {
    "no option": lambda state: state["answers"][0].update(answer=["nonsense"]),
    "a step twice": lambda state: state["answers"][2].update(answer=["red"] * 4),
    "a step missing": lambda state: state["answers"][2].update(answer=["red", "opt", "fwd"]),
    "half a sign": lambda state: state["answers"][0].update(answer=["\ud800"]),
    "an endless begin": lambda state: state.update(began=10**30),
    "no seed": lambda state: state.update(seed=7),
    "nothing": lambda state: state.clear(),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_stopped_exam_that_was_edited_begins_anew(run_lines, stopped_exam, edit):
    file, state = stopped_exam
    edit(state)
    file.write_text(json.dumps(state))
    assert run_lines("1\n") == 0
    assert len(read(file)["answers"]) == 1


def test_nobody_goes_on_with_the_exam_of_another_on_the_same_computer(run_lines, capsys):
    assert run_lines("1\n", "--name", "Ada") == 0
    capsys.readouterr()
    for name, goes_on in (("Carl", False), ("Ada", True)):
        assert run_lines("", "--name", name) == 0
        assert ("Going on where you stopped: 1 question" in capsys.readouterr().out) is goes_on


def test_a_stopped_exam_names_the_whole_command_that_goes_on(
    run_lines, tiny_folder, tmp_path, capsys
):
    words = ["--name", "Ada L", "--result", str(tmp_path / "ada l.json"), "--seed", "7"]
    assert run_lines("1\n", *words) == 0
    line = next(x for x in capsys.readouterr().out.splitlines() if "ptquiz exam" in x)
    expected = ["ptquiz", "exam", "final", "--plain", *words, "--course", str(tiny_folder)]
    assert sorted(shlex.split(line)) == sorted(expected)


def test_a_name_in_another_encoding_is_no_crash(run_lines, tmp_path):
    name = os.fsdecode("Jos\xe9".encode("latin-1"))
    assert run_lines("", "--name", name, "--result", str(tmp_path / "r.json")) == 0
    assert read(tmp_path / "r.json")["candidate"] == "Jos\ufffd"


def test_a_place_that_cannot_be_written_is_told_before_the_first_question(
    run_lines, tmp_path, capsys
):
    target = tmp_path / "nowhere" / "r.json"
    assert run_lines("", "--result", str(target)) == 1
    assert capsys.readouterr() == ("", f"cannot write {target}: No such file or directory\n")


def test_a_stopped_exam_says_until_when_it_can_be_resumed(timed, set_clock):
    set_clock("2030-05-01 22:20")
    said = timed("1\n")
    assert "The clock starts with the first question and keeps running if you stop." in said
    assert "The clock keeps running until 22:50. To resume:\n  ptquiz exam timed" in said
    set_clock("2030-05-01 22:49")
    assert "1 min left" in timed("")


def test_the_hour_has_its_date_if_that_is_tomorrow(timed, set_clock):
    set_clock("2030-05-01 23:50")
    assert "The clock keeps running until 2030-05-02 00:20." in timed("1\n")


def test_an_exam_whose_time_ran_out_while_it_was_stopped_says_so_first_and_offers_a_fresh_one(
    timed, set_clock, own_home
):
    set_clock("2030-05-01 22:20")
    timed("1\n")
    set_clock("2030-05-02 09:00")
    first, *lines = timed("1\n1\n1\n").splitlines()
    assert first == "Your time for this exam ran out at 2030-05-01 22:50."
    assert "begin" not in " ".join(lines)  # nothing is asked
    assert "2 questions were not answered." in lines
    assert lines[-2] == "To take it again from the start:"
    assert lines[-1].startswith("  ptquiz exam timed --plain --course")
    assert lines[-1].endswith(" --fresh")
    [file] = (own_home / "exams").iterdir()
    kept = read(file)
    assert (kept["out_of_time"], kept["ended"] - kept["began"]) == (True, 30 * 60_000)
    assert "3 questions, 3 points." in timed("", "--fresh")


def test_an_expired_exam_with_a_result_of_its_own_offers_to_replace_it(timed, set_clock, tmp_path):
    words = ("--result", str(tmp_path / "r.json"))
    set_clock("2030-05-01 22:20")
    timed("1\n", *words)
    set_clock("2030-05-02 09:00")
    assert timed("", *words).endswith(" --fresh --force\n")
    assert "3 questions, 3 points." in timed("", *words, "--fresh", "--force")


# On a real terminal


def test_a_disk_that_fills_up_does_not_claim_a_result(sit, tmp_path):
    folder = tmp_path / "usb"
    folder.mkdir()
    terminal = sit("exam", "final", "--result", str(folder / "r.json"))
    terminal.wait_for("1/3")
    (folder / "r.json").unlink()
    folder.rmdir()
    terminal.press("1234" if "in order" in terminal.text() else "1")
    assert terminal.finish() == 1
    assert "cannot write" in terminal.text()
    assert "The result is in" not in terminal.text()
