"""Which notes a package, a preview or a list holds: those of a quiz, or all that match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flashcards.cards import Note
from flashcards.model import Quiz, Selection
from flashcards.questions.draw import draw_quiz
from flashcards.selection import TooFewCards, require_notes, sample_cards, select_exactly
from flashcards.words.message import Message


def draw_notes(
    quiz: Quiz, notes: Sequence[Note], selection: Selection, count: int | None, seed: str | None
) -> list[Note]:
    """The notes of the questions that a quiz asks, in teaching order. Raises TooFewCards.

    `count` stands for the quiz's own; of a quiz with blocks, it takes so many.
    """
    if not quiz.picks:
        quiz = replace(quiz, count=count or quiz.count)
    drawn = draw_quiz(quiz, notes, seed, selection=selection).require_enough()
    keys = {card.note.key for card in drawn.cards}
    asked = [note for note in notes if note.key in keys]
    if not (count and quiz.picks):
        return asked
    if len(asked) < count:
        left = Message("filter-left", filter=f"--quiz {quiz.quiz}", n=len(asked))
        raise TooFewCards(Message("notes-too-few", n=count, found=len(asked), left=left))
    firsts = [note.cards[0] for note in asked]
    return [card.note for card in sample_cards(firsts, count, drawn.seed)]


def select_notes(
    notes: Sequence[Note], quiz: Quiz | None, selection: Selection, count: int | None,
    seed: str | None,
) -> list[Note]:  # fmt: skip
    """The notes that a quiz asks or, without one, that match, in teaching order.

    `count` takes so many of them, drawn with `seed`. Raises TooFewCards.
    """
    if quiz is not None:
        return draw_notes(quiz, notes, selection, count, seed)
    if count is None:
        return require_notes(notes, selection)
    return [card.note for card in select_exactly(notes, selection, count, seed or "", apart=True)]
