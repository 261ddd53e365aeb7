"""A session: the answer is kept before it is judged aloud; steps are finished; undo undoes."""

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.course.model import Quiz
from flashcards.reviews.memory import REVIEW
from flashcards.reviews.store import Place, open_reviews
from flashcards.study.queue import SessionQueue
from flashcards.study.session import Session, StudyRequest
from flashcards.study.standing import Moment, Standing
from flashcards.study.ui import Answer
from tests.helpers.changes import replace

NOW = 1_700_000_000_000
DAY = 86_400_000
MOMENT = Moment(NOW, NOW - 1000, NOW + DAY, 19_675)


class Script:
    """Answers from a list; remembers what it saw and what the log held at that moment."""

    def __init__(self, log, *steps):
        self.log, self.steps = log, list(steps)
        self.asked, self.told, self.kept, self.places, self.leeches = [], [], [], [], []

    def show_question(self, question, context):
        self.asked.append(question.id)
        self.places.append((context.done, context.total, context.streak, context.again))

    def ask(self, question):
        if not self.steps:
            raise EOFError
        step = self.steps.pop(0)
        if step == "right":
            return Answer(right_answer(question))
        if step == "wrong":
            return Answer(("nonsense",))
        if isinstance(step, BaseException):
            raise step
        return step

    def show_feedback(self, feedback):
        self.kept.append(len(list(self.log.reviews())))
        self.told.append((feedback.question.id, feedback.verdict.right, feedback.rating))
        self.leeches.append(feedback.leech)
        step = self.steps[0] if self.steps else "next"
        if isinstance(step, tuple) and step[0] == "feedback":
            return self.steps.pop(0)[1]
        return "next"

    def show_correction(self, feedback):
        self.told.append((feedback.question.id, "corrected", feedback.rating))

    def show_undo(self, card):
        self.told.append((card.id, "undone", None))

    def show_refusal(self, why, card=None):
        self.told.append((card.id, why, None) if card else (why, None))


def right_answer(question):
    if question.form in ("type", "gap"):
        return (question.accepted[0],)
    if question.form == "order":
        return question.sequence
    if question.form == "match":
        return tuple(fits for _, _, fits in question.things)
    return question.right_names


@pytest.fixture
def log(tmp_path):
    made = open_reviews(tmp_path / "reviews.db")
    yield made
    made.close()


@pytest.fixture
def play(tiny_course, log):
    """Runs a session over some cards with scripted answers."""

    def run(keys, *steps, tick=1000, make_ui=Script, moment=MOMENT, **wishes):
        cards = [card for card in list_cards(tiny_course) if card.id in keys]
        standing = Standing(
            course=tiny_course, notes=list_notes(tiny_course), cards=cards, moment=moment
        ).load(log)
        ui, ticks = make_ui(log, *steps), iter(range(NOW, NOW + 10**9, tick))
        queue, request = SessionQueue(cards), StudyRequest(**wishes)
        session = Session(standing, request, queue, ui, log, lambda: next(ticks))
        session.run()
        return session, ui

    return run


CHOOSE, GAP, ORDER = "clear-gradients#0", "ddp-gap#0", "ddp-step#0"
QUIZ = Quiz(quiz="q", title="Q")


def test_an_answer_is_in_the_log_before_its_feedback_is_told(play):
    _, ui = play({CHOOSE, GAP}, "right", "wrong", "right")
    assert ui.kept == [1, 2, 3]


def test_short_steps_are_finished_in_the_same_session(play, log):
    session, ui = play({CHOOSE, GAP, ORDER}, "wrong", *["right"] * 9)
    assert ui.asked[:3] == [CHOOSE, ORDER, GAP]
    assert ui.asked[3] == CHOOSE  # its step is of one minute, those of the others of ten
    assert sorted(ui.asked) == sorted([*[CHOOSE] * 3, *[GAP] * 2, *[ORDER] * 2])
    assert {m.state for m in log.memories(["tiny-course"], "en").values()} == {REVIEW}
    assert len(session.queue) == 0


def test_a_step_whose_time_has_come_goes_before_other_cards(play):
    _, ui = play({CHOOSE, GAP, ORDER}, "wrong", *["right"] * 9, tick=90_000)
    assert ui.asked[:3] == [CHOOSE, ORDER, CHOOSE]


def test_a_limit_ends_the_session_and_what_is_left_can_be_counted(play, log):
    session, ui = play({CHOOSE, GAP, ORDER}, *["right"] * 9, limit=2)
    assert len(ui.asked) == 2
    assert [card.id for card in session.queue.cards] == [GAP, CHOOSE, ORDER]  # two wait for a step
    assert ui.places == [(0, 2, 0, False), (1, 2, 1, False)]


def test_the_answer_that_ends_the_session_does_not_promise_its_card_again_in_it(play):
    session, _ = play({CHOOSE, GAP, ORDER}, "wrong", "right", limit=2)
    assert [answer.feedback.comes for answer in session.answers] == ["session", "next session"]
    assert len(session.queue) == 3


def test_overruling_the_answer_that_ends_the_session_promises_nothing_either(play):
    session, ui = play({CHOOSE, GAP}, "wrong", ("feedback", "overrule"), limit=1)
    assert ui.told[-1] == (CHOOSE, "corrected", 3)
    assert [answer.feedback.comes for answer in session.answers] == ["next session"]


def test_a_card_that_was_shown_but_not_answered_is_left(play):
    session, _ = play({CHOOSE, GAP}, "right")
    assert [card.id for card in session.queue.cards] == [GAP, CHOOSE]  # which waits for a step


def test_a_card_that_is_never_known_does_not_come_back_for_ever(play):
    _, ui = play({CHOOSE}, *["wrong"] * 20)
    assert len(ui.asked) == 4


def test_progress_counts_answers_and_those_that_are_still_needed(play):
    """Three new cards take two answers each; easy needs no step, wrong takes one more."""
    easy, again = Answer((), 4), Answer((), 1)
    _, ui = play({CHOOSE, "ddp-why#0", "ddp-sync#0"}, easy, again, "right", "right", "right")
    asked = dict(zip(ui.asked, ui.places, strict=False))
    assert [place[:2] for place in ui.places[:3]] == [(0, 6), (1, 5), (2, 6)]
    assert ui.places[0] == (0, 6, 0, False)
    assert ui.places[-1][3] is True
    assert len(asked) == 3


def test_a_quiz_asks_once_what_is_right_and_again_what_is_wrong(play, log):
    _, ui = play({CHOOSE, GAP, ORDER}, "right", "wrong", "right", "right", quiz=QUIZ)
    assert ui.asked == [CHOOSE, ORDER, GAP, ORDER]
    assert [place[:2] for place in ui.places] == [(0, 3), (1, 3), (2, 4), (3, 4)]


def test_a_card_that_was_wrong_four_times_rests(play):
    session, ui = play({CHOOSE}, *["wrong"] * 20)
    assert ui.asked == [CHOOSE] * 4
    assert [answer.feedback.comes for answer in session.answers] == [*["session"] * 3, "rests"]
    assert session.resting == 1


def test_the_wrong_answers_of_an_earlier_session_count(play):
    play({CHOOSE}, *["wrong"] * 3)
    later = replace(MOMENT, now=NOW + 10**6)
    session, ui = play({CHOOSE}, *["wrong"] * 20, moment=later)
    assert (ui.asked, session.resting) == ([CHOOSE], 1)


def test_undo_takes_back_the_last_answer_and_asks_its_card_again(play, log):
    _, ui = play({CHOOSE, GAP}, "wrong", "undo", "right", "right")
    assert ui.asked[:4] == [CHOOSE, GAP, CHOOSE, GAP]
    assert [(r.card, r.rating) for r in log.reviews()] == [(CHOOSE, 3), (GAP, 3)]


def test_undo_reaches_back_to_the_first_answer(play, log):
    _, ui = play({CHOOSE, GAP}, "right", ("feedback", "undo"), "undo", "right")
    assert ("nothing_to_undo", None) in ui.told
    assert [r.card for r in log.reviews()] == [CHOOSE]


def sync_everything(log):
    places = {review.uid: Place(review.at, 1) for review in log.reviews()}
    log.claim_answers(places)


@pytest.mark.parametrize("action", ["undo", "overrule", "hard"])
def test_an_answer_that_was_synced_during_the_session_stays(play, log, action):
    class Syncing(Script):
        def show_feedback(self, feedback):
            sync_everything(log)
            return super().show_feedback(feedback)

    session, ui = play({CHOOSE}, "wrong", ("feedback", action), make_ui=Syncing)
    assert ("answer_is_final", None) in ui.told
    assert [review.rating for review in log.reviews()] == [1]
    assert len(session.answers) == 1


def test_everything_undone_leaves_no_memory(play, log):
    play({CHOOSE, GAP, ORDER}, "wrong", "right", "undo", "undo", "quit")
    assert list(log.reviews()) == []
    assert log.memories(["tiny-course"], "en") == {}


def test_the_learner_may_overrule_and_it_is_recorded_as_such(play, log):
    play({GAP}, "wrong", ("feedback", "overrule"))
    assert [(r.rating, r.score, r.overruled) for r in log.reviews()] == [(3, 1.0, True)]
    assert [r.undone for r in log.reviews(undone=True)] == [True, False]


@pytest.mark.parametrize(("wish", "rating"), [("hard", 2), ("easy", 4), ("again", 1)])
def test_the_learner_may_rate_a_right_answer_otherwise(play, log, wish, rating):
    play({CHOOSE}, "right", ("feedback", wish))
    first = next(log.reviews())
    assert (first.rating, first.overruled, first.score) == (rating, False, 1.0)


def test_a_concept_is_rated_by_the_learner_whatever_was_ticked(play, log):
    play({"ddp-sync#0"}, Answer(("init",), 4))
    assert [(r.rating, r.score, r.overruled) for r in log.reviews()] == [(4, 0.5, False)]


def test_what_was_revealed_is_as_right_as_the_learner_says(play, log):
    play({"ddp-why#0"}, Answer((), 1), Answer((), 3))
    assert [(r.rating, r.score) for r in log.reviews()] == [(1, 0.0), (3, 1.0)]


@pytest.mark.parametrize("end", [EOFError(), KeyboardInterrupt()])
def test_leaving_keeps_everything(play, log, end):
    session, _ = play({CHOOSE, GAP}, "right", end)
    assert session.interrupted is isinstance(end, KeyboardInterrupt)
    assert len(list(log.reviews())) == 1


def test_the_form_asked_for_is_used_where_a_card_has_it(play, log):
    play({"transpose-stride#0", CHOOSE}, "right", "right", form="type")
    assert [r.form for r in log.reviews()] == ["type", "single"]


def test_the_time_an_answer_took_is_kept(play, log):
    play({CHOOSE}, "right")
    assert [r.duration for r in log.reviews()] == [1000]


def test_a_text_that_changed_since_is_told(play, log):
    play({CHOOSE}, "right")
    [review] = log.reviews()
    log.correct(review.uid, replace(review, fingerprint="old", uid="other"))
    seen = []

    class Reader(Script):
        def show_question(self, question, context):
            seen.append(context.changed)

    play({CHOOSE}, make_ui=Reader)
    assert seen == [True]


def test_only_what_was_wrong_can_be_counted_as_right(play, log):
    _, ui = play({CHOOSE, ORDER}, "right", "overrule", "wrong", "overrule", "overrule")
    assert [told[1] for told in ui.told if told[1] not in (True, False)] == [
        "was_right", "corrected", "was_right",
    ]  # fmt: skip
    assert [(review.rating, review.overruled) for review in log.reviews()] == [
        (3, False), (3, True),
    ]  # fmt: skip


def test_an_answer_that_was_none_cannot_be_counted_as_right(play, log):
    _, ui = play({CHOOSE, ORDER}, Answer(()), "overrule", "good", "again")
    assert [told[1] for told in ui.told][1:] == ["was_unknown", "was_unknown", "corrected"]
    assert [review.rating for review in log.reviews()] == [1]


def test_nothing_can_be_counted_as_right_before_the_first_answer(play):
    _, ui = play({CHOOSE}, "overrule")
    assert ui.told == [("no_answer_yet", None)]
