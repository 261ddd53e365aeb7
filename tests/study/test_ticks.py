"""A tick is earned by nine tenths of the cards, and kept down to eight tenths of them."""

from dataclasses import replace

import pytest

from flashcards.model import Concept, Course, CourseInfo, Deck, Recall
from flashcards.reviews.memory import REVIEW, Memory
from flashcards.reviews.review import Review
from flashcards.reviews.store import open_reviews
from flashcards.study.standing import CardCounts, Moment, find_standing
from flashcards.study.ticks import count_concepts, is_known, keep_ticks

DAY = 86_400_000
NOW = 20_000 * DAY
MOMENT = Moment(NOW, NOW, NOW + DAY - 1, 20_000)


@pytest.mark.parametrize(
    ("cards", "known", "kept"),
    [(1, 1, 1), (2, 2, 2), (4, 4, 4), (5, 4, 4), (9, 8, 8), (10, 9, 8), (19, 18, 16), (20, 18, 16),
     (65, 59, 52)],
)  # fmt: skip
def test_how_many_cards_make_a_concept_known_and_keep_it(cards, known, kept):
    counts = [CardCounts(cards, cards, earned) for earned in range(cards + 1)]
    assert [each.earned for each in counts if is_known(each, False)] == [*range(known, cards + 1)]
    assert [each.earned for each in counts if is_known(each, True)] == [*range(kept, cards + 1)]


@pytest.fixture
def learner(tmp_path):
    """A learner with a concept of ten cards, and the log."""
    about = [Recall(key=f"r{n}", recall="Q?", answer="A", about=("c",)) for n in range(9)]
    concept = Concept(key="c", concept="C", points={"p": "P"})
    info = CourseInfo(id="x", title="X", author="A", licence="CC0")
    course = Course(info=info, decks=(Deck(deck="d", title="D", entries=(concept, *about)),))
    with open_reviews(tmp_path / "reviews.db") as log:
        yield find_standing(course, MOMENT), log


def earn(standing, count):
    """The standing after so many cards were earned and the others were wrong."""
    good = Memory(REVIEW, None, 9.0, 5.0, NOW + DAY, NOW, NOW, 3, 0, right_days=2)
    names = [(card.note.course, card.id) for card in standing.cards]
    found = {
        name: good if number < count else good._replace(right_days=0)
        for number, name in enumerate(names)
    }
    return replace(standing, memories=found)


def test_a_tick_is_kept_in_the_log_until_it_is_lost(learner):
    standing, log = learner
    seen = []
    for day, earned in enumerate((8, 9, 8, 7, 8, 10)):
        later = replace(standing, moment=replace(MOMENT, now=NOW + day))
        now = replace(earn(later, earned), marks=log.marks({"x"}, "en"))
        keep_ticks(now, log)
        seen.append([each.is_known for each in count_concepts(now)])
    assert seen == [[False], [True], [True], [False], [False], [True]]
    assert len(log.database.execute("SELECT * FROM marks").fetchall()) == 3


def test_wrong_answers_alone_tick_nothing(learner):
    standing, log = learner
    for card in standing.cards:
        for day in range(9):
            log.record(Review("x", card.id, "en", "f", NOW + day * DAY, 1, 0.0, "type", "", 9, "1"))
    later = replace(standing, moment=replace(MOMENT, now=NOW + 9 * DAY)).load(log)
    assert [(each.is_known, each.counts.seen) for each in count_concepts(later)] == [(False, 10)]
