"""What follows from rows of Anki's review log, by hand."""

from flashcards.anki.bridge.card_state import Days, decide_card, list_types, since_reset
from flashcards.anki.bridge.collection import RevlogRow, is_answer
from flashcards.anki.fields import FIELDS

DAY = 86_400
NOON = 20_000 * DAY + 12 * 3600
DAYS = Days(today=100, end=20_001 * DAY + 4 * 3600)  # the day began at four


def row(seconds, ease=3, ivl=-600, kind=0, factor=500):
    return RevlogRow(seconds * 1000, 1, ease, ivl, 0, factor, 900, kind)


def test_days_begin_when_ankis_day_begins():
    begin = 20_000 * DAY + 4 * 3600
    assert [DAYS.find(at) for at in (begin - 1, begin, begin + DAY - 1, begin + DAY)] == [
        99, 100, 100, 101
    ]  # fmt: skip


def test_an_interval_in_days_counts_from_the_day_of_the_last_answer():
    card = decide_card([row(NOON - 3 * DAY), row(NOON - 2 * DAY, ivl=7)], DAYS)
    assert (card.type, card.queue, card.due, card.ivl) == (2, 2, 105, 7)
    assert (card.reps, card.lapses, card.factor) == (2, 0, 2500)


def test_a_short_step_is_due_to_the_second_and_after_midnight_by_the_day():
    assert decide_card([row(NOON, ease=1, ivl=-60)], DAYS)[:3] == (1, 1, NOON + 60)
    assert decide_card([row(NOON, ivl=-DAY)], DAYS)[:3] == (1, 3, 101)


def test_forgetting_a_learned_card_is_a_lapse_and_costs_ease():
    rows = [row(NOON - 9 * DAY, ivl=4, ease=4), row(NOON, ease=1, kind=1)]
    card = decide_card(rows, DAYS)
    assert (card.type, card.lapses, card.factor) == (3, 1, 2300)


def test_a_device_that_did_not_know_wrote_another_kind_than_one_device_would():
    rows = [row(NOON - DAY, ivl=5), row(NOON, kind=0), row(NOON + 60, ivl=3, kind=0)]
    assert list_types(rows) == [0, 1, 2]


def test_cramming_is_left_out_and_forgetting_begins_anew():
    cram = row(NOON, kind=3, factor=0)
    reset = row(NOON + 1, ease=0, ivl=0, kind=4, factor=0)
    moved = row(NOON + 2, ease=0, ivl=5, kind=4)
    assert [is_answer(each) for each in (cram, reset, moved, row(NOON))] == [False] * 3 + [True]
    assert since_reset([row(NOON), cram, reset, moved, row(NOON + 3)]) == [moved, row(NOON + 3)]


def test_a_card_that_was_moved_by_hand_after_its_last_answer_stays_where_it_is():
    assert decide_card([row(NOON), row(NOON + 2, ease=0, ivl=5, kind=4)], DAYS) is None


def test_the_first_field_of_every_note_type_is_the_name():
    assert {fields[0] for fields in FIELDS.values()} == {"Name"}
