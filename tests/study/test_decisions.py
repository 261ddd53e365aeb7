"""Suspend, bury, flag, leeches, cramming, undo, and the end of the minutes."""

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.reviews.review import CardMarks, Review
from flashcards.reviews.store import open_reviews
from flashcards.selection import TooFewCards
from flashcards.study.marks import mark_cards
from flashcards.study.queue import SessionQueue
from flashcards.study.session import Session, StudyRequest
from flashcards.study.settings import USUAL, Settings
from flashcards.study.standing import Moment, Standing, find_standing
from flashcards.study.start import start_study
from tests.study.test_session import Script

NOW = 1_700_000_000_000
DAY = 86_400_000
TODAY = 19_675
CHOOSE, GAP, ORDER = "clear-gradients#0", "ddp-gap#0", "ddp-step#0"
MOMENT = Moment(NOW, NOW - 1000, NOW + DAY, TODAY)


class Learner(Script):
    """A script that also hears of decisions and of the end."""

    def show_decision(self, decision):
        self.told.append((decision.card.id, decision.name, decision.on))

    def show_today(self, today):
        self.told.append(("today", len(today.plan.due), len(today.plan.new)))

    def show_cram(self, cards):
        self.told.append(("cram", cards, None))

    def show_nothing_due(self, today, now):
        pass

    def show_welcome(self, welcome):
        pass

    def show_summary(self, summary):
        self.told.append(("summary", len(summary.answers), summary.counts))


@pytest.fixture
def log(tmp_path):
    with open_reviews(tmp_path / "reviews.db") as made:
        yield made


def clock():
    ticks = iter(range(NOW, NOW + 10**9, 1000))
    return lambda: next(ticks)


def choose(course, keys, settings=USUAL):
    """The standing with the cards of these names, or with all."""
    cards = [card for card in list_cards(course) if keys is None or card.id in keys]
    notes = list_notes(course)
    return Standing(course=course, notes=notes, cards=cards, moment=MOMENT, settings=settings)


@pytest.fixture
def play(tiny_course, log):
    """Runs a session over some cards with scripted answers."""

    def run(keys, *steps):
        ui, standing = Learner(log, *steps), choose(tiny_course, keys).load(log)
        queue = SessionQueue(standing.cards)
        session = Session(standing, StudyRequest(), queue, ui, log, clock())
        session.run()
        return session, ui

    return run


@pytest.fixture
def study(tiny_course, log):
    """A whole session, from the plan to the summary."""

    def run(*steps, keys=None, settings=USUAL, **wishes):
        ui, standing = Learner(log, *steps), choose(tiny_course, keys, settings)
        start_study(standing, StudyRequest(**wishes), ui, log, clock())
        return ui

    return run


def marks(log, card):
    return log.marks(["tiny-course"], "en").get(("tiny-course", card), CardMarks())


def answered(card: str, at: int, rating: int = 3, **more) -> Review:
    return Review("tiny-course", card, "en", "f", at, rating, 1.0, "type", "x", 5, "1", **more)


@pytest.mark.parametrize(
    ("action", "held"),
    [("suspend", CardMarks(suspended=1)), ("bury", CardMarks(buried=TODAY + 1))],
)
def test_a_card_that_rests_is_not_asked_again_and_no_answer_is_kept(play, log, action, held):
    _, ui = play({CHOOSE, GAP}, action, "right", "right")
    assert ui.asked[0] == CHOOSE
    assert CHOOSE not in ui.asked[1:]
    assert marks(log, CHOOSE) == held
    assert {review.card for review in log.reviews()} == {GAP}


@pytest.mark.parametrize("action", ["suspend", "bury"])
def test_a_card_that_rests_does_not_come_back_when_there_are_minutes_left(study, action):
    ui = study(action, *["right"] * 40, keys={CHOOSE, GAP, ORDER}, settings=Settings(minutes=60))
    assert ui.asked.count(ui.asked[0]) == 1
    assert len(set(ui.asked)) == 3


def test_after_its_answer_too_a_card_can_be_suspended_and_leaves_the_queue(play, log):
    _, ui = play({CHOOSE, GAP}, "wrong", ("feedback", "suspend"), "right", "right", "right")
    assert ui.asked.count(CHOOSE) == 1
    assert marks(log, CHOOSE).suspended
    assert [r.rating for r in log.reviews() if r.card == CHOOSE] == [1]


def test_a_flag_goes_on_and_off_and_the_card_is_still_asked(play, log):
    _, ui = play({CHOOSE}, "flag", "flag", "flag", "right", "right")
    assert ui.asked == [CHOOSE, CHOOSE]  # and its step: a flag leaves the question where it is
    assert [told for told in ui.told if told[1] == "flagged"] == [
        (CHOOSE, "flagged", True), (CHOOSE, "flagged", False), (CHOOSE, "flagged", True),
    ]  # fmt: skip
    assert marks(log, CHOOSE).flagged


def test_undo_takes_back_answers_and_no_decisions(play, log):
    _, ui = play({CHOOSE, GAP, ORDER}, "right", "suspend", "undo", "undo")
    suspended = ui.asked[1]
    assert ui.told[1:] == [
        (suspended, "suspended", True), (CHOOSE, "undone", None), ("nothing_to_undo", None),
    ]  # fmt: skip
    assert marks(log, suspended) == CardMarks(suspended=1)
    assert list(log.reviews()) == []


def test_a_card_that_was_suspended_after_its_answer_is_not_asked_when_that_is_taken_back(play, log):
    _, ui = play({CHOOSE, GAP}, "right", ("feedback", "suspend"), "undo")
    assert list(log.reviews()) == []
    assert ui.asked == [CHOOSE, GAP, GAP]


@pytest.mark.parametrize(("minutes", "tick"), [(1, 1000), (2, 30_000)])
@pytest.mark.parametrize("goes_on", [True, False])
def test_when_the_minutes_are_used_up_the_learner_is_asked_whether_to_go_on(
    tiny_course, log, minutes, tick, goes_on
):
    """Five cards are due: a minute holds two; two minutes hold four, but two take both."""
    offered = []

    class Asked(Learner):
        def offer_more(self, waiting):
            offered.append((waiting, len(self.asked)))
            return goes_on

    for card in list_cards(tiny_course)[:5]:
        log.record(answered(card.id, NOW - 9 * DAY, 4, day=TODAY - 9, due=TODAY - 3))
    ui, ticks = Asked(log, *["right"] * 9), iter(range(NOW, NOW + 10**9, tick))
    standing = choose(tiny_course, None, Settings(minutes=minutes, new=0))
    start_study(standing, StudyRequest(), ui, log, lambda: next(ticks))
    assert offered == [(3, 2)]
    assert len(ui.asked) == (5 if goes_on else 2)


@pytest.mark.parametrize(("step", "earned"), [("right", 1), ("wrong", 0)])
def test_the_summary_counts_the_cards_that_the_session_earned(
    study, log, monkeypatch, step, earned
):
    log.record(answered(GAP, NOW - 9 * DAY, day=TODAY - 9))
    told = []
    monkeypatch.setattr(Learner, "show_summary", lambda ui, summary: told.append(summary))
    study(step, keys={GAP, CHOOSE})
    assert [(summary.newly_earned, summary.counts.earned) for summary in told] == [(earned, earned)]
    assert [answer.card.id for answer in told[0].answers] == [GAP]


def test_answers_of_earlier_sessions_are_not_taken_back(play, log):
    log.record(answered(GAP, NOW - DAY))
    _, ui = play({CHOOSE}, "undo", "right", ("feedback", "undo"))
    assert ui.told[0] == ("nothing_to_undo", None)
    assert ui.asked[:2] == [CHOOSE, CHOOSE]
    assert [review.card for review in log.reviews()] == [GAP]


def forget(log, times: int) -> None:
    """A card that is learned and forgotten, again and again."""
    at = NOW - 400 * DAY
    for _ in range(times):
        for rating in (3, 3, 1):
            log.record(answered(CHOOSE, at, rating))
            at += 6 * DAY
    log.record(answered(CHOOSE, at, 3))
    log.record(answered(CHOOSE, at + DAY, 3))


@pytest.mark.parametrize(("lapses", "leech"), [(2, 0), (3, 4), (4, 0), (5, 6)])
def test_a_leech_is_told_when_it_becomes_one_and_when_it_gets_worse(play, log, lapses, leech):
    forget(log, lapses)
    told = []
    _, ui = play({CHOOSE}, "wrong")
    told = ui.leeches
    assert told == [leech]


def test_cards_that_rest_are_not_planned_and_those_buried_come_back_tomorrow(
    study, log, tiny_course
):
    cards = [card for card in list_cards(tiny_course) if card.id in (CHOOSE, GAP)]
    mark_cards(log, cards[:1], "suspended", True, MOMENT)
    mark_cards(log, cards[1:], "buried", True, MOMENT)
    with pytest.raises(TooFewCards, match=r"all 2 cards are suspended or buried.*card list"):
        study(keys={CHOOSE, GAP})
    ui = study(*["right"] * 30)
    assert not {CHOOSE, GAP} & set(ui.asked)
    from tests.helpers.changes import replace

    tomorrow = replace(MOMENT, day=TODAY + 1)
    assert [card.id for card in mark_cards(log, cards, "suspended", False, tomorrow)] == [CHOOSE]


def test_cramming_asks_everything_and_changes_nothing(study, log, tiny_course):
    log.record(answered(GAP, NOW - DAY))
    before = log.memories(["tiny-course"], "en"), list(log.reviews(undone=True))
    ui = study("wrong", "right", "right", "right", keys={CHOOSE, GAP, ORDER}, cram=True)
    assert ui.told[0] == ("cram", 3, None)
    assert sorted(ui.asked[:3]) == sorted((CHOOSE, GAP, ORDER))
    assert ui.asked[0] == GAP  # what is remembered worst comes first, new cards last
    assert ui.asked[3] == GAP  # it was wrong
    assert len(ui.asked) == 4
    assert (log.memories(["tiny-course"], "en"), list(log.reviews(undone=True))) == before


def test_undo_while_cramming_asks_again_and_leaves_the_log_alone(study, log):
    log.record(answered(GAP, NOW - DAY))
    ui = study("right", "undo", "undo", "right", keys={CHOOSE, ORDER}, cram=True)
    assert ui.asked == [ui.asked[0], ui.asked[1], ui.asked[0], ui.asked[1]]
    assert [review.undone for review in log.reviews(undone=True)] == [False]


def test_the_quiz_ends_with_the_counts_that_progress_shows(study, log, tiny_course):
    from flashcards.progress.stats import compute_stats

    for days in (9, 7):
        log.record(answered(GAP, NOW - days * DAY, day=TODAY - days))
    ui = study("right", "right")
    counts = ui.told[-1][2]
    stats = compute_stats(find_standing(tiny_course, MOMENT), log)
    assert (counts.cards, counts.seen, counts.earned) == (stats.cards, stats.seen, stats.earned)
    assert counts.earned == 1
