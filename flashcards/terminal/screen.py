"""The quiz on a real terminal: one card, one screen, answered by single keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from flashcards.i18n.catalog import say
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, GOOD, Rating
from flashcards.reviews.review import make_encodable
from flashcards.study.grading import grade_answer, normalize_answer
from flashcards.study.ui import (
    Action,
    Answer,
    CommandEntered,
    Feedback,
    QuestionContext,
    SessionSummary,
    Welcome,
)
from flashcards.terminal import key_table as table
from flashcards.terminal.browser import open_address
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_screen import CardScreen, Write
from flashcards.terminal.console import ConsoleInterface
from flashcards.terminal.key_table import ACTIONS, Key, number_keys, rating_keys
from flashcards.terminal.question_view import find_remaining

if TYPE_CHECKING:
    from flashcards.study.today import Today

LONGEST_ANSWER = 10_000
_COMMANDS = frozenset("uqosbf")


class ScreenInterface(ConsoleInterface):
    """A `UserInterface` on a terminal that can be painted on."""

    def __init__(self, console: Console, screen: CardScreen, write: Write) -> None:
        super().__init__(console)
        self._screen = screen
        self._write = write
        self._notices: list[str] = []
        """What was done, for the next page."""
        self._optional: list[str] = []
        self._afterwards: list[str] = []
        """What stays in the scrollback."""

    def show_question(self, question: Question, context: QuestionContext) -> None:
        notices = self._take_notices()
        if context.changed:
            notices.append(say(question.card.note.lang, "changed_since"))
        state = CardState(question, context, notices=notices, optional=self._optional)
        self._optional = []
        self._screen.show(state, typing=question.form in ("type", "gap"))

    def ask(self, question: Question) -> Answer | Action:
        try:
            return self._read_answer(question)
        except CommandEntered as command:
            return command.action

    def show_feedback(self, feedback: Feedback) -> Action:
        if feedback.answer.rating is not None:
            return self.offer_suspension(feedback) if feedback.leech else "next"
        context = self._screen.state.context
        if self._screen.state.feedback is None:
            context = replace(context, done=context.done + 1)
        state = CardState(
            feedback.question, context, feedback=feedback, notices=self._take_notices()
        )
        self._screen.show(state)
        right, kept = feedback.verdict.right, feedback.kept
        ratings = rating_keys(state.lang, feedback.waits, True) if right and kept else ()
        keys = (table.NEXT, *(() if right else (table.OVERRULE,)), *self._keys_of_card())
        key = self._press(keys, ratings)
        return "next" if key == "3" else ACTIONS[key]

    def confirm(self, lang: str, question: str) -> bool:
        """Whether the learner presses y; leaving is no."""
        try:
            if self._screen.is_open:
                return self._screen.press((table.YES, table.NO), question=question) == "y"
            self._console.print(Text(f"{question} ({say(lang, 'yes_no')})"))
            return self._screen.read_plain_key() == "y"
        except (EOFError, CommandEntered):  # of commands only that the time is up
            return False

    def show_welcome(self, lang: str, welcome: Welcome) -> None:
        from flashcards.terminal.today_view import list_welcome

        self._optional.extend(list_welcome(lang, welcome))

    def show_today(self, lang: str, today: Today) -> None:
        from flashcards.terminal.today_view import list_outlook

        self._optional.extend(list_outlook(lang, today))

    def show_summary(self, lang: str, summary: SessionSummary) -> None:
        self.close()
        super().show_summary(lang, summary)

    def show_pages(self, lang: str, draw: Callable[[Console], None]) -> None:
        self._screen.show_pages(lang, draw)

    def close(self) -> None:
        """Back to the learner's own screen; what is to stay is printed there."""
        self._screen.close()
        for line in (*self._afterwards, *self._take_notices()):
            self._console.print(Text(line))
        self._afterwards.clear()

    def tell(self, words: str) -> None:
        self._notices.append(words)

    def _take_notices(self) -> list[str]:
        taken, self._notices = self._notices, []
        return taken

    def _read_answer(self, question: Question) -> Answer:
        match question.form:
            case "single":
                return Answer((self._choose(),))
            case "multiple":
                return Answer(tuple(self._tick(fewest=1)))
            case "order":
                return Answer(tuple(self._place(len(question.options))))
            case "match":
                return Answer(tuple(self._place(len(question.things))))
            case "reveal" | "points":
                return self._read_self_rated(question)
            case _:
                return Answer((self._read_typed(question),))

    def _choose(self) -> str:
        """The name of the option that was chosen."""
        options = self._screen.state.question.options
        keys = (number_keys(len(options), "does_choose"), table.PICK)
        while True:
            key = self._press((*keys, *self._keys_of_question()))
            if key.isdigit():
                return options[int(key) - 1].name
            if key == "enter":
                return options[self._screen.state.pointed].name
            self._move(key)

    def _tick(self, fewest: int) -> list[str]:
        """The names of the options that were ticked, in the order shown."""
        state = self._screen.state
        options = state.question.options
        numbers = number_keys(len(options), "does_tick")
        keys = (numbers, table.TICK, table.DONE, table.MOVE, *self._keys_of_question())
        while True:
            key = self._press(keys)
            if key == "enter" and len(state.picked) >= fewest:
                return [option.name for option in options if option.name in state.picked]
            if key.isdigit():
                state.pointed = int(key) - 1
            if key.isdigit() or key == " ":
                name = options[state.pointed].name
                state.picked = [*state.picked, name]
                if state.picked.count(name) > 1:
                    state.picked = [one for one in state.picked if one != name]
            else:
                self._move(key)
            self._screen.paint()

    def _place(self, count: int) -> list[str]:
        """One option after the other; Esc takes the last one back, the last of all is given."""
        state = self._screen.state
        question = state.question
        keys = (number_keys(len(question.options), "does_place"), table.PICK)
        while True:
            left = find_remaining(question, state.picked)
            if len(left) == 1 and len(state.picked) == count - 1:
                return [*state.picked, left[0].name]
            if len(state.picked) == count:
                return state.picked
            key = self._press((*keys, table.BACK, *self._keys_of_question()))
            chosen = None
            if key in table.BACK.names:
                state.picked = state.picked[:-1]
            elif key.isdigit():
                chosen = question.options[int(key) - 1]
            elif key == "enter":
                chosen = question.options[state.pointed]
            else:
                self._move(key)
            if chosen in left:
                state.picked = [*state.picked, chosen.name]
            self._screen.paint()

    def _read_self_rated(self, question: Question) -> Answer:
        state = self._screen.state
        self._press((table.SHOW, *self._keys_of_question()))
        state.shows_answer = True
        names: list[str] = []
        usual = GOOD
        if question.form == "points":
            names = self._tick(fewest=0)
            usual = GOOD if grade_answer(question, names).right else AGAIN
        state.rates = True
        return Answer(tuple(names), self._rate(usual))

    def _rate(self, usual: Rating) -> Rating:
        state = self._screen.state
        ratings = rating_keys(state.lang, state.context.find_waits(), guessed=False)
        accept = Key((" ", "enter"), "key_space", table.RATING_WORDS[usual - 1])
        key = self._press((accept, *self._keys_of_card()), ratings)
        found: dict[str, Rating] = {"1": 1, "2": 2, "3": 3, "4": 4}
        return found.get(key, usual)

    def _read_typed(self, question: Question) -> str:
        """What was typed; a command after a colon is raised as CommandEntered."""
        several = any("\n" in answer for answer in question.accepted)
        line = (table.TYPED_LINE,) if several else ()
        keys = (table.TYPED_DONE, *line, table.TYPED_COMMAND)
        kept = ""
        while True:
            kept = self._screen.type(self._write, keys, several, kept)
            text = make_encodable(kept[:LONGEST_ANSWER])
            word = normalize_answer(text)
            if word in ("?", ":?"):
                kept = ""
                self._screen.show_help()
            elif word in (":r", ":w"):
                kept = ""
                self._do_for_card(word[1:])
            elif word.startswith(":") and word[1:] in ACTIONS:
                raise CommandEntered(ACTIONS[word[1:]])
            else:
                return text

    def _press(self, keys: Sequence[Key], ratings: Sequence[Key] = ()) -> str:
        """The next key that is for the answer. Raises CommandEntered for one that is not."""
        while True:
            key = self._screen.press(keys, ratings)
            if key in ("w", "r"):
                self._do_for_card(key)
            elif self._screen.state.feedback is None and key in _COMMANDS:
                raise CommandEntered(ACTIONS[key])
            else:
                return key

    def _move(self, key: str) -> None:
        state = self._screen.state
        last = len(state.question.options) - 1
        places = {"up": state.pointed - 1, "down": state.pointed + 1, "home": 0, "end": last}
        state.pointed = places.get(key, state.pointed) % (last + 1)
        self._screen.paint()

    def _keys_of_question(self) -> tuple[Key, ...]:
        """Commands that work while a question waits for its answer."""
        context = self._screen.state.context
        if context.points is not None:
            return (table.EXAM_BACK, table.LEAVE)
        return (table.UNDO, table.LEAVE, *table.OF_CARD, table.LAST_RIGHT, table.REPORT)

    def _keys_of_card(self) -> tuple[Key, ...]:
        """Commands that work when the answer is on the screen."""
        read_on = self._screen.state.context.read_on
        web = (table.WEB,) if any(each.address for each in read_on) else ()
        return (table.UNDO, *web, table.LEAVE, *table.OF_CARD, table.REPORT)

    def _do_for_card(self, key: str) -> None:
        """Opens the source of the card, or says how to report it."""
        state = self._screen.state
        if key == "w":
            lines = [self.describe_opening(state.lang, state.context, open_address)]
        else:
            lines = self.describe_report(state.question, state.context)
            self._afterwards.extend(lines)
        state.notices = lines
        self._screen.paint()
