"""An exam: the same seed gives the same questions, no feedback, a result to collect."""

import json
import os
import re
import shlex
from io import StringIO

import pytest

from flashcards.cards import list_notes
from flashcards.cli import run
from flashcards.course.model import Choose, Course, CourseInfo, Deck, Option, Pick, Quiz, Selection
from flashcards.errors import FlashcardsError
from flashcards.questions.draw import draw_quiz
from flashcards.selection import TooFewCards
from flashcards.study.exam import Exam, open_exam, start_exam, take_exam
from flashcards.study.grading import Answer
from flashcards.terminal.reports import print_mistakes, print_rules, print_score
from flashcards.terminal.rich_text import Page
from tests.helpers.changes import replace

QUIZ = Quiz(
    quiz="q",
    title="Q",
    picks=(
        Pick(select=Selection(kind=("choose",)), count=2, points=3),
        Pick(select=Selection(kind=("code", "order")), count=2),
    ),
    pass_mark=50,
    minutes=10,
)


class Candidate:
    """Answers with the replies, and says this at the end instead of handing in."""

    def __init__(self, *replies, at_the_end=(), stops=True):
        self.replies, self.at_the_end, self.stops = list(replies), list(at_the_end), stops
        self.shown, self.contexts, self.unknown = [], [], []

    def offer_stop(self):
        return self.stops

    def offer_hand_in(self, unknown):
        self.unknown.append(unknown)
        return self.at_the_end.pop(0) if self.at_the_end else "hand_in"

    def show_question(self, question, context):
        self.shown.append(question.id)
        self.contexts.append(context)

    def ask(self, question):
        if not self.replies:
            raise EOFError
        reply = self.replies.pop(0)
        return reply(question) if callable(reply) else reply


def right(question) -> Answer:
    return Answer(question.sequence or question.right_names)


def wrong(question) -> Answer:
    return Answer(("nonsense",))


def unknown(question) -> Answer:
    return Answer(())


def drawn(quiz, course, seed="s", lang="en"):
    return draw_quiz(quiz, list_notes(course, lang), seed, exam=True).require_enough()


def take(course, *replies, step=1000, quiz=QUIZ, **more):
    """The exam after these replies, its candidate, and what was kept."""
    exam, candidate, kept = Exam(drawn(quiz, course), "Ada", {}), Candidate(*replies, **more), []
    ticks = iter(range(1, 10**9, step))
    take_exam(exam, candidate, lambda: next(ticks), kept.append)
    return exam, candidate, kept


# Drawing


def test_the_same_seed_gives_the_same_exam_and_another_another(tiny_course):
    def show(seed):
        asked = drawn(QUIZ, tiny_course, seed).questions
        return [(a.question.id, [o.name for o in a.question.options]) for a in asked]

    assert show("1") == show("1")
    assert len({json.dumps(show(str(seed))) for seed in range(10)}) > 3


def test_blocks_stay_together_with_their_counts_and_points(tiny_course):
    asked = drawn(QUIZ, tiny_course).questions
    assert [question.points for question in asked] == [3, 3, 1, 1]
    kinds = [question.question.card.entry.kind for question in asked]
    assert kinds[:2] == ["choose", "choose"]
    assert "choose" not in kinds[2:]


def test_what_only_a_person_can_grade_is_left_out_and_told(tiny_course):
    every = drawn(Quiz(quiz="all", title="All"), tiny_course).questions
    assert not {asked.question.form for asked in every} & {"reveal", "points"}
    spoken = Pick(select=Selection(kind=("recall", "concept")), title="In your own words")
    mixed = Quiz(quiz="m", title="M", picks=(QUIZ.picks[0], spoken))
    assert len(drawn(mixed, tiny_course).questions) == 2
    assert drawn(mixed, tiny_course).left_out == ("In your own words",)
    with pytest.raises(FlashcardsError, match="no question that can be graded without a person"):
        drawn(Quiz(quiz="o", title="O", picks=(spoken,)), tiny_course)


def test_fewer_questions_than_the_quiz_asks_for_is_an_error(tiny_course):
    with pytest.raises(FlashcardsError, match="of 99 questions"):
        drawn(Quiz(quiz="g", title="G", count=99), tiny_course)
    choices = Selection(kind=("choose",))
    greedy = Quiz(quiz="g", title="G", picks=(Pick(select=choices), Pick(select=choices, count=1)))
    with pytest.raises(FlashcardsError, match="of 1 question "):
        drawn(greedy, tiny_course)


def test_an_exam_that_is_whole_in_english_only_says_so_before_it_starts(tiny_course):
    quiz = replace(QUIZ, picks=(replace(QUIZ.picks[0], title="Choices", count=None),))
    whole = tiny_course.translations["zh"]
    without = {key: each for key, each in whole.items() if key != "share-memory"}
    part = replace(tiny_course, translations={"zh": without})
    with pytest.raises(TooFewCards, match=r"not whole in 'zh': .* \(Choices 1/2\).* --lang en"):
        start_exam(part, quiz, "zh", "s", "")
    assert len(start_exam(part, quiz, "en", "s", "").questions) == 2
    assert len(start_exam(tiny_course, quiz, "zh", "s", "").questions) == 2
    none = {key: whole[key] for key in ("transpose-stride", "ddp-step")}
    with pytest.raises(TooFewCards, match="not whole in 'zh'"):
        start_exam(replace(tiny_course, translations={"zh": none}), QUIZ, "zh", "s", "")


# Taking it


def test_the_score_is_points_times_credit(tiny_course):
    exam, _, kept = take(tiny_course, *[right] * 4)
    assert (exam.points, exam.total, exam.percent, exam.passed) == (8, 8, 100, True)
    assert kept[-1]["finished"] is True
    exam, _, _ = take(tiny_course, *[wrong] * 4)
    assert (exam.points, exam.passed, exam.is_placement, exam.begin_with) == (0, False, False, None)


def test_every_answer_is_kept_before_the_next_step_and_the_last_before_handing_in(tiny_course):
    exam, candidate, kept = take(tiny_course, *[right] * 4, at_the_end=["quit"])
    assert [len(result["answers"]) for result in kept] == [0, 1, 2, 3, 4, 4]
    assert not any(result["finished"] for result in kept)
    assert (candidate.unknown, exam.is_over) == ([0], False)


def test_who_does_not_hand_in_comes_to_the_last_question_and_can_answer_anew(tiny_course):
    replies = (right, right, right, wrong, right)
    exam, candidate, _ = take(tiny_course, *replies, at_the_end=["undo"])
    assert candidate.shown[-2:] == [exam.questions[-1].question.id] * 2
    assert (exam.percent, exam.handed_in) == (100, True)


def test_who_left_questions_without_an_answer_comes_to_the_first_of_them(tiny_course):
    replies = (right, unknown, unknown, right, right, right, right)
    exam, candidate, _ = take(tiny_course, *replies, at_the_end=["undo"])
    assert candidate.unknown == [2, 0]
    assert candidate.shown[4:] == [asked.question.id for asked in exam.questions[1:]]
    assert exam.percent == 100


def test_a_candidate_who_leaves_gets_nothing_for_the_rest(tiny_course):
    exam, _, kept = take(tiny_course, right, "quit")
    assert len(exam.answered) == 1
    assert len(kept[-1]["unanswered"]) == 3
    assert kept[-1]["finished"] is False
    exam, _, _ = take(tiny_course, right, "quit", right, right, right, stops=False)
    assert len(exam.answered) == 4  # leaving is asked about


def test_when_time_is_up_nothing_more_is_asked_or_counts(tiny_course):
    exam, candidate, _ = take(tiny_course, *[right] * 4, step=150_000)
    assert [context.time_left for context in candidate.contexts] == [600_000, 300_000]
    assert (exam.out_of_time, exam.handed_in, len(exam.answered)) == (True, False, 2)
    exam, _, _ = take(tiny_course, *[right] * 4, step=599_999)
    assert (exam.out_of_time, len(exam.answered)) == (True, 1)  # the second came too late


def test_the_end_of_the_time_hands_in_what_is_answered(tiny_course):
    exam, _, kept = take(tiny_course, *[right] * 4, at_the_end=["undo"], step=70_000)
    assert (exam.out_of_time, exam.handed_in, exam.percent) == (True, True, 100)
    assert kept[-1]["finished"] is True


def test_what_passes_while_the_rules_are_read_does_not_count(tiny_course):
    exam = Exam(drawn(QUIZ, tiny_course), "", {})
    assert exam.deadline is None
    take_exam(exam, Candidate(right), lambda: 5_000_000, lambda result: None)
    assert exam.deadline == 5_600_000


def test_who_goes_back_keeps_every_answer_until_there_is_another(tiny_course):
    exam, _, kept = take(tiny_course, right, right, "undo", "undo", wrong, "quit")
    assert [answer.verdict.right for answer in exam.answered] == [False, True]
    assert [len(result["answers"]) for result in kept][-1] == 2


# Placement and what is printed


def place(*replies, pass_mark=70) -> Exam:
    """Three stages of two questions each, answered in turn."""

    def choose(key, stage):
        wrong = {"w": Option(text="y"), "v": Option(text="z")}
        return Choose(key=key, stage=stage, choose="?", right={"r": Option(text="x")}, wrong=wrong)

    entries = tuple(choose(f"{letter}{n}", n) for n in (1, 2, 3) for letter in "ab")
    blocks = tuple(Pick(title=f"Stage {n}", select=Selection(stage=(n,))) for n in (1, 2, 3))
    quiz = Quiz(quiz="p", title="P", picks=blocks, pass_mark=pass_mark)
    info = CourseInfo(id="c", title="C", author="A", licence="L")
    course = Course(info=info, decks=(Deck(deck="d", title="D", entries=entries),))
    return take(course, *replies, quiz=quiz)[0]


def test_a_placement_scores_every_block_and_names_the_first_stage_below_the_mark():
    half = (right, right, right, wrong, wrong, wrong)
    blocks = place(*half).result()["blocks"]
    assert [(row["title"], row["points"]) for row in blocks] == [
        ("Stage 1", 2),
        ("Stage 2", 1),
        ("Stage 3", 0),
    ]
    assert [row["percent"] for row in blocks] == [100, 50, 0]
    assert place(*half).begin_with == 2
    assert place(wrong, *[right] * 5).begin_with == 1
    assert place(right, right).begin_with == 2  # what was not answered is not known
    assert place(*[right] * 6).begin_with is None
    assert place(*half, pass_mark=50).begin_with == 3


@pytest.mark.parametrize(
    ("replies", "advice"),
    [
        ([right, right, wrong, wrong, right, right], "Begin with stage 2: ptquiz config stage 2"),
        ([right] * 6, "Every stage is above the mark"),
    ],
)
def test_the_candidate_is_told_where_to_begin(replies, advice):
    console = Page(file=StringIO(), width=80)
    print_score(console, place(*replies), 1)
    assert advice in console.file.getvalue()
    assert "Stage 1: 2 of 2 points (100 %)" in console.file.getvalue()


def test_an_exam_says_what_it_is_for_and_the_pass_mark_before_it_begins(tiny_course):
    quiz = replace(QUIZ, purpose="To pass week 3.")
    page = Page(file=StringIO(), width=80)
    print_rules(page, Exam(drawn(quiz, tiny_course), "", {}), 0)
    rules = page.file.getvalue().splitlines()
    assert rules[2] == "To pass week 3."
    assert "The pass mark is 50 %." in rules


@pytest.mark.parametrize(
    ("key", "answer", "line"),
    [
        ("transpose-stride", "same", r"\n    print\(x\.t\(\)\.stride\(\)\)[^›]*›✗ \d  \(3, 1\)"),
        ("ddp-gap", "all-gather", "›✗ all-gather"),
        ("ddp-gap", "", "^[^✗]*$"),
    ],
)
def test_a_mistake_shows_what_was_asked_and_written(tiny_course, key, answer, line):
    quiz = Quiz(quiz="q", title="Q", select=Selection(key=(key,)))
    exam, _, _ = take(tiny_course, Answer((answer,)), quiz=quiz)
    console = Page(file=StringIO(), width=80)
    print_mistakes(console, exam)
    assert re.search(line, console.file.getvalue())


def test_the_deck_of_a_question_is_named_in_the_language_of_the_exam(tiny_course):
    quiz = Quiz(quiz="q", title="Q", select=Selection(key=("ddp-gap",)))
    exam = Exam(drawn(quiz, tiny_course, lang="zh"), "", {}, titles={"deck/kinds": "各种题型"})
    reader = Candidate()
    take_exam(exam, reader, lambda: 0, lambda result: None)
    assert reader.contexts[0].deck == "各种题型"


# The file


def sit_down(course, file, *replies, quiz=QUIZ, clock=None, **wishes):
    """Opens an exam that is kept in a file and gives these answers; the session."""
    session = open_exam(course, quiz, "en", file, **wishes)
    ticks = clock or iter(range(1_000_000, 9_000_000, 1000)).__next__
    take_exam(session.exam, Candidate(*replies), ticks, session.keep)
    return session


def test_an_exam_goes_on_where_it_stopped_and_its_time_counts_from_the_first_question(
    tiny_course, tmp_path
):
    file, minute = tmp_path / "e.json", 60_000
    first = sit_down(tiny_course, file, right, seed="s").exam
    again = open_exam(tiny_course, QUIZ, "en", file)
    assert again.resumed
    assert [answer.points for answer in again.exam.answered] == [first.questions[0].points]
    assert again.exam.deadline == first.began + 10 * minute
    late = sit_down(tiny_course, file, right, clock=lambda: first.began + 11 * minute).exam
    assert (late.out_of_time, len(late.answered)) == (True, 1)
    assert not open_exam(tiny_course, QUIZ, "en", file).resumed


def test_an_exam_is_opened_where_it_stopped_unless_another_one_is_wished(tiny_course, tmp_path):
    file, quiz = tmp_path / "exam.json", replace(QUIZ, seed=None)
    seed = sit_down(tiny_course, file, right, quiz=quiz).exam.drawn.seed

    def count(**wishes):
        return len(open_exam(tiny_course, quiz, "en", file, **wishes).exam.answered)

    assert [count(), count(seed=seed), count(seed="other")] == [1, 1, 0]
    assert [count(fresh=True), count(candidate="Carl")] == [0, 0]
    state = json.loads(file.read_text())
    file.write_text(json.dumps({**state, "versions": {"content": "old"}}))
    assert count() == 0  # the cards were changed since
    sit_down(tiny_course, file, *[right] * 4, quiz=quiz)
    assert count() == 0  # it is over


def test_a_result_is_replaced_by_its_own_exam_and_by_no_other(tiny_course, tmp_path):
    result = tmp_path / "r.json"
    result.write_text("{}")

    def answer_one(**wishes):
        return sit_down(tiny_course, tmp_path / "e.json", right, result=result, **wishes)

    with pytest.raises(FlashcardsError, match="with --force"):
        answer_one()
    answer_one(force=True)
    assert len(answer_one().exam.answered) == 2
    for other in ({"fresh": True}, {"seed": "other"}, {"candidate": "Carl"}):
        with pytest.raises(FlashcardsError, match="it is there already"):
            answer_one(**other)
    assert len(json.loads(result.read_text())["answers"]) == 2
    assert not (tmp_path / "e.json").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"answers": [1]}', "\0", "[" * 100_000, "\x80"])
def test_a_damaged_file_of_a_stopped_exam_is_told_in_one_line(tiny_course, tmp_path, text):
    (tmp_path / "e.json").write_text(text, encoding="latin-1")
    with pytest.raises(FlashcardsError, match=r"^\S+e\.json is (damaged|not UTF-8)[^\n]*$"):
        open_exam(tiny_course, QUIZ, "en", tmp_path / "e.json")


@pytest.fixture
def run_lines(tiny_folder, own_home, monkeypatch):
    """Takes the exam in lines."""

    def run_exam(lines, *words):
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        return run(["exam", "final", "--plain", "--course", str(tiny_folder), *words])

    return run_exam


@pytest.fixture
def stopped_exam(run_lines, own_home):
    """All questions of the exam are answered, and it was not handed in."""
    assert run_lines("1\n1\n1 2 3 4\n") == 0
    (file,) = (own_home / "exams").iterdir()
    state = json.loads(file.read_text())
    assert [answer["answer"][0] for answer in state["answers"]] == ["back", "right_", "red"]
    assert state["finished"] is False
    return file, state


EDITS = {
    "no option": lambda state: state["answers"][0].update(answer=["nonsense"]),
    "a step twice": lambda state: state["answers"][2].update(answer=["red"] * 4),
    "a step missing": lambda state: state["answers"][2].update(answer=["red", "opt", "fwd"]),
    "a nested answer": lambda state: state["answers"][0].update(answer=[["back"]]),
    "half a sign": lambda state: state["answers"][0].update(answer=["\ud800"]),
    "no duration": lambda state: state["answers"][0].pop("duration"),
    "an endless begin": lambda state: state.update(began=10**30),
    "no versions": lambda state: state.update(versions=[]),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_stopped_exam_that_was_edited_is_one_line_and_stays_as_it_is(
    run_lines, stopped_exam, capsys, edit
):
    file, state = stopped_exam
    edit(state)
    file.write_text(json.dumps(state))
    before = file.read_bytes()
    capsys.readouterr()
    assert run_lines("") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"\S+\.json is damaged \([^\n]+\); repair it, or [^\n]+\n", err)
    assert file.read_bytes() == before
    assert run_lines("1\n", "--fresh") == 0
    assert len(json.loads(file.read_text())["answers"]) == 1


def test_a_line_that_is_neither_yes_nor_no_hands_nothing_in(run_lines, stopped_exam, capsys):
    file, state = stopped_exam
    assert run_lines("\n\n\n") == 0  # keeps the last answer, no, keeps it again; then it is over
    assert capsys.readouterr().out.count("Hand in? Every question is answered. (y/N) >") == 2
    kept = json.loads(file.read_text())
    assert [row["answer"] for row in kept["answers"]] == [row["answer"] for row in state["answers"]]
    assert kept["finished"] is False
    assert run_lines("\nn\n\ny\nn\n") == 0
    assert json.loads(file.read_text())["finished"] is True


def test_nobody_goes_on_with_the_exam_of_another_on_the_same_computer(run_lines, capsys):
    assert run_lines("1\n", "--name", "Ada") == 0
    capsys.readouterr()
    for name, goes_on in (("Carl", False), ("Ada", True)):
        assert run_lines("", "--name", name) == 0
        assert ("Going on where you stopped: 1 question" in capsys.readouterr().out) is goes_on


@pytest.mark.parametrize("seed", [(), ("--seed", "7")])
def test_a_stopped_exam_names_the_whole_command_that_goes_on(
    run_lines, tiny_folder, tmp_path, capsys, seed
):
    words = ["--name", "Ada L", "--result", str(tmp_path / "ada l.json"), *seed]
    assert run_lines("1\n", *words) == 0
    line = next(x for x in capsys.readouterr().out.splitlines() if "ptquiz exam" in x)
    expected = ["ptquiz", "exam", "final", "--plain", *words, "--course", str(tiny_folder)]
    assert sorted(shlex.split(line)) == sorted(expected)


def test_a_name_in_another_encoding_is_no_crash(run_lines, tmp_path):
    target = tmp_path / "r.json"
    name = os.fsdecode("Jos\xe9".encode("latin-1"))
    assert run_lines("", "--name", name, "--result", str(target)) == 0
    assert json.loads(target.read_text())["candidate"] == "Jos\ufffd"


def test_a_place_that_cannot_be_written_is_told_before_the_first_question(
    run_lines, tmp_path, capsys
):
    target = tmp_path / "r.json"
    target.write_text("precious")
    assert run_lines("", "--result", str(target)) == 1
    told = "it is there already; name another file, or replace it with --force"
    assert capsys.readouterr() == ("", f"cannot write {target}: {told}\n")
    assert target.read_text() == "precious"
    target = tmp_path / "nowhere" / "r.json"
    assert run_lines("", "--result", str(target)) == 1
    assert capsys.readouterr() == ("", f"cannot write {target}: No such file or directory\n")
    assert run(["exam", "nope"]) == 1
    assert "there is no quiz 'nope'; the course has: " in capsys.readouterr().err


# On a real terminal


def answer_with_ones(terminal, number: int) -> None:
    """Takes the first option, or always the first step that is left."""
    terminal.wait_for(f"{number}/3")
    terminal.wait_until_keys_count()
    if "1. ?" in terminal.text():
        for step in (1, 2, 3):
            terminal.press(str(step))
            terminal.wait_for(f"{step + 1}. ?")
        terminal.press("4")
    else:
        terminal.press("1")


def test_a_killed_exam_goes_on_in_its_result(sit, tmp_path, answers):
    words = ("exam", "final", "--result", str(tmp_path / "r.json"), "--name", "Ada Lovelace 7")
    terminal = sit(*words)
    assert "nobody watches" in terminal.rules
    answer_with_ones(terminal, 1)
    terminal.wait_for("2/3")
    assert "Right." not in terminal.text()
    terminal.kill()
    result = json.loads((tmp_path / "r.json").read_text())
    assert (len(result["answers"]), result["finished"]) == (1, False)
    terminal = sit(*words)
    assert "Going on where you stopped: 1 question is answered." in terminal.rules
    terminal.answer("q", then="Stop the exam?")
    terminal.answer("n", then="1–")
    for number in (2, 3):
        answer_with_ones(terminal, number)
    terminal.hand_in()
    terminal.wait_for("into your plan? (y/N)")
    terminal.press("y")
    assert terminal.finish() == 0
    assert "points" in terminal.text()
    result = json.loads((tmp_path / "r.json").read_text())
    assert (result["candidate"], result["seed"], result["exam"]) == ("Ada Lovelace 7", "7", "final")
    assert result["finished"] is True
    scores = [answer["score"] for answer in result["answers"]]
    assert result["points"] == pytest.approx(sum(scores), abs=0.01)
    kept = answers()  # the mistakes come back in the learner's plan
    assert [review.rating for review in kept] == [1] * sum(score < 1 for score in scores)


def test_a_disk_that_fills_up_does_not_claim_a_result(sit, tmp_path):
    folder = tmp_path / "usb"
    folder.mkdir()
    terminal = sit("exam", "final", "--result", str(folder / "r.json"))
    terminal.wait_for("1/3")
    (folder / "r.json").unlink()
    folder.rmdir()
    answer_with_ones(terminal, 1)
    assert terminal.finish() == 1
    assert re.search(r"of 3 points \(\d+ %\)", terminal.text())
    assert "cannot write" in terminal.text()
    assert "The result is in" not in terminal.text()
