"""One key in one state of the screen: what the page lists, and what comes of pressing it.

Pages are painted in memory and keys come from a script, so that every key can be tried
in every state of every form.
"""

import re
from dataclasses import dataclass, field

from rich.console import Console

from flashcards.cards import list_notes
from flashcards.questions import Neighbours, make_question
from flashcards.reviews.memory import AGAIN, GOOD, Memory
from flashcards.study.answering import judge_answer
from flashcards.study.ui import Answer, Feedback, Left, QuestionContext
from flashcards.terminal.card_screen import CardScreen
from flashcards.terminal.display import Screen
from flashcards.terminal.prompts import PromptInterrupted
from flashcards.terminal.rich_text import THEME
from flashcards.terminal.screen import ScreenInterface
from flashcards.words.catalog import find_words
from tests.helpers.changes import replace
from tests.helpers.painted_pages import NOW, WAITS

NAMED = {
    "Space": " ", "Enter": "enter", "↑": "up", "↓": "down", "Home": "home", "End": "end",
    "Esc": "escape", "Backspace": "backspace", "PgUp": "pageup", "PgDn": "pagedown",
    "Ctrl-L": "c-l", "Ctrl-Z": "c-z", "Ctrl-C": "c-c", "Ctrl-D": "c-d",
}  # fmt: skip
"""How the page writes keys, and how a keyboard calls them."""
EVERY_KEY = (*map(chr, range(32, 127)), *NAMED.values(), "left", "right", "tab", "delete", "f1")
HOME = "\x1b[H"
PROMPT_KEYS = ("c-l", "c-z", "pageup", "pagedown")
"""Keys that a prompt leaves to the page."""


class ScriptOver(Exception):
    """All keys of the script were pressed."""


class ProbedTerminal:
    """A display that keeps the page that was painted last, and counts how often it was cleared.

    It is quicker than an emulator by far; that pages look the same on one is shown elsewhere.
    """

    def __init__(self, columns, rows):
        self._size, self._page, self.cleared = (columns, rows), "", 0

    def size(self):
        return self._size

    def write(self, text):
        self.cleared += text.count("\x1b[2J")
        if HOME in text:
            page = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text.partition(HOME)[2])
            self._page = "\n".join(line.rstrip() for line in page.split("\r\n"))

    def picture(self):
        return self._page.rstrip()


class ProbedKeys:
    """Gives the keys of a script; before each, the page is taken as a picture."""

    can_suspend = True

    def __init__(self, terminal, keys):
        self.terminal, self.keys, self.pictures, self.suspended = terminal, list(keys), [], 0

    def read(self, seconds=None):
        self.pictures.append(self.terminal.picture())
        if not self.keys:
            raise ScriptOver
        return self.keys.pop(0)

    def drop(self, seconds):
        return None

    def suspend(self):
        self.suspended += 1

    def write(self, keys, several, text="", **wishes):
        """In the place of a prompt: a text of the script is typed, Enter pressed."""
        self.pictures.append(f"{self.terminal.picture()}\n{keys()}")
        if not self.keys:
            raise ScriptOver
        typed = self.keys.pop(0)
        if typed == "c-c":
            raise KeyboardInterrupt
        if typed == "c-d":
            raise EOFError
        if typed in PROMPT_KEYS:
            raise PromptInterrupted(typed)
        return typed


@dataclass
class Pressed:
    """What came of the keys of a script."""

    outcome: object
    """An answer, an action, yes or no; None if the screen waits for more."""
    pictures: list
    opened: list = field(default_factory=list)
    suspended: int = 0
    cleared: int = 0

    @property
    def page(self):
        return self.pictures[-1]


@dataclass(frozen=True)
class Moment:
    """A state of the screen: a card, and what was done to it before the key."""

    form: str
    card: str
    before: tuple = ()
    """Keys that lead from the question to the state."""
    answered: tuple | None = None
    """The answer whose feedback is shown."""
    exam: int | None = None
    """How many questions of an exam are done."""
    stops: bool = False
    """Whether to stop is asked."""
    taken_back: bool = False
    columns: int = 80
    rows: int = 26

    def press(self, course, *keys, monkeypatch=None):
        """What the keys bring in this state."""
        terminal = ProbedTerminal(self.columns, self.rows)
        script = ProbedKeys(terminal, [*self.before, *keys])
        console = Console(theme=THEME, width=self.columns, force_terminal=True, color_system=None)
        screen = CardScreen(console, Screen(terminal), lambda: script, 100)
        ui = ScreenInterface(console, find_words("en"), screen, script.write)
        opened = []
        if monkeypatch:
            monkeypatch.setattr(
                "flashcards.terminal.interface.open_address",
                lambda address: bool(opened.append(address)) or True,
            )
        outcome = None
        try:
            outcome = self._sit(course, ui)
        except ScriptOver:
            pass
        except KeyboardInterrupt:
            outcome = "interrupted"
        except EOFError:
            outcome = "left"
        return Pressed(outcome, script.pictures, opened, script.suspended, terminal.cleared)

    def _sit(self, course, ui):
        question = make_asked(course, self.card, self.form)
        card = question.card
        context = QuestionContext(
            3, 12, 2, left=Left(4, 3, 2), find_waits=lambda: WAITS, can_overrule=True,
            read_on=tuple(course.resources[key] for key in card.entry.see),
        )  # fmt: skip
        if self.exam is not None:
            context = QuestionContext(self.exam, 12, 0, points=2.0)
        if self.taken_back:
            ui.show_question(question, context)
            ui.show_undo(card)
        ui.show_question(question, context)
        if self.stops:
            return ui.offer_stop()
        if self.answered is None:
            return ui.ask(question)
        answer = Answer(self.answered)
        verdict = judge_answer(question, answer)
        memory = Memory(1, 0, 1.0, 5.0, NOW + 60_000, NOW, NOW, 1, 0)
        rating = GOOD if verdict.right else AGAIN
        return ui.show_feedback(
            Feedback(question, answer, verdict, rating, memory, NOW, waits=WAITS)
        )

    def wide(self, columns):
        return replace(self, columns=columns)


_MADE = {}


def make_asked(course, card_id, form):
    """The question of a card, made once."""
    if (id(course), card_id) not in _MADE:
        notes = list_notes(course)
        card = next(card for note in notes for card in note.cards if card.id == card_id)
        asked = form if form in ("gap", "type") else None
        _MADE[id(course), card_id] = make_question(card, Neighbours(notes), "seed", asked)
    return _MADE[id(course), card_id]


def name_option(moment, number):
    """The name of the option with a number on the page of a moment that was painted before."""
    (question,) = (each for (_, card), each in _MADE.items() if card == moment.card)
    return question.options[int(number) - 1].name


def list_helped(picture):
    """By key as a keyboard calls it: the words beside it on the page of help."""
    found, does = {}, ""
    for line in picture.splitlines()[2:-1]:
        match = re.match(r"(\S.*?) {3,}(\S.*)$", line)
        if match:
            does = match[2]
            found.update(dict.fromkeys(name_keys(match[1]), does))
    return found


def list_foot(picture):
    """The labels and words of the last line, and of the line of ratings above it."""
    *_, above, last = ["", *picture.splitlines()]
    parts = last.split(" · ")
    found = {}
    if re.match(r"1 ", above):
        found.update(dict.fromkeys("1234", above))
    for part in parts:
        match = re.match(
            rf"(empty Enter|(?:(?:{'|'.join(NAMED)}|:?[a-z\d?](?:–:?\d)?) )+)(.*)", part
        )
        assert match, f"no key in {part!r}"
        found.update(dict.fromkeys(name_keys(match[1].strip()), match[2]))
    return found


def name_keys(label):
    """The keys of a label such as `1–3`, `↑ ↓ Enter` or `:q`, which is typed."""
    label = label.replace("empty Enter", "")
    if re.fullmatch(r":\S|\?", label):
        return [label]
    if spread := re.fullmatch(r":(\d)–:(\d)", label):
        return [f":{n}" for n in range(int(spread[1]), int(spread[2]) + 1)]
    names = []
    for word in label.split():
        spread = re.fullmatch(r"(\d)–(\d)", word)
        numbers = range(int(spread[1]), int(spread[2]) + 1) if spread else ()
        names += [str(n) for n in numbers] or [NAMED.get(word, word)]
    return names or [""]
