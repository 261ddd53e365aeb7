"""An exam: the same seed gives the same questions, no feedback, a result to collect."""

import json
import os
import re
import shlex
from io import StringIO

import pytest
from rich.console import Console

from flashcards.cards import list_notes
from flashcards.cli import run
from flashcards.course.model import Choose, Course, CourseInfo, Deck, Option, Pick, Quiz, Selection
from flashcards.errors import FlashcardsError
from flashcards.questions.draw import draw_quiz
from flashcards.selection import TooFewCards
from flashcards.study.exam import Exam, start_exam, take_exam
from flashcards.study.exam_session import open_exam
from flashcards.study.ui import Answer
from flashcards.terminal.reports import list_rules, print_mistakes, print_score
from flashcards.words import Words
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
    """Answers every question the same way; time goes on as told."""

    def __init__(self, *replies):
        self.replies, self.shown, self.stops = list(replies), [], True
        self.at_the_end, self.told_unknown = [], []

    def offer_stop(self):
        return self.stops

    def offer_hand_in(self, unknown):
        """Hands in, unless something else was to be said at the end."""
        self.told_unknown.append(unknown)
        return self.at_the_end.pop(0) if self.at_the_end else "hand_in"

    def show_question(self, question, context):
        self.shown.append((question.id, context.time_left))

    def ask(self, question):
        if not self.replies:
            raise EOFError
        reply = self.replies.pop(0)
        return reply(question) if callable(reply) else reply


def right(question) -> Answer:
    return Answer(question.sequence or question.right_names)


def wrong(question) -> Answer:
    return Answer(("nonsense",))


def drawn(quiz, course, seed="s", lang="en"):
    return draw_quiz(quiz, list_notes(course, lang), seed, exam=True).require_enough()


def exam(course, seed="s", quiz=QUIZ) -> Exam:
    return Exam(drawn(quiz, course, seed), "Ada", {})


def taken(course, *replies, step=1000, quiz=QUIZ) -> tuple[Exam, list]:
    made, kept = exam(course, quiz=quiz), []
    ticks = iter(range(1, 10**9, step))
    take_exam(made, Candidate(*replies), lambda: next(ticks), kept.append)
    return made, kept


def test_the_same_seed_gives_the_same_exam_and_another_another(tiny_course):
    def shown(seed):
        asked = exam(tiny_course, seed).questions
        return [(a.question.id, [o.name for o in a.question.options]) for a in asked]

    assert shown("1") == shown("1")
    assert len({json.dumps(shown(str(seed))) for seed in range(10)}) > 3


def test_blocks_have_their_counts_and_points(tiny_course):
    made = exam(tiny_course)
    assert sorted(asked.points for asked in made.questions) == [1, 1, 3, 3]
    assert made.total == 8


def test_the_score_is_points_times_credit(tiny_course):
    made, kept = taken(tiny_course, right, right, right, right)
    assert (made.points, made.percent, made.passed) == (8, 100, True)
    assert kept[-1]["finished"] is True
    made, _ = taken(tiny_course, wrong, wrong, wrong, wrong)
    assert (made.points, made.passed) == (0, False)


def test_after_every_answer_the_result_so_far_is_kept(tiny_course):
    _, kept = taken(tiny_course, right, wrong, right, right)
    assert [len(result["answers"]) for result in kept] == [0, 1, 2, 3, 4, 4]
    assert [result["finished"] for result in kept] == [False] * 5 + [True]


def sat(course, *replies, at_the_end, step=1000):
    """An exam whose candidate says this when asked to hand in; who that is, and what was kept."""
    made, candidate, kept = exam(course), Candidate(*replies), []
    candidate.at_the_end = [*at_the_end]
    ticks = iter(range(1, 10**9, step))
    take_exam(made, candidate, lambda: next(ticks), kept.append)
    return made, candidate, kept


def unknown(question) -> Answer:
    return Answer(())


def test_the_last_answer_is_kept_before_it_is_asked_whether_to_hand_in(tiny_course):
    made, candidate, kept = sat(tiny_course, *[right] * 4, at_the_end=["quit"])
    assert candidate.told_unknown == [0]
    assert [len(result["answers"]) for result in kept] == [0, 1, 2, 3, 4, 4]
    assert not any(result["finished"] for result in kept)
    assert not made.is_over


def test_who_does_not_hand_in_comes_to_the_last_question_and_can_answer_anew(tiny_course):
    replies = (right, right, right, wrong, right)
    made, candidate, _ = sat(tiny_course, *replies, at_the_end=["undo"])
    assert [id for id, _ in candidate.shown[-2:]] == [made.questions[-1].question.id] * 2
    assert (made.percent, made.handed_in) == (100, True)


def test_who_left_questions_without_an_answer_comes_to_the_first_of_them(tiny_course):
    replies = (right, unknown, unknown, right, right, right, right)
    made, candidate, _ = sat(tiny_course, *replies, at_the_end=["undo"])
    assert candidate.told_unknown == [2, 0]
    assert [id for id, _ in candidate.shown[4:]] == [
        each.question.id for each in made.questions[1:]
    ]
    assert made.percent == 100


def test_the_end_of_the_time_hands_in_what_is_answered(tiny_course):
    made, _, kept = sat(tiny_course, *[right] * 4, at_the_end=["time_up"])
    assert (made.out_of_time, made.handed_in, made.percent) == (True, True, 100)
    assert kept[-1]["finished"] is True


def test_a_candidate_who_leaves_gets_nothing_for_the_rest(tiny_course):
    made, kept = taken(tiny_course, right, "quit")
    assert len(made.answered) == 1
    assert len(kept[-1]["unanswered"]) == 3
    assert kept[-1]["finished"] is False


def test_when_time_is_up_nothing_more_is_asked_or_counts(tiny_course):
    made, candidate = exam(tiny_course), Candidate(right, right, right, right)
    ticks = iter(range(1, 10**9, 150_000))
    take_exam(made, candidate, lambda: next(ticks), lambda result: None)
    assert made.out_of_time
    assert [left for _, left in candidate.shown] == [600_000, 300_000]
    assert len(made.answered) == 2


def test_an_answer_after_the_time_does_not_count(tiny_course):
    made, _ = taken(tiny_course, right, right, right, right, step=599_999)
    assert (made.out_of_time, len(made.answered)) == (True, 1)


def test_undo_goes_one_question_back(tiny_course):
    made, _ = taken(tiny_course, wrong, "undo", right, right, right, right)
    assert made.percent == 100


def placed(*replies, pass_mark=70) -> Exam:
    """Three stages of two questions each, answered in turn."""

    def choose(key, stage):
        wrong = {"w": Option(text="y"), "v": Option(text="z")}
        right = {"r": Option(text="x")}
        return Choose(key=key, stage=stage, choose="?", right=right, wrong=wrong)

    entries = tuple(choose(f"{letter}{n}", n) for n in (1, 2, 3) for letter in "ab")
    blocks = tuple(Pick(title=f"Stage {n}", select=Selection(stage=(n,))) for n in (1, 2, 3))
    quiz = Quiz(quiz="p", title="P", picks=blocks, pass_mark=pass_mark)
    info = CourseInfo(id="c", title="C", author="A", licence="L")
    course = Course(info=info, decks=(Deck(deck="d", title="D", entries=entries),))
    made, _ = taken(course, *replies, quiz=quiz)
    return made


def test_every_block_has_a_score_of_its_own():
    made = placed(right, right, right, wrong, wrong, wrong)
    assert made.result()["blocks"] == [
        {"title": "Stage 1", "points": 2, "total": 2, "percent": 100},
        {"title": "Stage 2", "points": 1, "total": 2, "percent": 50},
        {"title": "Stage 3", "points": 0, "total": 2, "percent": 0},
    ]


def test_a_placement_names_the_first_stage_below_the_mark():
    assert placed(right, right, right, wrong, wrong, wrong).begin_with == 2
    assert placed(wrong, right, right, right, right, right).begin_with == 1
    assert placed(right, right).begin_with == 2  # what was not answered is not known
    assert placed(right, right, right, right, right, right).begin_with is None
    assert placed(right, right, right, wrong, wrong, wrong, pass_mark=50).begin_with == 3


def test_another_exam_is_no_placement(tiny_course):
    made, _ = taken(tiny_course, wrong, wrong, wrong, wrong)
    assert (made.is_placement, made.begin_with) == (False, None)


@pytest.mark.parametrize(
    ("replies", "told"),
    [
        (
            [right, right, Answer(("w",)), Answer(("v",)), right, right],
            "Begin with stage 2: ptquiz config stage 2",
        ),
        ([right] * 6, "Every stage is above the mark"),
    ],
)
def test_the_candidate_is_told_where_to_begin(replies, told):
    console = Console(file=StringIO(), width=80)
    print_score(console, Words("en"), placed(*replies), 1)
    assert told in console.file.getvalue()
    assert "Stage 1: 2 of 2 points (100 %)" in console.file.getvalue()


def test_an_exam_says_what_it_is_for_before_it_begins(tiny_course):
    made = exam(tiny_course, quiz=replace(QUIZ, purpose="To pass week 3."))
    assert list(list_rules(Words("en"), made, 0))[2] == "To pass week 3."


def test_cards_that_rate_themselves_are_not_asked(tiny_course):
    every = exam(tiny_course, quiz=Quiz(quiz="all", title="All"))
    forms = {asked.question.form for asked in every.questions}
    assert not forms & {"reveal", "points"}


def test_fewer_questions_than_the_quiz_asks_for_is_an_error(tiny_course):
    greedy = Quiz(quiz="g", title="G", count=99)
    with pytest.raises(FlashcardsError, match="of 99 questions"):
        drawn(greedy, tiny_course)


def test_the_questions_of_a_block_stay_together(tiny_course):
    kinds = [asked.question.card.entry.kind for asked in exam(tiny_course).questions]
    assert kinds[:2] == ["choose", "choose"]
    assert "choose" not in kinds[2:]


def test_a_block_whose_cards_were_all_taken_before_is_short_not_skipped(tiny_course):
    choices = Selection(kind=("choose",))
    greedy = Quiz(quiz="g", title="G", picks=(Pick(select=choices), Pick(select=choices, count=1)))
    with pytest.raises(FlashcardsError, match="of 1 question "):
        drawn(greedy, tiny_course)


def test_a_block_that_only_a_person_can_grade_is_left_out_and_told(tiny_course):
    spoken = Pick(select=Selection(kind=("recall", "concept")), title="In your own words")
    mixed = Quiz(quiz="m", title="M", picks=(QUIZ.picks[0], spoken))
    assert len(drawn(mixed, tiny_course).questions) == 2
    assert drawn(mixed, tiny_course).left_out == ("In your own words",)
    only = Quiz(quiz="o", title="O", picks=(spoken,))
    with pytest.raises(FlashcardsError, match="no question that can be graded without a person"):
        drawn(only, tiny_course)


def test_an_exam_that_is_whole_in_english_only_says_so_before_it_starts(tiny_course):
    quiz = replace(QUIZ, picks=(replace(QUIZ.picks[0], title="Choices", count=None),))
    whole = tiny_course.translations["zh"]
    without = {key: each for key, each in whole.items() if key != "share-memory"}
    part = replace(tiny_course, translations={"zh": without})
    with pytest.raises(TooFewCards, match=r"not whole in 'zh': .* \(Choices 1/2\).* --lang en"):
        start_exam(part, quiz, "zh", "s", "")
    assert len(start_exam(part, quiz, "en", "s", "").questions) == 2
    assert len(start_exam(tiny_course, quiz, "zh", "s", "").questions) == 2


def test_a_block_without_any_translation_is_not_left_out_silently(tiny_course):
    whole = tiny_course.translations["zh"]
    kept = {key: whole[key] for key in ("transpose-stride", "ddp-step")}
    part = replace(tiny_course, translations={"zh": kept})
    with pytest.raises(TooFewCards, match="not whole in 'zh'"):
        start_exam(part, QUIZ, "zh", "s", "")


@pytest.fixture
def exam_on_terminal(sit, tmp_path):
    def start(*arguments):
        return sit("exam", "final", "--result", str(tmp_path / "r.json"), *arguments)

    return start


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


def leave_review(terminal, key="n") -> None:
    """Reads the mistakes; whether they are to be learned is answered with a key."""
    terminal.wait_for("into your plan? (y/N)")
    terminal.press(key)


def test_an_exam_on_a_real_terminal_writes_its_result(exam_on_terminal, tmp_path):
    terminal = exam_on_terminal("--name", "Ada Lovelace 7")
    assert "nobody watches" in terminal.rules
    for number in (1, 2, 3):
        answer_with_ones(terminal, number)
        assert "Right." not in terminal.text()
    terminal.hand_in()
    leave_review(terminal)
    assert terminal.finish() == 0
    assert "points" in terminal.text()
    result = json.loads((tmp_path / "r.json").read_text())
    assert (result["candidate"], result["seed"], result["exam"]) == ("Ada Lovelace 7", "7", "final")
    assert set(result["versions"]) == {"ptquiz", "course", "content"}
    assert result["finished"] is True
    scores = [answer["score"] for answer in result["answers"]]
    assert result["points"] == pytest.approx(sum(scores), abs=0.01)


def test_a_killed_exam_leaves_the_answers_so_far(exam_on_terminal, tmp_path):
    terminal = exam_on_terminal()
    answer_with_ones(terminal, 1)
    terminal.wait_for("2/3")
    terminal.kill()
    result = json.loads((tmp_path / "r.json").read_text())
    assert (len(result["answers"]), result["finished"]) == (1, False)


def test_a_result_is_never_overwritten(tiny_folder, tmp_path, capsys):
    target = tmp_path / "r.json"
    target.write_text("precious")
    code = run(["exam", "final", "--result", str(target), "--course", str(tiny_folder)])
    assert code == 1
    told = "it is there already; name another file, or replace it with --force"
    assert capsys.readouterr().err == f"cannot write {target}: {told}\n"
    assert target.read_text() == "precious"


def test_a_place_that_cannot_be_written_is_told_before_the_first_question(
    tiny_folder, own_home, tmp_path, capsys
):
    target = tmp_path / "nowhere" / "r.json"
    code = run(["exam", "final", "--result", str(target), "--course", str(tiny_folder)])
    told = capsys.readouterr()
    assert (code, told.out) == (1, "")
    assert told.err == f"cannot write {target}: No such file or directory\n"


def test_a_name_in_another_encoding_is_no_crash(tiny_folder, own_home, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO())
    target = tmp_path / "r.json"
    name = os.fsdecode("Jos\xe9".encode("latin-1"))
    arguments = ["--name", name, "--result", str(target), "--course", str(tiny_folder)]
    assert run(["exam", "final", *arguments]) == 0
    assert json.loads(target.read_text())["candidate"] == "Jos\ufffd"


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


@pytest.fixture
def mistakes(tiny_course):
    """What is told after an exam in which these cards were answered so."""

    def told(lang="en", **answers):
        from rich.console import Console

        from flashcards.terminal.rich_text import THEME

        keys = tuple(key.replace("__", "/").replace("_", "-") for key in answers)
        quiz = Quiz(quiz="q", title="Q", select=Selection(key=keys))
        made = Exam(drawn(quiz, tiny_course, lang=lang), "Ada", {})
        keys = [each.question.card.entry.key for each in made.questions]
        replies = [Answer(answers[key.replace("-", "_")]) for key in keys]
        take_exam(made, Candidate(*replies), lambda: 0, lambda result: None)
        file = StringIO()
        console = Console(file=file, width=80, theme=THEME)
        print_mistakes(console, Words(lang), made)
        return file.getvalue()

    return told


def test_a_mistake_shows_the_code_it_was_about(mistakes):
    told = mistakes(transpose_stride=("same",))
    assert "\n    print(x.t().stride())" in told
    assert re.search(r"›✗ \d  \(3, 1\)", told)


def test_a_mistake_in_a_gap_shows_what_was_written(mistakes):
    assert "›✗ all-gather" in mistakes(ddp_gap=("all-gather",))
    assert "✗" not in mistakes(ddp_gap=("",))


def test_the_deck_of_a_question_is_named_in_the_language_of_the_exam(tiny_course):
    class Reader(Candidate):
        def show_question(self, question, context):
            self.shown.append(context.deck)

    quiz = Quiz(quiz="q", title="Q", select=Selection(key=("ddp-gap",)))
    made = Exam(drawn(quiz, tiny_course, lang="zh"), "", {})
    made.titles = {"deck/kinds": "各种题型"}
    reader = Reader()
    take_exam(made, reader, lambda: 0, lambda result: None)
    assert reader.shown == ["各种题型"]


def test_an_exam_that_is_not_there_names_those_that_are(tiny_folder, capsys):
    assert run(["exam", "nope", "--course", str(tiny_folder)]) == 1
    assert "there is no quiz 'nope'; the course has: final" in capsys.readouterr().err


def test_leaving_an_exam_is_asked_about(tiny_course):
    made, candidate = exam(tiny_course), Candidate(right, "quit", right, right, right)
    candidate.stops = False
    take_exam(made, candidate, lambda: 0, lambda result: None)
    assert len(made.answered) == 4


def test_the_end_of_the_time_is_told_at_once(tiny_course):
    made, _ = taken(tiny_course, right, "time_up", right, right)
    assert (made.out_of_time, len(made.answered)) == (True, 1)


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
    assert [each.points for each in again.exam.answered] == [first.questions[0].points]
    assert again.exam.deadline == first.began + 10 * minute
    late = sit_down(tiny_course, file, right, clock=lambda: first.began + 11 * minute).exam
    assert (late.out_of_time, len(late.answered)) == (True, 1)
    assert not open_exam(tiny_course, QUIZ, "en", file).resumed


def test_an_exam_whose_cards_were_changed_since_begins_anew(tiny_course, tmp_path):
    file = tmp_path / "e.json"
    sit_down(tiny_course, file, right)
    state = json.loads(file.read_text())
    state["versions"]["content"] = "old"
    file.write_text(json.dumps(state))
    assert open_exam(tiny_course, QUIZ, "en", file).exam.answered == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"answers": [1]}', "\0", "[" * 100_000, "\x80"])
def test_a_damaged_file_of_a_stopped_exam_is_told_in_one_line(tiny_course, tmp_path, text):
    (tmp_path / "e.json").write_text(text, encoding="latin-1")
    with pytest.raises(FlashcardsError, match=r"^\S+e\.json is (damaged|not UTF-8)[^\n]*$"):
        open_exam(tiny_course, QUIZ, "en", tmp_path / "e.json")


def test_an_exam_that_is_over_is_not_gone_on_with(tiny_course, tmp_path):
    sit_down(tiny_course, tmp_path / "e.json", *[right] * 4)
    assert not open_exam(tiny_course, QUIZ, "en", tmp_path / "e.json").resumed


EDITS = {
    "no option": lambda state: state["answers"][0].update(answer=["nonsense"]),
    "two answers": lambda state: state["answers"][0].update(answer=["back", "zero"]),
    "a step twice": lambda state: state["answers"][2].update(answer=["red"] * 4),
    "a step missing": lambda state: state["answers"][2].update(answer=["red", "opt", "fwd"]),
    "a number": lambda state: state["answers"][0].update(answer=[1]),
    "a nested answer": lambda state: state["answers"][0].update(answer=[["back"]]),
    "half a sign": lambda state: state["answers"][0].update(answer=["\ud800"]),
    "no duration": lambda state: state["answers"][0].pop("duration"),
    "a negative duration": lambda state: state["answers"][0].update(duration=-1),
    "an endless duration": lambda state: state["answers"][0].update(duration=10**30),
    "a begin before 1970": lambda state: state.update(began=-1),
    "an endless begin": lambda state: state.update(began=10**30),
    "a true begin": lambda state: state.update(began=True),
    "a seed of half a sign": lambda state: state.update(seed="\ud800"),
    "no versions": lambda state: state.update(versions=[]),
}


@pytest.fixture
def stopped_exam(tiny_folder, own_home, monkeypatch):
    """Takes all questions of the exam in lines, and does not hand in."""

    def run_lines(lines):
        monkeypatch.setattr("sys.stdin", StringIO(lines))
        return run(["exam", "final", "--plain", "--course", str(tiny_folder)])

    assert run_lines("1\n1\n1 2 3 4\n") == 0
    (file,) = (own_home / "exams").iterdir()
    state = json.loads(file.read_text())
    assert [answer["answer"][0] for answer in state["answers"]] == ["back", "right_", "red"]
    assert state["finished"] is False
    return run_lines, file, state


def test_who_did_not_know_in_a_stopped_exam_goes_on_with_that(stopped_exam, capsys):
    run_lines, file, state = stopped_exam
    answers = [{**each, "answer": []} for each in state["answers"]]
    file.write_text(json.dumps({**state, "answers": answers}))
    assert run_lines("0\ny\nn\n") == 0
    assert capsys.readouterr().out.count("── Question ") == 3


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_a_stopped_exam_that_was_edited_is_one_line_and_stays_as_it_is(stopped_exam, capsys, edit):
    run_lines, file, state = stopped_exam
    edit(state)
    file.write_text(json.dumps(state))
    before = file.read_bytes()
    capsys.readouterr()
    assert run_lines("") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"\S+\.json is damaged \([^\n]+\); repair it, or [^\n]+\n", told.err)
    assert file.read_bytes() == before


def test_a_line_that_is_neither_yes_nor_no_hands_nothing_in(stopped_exam, capsys):
    run_lines, file, state = stopped_exam
    assert run_lines("\n\n\n") == 0  # keeps the last answer, no, keeps it again; then it is over
    told = capsys.readouterr().out
    assert told.count("Hand in? Every question is answered. (y/N) >") == 2
    kept = json.loads(file.read_text())
    assert [each["answer"] for each in kept["answers"]] == [
        each["answer"] for each in state["answers"]
    ]
    assert kept["finished"] is False
    assert run_lines("\nn\n\ny\nn\n") == 0
    assert json.loads(file.read_text())["finished"] is True


def test_a_damaged_exam_begins_anew_if_that_is_wished(stopped_exam, tiny_folder, monkeypatch):
    _, file, _ = stopped_exam
    file.write_text("damaged")
    monkeypatch.setattr("sys.stdin", StringIO("1\n"))
    assert run(["exam", "final", "--fresh", "--plain", "--course", str(tiny_folder)]) == 0
    assert len(json.loads(file.read_text())["answers"]) == 1


def test_a_stopped_exam_resumes_on_a_real_terminal_and_mistakes_can_be_learned(sit, home, answers):
    terminal = sit("exam", "final")
    answer_with_ones(terminal, 1)
    terminal.wait_for("2/3")
    terminal.answer("q", then="Stop the exam?")
    terminal.answer("n", then="1–")
    terminal.answer("q", then="Stop the exam?")
    terminal.press("y")
    assert terminal.finish() == 0
    assert "goes on where you stopped" in terminal.text()
    assert str(home / "exams") in "".join(terminal.text().split("\n"))
    terminal = sit("exam", "final")
    assert "Going on where you stopped: 1 question is answered." in terminal.rules
    for number in (2, 3):
        answer_with_ones(terminal, number)
    terminal.hand_in()
    leave_review(terminal, "y")
    assert terminal.finish() == 0
    wrong = [review for review in answers() if review.rating == 1]
    assert wrong
    assert len(wrong) == len(answers())


def test_nobody_goes_on_with_the_exam_of_another_on_the_same_computer(sit, home):
    terminal = sit("exam", "final", "--name", "Ada")
    answer_with_ones(terminal, 1)
    terminal.wait_for("2/3")
    terminal.answer("q", then="Stop the exam?")
    terminal.press("y")
    assert terminal.finish() == 0
    terminal = sit("exam", "final", "--name", "Carl")
    terminal.wait_for("1/3")
    assert "Going on" not in terminal.rules
    terminal = sit("exam", "final", "--name", "Ada")
    assert "Going on where you stopped: 1 question is answered." in terminal.rules


def test_a_candidate_is_told_the_pass_mark_before_the_first_question(tiny_course):
    assert "The pass mark is 50 %." in list(list_rules(Words("en"), exam(tiny_course), 0))
    free = exam(tiny_course, quiz=replace(QUIZ, pass_mark=None))
    assert not any("pass mark" in line for line in list_rules(Words("en"), free, 0))


@pytest.mark.parametrize("seed", [None, "7"])
def test_a_stopped_exam_names_the_whole_command_that_goes_on(sit, tiny_folder, tmp_path, seed):
    result = tmp_path / "ada l.json"
    words = ["--name", "Ada L", "--result", str(result), *(["--seed", seed] if seed else [])]
    terminal = sit("exam", "final", *words, columns=300)
    terminal.answer("q", then="Stop the exam?")
    terminal.press("y")
    assert terminal.finish() == 0
    line = next(each for each in terminal.text().splitlines() if "ptquiz exam" in each)
    expected = ["ptquiz", "exam", "final", *words, "--course", str(tiny_folder)]
    assert sorted(shlex.split(line)) == sorted(expected)


def test_an_exam_is_opened_where_it_stopped_unless_another_one_is_wished(tiny_course, tmp_path):
    file, quiz = tmp_path / "exam.json", replace(QUIZ, seed=None)
    seed = sit_down(tiny_course, file, right, quiz=quiz).exam.drawn.seed

    def reopen(**wishes):
        return open_exam(tiny_course, quiz, "en", file, **wishes).exam

    assert len(reopen().answered) == 1
    assert len(reopen(seed=seed).answered) == 1
    assert reopen().drawn.seed == seed
    assert reopen(seed="other").answered == []
    assert reopen(fresh=True).answered == []
    assert reopen(candidate="Carl").answered == []


def test_a_result_is_replaced_by_its_own_exam_and_by_no_other(tiny_course, tmp_path):
    result = tmp_path / "r.json"
    result.write_text("{}")

    def take(**wishes):
        return sit_down(tiny_course, tmp_path / "e.json", right, result=result, **wishes)

    with pytest.raises(FlashcardsError, match="with --force"):
        take()
    take(force=True)
    assert len(take().exam.answered) == 2
    for other in ({"fresh": True}, {"seed": "other"}, {"candidate": "Carl"}):
        with pytest.raises(FlashcardsError, match="it is there already"):
            take(**other)
    assert len(json.loads(result.read_text())["answers"]) == 2
    assert not (tmp_path / "e.json").exists()


def test_what_passes_while_the_rules_are_read_does_not_count(tiny_course):
    made = exam(tiny_course)
    assert made.deadline is None
    take_exam(made, Candidate(right), lambda: 5_000_000, lambda result: None)
    assert made.deadline == 5_600_000


def test_who_goes_back_keeps_every_answer_until_there_is_another(tiny_course):
    made, kept = taken(tiny_course, right, right, "undo", "undo", wrong, "quit")
    assert [each.verdict.right for each in made.answered] == [False, True]
    assert [len(result["answers"]) for result in kept][-1] == 2
