"""Cards that were wrong too often today: they rest until tomorrow, when they are asked first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flashcards.cards import Card, Note
from flashcards.reviews.memory import REVIEW
from flashcards.reviews.store import ReviewLog
from flashcards.study.memories import Memories, memory_key
from flashcards.study.plan import Moment

MOST_WRONG = 4
"""Wrong answers on one day after which a card rests: more of them on that day teach little."""

WrongAnswers = Mapping[tuple[str, str], int]
"""How often a card was wrong, by course and card id."""


def load_wrong_answers(log: ReviewLog, notes: Sequence[Note], moment: Moment) -> WrongAnswers:
    """How often each card was wrong today. Reads the log."""
    courses = {note.course for note in notes}
    return log.count_wrong(courses, notes[0].lang, moment.day_start, moment.now)


def list_rested(cards: Sequence[Card], memories: Memories, wrong: WrongAnswers) -> list[Card]:
    """The cards without those that rest today."""
    tired = {key for key, count in wrong.items() if count >= MOST_WRONG}
    return [
        card
        for card in cards
        if not tired
        or (key := memory_key(card)) not in tired
        or key not in memories
        or memories[key].state == REVIEW
    ]
