"""Pages of the screen as text pictures, painted in memory: no terminal, no time, keys by script.

python -m tests.helpers.painted_pages         # paints all pictures anew
"""

import re
from pathlib import Path

import pyte
from rich.console import Console

from flashcards.cards import list_notes
from flashcards.questions import Neighbours, make_question
from flashcards.reviews.memory import AGAIN, GOOD, Memory
from flashcards.study.answering import judge_answer
from flashcards.study.ui import Feedback, Left, QuestionContext
from flashcards.terminal.card_screen import CardScreen
from flashcards.terminal.display import Screen
from flashcards.terminal.rich_text import THEME
from flashcards.terminal.screen import ScreenInterface
from flashcards.terminal.wrap import teach_rich
from flashcards.words.catalog import find_words
from tests.helpers.learner_terminal import read_screen

PICTURES = Path(__file__).parents[1] / "terminal" / "pictures"
NOW = 1_700_000_000_000
WAITS = {1: 60_000, 2: 360_000, 3: 600_000, 4: 691_200_000}
FORMS = {
    "single": ("clear-gradients#0", ["2"]),
    "code": ("transpose-stride#0", ["1"]),
    "multiple": ("share-memory#0", ["1", "3", "enter"]),
    "order": ("ddp-step#0", ["2", "1", "3", "4"]),
    "match": ("dp-ddp/process#0", ["1", "2", "3"]),
    "gap": ("ddp-gap#0", ["all-reduse"]),
    "type": ("ddp-bucket#1", ["bucket"]),
    "reveal": ("ddp-why#0", [" ", "3"]),
    "points": ("ddp-sync#0", [" ", "1", "enter", "3"]),
}
"""By form: a card of the tiny course, and keys that answer it; of a typed answer the text."""


class PaintedTerminal:
    """A display that remembers what is on it."""

    def __init__(self, columns, rows, in_color=False):
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)
        self._in_color, self._page = in_color, ""

    def size(self):
        return self._screen.columns, self._screen.lines

    def write(self, text):
        self._stream.feed(text)
        if "\x1b[H" in text:  # a whole page; only what gives it colors is kept
            self._page = re.sub(r"\x1b\[[\d;?]*[A-Za-ln-z]", "", text.partition("\x1b[H")[2])

    def picture(self):
        if self._in_color:
            return self._page.replace("\r\n", "\n").rstrip()
        return "\n".join(read_screen(self._screen)).rstrip()


class ScriptedKeys:
    """Gives the keys of a script; before each, the page is taken as a picture."""

    can_suspend = True

    def __init__(self, terminal, keys):
        self.terminal, self.keys, self.pictures = terminal, list(keys), []

    def read(self, seconds=None, with_case=False):
        self.pictures.append(self.terminal.picture())
        if not self.keys:
            raise EOFError
        return self.keys.pop(0)

    def drop(self, seconds):
        return None

    def write(self, keys, several, text="", **wishes):
        self.pictures.append(f"{self.terminal.picture()}\n›\n{keys()}")
        return self.keys.pop(0)


def paint(course, card_id, keys, lang="en", columns=80, rows=24, form=None, in_color=False):
    """The pictures of one card: before each key, and after the last."""
    teach_rich()  # which stays so: English is then painted the same in any order of tests
    terminal = PaintedTerminal(columns, rows, in_color)
    script = ScriptedKeys(terminal, keys)
    colors = "standard" if in_color else None
    console = Console(theme=THEME, width=columns, force_terminal=True, color_system=colors)
    screen = CardScreen(console, Screen(terminal), lambda: script, 100)
    ui = ScreenInterface(console, find_words(lang), screen, script.write)
    notes = list_notes(course, lang)
    card = next(card for note in notes for card in note.cards if card.id == card_id)
    question = make_question(card, Neighbours(notes), "seed", form)
    resources = tuple(course.resources[key] for key in card.entry.see)
    context = QuestionContext(
        3, 12, 2, left=Left(4, 3, 2), read_on=resources, find_waits=lambda: WAITS,
        deck=course.titles.get(lang, {}).get(f"deck/{card.note.deck.deck}", card.note.deck.title),
    )  # fmt: skip
    ui.show_question(question, context)
    try:
        answer = ui.ask(question)
        verdict = judge_answer(question, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        memory = Memory(1, 0, 1.0, 5.0, NOW + WAITS[rating], NOW, NOW, 1, 0)
        feedback = Feedback(
            question, answer, verdict, rating, memory, NOW, waits=WAITS, comes="session"
        )
        ui.show_feedback(feedback)
    except EOFError:
        pass
    return script.pictures


def paint_form(course, form, lang, columns, in_color=False):
    """The first and the last picture of a form: the question, and what follows its answer."""
    card, keys = FORMS[form]
    if form == "gap" and lang == "zh":
        keys = ["全规"]
    asked = form if form in ("type", "gap") else None
    pictures = paint(course, card, keys, lang, columns, form=asked, in_color=in_color)
    return [pictures[0], pictures[-1]]


def picture_file(lang, columns):
    return PICTURES / f"{lang}-{columns}.txt"


def paint_all(course, lang, columns):
    """The text of a file of pictures."""
    parts = []
    for form in FORMS:
        for state, picture in zip(
            ("question", "answer"), paint_form(course, form, lang, columns), strict=True
        ):
            parts.append(f"{f' {form}: {state} ':=^{columns}}\n{picture}\n")
    return "\n".join(parts)


def main():
    import tempfile

    from flashcards.course.load import load_course
    from tests.helpers.course_files import COURSE, write_course

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        course = load_course(write_course(Path(folder), COURSE), label="")
        for lang in ("en", "zh"):
            for columns in (40, 80, 120):
                text = paint_all(course, lang, columns)
                picture_file(lang, columns).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
