"""Line mode: questions on standard output, one answer a line on standard input.

For pipes, screen readers, `TERM=dumb` and `--plain`: nothing is redrawn, options
are numbers, and what a key does on the screen is a short word after a colon.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO, TypeVar

from rich.console import Console
from rich.text import Text

from flashcards.cards import Card
from flashcards.i18n.terminal_words import say
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.study.grading import grade
from flashcards.study.ui import Place, Reply, Told, Wish
from flashcards.terminal.question_view import (
    tell_answer,
    tell_correction,
    tell_explanation,
    tell_help,
    tell_options,
    tell_points,
    tell_question,
    tell_verdict,
)

WISHES: dict[str, Wish] = {
    "u": "undo", "o": "overrule", "q": "quit",
    "1": "again", "2": "hard", "3": "good", "4": "easy",
}  # fmt: skip
LONGEST_LINE = 10_000
T = TypeVar("T")


class Asked(Exception):
    """The learner wished something else than to answer."""

    def __init__(self, wish: Wish) -> None:
        self.wish: Wish = wish


class LineAsk:
    """Talks in lines."""

    def __init__(self, console: Console, read: TextIO) -> None:
        self._console = console
        self._read = read

    def show(self, question: Question, place: Place) -> None:
        tell_question(self._console, question, place)
        if question.form not in ("reveal", "points") and question.instruction:
            self._console.print(Text(question.instruction))
        if question.form in ("single", "multiple", "order", "match"):
            tell_options(self._console, question)

    def answer(self, question: Question) -> Reply | Wish:
        try:
            return self._reply(question)
        except Asked as asked:
            return asked.wish

    def feedback(self, told: Told) -> Wish:
        tell_verdict(self._console, told)
        return "next"

    def corrected(self, told: Told) -> None:
        tell_correction(self._console, told)

    def undone(self, card: Card | None) -> None:
        lang = card.note.lang if card else "en"
        key = "undone" if card else "nothing_to_undo"
        self._console.print(Text(say(lang, key, card=card.id if card else "")))

    def agrees(self, lang: str, question: str) -> bool:
        """A yes or no; the end of input is no."""
        try:
            line = self._line(lang, f"{question} [{say(lang, 'yes_no')}]", bare=False)
        except (Asked, EOFError):
            return False
        return line.strip().casefold() in ("y", "yes", "是", "好")

    def _reply(self, question: Question) -> Reply:
        lang, count = question.card.note.lang, len(question.options)
        match question.form:
            case "single":
                return Reply(self._names(question, "prompt_one", 1, 1))
            case "multiple":
                return Reply(self._names(question, "prompt_several", 1, count))
            case "order":
                return Reply(self._names(question, "prompt_order", count, count))
            case "match":
                things = len(question.things)
                return Reply(self._names(question, "prompt_match", things, things, False))
            case "reveal" | "points":
                return self._self_rated(question)
            case _:
                several = any("\n" in answer for answer in question.accepted)
                return Reply((self._typed(lang, several),))

    def _self_rated(self, question: Question) -> Reply:
        lang = question.card.note.lang
        self._console.print(Text(question.instruction))
        said = self._line(lang, say(lang, "prompt_reveal"), bare=True)
        if question.form == "reveal":
            tell_answer(self._console, question)
            tell_explanation(self._console, question)
            return Reply((said,), self._rating(lang, GOOD))
        tell_points(self._console, question)
        tell_explanation(self._console, question)
        names = self._names(question, "prompt_points", 0, len(question.options))
        score = grade(question, names).score
        return Reply(names, self._rating(lang, GOOD if score == 1 else AGAIN))

    def _rating(self, lang: str, usual: Rating) -> Rating:
        prompt = say(lang, "prompt_rate", n=usual)

        def parsed(line: str) -> Rating | None:
            ratings: dict[str, Rating] = {"": usual, "1": 1, "2": 2, "3": 3, "4": 4}
            return ratings.get(line)

        return self._until(lang, prompt, parsed, "1–4")

    def _names(
        self, question: Question, prompt: str, fewest: int, most: int, distinct: bool = True
    ) -> tuple[str, ...]:
        """Names of options from their numbers."""
        lang, options = question.card.note.lang, question.options

        def parsed(line: str) -> tuple[str, ...] | None:
            numbers = [int(number) for number in re.findall(r"\d+", line)]
            if most < 10 and len(options) < 10:
                numbers = [int(digit) for digit in re.findall(r"\d", line)]
            strange = re.sub(r"[\d\s,;.>、，-]", "", line)
            if strange or not fewest <= len(numbers) <= most:
                return None
            if any(not 1 <= number <= len(options) for number in numbers):
                return None
            if distinct and len(set(numbers)) < len(numbers):
                return None
            return tuple(options[number - 1].name for number in numbers)

        wanted = f"1–{len(options)}"
        if fewest > 1:
            wanted = say(lang, "so_many", n=fewest, allowed=wanted)
        return self._until(lang, say(lang, prompt), parsed, wanted)

    def _until(self, lang: str, prompt: str, parsed: Callable[[str], T | None], allowed: str) -> T:
        """Asks until the line can be read."""
        while True:
            line = unicodedata.normalize("NFKC", self._line(lang, prompt, bare=True)).strip()
            found = parsed(line)
            if found is not None:
                return found
            self._console.print(Text(say(lang, "not_a_number", allowed=allowed)))

    def _typed(self, lang: str, several: bool) -> str:
        if not several:
            return self._line(lang, say(lang, "prompt_type"), bare=False)
        lines = [self._line(lang, say(lang, "prompt_lines"), bare=False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while lines[-1]:
                lines.append(self._line(lang, "", bare=False))
        return "\n".join(lines).strip("\n")

    def _line(self, lang: str, prompt: str, bare: bool) -> str:
        """One line; `:u` and the like are wishes, as are bare letters where none are answers."""
        while True:
            if prompt:
                self._console.print(Text(f"{prompt} > "), end="")
            self._console.file.flush()
            line = self._read.readline(LONGEST_LINE)
            if not line:
                self._console.print()
                raise EOFError
            if not self._read.isatty():
                self._console.print()
            line = line.rstrip("\r\n")
            if line.strip() not in ("?", "？", ":?", "：？"):
                break
            tell_help(self._console, lang)
        wish = _wish(line, bare)
        if wish:
            raise Asked(wish)
        return line


def _wish(line: str, bare: bool) -> Wish | None:
    word = unicodedata.normalize("NFKC", line).strip().casefold()
    if word.startswith(":"):
        return WISHES.get(word[1:])
    return WISHES.get(word) if bare and word in ("u", "o", "q") else None
