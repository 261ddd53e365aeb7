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
from flashcards.terminal.card_page import NOTHING, CardState
from flashcards.terminal.card_screen import AskText, CardScreen
from flashcards.terminal.interface import ConsoleInterface
from flashcards.terminal.key_table import ACTIONS, Key
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from flashcards.study.today import Today

LONGEST_ANSWER = 10_000
TYPED = ("type", "gap")
"""Forms whose answer is typed."""
Names = tuple[str, ...]
"""Of options; none if the learner does not know."""
_COMMANDS = frozenset("uqosbf")


class ScreenInterface(ConsoleInterface):
    """A `UserInterface` on a terminal that can be painted on."""

    def __init__(
        self, console: Console, words: Words, screen: CardScreen, ask_text: AskText
    ) -> None:
        super().__init__(console, words)
        self._screen = screen
        self._ask_text = ask_text
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
        if context.given and question.form == "single":
            state.pointed = [option.name for option in question.options].index(context.given[0])
        elif context.given and question.options:
            state.picked = list(context.given)
        elif context.points is not None and question.form == "single":
            state.pointed = NOTHING  # "1, Enter" must not answer the next question as well
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
            return self.offer_suspension(feedback)
        context = self._state.context
        if self._state.feedback is None:
            streak = context.streak + 1 if feedback.verdict.right else 0
            context = replace(context, streak=streak)
        state = CardState(feedback.question, context, feedback=feedback, told=self._take_notices())
        self._screen.show(state)
        is_rated = feedback.verdict.right and feedback.kept
        ratings = table.rating_keys(self.words, feedback.waits, True) if is_rated else ()
        accept = table.NEXT._replace(word=table.RATING_WORDS[GOOD - 1]) if is_rated else table.NEXT
        can_overrule = not feedback.verdict.right and not feedback.verdict.unknown
        overrule = (table.OVERRULE,) if can_overrule else ()
        key = self._press((accept, *overrule, *table.list_commands(context, True)), ratings)
        return "next" if key == "3" else ACTIONS[key]

    def show_decision(self, decision: Decision) -> None:
        super().show_decision(decision)
        if decision.name == "flagged" and self._screen.is_open:
            state = self._state
            state.context = replace(state.context, flagged=decision.on)

    def _ask_whether(self, question: str, undo: Key | None = None) -> bool:
        yes, no = table.confirm_keys(self.words)
        if self._screen.is_open:
            keys = (yes, no, *((undo,) if undo else ()))
            key = self._screen.press(keys, question=question)
        else:
            told = table.format_yes_no(self.words, undo)
            key = self._screen.ask_plainly(self.console, question, told)
        if undo and key in undo.names:
            raise CommandEntered("undo")
        return key in yes.names

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
            self.console.print(Text(line))
        self._afterwards.clear()

    def tell(self, words: str) -> None:
        self._notices.append(words)

    @property
    def _state(self) -> CardState:
        return self._screen.state

    def _take_notices(self) -> list[str]:
        taken, self._notices = self._notices, []
        return taken

    def _read_answer(self, question: Question) -> Answer:
        match question.form:
            case "single":
                return Answer(self._choose())
            case "multiple":
                return Answer(self._tick(fewest=1))
            case "order":
                return Answer(self._place(len(question.options)))
            case "match":
                return Answer(self._place(len(question.things)))
            case "reveal" | "points":
                return self._read_self_rated(question)
            case _:
                return Answer((self._read_typed(question),))

    def _read_self_rated(self, question: Question) -> Answer:
        state = self._state
        if not state.shows_answer:
            self._press((table.SHOW, *self._list_commands()))
            state.shows_answer, state.notices = True, []
        if question.form == "points" and not state.rates:
            self._tick(fewest=0)
        state.rates = True
        names = tuple(each.name for each in question.options if each.name in state.picked)
        usual = suggest_rating(question, names) if question.form == "points" else GOOD
        return Answer(names, self._rate(usual))

    def _rate(self, usual: Rating) -> Rating:
        state = self._state
        ratings = table.rating_keys(self.words, state.context.find_waits(), guessed=False)
        accept = table.NEXT._replace(word=table.RATING_WORDS[usual - 1])
        key = self._press((accept, *table.list_commands(state.context, True)), ratings)
        return table.RATING_KEYS.get(key, usual)

    def _choose(self) -> Names:
        """The option that was chosen."""
        options = self._state.question.options
        numbers = table.number_keys(range(1, len(options) + 1), "does_choose")
        keys = (numbers, table.PICK, table.UNKNOWN)
        while True:
            key = self._press((*keys, *self._list_commands()))
            if key in table.UNKNOWN.names:
                return ()
            if key.isdigit():
                return (options[int(key) - 1].name,)
            if key == "enter" and self._state.pointed != NOTHING:
                return (options[self._state.pointed].name,)
            self._move(key)

    def _tick(self, fewest: int) -> Names:
        """The options that were ticked, in the order shown; at least so many, or none known."""
        state, options = self._state, self._state.question.options
        keys = (table.number_keys(range(1, len(options) + 1), "does_tick"), table.TICK)
        while True:
            done = (table.DONE,) if len(state.picked) >= fewest else ()
            unknown = (table.UNKNOWN,) if fewest else ()
            key = self._press((*keys, *done, *unknown, table.MOVE, *self._list_commands()))
            if key in table.UNKNOWN.names:
                return ()
            if key == "enter":
                return tuple(option.name for option in options if option.name in state.picked)
            if key.isdigit():
                state.pointed = int(key) - 1
            if key.isdigit() or key == " ":
                self._turn_tick(options[state.pointed].name)
            else:
                self._move(key)

    def _place(self, count: int) -> Names:
        """One option after the other, the last too by its key; Esc takes the last one back.

        Who comes back to an answer finds all of them placed, and Enter leaves it so.
        """
        state, options = self._state, self._state.question.options
        if len(state.picked) == count and self._keeps_all():
            return tuple(state.picked)
        while len(state.picked) < count:
            places = self._list_free_places()
            if state.pointed not in places:  # on to the next that is left
                state.pointed = next((each for each in places if each > state.pointed), places[0])
            key = self._press(self._keys_to_place(places))
            if key in table.UNKNOWN.names:
                state.picked = []
                return ()
            if key in table.BACK.names:
                state.picked = state.picked[:-1]
            elif key.isdigit() or key == "enter":
                chosen = state.pointed if key == "enter" else int(key) - 1
                state.picked = [*state.picked, options[chosen].name]
                self._screen.follow_pointer()
            else:
                self._move(key, places)
        return tuple(state.picked)

    def _list_commands(self) -> tuple[Key, ...]:
        """What works while a question waits for its answer."""
        return table.list_commands(self._state.context, self._state.shows_answer)

    def _list_free_places(self) -> list[int]:
        """Where options stand that were not placed yet; cells that fit several things stay."""
        question, picked = self._state.question, self._state.picked
        stay = question.shares_options
        places = enumerate(question.options)
        return [place for place, option in places if stay or option.name not in picked]

    def _keys_to_place(self, places: Sequence[int]) -> tuple[Key, ...]:
        """With something placed, what takes an answer back takes that back first."""
        keys = table.place_keys(self._state.question.form, [place + 1 for place in places])
        if not self._state.picked:
            return (*keys, table.UNKNOWN, *self._list_commands())
        others = (key for key in self._list_commands() if "u" not in key.names)
        return (*keys, table.BACK, table.UNKNOWN, *others)

    def _keeps_all(self) -> bool:
        """Whether an answer that is there stays; if not, it is empty or lacks its last one."""
        keys = (table.DONE, table.BACK._replace(names=("escape", "backspace"), also=("Backspace",)))
        key = self._press((*keys, table.UNKNOWN, *self._list_commands()))
        if key not in table.DONE.names:
            self._state.picked = [] if key in table.UNKNOWN.names else self._state.picked[:-1]
            self._screen.paint()
        return key not in keys[1].names

    def _turn_tick(self, name: str) -> None:
        """Ticks an option, or no longer."""
        others = [one for one in self._state.picked if one != name]
        self._state.picked = others if name in self._state.picked else [*others, name]
        self._screen.follow_pointer()
        self._screen.paint()

    def _move(self, key: str, places: Sequence[int] = ()) -> None:
        """Points at another option, of those at the places or of all."""
        state = self._state
        places = places or range(len(state.question.options))
        at = places.index(state.pointed) if state.pointed != NOTHING else NOTHING
        up, down = max(at, 0) - 1, at + 1
        steps = {"up": up, "k": up, "down": down, "j": down, "home": 0, "end": -1}
        state.pointed = places[steps.get(key, max(at, 0)) % len(places)]
        self._screen.follow_pointer()
        self._screen.paint()

    def _read_typed(self, question: Question) -> str:
        """What was typed; a command after a colon is raised as CommandEntered."""
        several = any("\n" in answer for answer in question.accepted)
        line = (table.TYPED_LINE,) if several else ()
        commands = table.list_typed_commands(self._state.context)
        allowed = {name for key in commands for name in key.names}
        kept = "".join(self._state.context.given or ())
        while True:
            keys = (table.TYPED_DONE, *line, table.TYPED_EMPTY, *commands)
            kept = self._screen.type(self._ask_text, keys, several, kept)
            text = make_encodable(kept[:LONGEST_ANSWER])
            key = table.find_typed_command(normalize_answer(text))
            if key is None or text.strip() in question.accepted:
                return text
            kept = ""
            if key == "?":
                self._screen.show_help()
            elif key == "c" and question.setup:
                self._screen.turn_code()
            elif key not in allowed:
                self._tell_below([table.describe_no_command(self.words, key, commands)])
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
            elif self._state.feedback is None and key in commands:
                raise CommandEntered(ACTIONS[key])
            else:
                return key

    def _do_for_card(self, key: str) -> None:
        """Opens the source of the card, or says how to report it."""
        state = self._state
        lines = self.carry_out(key, state.question, state.context)
        self._afterwards.extend(lines)
        self._tell_below(lines)

    def _tell_below(self, lines: list[str]) -> None:
        """Says something at once: in the foot, or above the question where a prompt is below."""
        state = self._state
        if state.question.form in TYPED and state.feedback is None:
            state.notices = lines
        else:
            state.told = lines
        self._screen.paint()
