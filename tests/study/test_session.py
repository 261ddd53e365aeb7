"""A session: the answer is kept before it is judged aloud; steps are finished; undo undoes."""

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.course.model import Quiz, Selection
from flashcards.reviews.memory import REVIEW
from flashcards.reviews.review import CardMarks
from flashcards.reviews.store import ReviewLog
from flashcards.selection import EVERYTHING, TooFewCards
from flashcards.study.grading import Answer
from flashcards.study.learner import LearnerState, Moment, make_mark
from flashcards.study.session import Session, StudyRequest, start_study
from flashcards.study.settings import USUAL, Settings
from flashcards.study.ui import UserInterface
from flashcards.terminal.reports import print_summary
from flashcards.terminal.rich_text import Page
from tests.helpers.reviews import get_right_answer, make_answer

NOW = 1_700_000_000_000
DAY = 86_400_000
TODAY = 19_675
MOMENT = Moment(NOW, NOW - 1000, NOW + DAY, TODAY)
CHOOSE, GAP, ORDER, TERM = "clear-gradients#0", "ddp-gap#0", "ddp-step#0", "ddp-bucket#1"


class Script(UserInterface):
    """Answers from a list; remembers what it saw and what the log held at that moment."""

    def __init__(self, log, *steps):
        self.log, self.steps = log, list(steps)
        self.asked, self.contexts, self.shown, self.kept, self.told = [], [], [], [], []
        self.questions = []
        self.goes_on = False
        self.more = None
        self.today = None

    def show_question(self, question, context):
        self.asked.append(question.id)
        self.contexts.append(context)

    def ask(self, question):
        self.questions.append(question)
        if not self.steps:
            raise EOFError
        step = self.steps.pop(0)
        if isinstance(step, BaseException):
            raise step
        if step == "wrong":
            return Answer(("nonsense",))
        return Answer(get_right_answer(question)) if step == "right" else step

    def show_feedback(self, feedback):
        self.kept.append(len(list(self.log.reviews())))
        self.shown.append(feedback)
        if self.steps and isinstance(self.steps[0], tuple):
            return self.steps.pop(0)[1]
        return "next"

    def show_notice(self, notice, card):
        self.told.append((notice, card.id))

    def offer_more(self, waiting):
        self.told.append(("more", waiting, len(self.asked)))
        return self.goes_on

    def show_today(self, learner, today, limit):
        self.today = today

    def choose_more(self, today, offers):
        self.told.append(("done", today.waiting, offers))
        return self.more

    def show_summary(self, answers, learner, today):
        self.summary = answers, learner, today


@pytest.fixture
def log(tmp_path):
    with ReviewLog(tmp_path / "reviews.db") as log:
        yield log


def choose(course, keys=None, moment=MOMENT, settings=USUAL, selection=EVERYTHING):
    """The learner with the cards of these names, or with all."""
    cards = [card for card in list_cards(course) if keys is None or card.id in keys]
    notes = list_notes(course)
    return LearnerState(course, notes, cards, moment, selection, settings)


@pytest.fixture
def play(tiny_course, log):
    """Runs a session over some cards in teaching order with scripted answers."""

    def run(keys, *steps, tick=1000, make_ui=Script, moment=MOMENT, settings=USUAL, **wishes):
        learner, ui = choose(tiny_course, keys, moment, settings).load(log), make_ui(log, *steps)
        ticks, request = iter(range(NOW, NOW + 10**9, tick)), StudyRequest(**wishes)
        cards = [*learner.cards]
        session = Session(learner, request, ui, log, log, lambda: next(ticks), cards, [])
        session.run()
        return session, ui

    return run


@pytest.fixture
def study(tiny_course, log):
    """A whole session, from the plan to the summary."""

    def run(
        *steps,
        keys=None,
        settings=USUAL,
        tick=1000,
        goes_on=False,
        more=None,
        selection=EVERYTHING,
        **wishes,
    ):
        ui, ticks = Script(log, *steps), iter(range(NOW, NOW + 10**9, tick))
        ui.goes_on, ui.more = goes_on, more
        learner = choose(tiny_course, keys, settings=settings, selection=selection)
        start_study(learner, StudyRequest(**wishes), ui, log, lambda: next(ticks))
        return ui

    return run


def marks(log, card):
    return log.marks(["tiny-course"], "en").get(("tiny-course", card), CardMarks())


def answered(card, at, rating=3, **more):
    return make_answer(card, rating, at, course="tiny-course", **more)


def test_an_answer_is_in_the_log_before_its_feedback_is_told(play, log):
    _, ui = play({CHOOSE, GAP}, "right", "wrong", "right", form="gap")
    assert ui.kept == [1, 2, 3]
    assert [(r.form, r.duration) for r in log.reviews()][:2] == [("single", 1000), ("gap", 1000)]


def test_short_steps_are_finished_in_the_same_session(play, log):
    """The step after a wrong answer is of one minute, those of the others of ten."""
    session, ui = play({CHOOSE, GAP, ORDER}, "wrong", *["right"] * 9)
    assert ui.asked[:4] == [CHOOSE, ORDER, GAP, CHOOSE]
    assert sorted(ui.asked) == sorted([*[CHOOSE] * 3, *[GAP] * 2, *[ORDER] * 2])
    assert {m.state for m in log.memories(["tiny-course"], "en").values()} == {REVIEW}
    assert [feedback.again for feedback in ui.shown] == [*[True] * 4, *[False] * 3]
    assert (session.ready, session.steps) == ([], [])


def test_a_step_whose_time_has_come_goes_before_other_cards(play):
    _, ui = play({CHOOSE, GAP, ORDER}, "wrong", *["right"] * 9, tick=90_000)
    assert ui.asked[:3] == [CHOOSE, ORDER, CHOOSE]


@pytest.mark.parametrize(
    ("ask", "day_before", "form"),
    [
        ("grow", 0, "single"),
        ("grow", 1, "reveal"),
        ("memory", 0, "reveal"),
        ("options", 1, "single"),
    ],
)
def test_a_choice_is_asked_from_memory_from_the_day_after_its_first_answer(
    play, log, ask, day_before, form
):
    """Also when it was forgotten then, and unless a form is wished for."""
    log.record(answered(CHOOSE, NOW - 500 - day_before * DAY, 3, day=TODAY - day_before))
    log.record(answered(CHOOSE, NOW - 400, 1, day=TODAY))
    for wished in (None, "single", "reveal"):
        _, ui = play({CHOOSE}, "quit", settings=Settings(ask=ask), form=wished)
        assert [question.form for question in ui.questions] == [wished or form]


@pytest.mark.parametrize(
    ("picked", "score", "ratings"), [("right", 1.0, (2, 1)), ("wrong", 0.0, (1,))]
)
def test_who_looks_at_the_choices_is_shown_them_in_their_order_and_was_helped(
    play, log, picked, score, ratings
):
    _, ui = play({CHOOSE}, "flag", "choices", "flag", picked, form="reveal", limit=1)
    [feedback], [review] = ui.shown, log.reviews()
    assert (review.form, review.rating, review.score) == ("single", ratings[0], score)
    assert (feedback.ratings, feedback.helped) == (ratings, True)
    bare, shown, kept = (ui.questions[place] for place in (0, 2, 3))
    assert (bare.form, bare.options, kept) == ("reveal", shown.options, shown)


def test_the_answer_of_a_typed_term_may_be_shown_and_rated(play, log):
    _, ui = play({TERM}, "reveal", Answer((), 4))
    assert [question.form for question in ui.questions] == ["type", "reveal"]
    assert ui.questions[1].answer == "gradient bucket"
    assert [(each.form, each.rating) for each in log.reviews()] == [("reveal", 4)]
    assert ui.shown[0].ratings == ()


def test_a_limit_ends_the_session(play):
    _, ui = play({CHOOSE, GAP, ORDER}, "wrong", "right", "right", limit=2)
    assert [(each.done, each.total) for each in ui.contexts] == [(0, 2), (1, 2)]


def test_progress_counts_answers_and_those_that_are_still_needed(play):
    """Three new cards take two answers each; easy needs no step."""
    easy, again = Answer((), 4), Answer((), 1)
    _, ui = play({CHOOSE, "ddp-why#0", "ddp-sync#0"}, easy, again, "right", "right", "right")
    assert [(each.done, each.total) for each in ui.contexts[:3]] == [(0, 6), (1, 5), (2, 5)]
    assert [ui.contexts[0].again, ui.contexts[-1].again] == [False, True]


def test_a_quiz_asks_once_what_is_right_and_again_what_is_wrong(play):
    quiz = Quiz(quiz="q", title="Q")
    _, ui = play({CHOOSE, GAP, ORDER}, "right", "wrong", "right", "right", quiz=quiz)
    assert ui.asked == [CHOOSE, ORDER, GAP, ORDER]
    assert [each.total for each in ui.contexts] == [3, 3, 4, 4]


def test_undo_reaches_back_to_the_first_answer_of_the_session_and_no_further(play, log):
    log.record(answered(GAP, NOW - DAY))
    _, ui = play({CHOOSE}, "undo", "right", ("feedback", "undo"), "undo", "quit")
    assert [context.can_undo for context in ui.contexts[:3]] == [False, False, False]
    assert [r.card for r in log.reviews()] == [GAP]
    assert [*log.memories(["tiny-course"], "en")] == [("tiny-course", GAP)]


@pytest.mark.parametrize("action", ["undo", "good", "hard"])
def test_an_answer_that_was_synced_during_the_session_stays(play, log, action):
    class Syncing(Script):
        def show_feedback(self, feedback):
            log.claim({review.uid: review.at for review in log.reviews()})
            return super().show_feedback(feedback)

    session, ui = play({CHOOSE}, "wrong", ("feedback", action), make_ui=Syncing)
    assert ui.told == [("answer_is_final", CHOOSE)]
    assert [review.rating for review in log.reviews()] == [1]
    assert len(session.answers) == 1


# Decisions


@pytest.mark.parametrize(
    ("action", "notice", "held"),
    [
        ("suspend", "now_suspended", CardMarks(suspended=1)),
        ("bury", "now_buried", CardMarks(buried=TODAY + 1)),
    ],
)
def test_a_card_that_rests_is_not_asked_again_and_no_answer_is_kept(
    study, log, action, notice, held
):
    ui = study(action, *["right"] * 40, keys={CHOOSE, GAP, ORDER}, settings=Settings(minutes=60))
    first = ui.asked[0]
    assert ui.told[0] == (notice, first)
    assert first not in ui.asked[1:]
    assert marks(log, first) == held
    assert first not in {review.card for review in log.reviews()}


@pytest.mark.parametrize("action", ["suspend", "bury"])
def test_what_was_decided_about_a_card_is_not_undone_and_no_earlier_answer_is(play, log, action):
    _, ui = play({CHOOSE, GAP, ORDER}, "right", action, "undo", "right", "undo", "quit")
    assert [review.card for review in log.reviews()] == [CHOOSE]
    assert [context.can_undo for context in ui.contexts] == [False, True, False, False, True, True]


def test_a_card_that_was_suspended_after_its_answer_is_not_asked_when_that_is_taken_back(play, log):
    steps = "right", ("feedback", "suspend"), "right", ("feedback", "undo"), "undo"
    _, ui = play({CHOOSE, GAP}, *steps)
    assert list(log.reviews()) == []
    assert ui.asked == [CHOOSE, GAP, GAP, GAP]


def test_cards_that_rest_are_not_planned(study, log, tiny_course):
    gap, choose = (next(c for c in list_cards(tiny_course) if c.id == id) for id in (GAP, CHOOSE))
    log.add([make_mark(gap, "suspended", 1, NOW), make_mark(choose, "buried", TODAY + 1, NOW)])
    told = r"all cards that match --stage 1 are suspended or buried; 'ptquiz card list' shows"
    with pytest.raises(TooFewCards, match=told):
        study(keys={CHOOSE, GAP}, selection=STAGE_1)
    assert not {CHOOSE, GAP} & set(study(*["right"] * 30).asked)
    assert not {CHOOSE, GAP} & set(study(*["right"] * 30, quiz=Quiz(quiz="all", title="All")).asked)


# When today is done

STAGE_1 = Selection(stage=(1,))
NO_ROOM = Settings(new=1, minutes=1)
"""A day that one new card fills."""


@pytest.fixture
def full_day(log):
    """A new card that was learned today fills it."""
    log.record(answered(GAP, NOW - 500, 4, day=TODAY, due=TODAY + 9, duration=120_000))


def test_chosen_cards_are_asked_although_today_has_no_room_and_its_minutes_are_used(
    study, log, full_day
):
    log.record(answered(ORDER, NOW - 9 * DAY, 4, day=TODAY - 9, due=TODAY - 3))
    settings = Settings(minutes=2, new=2)
    ui = study(*["right"] * 9, keys={CHOOSE, ORDER}, selection=STAGE_1, settings=settings)
    assert {*ui.asked} == {CHOOSE, ORDER}
    assert ui.told == []


def test_if_no_chosen_card_is_due_or_new_they_are_reviewed_ahead_and_count(study, log):
    """GAP was asked longer ago; Good after five days of thirty moves its day on."""
    log.record(answered(GAP, NOW - 5 * DAY, 4, day=TODAY - 5, due=TODAY + 25))
    log.record(answered(CHOOSE, NOW - 500, 4, day=TODAY, due=TODAY + 9))
    before = log.memory(("tiny-course", "en", GAP))
    ui = study("right", "right", keys={GAP, CHOOSE}, selection=STAGE_1)
    assert ui.asked == [GAP, CHOOSE]
    assert [card.id for card in ui.today.ahead] == [GAP, CHOOSE]
    after = log.memory(("tiny-course", "en", GAP))
    assert (after.reviews, after.state, after.day) == (2, REVIEW, TODAY)
    assert after.stability > before.stability


@pytest.mark.parametrize("new", [0, 2])
def test_so_many_new_cards_come_as_the_option_says_whatever_today_had(study, full_day, new):
    ui = study("quit", settings=NO_ROOM, new=new, more=None)
    assert (len(ui.today.new) if ui.today else 0) == new
    assert [told[0] for told in ui.told] == ([] if new else ["done"])


@pytest.mark.parametrize("more", ["new", "ahead", "cram", None])
def test_who_begins_when_today_is_done_chooses_what_comes_beyond_it(study, log, full_day, more):
    """Of the tiny course's nine notes one was asked; four more cards are siblings."""
    kept = len(list(log.reviews()))
    ui = study(*["right"] * 2, "quit", settings=NO_ROOM, more=more)
    assert ui.told == [("done", 0, {"new": 8, "ahead": 1, "cram": 12})]
    asked = {"new": 3, "ahead": 1, "cram": 3, None: 0}
    assert len(ui.asked) == asked[more]
    assert (GAP in ui.asked) == (more in ("ahead", "cram"))
    assert len(list(log.reviews())) - kept == {"new": 2, "ahead": 1}.get(more, 0)


def test_who_has_used_the_minutes_chooses_although_a_card_is_left(study, log):
    log.record(answered(GAP, NOW - 500, 1, day=TODAY, duration=120_000))
    ui = study("right", settings=Settings(minutes=2, new=1))
    assert (ui.asked, ui.told[0][:2]) == ([], ("done", 1))


def test_without_cards_that_were_asked_before_none_can_be_reviewed(study):
    for wish, option in ({"ahead": True}, "--ahead"), ({"new": 0}, "--new 0"):
        told = f"none of the cards that match --stage 1 was asked before.*instead of '{option}'"
        with pytest.raises(TooFewCards, match=told):
            study(keys={CHOOSE, GAP}, selection=STAGE_1, **wish)


# The day, cramming, and the end


@pytest.mark.parametrize(("minutes", "tick"), [(1, 1000), (2, 30_000)])
@pytest.mark.parametrize("goes_on", [True, False])
def test_when_the_minutes_are_used_up_the_learner_is_asked_whether_to_go_on(
    study, log, tiny_course, minutes, tick, goes_on
):
    """Five cards are due: a minute holds two; two minutes hold four, but two take both."""
    for card in list_cards(tiny_course)[:5]:
        log.record(answered(card.id, NOW - 9 * DAY, 4, day=TODAY - 9, due=TODAY - 3))
    settings = Settings(minutes=minutes, new=0)
    ui = study(*["right"] * 9, settings=settings, tick=tick, goes_on=goes_on)
    assert ui.told == [("more", 3, 2)]
    assert len(ui.asked) == (5 if goes_on else 2)


def test_a_stage_that_is_finished_says_so_once(study, log, tiny_course, capsys):
    for card in list_cards(tiny_course)[1:]:
        log.record(answered(card.id, NOW - 9 * DAY, 4, day=TODAY - 9, due=TODAY + 9))
    for request, count in ({}, 1), ({"cram": True}, 0):
        print_summary(Page(), *study(*["right"] * 40, **request).summary)
        assert capsys.readouterr().out.count("Stage 1 is finished") == count


def test_cramming_asks_everything_until_it_is_right_and_changes_nothing(study, log):
    log.record(answered(GAP, NOW - DAY))
    before = log.memories(["tiny-course"], "en"), list(log.reviews(undone=True))
    ui = study("wrong", "right", "right", "right", keys={CHOOSE, GAP, ORDER}, cram=True)
    assert sorted(ui.asked[:3]) == sorted((CHOOSE, GAP, ORDER))
    assert ui.asked[0] == ui.asked[3] == GAP  # what is remembered worst comes first; it was wrong
    assert len(ui.asked) == 4
    assert not any(feedback.kept for feedback in ui.shown)
    assert (log.memories(["tiny-course"], "en"), list(log.reviews(undone=True))) == before


def test_undo_while_cramming_asks_again_and_a_decision_holds(study, log):
    ui = study("right", "undo", "right", "suspend", keys={CHOOSE, ORDER}, cram=True)
    assert ui.asked == [ui.asked[0], ui.asked[1], ui.asked[0], ui.asked[1]]
    assert marks(log, ui.asked[-1]).suspended
    assert list(log.reviews(undone=True)) == []
