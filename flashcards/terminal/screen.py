"""The quiz on a real terminal: one card, one screen, answered by single keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from flashcards.questions import Question
from flashcards.reviews.memory import GOOD, Rating
from flashcards.reviews.review import make_encodable
from flashcards.study.grading import normalize_answer, suggest_rating
from flashcards.study.ui import (
    Action,
    Answer,
    CommandEntered,
    Decision,
    Feedback,
    QuestionContext,
    SessionSummary,
    Welcome,
)
from flashcards.terminal import key_table as table
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_screen import CardScreen, Write
from flashcards.terminal.interface import ConsoleInterface
from flashcards.terminal.key_table import ACTIONS, Key, list_commands, rating_keys
from flashcards.terminal.option_keys import OptionKeys
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from flashcards.study.today import Today

LONGEST_ANSWER = 10_000
TYPED = ("type", "gap")
"""Forms whose answer is typed."""
_COMMANDS = frozenset("uqosbf")


class ScreenInterface(ConsoleInterface):
    """A `UserInterface` on a terminal that can be painted on."""

    def __init__(self, console: Console, words: Words, screen: CardScreen, write: Write) -> None:
        super().__init__(console, words)
        self._screen = screen
        self._write = write
        self._options = OptionKeys(screen, self._press)
        self._notices: list[str] = []
        """What was done, for the next page."""
        self._optional: list[str] = []
        self._afterwards: list[str] = []
        """What stays in the scrollback."""

    def show_question(self, question: Question, context: QuestionContext) -> None:
        notices = self._take_notices()
        self._shown[question.card.id] = question
        if context.changed:
            notices.append(self.words.say("changed_since"))
        if context.given:
            notices.append(self.words.say("exam_earlier"))
        state = CardState(question, context, notices=notices, optional=self._optional)
        if context.given and question.options:
            _show_given(state, context.given)
        self._screen.show(state, typing=question.form in TYPED)

    def ask(self, question: Question) -> Answer | Action:
        """The answer, from where the page is: a card that was flagged keeps what was done."""
        if self._notices:
            self._tell_below(self._take_notices())
        try:
            answer = self._read_answer(question)
        except CommandEntered as command:
            return command.action
        self._optional = []
        return answer

    def show_feedback(self, feedback: Feedback) -> Action:
        if feedback.answer.rating is not None:
            return self.offer_suspension(feedback) if feedback.leech else "next"
        context = self._screen.state.context
        if self._screen.state.feedback is None:
            streak = context.streak + 1 if feedback.verdict.right else 0
            context = replace(context, streak=streak)
        state = CardState(feedback.question, context, feedback=feedback, told=self._take_notices())
        self._screen.show(state)
        is_rated = feedback.verdict.right and feedback.kept
        ratings = rating_keys(self.words, feedback.waits, True) if is_rated else ()
        accept = table.NEXT._replace(word=table.RATING_WORDS[GOOD - 1]) if is_rated else table.NEXT
        can_overrule = not feedback.verdict.right and not feedback.verdict.unknown
        overrule = (table.OVERRULE,) if can_overrule else ()
        key = self._press((accept, *overrule, *list_commands(context, True)), ratings)
        return "next" if key == "3" else ACTIONS[key]

    def show_decision(self, decision: Decision) -> None:
        super().show_decision(decision)
        if decision.name == "flagged" and self._screen.is_open:
            state = self._screen.state
            state.context = replace(state.context, flagged=decision.on)

    def confirm(self, question: str) -> bool:
        """Whether the learner presses a key that is yes; leaving is no."""
        try:
            return self._ask_whether(question)
        except (EOFError, CommandEntered):  # of commands only that the time is up
            return False

    def offer_stop(self) -> bool:
        """Whether to stop an exam; who leaves by Ctrl-D stops it."""
        try:
            return self._ask_whether(self.words.say("stop_exam"))
        except CommandEntered:  # the time is up, which is told by the exam
            return False
        except EOFError:
            return True

    def _ask_whether(self, question: str) -> bool:
        yes, no = table.confirm_keys(self.words)
        if self._screen.is_open:
            return self._screen.press((yes, no), question=question) in yes.names
        told = f"({self.words.say('yes_no')})"
        return self._screen.ask_plainly(self._console, question, told) in yes.names

    def show_welcome(self, welcome: Welcome) -> None:
        from flashcards.terminal.session_view import list_welcome

        self._optional.extend(list_welcome(self.words, welcome))

    def show_today(self, today: Today) -> None:
        from flashcards.terminal.session_view import list_outlook

        if not self._optional:  # else the welcome says it
            self._optional.append(self.words.say("today_minutes", minutes=today.minutes))
        self._optional.extend(list_outlook(self.words, today))

    def show_summary(self, summary: SessionSummary) -> None:
        self.close()
        super().show_summary(summary)

    def show_pages(self, draw: Callable[[Console], None], mark: str = "") -> None:
        self._screen.show_pages(self.words, draw, mark)

    def show_rules(self, lines: Sequence[str]) -> bool:
        def draw(console: Console) -> None:
            for number, line in enumerate(lines):
                console.print(Text(line, "" if number else "bold"))

        return self._screen.show_pages(self.words, draw, rules=True) == "enter"

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
                return Answer(self._options.choose())
            case "multiple":
                return Answer(self._options.tick(fewest=1))
            case "order":
                return Answer(self._options.place(len(question.options)))
            case "match":
                return Answer(self._options.place(len(question.things)))
            case "reveal" | "points":
                return self._read_self_rated(question)
            case _:
                return Answer((self._read_typed(question),))

    def _read_self_rated(self, question: Question) -> Answer:
        state = self._screen.state
        if not state.shows_answer:
            self._press((table.SHOW, *self._options.list_commands()))
            state.shows_answer, state.notices = True, []
        if question.form == "points" and not state.rates:
            self._options.tick(fewest=0)
        state.rates = True
        names = tuple(each.name for each in question.options if each.name in state.picked)
        usual = suggest_rating(question, names) if question.form == "points" else GOOD
        return Answer(names, self._rate(usual))

    def _rate(self, usual: Rating) -> Rating:
        state = self._screen.state
        ratings = rating_keys(self.words, state.context.find_waits(), guessed=False)
        accept = table.NEXT._replace(word=table.RATING_WORDS[usual - 1])
        key = self._press((accept, *list_commands(state.context, True)), ratings)
        found: dict[str, Rating] = {"1": 1, "2": 2, "3": 3, "4": 4}
        return found.get(key, usual)

    def _read_typed(self, question: Question) -> str:
        """What was typed; a command after a colon is raised as CommandEntered."""
        several = any("\n" in answer for answer in question.accepted)
        line = (table.TYPED_LINE,) if several else ()
        commands = table.list_typed_commands(self._screen.state.context)
        allowed = {name for key in commands for name in key.names}
        kept = "".join(self._screen.state.context.given or ())
        while True:
            keys = (table.TYPED_DONE, *line, table.TYPED_EMPTY, *commands)
            kept = self._screen.type(self._write, keys, several, kept)
            text = make_encodable(kept[:LONGEST_ANSWER])
            key = table.find_typed_command(normalize_answer(text))
            if key is None:
                return text
            kept = ""
            if key == "?":
                self._screen.show_help()
            elif key not in allowed:
                self._tell_below([self.words.say("nothing_here", key=key)])
            elif key in ("r", "w"):
                self._do_for_card(key)
            else:
                raise CommandEntered(ACTIONS[key])

    def _press(self, keys: Sequence[Key], ratings: Sequence[Key] = ()) -> str:
        """The next key that is for the answer. Raises CommandEntered for one that is not."""
        commands = _COMMANDS - {name for key in keys if key is table.BACK for name in key.names}
        while True:
            key = self._screen.press(keys, ratings)
            if key in ("w", "r"):
                self._do_for_card(key)
            elif self._screen.state.feedback is None and key in commands:
                raise CommandEntered(ACTIONS[key])
            else:
                return key

    def _do_for_card(self, key: str) -> None:
        """Opens the source of the card, or says how to report it."""
        state = self._screen.state
        lines = self.carry_out(key, state.question, state.context)
        self._afterwards.extend(lines)
        self._tell_below(lines)

    def _tell_below(self, lines: list[str]) -> None:
        """Says something at once: in the foot, or above the question where a prompt is below."""
        state = self._screen.state
        if state.question.form in TYPED and state.feedback is None:
            state.notices = lines
        else:
            state.told = lines
        self._screen.paint()


def _show_given(state: CardState, names: Sequence[str]) -> None:
    """What was answered before is pointed at, ticked or placed."""
    if state.question.form == "single":
        options = [option.name for option in state.question.options]
        state.pointed = options.index(names[0])
    else:
        state.picked = list(names)
