"""Days of study in the real Anki: its own queue and scheduler, with its default options.

The engine has no clock to set. A day passes by moving the collection's beginning one
day back, from which Anki counts its days.
"""

from __future__ import annotations

from collections.abc import Iterator

from anki.consts import QUEUE_TYPE_NEW
from anki.scheduler.v3 import CardAnswer

from tests.helpers.anki_engine import Learner

DAY = 86_400


def study_days(who: Learner, days: int) -> Iterator[list[tuple[str, int]]]:
    """For each day the new cards that were asked, as (GUID of the note, ordinal)."""
    for _ in range(days):
        yield _study_day(who)
        who.col.db.execute("update col set crt = crt - ?", DAY)
        who.reopened()


def _study_day(who: Learner) -> list[tuple[str, int]]:
    """Answer all that Anki asks today, in the top deck: new cards Good, the others Easy."""
    tops = [deck.id for deck in who.col.decks.all_names_and_ids() if "::" not in deck.name]
    who.col.decks.set_current(next(top for top in tops if top != 1))
    begun = []
    while queued := who.col.sched.get_queued_cards(fetch_limit=1).cards:
        first = queued[0]
        card = who.col.get_card(first.card.id)
        is_new = card.queue == QUEUE_TYPE_NEW
        if is_new:
            begun.append((card.note().guid, card.ord))
        card.start_timer()
        rating = CardAnswer.GOOD if is_new else CardAnswer.EASY
        who.col.sched.answer_card(
            who.col.sched.build_answer(card=card, states=first.states, rating=rating)
        )
    return begun
