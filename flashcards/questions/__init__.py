"""Cards to questions, pure and seeded: the terminal and the exports ask the same ones.

`Neighbours` knows the entries that distractors come from, `forms` says how a
card can be asked, `question` asks it. The seed and the card's id decide the
options and their places, so adding an entry does not reshuffle the rest.
"""

from flashcards.questions.build import forms, question
from flashcards.questions.distractors import Neighbours
from flashcards.questions.question import Choice, Form, Question, chance

__all__ = ["Choice", "Form", "Neighbours", "Question", "chance", "forms", "question"]
