"""What a session counts: for the head of a question, and in the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flashcards.cards import Card
from flashcards.model import Resource
from flashcards.reviews.memory import REVIEW, Memory
from flashcards.study.queue import count_answers
from flashcards.study.ui import Left, SessionAnswer

CardMemories = Sequence[Memory | None]
"""Of the card that is asked and of those that wait; None for a new one."""


def count_left(memories: CardMemories) -> Left:
    """What is left of today."""
    new = memories.count(None)
    due = sum(memory is not None and memory.state == REVIEW for memory in memories)
    return Left(due, new, len(memories) - new - due)


def count_questions(memories: CardMemories, once: bool) -> int:
    """How many right answers these cards take; `once` if each takes one."""
    return len(memories) if once else sum(map(count_answers, memories))


def count_streak(answers: Iterable[SessionAnswer]) -> int:
    """How many answers are right, from the newest back to the first that is not."""
    streak = 0
    for answer in reversed([*answers]):
        if not answer.right:
            break
        streak += 1
    return streak


def count_resting(answers: Iterable[SessionAnswer]) -> int:
    """How many cards were wrong so often that they rest until tomorrow."""
    last = {answer.card.id: answer.feedback.comes for answer in answers}
    return sum(comes == "rests" for comes in last.values())


def list_reading(resources: Mapping[str, Resource], card: Card) -> tuple[Resource, ...]:
    """What to read about a card."""
    found = (resources.get(key) for key in card.entry.see)
    return tuple(resource for resource in found if resource)
