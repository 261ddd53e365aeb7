"""How many cards of the curriculum fit on a screen of 80 columns and 24 rows.

python -m tests.helpers.page_survey
"""

from rich.console import Console

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.questions import Neighbours
from flashcards.terminal.page import Canvas
from flashcards.terminal.rich_text import THEME
from tests.terminal.test_pages import lay_out


def main():
    course = load_course(None)
    canvas = Canvas(Console(theme=THEME, width=80))
    for lang in course.info.languages:
        notes = list_notes(course, lang)
        neighbours = Neighbours(notes)
        cards = [card for note in notes for card in note.cards]
        found = [lay_out(canvas, course, card, neighbours) for card in cards]
        question, answer = (100 * sum(fits) / len(cards) for fits in zip(*found, strict=True))
        print(f"{lang}: {len(cards)} cards, question {question:.1f} %, answer {answer:.1f} %")


if __name__ == "__main__":
    main()
