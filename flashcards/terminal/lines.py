"""Line mode: questions on standard output, one answer a line on standard input.

For pipes, screen readers, `TERM=dumb` and `--plain`: nothing is redrawn, options
are numbers, and what a key does on the screen is a short word after a colon.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO, TypeVar

from rich.console import Console
from rich.text import Text

from flashcards.questions import Question
from flashcards.reviews.memory import GOOD, Rating
from flashcards.study.grading import suggest_rating
from flashcards.study.ui import (
    Action,
    Answer,
    CommandEntered,
    Feedback,
    QuestionContext,
    Welcome,
)
from flashcards.terminal import key_table as table
from flashcards.terminal.feedback_view import print_feedback
from flashcards.terminal.interface import ConsoleInterface
from flashcards.terminal.key_table import ACTIONS, Key, list_typed_commands, print_keys
from flashcards.terminal.question_view import (
    describe_task,
    print_answer,
    print_explanation,
    print_given,
    print_options,
    print_question,
)
from flashcards.terminal.rich_text import render_code
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from flashcards.study.today import Today

LONGEST_LINE = 1_000_000
"""Letters; a stream without line breaks shall not fill the memory."""
LONGEST_COMMAND = 40
"""Letters of a line that may be a command."""
_ANSWERS = {
    "multiple": ("1 3", "tells_several"),
    "order": ("2 1 3", "tells_order"),
    "match": ("2 1 3", "tells_match"),
    "points": ("Enter", "does_show"),
    "reveal": ("Enter", "does_show"),
}
"""By form: an example of an answer, and what it means."""
T = TypeVar("T")


class LineInterface(ConsoleInterface):
    """A `UserInterface` in lines: prints to `console`, reads answers from `lines`."""

    def __init__(self, console: Console, words: Words, lines: TextIO) -> None:
        super().__init__(console, words)
        self._lines = lines
        self._asked: tuple[Question, QuestionContext] | None = None
        self._answers: tuple[Key, ...] = ()
        """How the question is answered that was asked last."""

    def show_question(self, question: Question, context: QuestionContext) -> None:
        self._asked = question, context
        self._shown[question.card.id] = question
        self._answers = _list_answers(question)
        print_question(self.console, question, context)
        if question.form not in ("reveal", "points") and question.instruction:
            self.console.print(Text(describe_task(question)))
        if question.form in ("single", "multiple", "order", "match"):
            print_options(self.console, question)
        if context.given:
            print_given(self.console, question, context.given)

    def ask(self, question: Question) -> Answer | Action:
        try:
            return self._read_answer(question)
        except CommandEntered as command:
            return command.action

    def show_feedback(self, feedback: Feedback) -> Action:
        print_feedback(self.console, feedback)
        return self.offer_suspension(feedback)

    def show_welcome(self, welcome: Welcome) -> None:
        from flashcards.terminal.session_view import list_welcome

        for line in list_welcome(self.words, welcome):
            self.console.print(Text(line))

    def show_today(self, today: Today) -> None:
        from flashcards.terminal.session_view import print_today

        print_today(self.console, self.words, today)

    def close(self) -> None:
        """Nothing: in lines the terminal was never taken."""

    def show_pages(self, draw: Callable[[Console], None], mark: str = "") -> None:
        draw(self.console)

    def show_rules(self, lines: Sequence[str]) -> bool:
        """Whether the candidate begins; where nobody reads them, there is nothing to wait for."""
        for line in lines:
            self.tell(line)
        if not self._lines.isatty():
            return True
        try:
            self._read_line(self.words.say("prompt_begin"), bare=True, advice="")
        except (CommandEntered, EOFError):
            return False
        return True

    def tell(self, words: str) -> None:
        self.console.print(Text(words, "magenta"))

    def _ask_whether(self, question: str, undo: Key | None = None) -> bool:
        """Whether the learner writes a word that is yes."""
        asked = f"{question} {table.format_yes_no(self.words, undo)}"
        yes = self.words.say("yes_answers").split()
        line = self._read_line(asked, bare=undo is not None, answers=yes)
        return line.strip().casefold() in yes

    @property
    def _kept(self) -> tuple[str, ...] | None:
        """What the question was answered with before, in an exam: an empty line leaves it so."""
        return self._asked[1].given if self._asked else None

    def _read_answer(self, question: Question) -> Answer:
        count = len(question.options)
        match question.form:
            case "single":
                return Answer(self._read_names(question, "prompt_one", 1, 1))
            case "multiple":
                return Answer(self._read_names(question, "prompt_several", 1, count))
            case "order":
                return Answer(self._read_names(question, "prompt_order", count, count))
            case "match":
                things = len(question.things)
                return Answer(self._read_names(question, "prompt_match", things, things, False))
            case "reveal" | "points":
                return self._read_self_rated(question)
            case _:
                several = any("\n" in answer for answer in question.accepted)
                return Answer((self._read_typed(several),))

    def _read_self_rated(self, question: Question) -> Answer:
        self.console.print(Text(describe_task(question)))
        said = self._read_line(self.words.say("prompt_reveal"), bare=True)
        if question.form == "reveal":
            print_answer(self.console, question)
            print_explanation(self.console, question)
            return Answer((said,), self._read_rating(GOOD))
        print_options(self.console, question)
        print_explanation(self.console, question)
        self._answers = (Key((), "1 3", "tells_points"),)
        names = self._read_names(question, "prompt_points", 0, len(question.options))
        return Answer(names, self._read_rating(suggest_rating(question, names)))

    def _read_rating(self, usual: Rating) -> Rating:
        prompt = self.words.say("prompt_rate", n=usual)
        self._answers = (Key((), "1–4", "tells_ratings"),)
        ratings = {"": usual, **table.RATING_KEYS}
        return self._read_until(prompt, ratings.get, "1–4")

    def _read_names(
        self, question: Question, prompt: str, fewest: int, most: int, distinct: bool = True
    ) -> tuple[str, ...]:
        """Names of options from their numbers."""
        options, kept = question.options, self._kept

        def parse(line: str) -> tuple[str, ...] | None:
            if not line and kept is not None:
                return kept
            if line in table.UNKNOWN.names:
                return ()
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
            wanted = self.words.say("so_many", n=fewest, allowed=wanted)
        return self._read_until(self.words.say(prompt), parse, wanted)

    def _read_until(self, prompt: str, parse: Callable[[str], T | None], allowed: str) -> T:
        """Asks until the line can be read."""
        while True:
            line = unicodedata.normalize("NFKC", self._read_line(prompt, bare=True)).strip()
            found = parse(line)
            if found is not None:
                return found
            self.console.print(Text(self.words.say("not_a_number", allowed=allowed)))

    def _read_typed(self, several: bool) -> str:
        kept = "".join(self._kept or ())
        if not several:
            return self._read_line(self.words.say("prompt_type"), bare=False) or kept
        lines = [self._read_line(self.words.say("prompt_lines"), bare=False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while lines[-1]:
                lines.append(self._read_line("", bare=False))
        return "\n".join(lines).strip("\n") or kept

    def _read_line(
        self, prompt: str, bare: bool, advice: str = "say_yes_no", answers: Sequence[str] = ()
    ) -> str:
        """One line; `CommandEntered` is raised for `:u` and the like, and if `bare` for `u`.

        A letter of `answers` is none. Where no question is asked, `advice` is the help before the
        prompt comes again.
        """
        while True:
            if prompt:
                self.console.print(Text(f"{prompt} > "), end="")
            self.console.file.flush()
            line = self._lines.readline(LONGEST_LINE)
            if not line:
                self.console.print()
                raise EOFError
            if not self._lines.isatty():
                self.console.print()
            line = line.rstrip("\r\n")
            key = _find_key(line, bare)
            accepted = self._asked[0].accepted if self._asked else ()
            if not key or line.strip() in accepted or line.strip().casefold() in answers:
                return line
            if self._asked:
                self._obey(key, *self._asked)
            elif key in ACTIONS:
                raise CommandEntered(ACTIONS[key])
            elif advice:
                self.console.print(Text(self.words.say(advice)))

    def _obey(self, key: str, question: Question, context: QuestionContext) -> None:
        """Does what a command says, if it does anything here. Raises CommandEntered."""
        setup = (table.SETUP_KEY,) if question.setup else ()
        commands = list_typed_commands(context, *setup)
        allowed = {name for each in commands for name in each.names}
        if key == "?":
            keys = [*self._answers, *(each for each in commands if each.shown)]
            print_keys(self.console, self.words, keys, context)
            self.console.print(Text(self.words.say("tells_colon")))
            return
        if key == "c" and question.setup:
            self.console.print(render_code(question.setup, question.code_language))
            return
        if key not in allowed:
            lines = [table.describe_no_command(self.words, key, commands)]
        elif key in ("w", "r"):
            lines = self.carry_out(key, question, context)
        else:
            raise CommandEntered(ACTIONS[key])
        for line in lines:  # an address is never broken, so that it can be clicked
            self.console.print(Text(line), soft_wrap="://" in line)


def _list_answers(question: Question) -> tuple[Key, ...]:
    """How the question is answered."""
    if question.form in ("points", "reveal"):
        return (Key((), *_ANSWERS[question.form]),)
    if question.form in _ANSWERS:
        return (Key((), *_ANSWERS[question.form]), table.UNKNOWN)
    if question.form == "single":
        numbers = table.number_keys(range(1, len(question.options) + 1), "does_choose")
        return (numbers, table.UNKNOWN)
    if any("\n" in answer for answer in question.accepted):
        return (table.TYPED_EMPTY._replace(word="does_done"),)
    return (table.TYPED_DONE, table.TYPED_EMPTY)


def _find_key(line: str, bare: bool) -> str:
    """What a line commands: a word after a colon, or if `bare` a letter; nothing if it answers."""
    word = unicodedata.normalize("NFKC", line[:LONGEST_COMMAND]).strip().casefold()
    if bare and len(word) == 1 and word.isalpha():
        return word if word in ("w", "r", "c", *ACTIONS) else ""
    return (len(line) < LONGEST_COMMAND and table.find_typed_command(word)) or ""
