"""The quiz on a real terminal: rich for what is read, questionary for what is asked.

Questionary is loaded after the first question is on the screen, while the
learner reads it; keys pressed before are kept by the terminal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.text import Text

from flashcards.cards import Card
from flashcards.i18n.terminal_words import say
from flashcards.questions import Choice, Question
from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.reviews.review import keepable
from flashcards.study.grading import grade, plain
from flashcards.study.ui import Place, Reply, Told, Wish
from flashcards.terminal.question_view import (
    shown,
    tell_answer,
    tell_chosen,
    tell_correction,
    tell_explanation,
    tell_help,
    tell_question,
    tell_verdict,
    tell_written,
)

if TYPE_CHECKING:
    from flashcards.terminal.wrap import Title

WISHES: dict[str, Wish] = {
    " ": "next", "u": "undo", "q": "quit", "o": "overrule",
    "1": "again", "2": "hard", "3": "good", "4": "easy",
}  # fmt: skip
LONGEST_ANSWER = 10_000
NARROW = 64
"""Columns below which prompts say only where help is."""
T = TypeVar("T")


class Wanted(Exception):
    """The learner wished something else than to answer."""

    def __init__(self, wish: Wish) -> None:
        self.wish: Wish = wish


class Back(Exception):
    """The learner wants to change the choice before."""


class ScreenAsk:
    """Talks on a terminal that can be drawn on."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._page: list[Callable[[], None]] = []
        """What was told since the question began, to tell it anew in another width."""

    def show(self, question: Question, place: Place) -> None:
        self._page.clear()
        self._tell(lambda: tell_question(self._console, question, place))
        self._console.file.flush()

    def answer(self, question: Question) -> Reply | Wish:
        while True:
            try:
                return self._reply(question)
            except Wanted as wanted:
                return wanted.wish
            except Back:
                continue

    def feedback(self, told: Told) -> Wish:
        lang = told.question.card.note.lang
        self._tell(lambda: tell_verdict(self._console, told))
        if told.reply.rating is not None:
            return "next"
        keys, hint = ("uq24", "keys_right") if told.verdict.right else ("uqo", "keys_wrong")

        def message() -> str:
            return say(lang, "keys_narrow" if self._console.width < NARROW else hint)

        return WISHES[self._press(lang, message, keys)]

    def corrected(self, told: Told) -> None:
        tell_correction(self._console, told)

    def undone(self, card: Card | None) -> None:
        lang = card.note.lang if card else "en"
        key = "undone" if card else "nothing_to_undo"
        self._console.print(Text(say(lang, key, card=card.id if card else ""), "magenta"))

    def agrees(self, lang: str, question: str) -> bool:
        message = f"{question} ({say(lang, 'yes_no')})"
        try:
            return self._press(lang, lambda: message, "ynq") == "y"
        except EOFError:
            return False

    def _reply(self, question: Question) -> Reply:
        match question.form:
            case "single":
                return self._told(question, [self._choose(question, question.options)])
            case "multiple":
                return self._told(question, self._tick(question, question.instruction))
            case "order":
                return self._told(question, self._in_turn(question, len(question.options)))
            case "match":
                return self._told(question, self._in_turn(question, len(question.things)))
            case "reveal" | "points":
                return self._self_rated(question)
            case _:
                text = self._write(question)
                self._tell(lambda: tell_written(self._console, text))
                return Reply((text,))

    def _told(self, question: Question, names: Sequence[str]) -> Reply:
        self._tell(lambda: tell_chosen(self._console, question, names))
        self._tell(self._console.print)
        return Reply(tuple(names))

    def _choose(
        self, question: Question, options: Sequence[Choice], message: str = "", default: int = 0
    ) -> str:
        from flashcards.terminal.prompts import choose

        lang = question.card.note.lang
        message = message or question.instruction

        def prompt(at: int | None) -> int:
            hint = self._hint(lang, say(lang, "keys_one", n=len(options)))
            pointed = default if at is None else at
            return choose(message, hint, self._titles(options), "uqo?", pointed)

        return options[self._asked(lang, prompt)].name

    def _tick(self, question: Question, message: str) -> list[str]:
        from flashcards.terminal.prompts import tick

        lang, options = question.card.note.lang, question.options

        def prompt(ticked: list[int] | None) -> list[int]:
            hint = self._hint(lang, say(lang, "keys_several", n=len(options)))
            return tick(message, hint, self._titles(options), "uqo?", ticked or ())

        return [options[number].name for number in self._asked(lang, prompt)]

    def _in_turn(self, question: Question, count: int) -> list[str]:
        """One choice after the other; Backspace goes one back, the last step is given."""
        from flashcards.terminal.turns import left_over, turn

        names: list[str] = []
        while len(names) < count:
            left = left_over(question, names)
            if len(left) == 1 and len(names) == count - 1:
                names.append(left[0].name)
                break
            try:
                names.append(self._choose(question, left, turn(question, names)))
            except Back:
                names = names[:-1]
        return names

    def _self_rated(self, question: Question) -> Reply:
        lang = question.card.note.lang
        message = f"{question.instruction} ({say(lang, 'show_answer')})"
        key = self._press(lang, lambda: message, "uqo")
        if key != " ":
            raise Wanted(WISHES[key])
        if question.form == "reveal":
            self._tell(lambda: tell_answer(self._console, question))
            self._tell(lambda: tell_explanation(self._console, question))
            return Reply((), self._rate(question, GOOD))
        names = self._tick(question, say(lang, "tick_points"))
        self._tell(lambda: tell_chosen(self._console, question, names))
        self._tell(lambda: tell_explanation(self._console, question))
        usual = GOOD if grade(question, names).right else AGAIN
        return Reply(tuple(names), self._rate(question, usual))

    def _rate(self, question: Question, usual: Rating) -> Rating:
        lang = question.card.note.lang
        options = [Choice(word, say(lang, word)) for word in ("again", "hard", "good", "easy")]
        name = self._choose(question, options, say(lang, "rate_question"), usual - 1)
        ratings: dict[str, Rating] = {"again": 1, "hard": 2, "good": 3, "easy": 4}
        return ratings[name]

    def _write(self, question: Question) -> str:
        from flashcards.terminal.prompts import write

        lang = question.card.note.lang
        several = any("\n" in answer for answer in question.accepted)
        hint = f"({say(lang, 'keys_lines' if several else 'keys_type')})"
        message = question.instruction or say(lang, "prompt_type")
        while True:
            text = self._asked(lang, lambda kept: write(message, hint, several, kept or ""))
            text = keepable(text[:LONGEST_ANSWER])
            word = plain(text)
            if word not in ("?", ":?"):
                break
            self._help(lang)
        if word.startswith(":") and word[1:] in WISHES:
            raise Wanted(WISHES[word[1:]])
        return text

    def _press(self, lang: str, message: Callable[[], str], keys: str) -> str:
        """One of the keys; wishes are raised unless they are among the answers."""
        from flashcards.terminal.prompts import press

        while (key := self._asked(lang, lambda _: press(message(), keys + "?"))) == "?":
            self._help(lang)
        return key

    def _asked(self, lang: str, prompt: Callable[[Any], T]) -> T:
        """Runs a prompt; after `?` or a change of the window it goes on where it was."""
        from flashcards.terminal.prompts import BACK, RESIZED, Wished

        kept = None
        while True:
            try:
                return prompt(kept)
            except Wished as wished:
                key, kept = wished.key, wished.kept
            if key == BACK:
                raise Back
            if key == RESIZED:
                self._redraw()
            elif key == "?":
                self._help(lang)
            else:
                raise Wanted(WISHES[key])

    def _tell(self, tell: Callable[[], None]) -> None:
        self._page.append(tell)
        tell()

    def _redraw(self) -> None:
        if self._page:
            self._console.clear()
        for tell in self._page:
            tell()

    def _help(self, lang: str) -> None:
        self._tell(lambda: tell_help(self._console, lang))

    def _hint(self, lang: str, keys: str) -> str:
        """The keys, as far as there is room for them."""
        more = say(lang, "keys_more")
        return f"({more})" if self._console.width < NARROW else f"({keys} · {more})"

    def _titles(self, options: Sequence[Choice]) -> list[Title]:
        return [self._title(number, option) for number, option in enumerate(options, 1)]

    def _title(self, number: int, option: Choice) -> Title:
        """Number and text; code keeps its colour."""
        title = [("", f"{number}  ")]
        for part in shown(option).render(self._console):
            marked = "class:code" if part.style and part.style.color else ""
            title.append((marked, part.text))
        return title


@contextlib.contextmanager
def silent_keyboard(descriptor: int) -> Iterator[None]:
    """Keys pressed between prompts are kept for the next one and not echoed."""
    import termios

    before = termios.tcgetattr(descriptor)
    quiet = [*before[:3], before[3] & ~(termios.ECHO | termios.ICANON), *before[4:]]
    try:
        termios.tcsetattr(descriptor, termios.TCSANOW, quiet)
        yield
    finally:
        with contextlib.suppress(termios.error):  # the window may be gone
            termios.tcsetattr(descriptor, termios.TCSANOW, before)
