"""Suspending, burying and flagging cards by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flashcards.cards import Card, Note
from flashcards.errors import FlashcardsError
from flashcards.reviews.review import CardMarks, Mark, MarkName
from flashcards.reviews.store import ReviewLog
from flashcards.study.memories import memory_key
from flashcards.study.plan import Moment
from flashcards.words.message import Message

Marks = Mapping[tuple[str, str], CardMarks]
"""By course and card id."""
_NOTHING = CardMarks()


@dataclass(frozen=True, slots=True)
class MarkedCard:
    """A card about which something was decided that holds today."""

    card: Card
    suspended: bool
    buried: bool
    flagged: bool
    asks: str = ""
    """What it asks, in one line of Markdown."""

    def for_json(self) -> dict[str, object]:
        """Plain values for programs."""
        return {
            "card": self.card.id,
            "asks": self.asks,
            "suspended": self.suspended,
            "buried": self.buried,
            "flagged": self.flagged,
        }


def load_marks(log: ReviewLog, notes: Sequence[Note]) -> Marks:
    """What was decided about the cards of the courses and the language of the notes."""
    return log.marks({note.course for note in notes}, notes[0].lang)


def list_awake(cards: Sequence[Card], marks: Marks, day: int) -> list[Card]:
    """The cards that may be asked on a day of the learner: not suspended, not buried."""
    return [card for card in cards if not marks.get(memory_key(card), _NOTHING).rests(day)]


def list_kept(cards: Sequence[Card], marks: Marks) -> list[Card]:
    """The cards that are not suspended."""
    return [card for card in cards if not marks.get(memory_key(card), _NOTHING).suspended]


def list_marked(
    notes: Sequence[Note], cards: Sequence[Card], marks: Marks, day: int
) -> list[MarkedCard]:
    """The cards about which something holds on a day of the learner, in teaching order.

    `notes` are all of the language.
    """
    from flashcards.questions import Neighbours, make_question, summarize_question

    found, neighbours = [], Neighbours(notes)
    for card in cards:
        held = marks.get(memory_key(card), _NOTHING)
        made = MarkedCard(card, bool(held.suspended), day < held.buried, bool(held.flagged))
        if made.suspended or made.buried or made.flagged:
            asks = summarize_question(make_question(card, neighbours))
            found.append(replace(made, asks=asks))
    return found


def find_named_cards(cards: Sequence[Card], names: Sequence[str]) -> list[Card]:
    """The cards of entries, notes or of their own by these names, in teaching order.

    Raises FlashcardsError for a name that nothing has.
    """
    known = {name for card in cards for name in _names_of(card)}
    for name in names:
        if name not in known:
            if near := _find_near(name, sorted(known)):
                raise FlashcardsError(Message("card-unknown-near", name=name, near=near))
            raise FlashcardsError(Message("card-unknown", name=name))
    return [card for card in cards if not set(names).isdisjoint(_names_of(card))]


def _find_near(name: str, known: Sequence[str]) -> str | None:
    """The known name that somebody means: one with the same letters in it, or nearly the same."""
    from difflib import get_close_matches

    within = [each for each in known if name in each and "#" not in each]
    return min(within, key=len, default=None) or next(iter(get_close_matches(name, known, 1)), None)


def mark_cards(
    log: ReviewLog, cards: Sequence[Card], name: MarkName, on: bool, moment: Moment
) -> list[Card]:
    """The cards for which this is new; it is kept in the log. What is buried sleeps for today."""
    marks = log.marks({card.note.course for card in cards}, cards[0].note.lang) if cards else {}
    value = moment.day + 1 if name == "buried" and on else int(on)
    changed = [
        card for card in cards if getattr(marks.get(memory_key(card), _NOTHING), name) != value
    ]
    log.mark(*(make_mark(card, name, value, moment.now) for card in changed))
    return changed


def make_mark(card: Card, name: MarkName, value: int, at: int) -> Mark:
    """A decision about a card at a time in UTC milliseconds."""
    return Mark(card.note.course, card.id, card.note.lang, at, name, value)


def _names_of(card: Card) -> tuple[str, str, str]:
    return card.id, card.note.key, card.entry.key
