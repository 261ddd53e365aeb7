"""What follows from rows of Anki's review log, by hand."""

from flashcards.anki.bridge.collection import RevlogRow, since_reset

NOON = 20_000 * 86_400 + 12 * 3600


def row(seconds, ease=3, ivl=-600, kind=0, factor=500):
    return RevlogRow(seconds * 1000, 1, ease, ivl, 0, factor, 900, kind)


def test_cramming_is_left_out_and_forgetting_begins_anew():
    cram = row(NOON, kind=3, factor=0)
    reset = row(NOON + 1, ease=0, ivl=0, kind=4, factor=0)
    moved = row(NOON + 2, ease=0, ivl=5, kind=4)
    assert [each.is_answer for each in (cram, reset, moved, row(NOON))] == [False] * 3 + [True]
    assert since_reset([row(NOON), cram, reset, moved, row(NOON + 3)]) == [moved, row(NOON + 3)]
