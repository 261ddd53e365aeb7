"""A learner reads the first question before the program has loaded what only makes it prettier."""

import subprocess
import sys

PAINT = """
import sys
from pathlib import Path

from rich.console import Console
from flashcards.cards import list_notes
from flashcards.questions import Neighbours, make_question
from flashcards.course.load import load_course
from flashcards.study.ui import QuestionContext
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_screen import CardScreen
from flashcards.terminal.display import Screen, TerminalDisplay

console = Console(width=80, force_terminal=True, color_system="standard")
screen = CardScreen(console, Screen(TerminalDisplay(sys.stdout)), lambda: None, 100)
notes = list_notes(load_course(Path(sys.argv[1])), "en")
card = next(card for note in notes for card in note.cards if card.entry.kind == "code")
question = make_question(card, Neighbours(notes), "seed")
screen.show(CardState(question, QuestionContext(1, 1, 0)))
print(question.code, *(name for name in ("pygments", "prompt_toolkit") if name in sys.modules))
"""


def test_code_has_its_colors_at_once_and_waits_for_no_lexer(tiny_folder):
    command = [sys.executable, "-c", PAINT, str(tiny_folder)]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    page, _, after = done.stdout.rpartition("\x1b[?7h")
    assert page.count("\x1b[H") == 1
    assert "\x1b[36m" in page  # a number
    assert "pygments" not in after
    assert "prompt_toolkit" not in after
