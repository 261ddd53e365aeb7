"""The quiz on a real terminal: rich for what is read, questionary for what is asked.

Questionary is loaded after the first question is on the screen, while the
learner reads it; keys pressed before are kept by the terminal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.text import Text

from flashcards.cards import Card
from flashcards.questions import Choice, Question
from flashcards.quiz.conversation import Place, Reply, Told, Wish
from flashcards.quiz.grading import grade, plain
from flashcards.quiz.memory import AGAIN, GOOD, Rating
from flashcards.quiz.telling import (
    tell_answer,
    tell_chosen,
    tell_correction,
    tell_explanation,
    tell_question,
    tell_verdict,
)
from flashcards.render.terminal import inline, literal
from flashcards.words import say

if TYPE_CHECKING:
    from flashcards.quiz.ask.folding import Title

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

    def show(self, question: Question, place: Place) -> None:
        tell_question(self._console, question, place)
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
        tell_verdict(self._console, told)
        if told.reply.rating is not None:
            return "next"
        keys, hint = ("uq24", "keys_right") if told.verdict.right else ("uqo", "keys_wrong")
        if self._console.width < NARROW:
            hint = "keys_narrow"
        return WISHES[self._press(lang, say(lang, hint), keys)]

    def corrected(self, told: Told) -> None:
        tell_correction(self._console, told)

    def undone(self, card: Card | None) -> None:
        lang = card.note.lang if card else "en"
        key = "undone" if card else "nothing_to_undo"
        self._console.print(Text(say(lang, key, card=card.id if card else ""), "yellow"))

    def agrees(self, lang: str, question: str) -> bool:
        message = f"{question} ({say(lang, 'yes_no')})"
        try:
            return self._press(lang, message, "ynq") == "y"
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
                return Reply((self._write(question),))

    def _told(self, question: Question, names: Sequence[str]) -> Reply:
        tell_chosen(self._console, question, names)
        self._console.print()
        return Reply(tuple(names))

    def _choose(
        self, question: Question, options: Sequence[Choice], message: str = "", default: int = 0
    ) -> str:
        from flashcards.quiz.ask.prompts import choose

        lang = question.card.note.lang
        message = message or question.instruction
        hint = self._hint(lang, say(lang, "keys_one", n=len(options)))
        titles = self._titles(options)
        number = self._asked(lang, lambda: choose(message, hint, titles, "uqo?", default))
        return options[number].name

    def _tick(self, question: Question, message: str) -> list[str]:
        from flashcards.quiz.ask.prompts import tick

        lang, options = question.card.note.lang, question.options
        hint = self._hint(lang, say(lang, "keys_several", n=len(options)))
        titles = self._titles(options)
        numbers = self._asked(lang, lambda: tick(message, hint, titles, "uqo?"))
        return [options[number].name for number in numbers]

    def _in_turn(self, question: Question, count: int) -> list[str]:
        """One choice after the other; Backspace goes one back, the last step is given."""
        names: list[str] = []
        while len(names) < count:
            left = _left_over(question, names)
            if len(left) == 1 and len(names) == count - 1:
                names.append(left[0].name)
                break
            try:
                names.append(self._choose(question, left, _turn(question, names)))
            except Back:
                names = names[:-1]
        return names

    def _self_rated(self, question: Question) -> Reply:
        lang = question.card.note.lang
        key = self._press(lang, f"{question.instruction} ({say(lang, 'show_answer')})", "uqo")
        if key != " ":
            raise Wanted(WISHES[key])
        if question.form == "reveal":
            tell_answer(self._console, question)
            tell_explanation(self._console, question)
            return Reply((), self._rate(question, GOOD))
        names = self._tick(question, say(lang, "tick_points"))
        tell_chosen(self._console, question, names)
        tell_explanation(self._console, question)
        usual = GOOD if grade(question, names).right else AGAIN
        return Reply(tuple(names), self._rate(question, usual))

    def _rate(self, question: Question, usual: Rating) -> Rating:
        lang = question.card.note.lang
        options = [Choice(word, say(lang, word)) for word in ("again", "hard", "good", "easy")]
        name = self._choose(question, options, say(lang, "rate_question"), usual - 1)
        ratings: dict[str, Rating] = {"again": 1, "hard": 2, "good": 3, "easy": 4}
        return ratings[name]

    def _write(self, question: Question) -> str:
        from flashcards.quiz.ask.prompts import write

        lang = question.card.note.lang
        several = any("\n" in answer for answer in question.accepted)
        hint = f"({say(lang, 'keys_lines' if several else 'keys_type')})"
        message = question.instruction or say(lang, "prompt_type")
        while True:
            text = write(message, hint, several)[:LONGEST_ANSWER]
            word = plain(text)
            if word not in ("?", ":?"):
                break
            self._console.print(Text(say(lang, "help")))
        if word.startswith(":") and word[1:] in WISHES:
            raise Wanted(WISHES[word[1:]])
        return text

    def _press(self, lang: str, message: str, keys: str) -> str:
        """One of the keys; wishes are raised unless they are among the answers."""
        from flashcards.quiz.ask.prompts import press

        while (key := press(message, keys + "?")) == "?":
            self._console.print(Text(say(lang, "help")))
        return key

    def _asked(self, lang: str, prompt: Callable[[], T]) -> T:
        """Runs a prompt; `?` tells the keys and asks again, other wishes are raised."""
        from flashcards.quiz.ask.prompts import Wished

        while True:
            try:
                return prompt()
            except Wished as wished:
                if wished.key == "back":
                    raise Back from None
                if wished.key != "?":
                    raise Wanted(WISHES[wished.key]) from None
            self._console.print(Text(say(lang, "help")))

    def _hint(self, lang: str, keys: str) -> str:
        """The keys, as far as there is room for them."""
        more = say(lang, "keys_more")
        return f"({more})" if self._console.width < NARROW else f"({keys} · {more})"

    def _titles(self, options: Sequence[Choice]) -> list[Title]:
        return [self._title(number, option) for number, option in enumerate(options, 1)]

    def _title(self, number: int, option: Choice) -> Title:
        """Number and text; code keeps its colour, further lines are set in."""
        text = literal(option.text) if option.literal else inline(option.text)
        title = [("", f"{number}  ")]
        for part in text.render(self._console):
            marked = "class:code" if part.style and part.style.color else ""
            title.append((marked, part.text.replace("\n", "\n      ")))
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


def _left_over(question: Question, names: Sequence[str]) -> list[Choice]:
    """Options not used yet; cells that fit several things stay."""
    if question.form == "match" and len(question.options) < len(question.things):
        return list(question.options)
    return [option for option in question.options if option.name not in names]


def _turn(question: Question, names: Sequence[str]) -> str:
    """What was placed so far, and what comes now."""
    lang, done = question.card.note.lang, len(names)
    texts = {option.name: inline(option.text).plain for option in question.options}
    if question.form == "match":
        heads = [inline(text).plain for _, text, _ in question.things]
        placed = [f"{heads[n]} → {texts[name]}" for n, name in enumerate(names)]
        return "\n ".join([*placed, heads[done]])
    placed = [f"{n}. {texts[name]}" for n, name in enumerate(names, 1)]
    return "\n ".join([*placed, say(lang, "place_step", n=done + 1, all=len(texts))])
