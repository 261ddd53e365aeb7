"""The quiz on a real terminal: rich for what is read, questionary for what is asked.

Questionary is loaded after the first question is on the screen, while the
learner reads it; keys pressed before are kept by the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console

from flashcards.i18n.catalog import say
from flashcards.questions import Choice, Question
from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.reviews.review import make_encodable
from flashcards.study.grading import grade_answer, normalize_answer
from flashcards.study.ui import Action, Answer, CommandEntered, Feedback, QuestionContext
from flashcards.terminal.console import ConsoleInterface
from flashcards.terminal.feedback_view import print_help, print_verdict
from flashcards.terminal.question_view import (
    find_remaining,
    print_answer,
    print_chosen,
    print_explanation,
    print_question,
    print_typed,
    render_option,
    render_step,
)

if TYPE_CHECKING:
    from flashcards.terminal.wrap import Title

ACTIONS: dict[str, Action] = {
    " ": "next", "u": "undo", "q": "quit", "o": "overrule",
    "s": "suspend", "b": "bury", "f": "flag",
    "1": "again", "2": "hard", "3": "good", "4": "easy",
}  # fmt: skip
COMMANDS = "uqosbf"
"""Keys that are commands wherever no letter can be an answer."""
LONGEST_ANSWER = 10_000
NARROW = 64
"""Columns below which prompts say only where help is."""
T = TypeVar("T")


class Back(Exception):
    """The learner wants to change the choice before."""


class ScreenInterface(ConsoleInterface):
    """A `UserInterface` on a terminal that can be drawn on."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._page: list[Callable[[], None]] = []
        """What was printed since the question began, to print it anew in another width."""

    def show_question(self, question: Question, context: QuestionContext) -> None:
        self._page.clear()
        self._print(lambda: print_question(self._console, question, context))
        self._console.file.flush()

    def ask(self, question: Question) -> Answer | Action:
        while True:
            try:
                return self._read_answer(question)
            except CommandEntered as command:
                return command.action
            except Back:
                continue

    def show_feedback(self, feedback: Feedback) -> Action:
        lang = feedback.question.card.note.lang
        self._print(lambda: print_verdict(self._console, feedback))
        if feedback.answer.rating is not None:
            return self.offer_suspension(feedback) if feedback.leech else "next"
        keys, hint = (
            ("uqsbf24", "keys_right") if feedback.verdict.right else (COMMANDS, "keys_wrong")
        )

        def message() -> str:
            return say(lang, "keys_narrow" if self._console.width < NARROW else hint)

        return ACTIONS[self._press(lang, message, keys)]

    def confirm(self, lang: str, question: str) -> bool:
        """Whether the learner presses y; leaving is no."""
        message = f"{question} ({say(lang, 'yes_no')})"
        try:
            return self._press(lang, lambda: message, "ynq") == "y"
        except EOFError:
            return False

    def _read_answer(self, question: Question) -> Answer:
        match question.form:
            case "single":
                return self._print_choice(question, [self._choose(question, question.options)])
            case "multiple":
                return self._print_choice(question, self._tick(question, question.instruction))
            case "order":
                return self._print_choice(
                    question, self._choose_in_turn(question, len(question.options))
                )
            case "match":
                return self._print_choice(
                    question, self._choose_in_turn(question, len(question.things))
                )
            case "reveal" | "points":
                return self._read_self_rated(question)
            case _:
                text = self._read_typed(question)
                self._print(lambda: print_typed(self._console, text))
                return Answer((text,))

    def _print_choice(self, question: Question, names: Sequence[str]) -> Answer:
        self._print(lambda: print_chosen(self._console, question, names))
        self._print(self._console.print)
        return Answer(tuple(names))

    def _choose(
        self, question: Question, options: Sequence[Choice], message: str = "", default: int = 0
    ) -> str:
        from flashcards.terminal.prompts import choose

        lang = question.card.note.lang
        message = message or question.instruction

        def prompt(at: int | None) -> int:
            hint = self._render_hint(lang, say(lang, "keys_one", n=len(options)))
            pointed = default if at is None else at
            return choose(message, hint, self._render_titles(options), f"{COMMANDS}?", pointed)

        return options[self._run_prompt(lang, prompt)].name

    def _tick(self, question: Question, message: str) -> list[str]:
        from flashcards.terminal.prompts import tick

        lang, options = question.card.note.lang, question.options

        def prompt(ticked: list[int] | None) -> list[int]:
            hint = self._render_hint(lang, say(lang, "keys_several", n=len(options)))
            return tick(message, hint, self._render_titles(options), f"{COMMANDS}?", ticked or ())

        return [options[number].name for number in self._run_prompt(lang, prompt)]

    def _choose_in_turn(self, question: Question, count: int) -> list[str]:
        """One choice after the other; Backspace goes one back, the last step is given."""
        names: list[str] = []
        while len(names) < count:
            left = find_remaining(question, names)
            if len(left) == 1 and len(names) == count - 1:
                names.append(left[0].name)
                break
            try:
                names.append(self._choose(question, left, render_step(question, names)))
            except Back:
                names = names[:-1]
        return names

    def _read_self_rated(self, question: Question) -> Answer:
        lang = question.card.note.lang
        message = f"{question.instruction} ({say(lang, 'show_answer')})"
        key = self._press(lang, lambda: message, COMMANDS)
        if key != " ":
            raise CommandEntered(ACTIONS[key])
        if question.form == "reveal":
            self._print(lambda: print_answer(self._console, question))
            self._print(lambda: print_explanation(self._console, question))
            return Answer((), self._rate(question, GOOD))
        names = self._tick(question, say(lang, "tick_points"))
        self._print(lambda: print_chosen(self._console, question, names))
        self._print(lambda: print_explanation(self._console, question))
        usual = GOOD if grade_answer(question, names).right else AGAIN
        return Answer(tuple(names), self._rate(question, usual))

    def _rate(self, question: Question, usual: Rating) -> Rating:
        lang = question.card.note.lang
        options = [Choice(word, say(lang, word)) for word in ("again", "hard", "good", "easy")]
        name = self._choose(question, options, say(lang, "rate_question"), usual - 1)
        ratings: dict[str, Rating] = {"again": 1, "hard": 2, "good": 3, "easy": 4}
        return ratings[name]

    def _read_typed(self, question: Question) -> str:
        from flashcards.terminal.prompts import write

        lang = question.card.note.lang
        several = any("\n" in answer for answer in question.accepted)
        hint = f"({say(lang, 'keys_lines' if several else 'keys_type')})"
        message = question.instruction or say(lang, "prompt_type")
        while True:
            text = self._run_prompt(lang, lambda kept: write(message, hint, several, kept or ""))
            text = make_encodable(text[:LONGEST_ANSWER])
            word = normalize_answer(text)
            if word not in ("?", ":?"):
                break
            self._print_help(lang)
        if word.startswith(":") and word[1:] in ACTIONS:
            raise CommandEntered(ACTIONS[word[1:]])
        return text

    def _press(self, lang: str, message: Callable[[], str], keys: str) -> str:
        """The key pressed: one of `keys`, or a space for Space and Enter."""
        from flashcards.terminal.prompts import press

        while (key := self._run_prompt(lang, lambda _: press(message(), keys + "?"))) == "?":
            self._print_help(lang)
        return key

    def _run_prompt(self, lang: str, prompt: Callable[[Any], T]) -> T:
        """Runs a prompt; after `?` or a change of the window it goes on where it was."""
        from flashcards.terminal.prompts import BACK, RESIZED, PromptInterrupted

        kept = None
        while True:
            try:
                return prompt(kept)
            except PromptInterrupted as interrupted:
                key, kept = interrupted.key, interrupted.kept
            if key == BACK:
                raise Back
            if key == RESIZED:
                self._redraw()
            elif key == "?":
                self._print_help(lang)
            else:
                raise CommandEntered(ACTIONS[key])

    def _print(self, printing: Callable[[], None]) -> None:
        self._page.append(printing)
        printing()

    def _redraw(self) -> None:
        if self._page:
            self._console.clear()
        for printing in self._page:
            printing()

    def _print_help(self, lang: str) -> None:
        self._print(lambda: print_help(self._console, lang))

    def _render_hint(self, lang: str, keys: str) -> str:
        """The keys, as far as there is room for them."""
        more = say(lang, "keys_more")
        return f"({more})" if self._console.width < NARROW else f"({keys} · {more})"

    def _render_titles(self, options: Sequence[Choice]) -> list[Title]:
        return [self._render_title(number, option) for number, option in enumerate(options, 1)]

    def _render_title(self, number: int, option: Choice) -> Title:
        """Number and text; code keeps its colour."""
        title = [("", f"{number}  ")]
        for part in render_option(option).render(self._console):
            marked = "class:code" if part.style and part.style.color else ""
            title.append((marked, part.text))
        return title
