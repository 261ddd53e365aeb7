"""Suspending, burying and flagging cards, by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flashcards.cards import Card
from flashcards.errors import FlashcardsError, did_you_mean
from flashcards.questions import make_question, summarize_question
from flashcards.reviews.review import CardMarks, Mark, MarkName
from flashcards.reviews.store import ReviewLog
from flashcards.study.standing import Moment, Standing, name_card


def list_marked(standing: Standing, log: ReviewLog) -> list[dict[str, Any]]:
    """Return the cards about which something holds today, as values for programs.

    Of each its id, what it asks in one line of Markdown, and what holds. Reads the log.
    """
    known, rows = standing.load(log), []
    for card in known.cards:
        marks = known.get_marks(card)
        held = {
            "suspended": bool(marks.suspended),
            "buried": known.moment.day < marks.buried,
            "flagged": bool(marks.flagged),
        }
        if any(held.values()):
            asks = summarize_question(make_question(card, known.neighbours))
            rows.append({"card": card.id, "asks": asks, **held})
    return rows


def find_named_cards(cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """Return the cards of entries, notes or of their own by these names, in teaching order.

    Raises FlashcardsError for a name that nothing has.
    """
    names_of = {card.id: {card.id, card.note.key, card.entry.key} for card in cards}
    known = set[str]().union(*names_of.values())
    for name in names:
        if name not in known:
            near = did_you_mean(name, (one for one in known if "#" in name or "#" not in one))
            raise FlashcardsError(f"There is no card or entry '{name}'{near}")
    return [card for card in cards if not names_of[card.id].isdisjoint(names)]


def mark_cards(
    log: ReviewLog, cards: Sequence[Card], name: MarkName, on: bool, moment: Moment
) -> list[Card]:
    """Keep a mark in the log; return the cards for which it is new. Burying is for today."""
    held = log.marks({card.note.course for card in cards}, cards[0].note.lang) if cards else {}
    value = moment.day + 1 if name == "buried" and on else int(on)
    changed = [
        card for card in cards if getattr(held.get(name_card(card), CardMarks()), name) != value
    ]
    log.add(make_mark(card, name, value, moment.now) for card in changed)
    return changed


def make_mark(card: Card, name: MarkName, value: int, at: int) -> Mark:
    """Return a decision about a card at a time in UTC milliseconds."""
    return Mark(card.note.course, card.id, card.note.lang, at, name, value)
