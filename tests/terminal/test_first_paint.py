"""A learner reads the first question before the program has loaded what only makes it prettier."""

from rich.console import Console

from flashcards.cards import list_notes
from flashcards.questions import Neighbours, make_question
from flashcards.study.ui import QuestionContext
from flashcards.terminal import rich_text
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_screen import CardScreen
from flashcards.terminal.display import Screen
from tests.helpers.painted_pages import PaintedTerminal


class RecordingTerminal(PaintedTerminal):
    """Keeps all that was written too."""

    written = ""

    def write(self, text):
        self.written += text
        super().write(text)


def test_the_code_is_there_before_a_lexer_and_then_in_color(tiny_course, monkeypatch):
    terminal, pictures = RecordingTerminal(80, 24), []
    find_lexer = rich_text._lexer

    def watch(language):
        pictures.append(terminal.picture())
        return find_lexer(language)

    monkeypatch.setattr(rich_text, "_lexer", watch)
    console = Console(width=80, force_terminal=True, color_system="standard")
    screen = CardScreen(console, Screen(terminal), lambda: None, 100)
    notes = list_notes(tiny_course, "en")
    card = next(card for note in notes for card in note.cards if card.entry.kind == "code")
    question = make_question(card, Neighbours(notes), "seed")
    screen.show(CardState(question, QuestionContext(1, 1, 0)))
    code = question.code.strip().splitlines()
    assert pictures
    assert all(line in pictures[0] for line in code)
    assert all(line in terminal.picture() for line in code)
    assert "\x1b[35m" in terminal.written or "\x1b[36m" in terminal.written
