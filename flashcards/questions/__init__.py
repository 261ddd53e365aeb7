"""Cards to questions, pure and seeded: the terminal and the exports ask the same ones.

`list_forms` says how a card can be asked, `make_question` asks it, `draw.draw_quiz` draws the
questions of a quiz; `TermNames` knows the terms that a typed answer must not be taken for. The seed
and the card's id decide the options and their places, so adding an entry does not reshuffle the
rest.
"""

from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import (
    Choice,
    Form,
    Question,
    TermNames,
    guessing_score,
    summarize_question,
)

__all__ = [
    "Choice",
    "Form",
    "Question",
    "TermNames",
    "guessing_score",
    "list_forms",
    "make_question",
    "summarize_question",
]
