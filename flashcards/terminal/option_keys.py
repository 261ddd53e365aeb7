"""Options that are chosen, ticked and placed by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flashcards.terminal import key_table as table
from flashcards.terminal.card_page import CardState
from flashcards.terminal.card_screen import CardScreen
from flashcards.terminal.key_table import Key, list_commands, number_keys, place_keys
from flashcards.terminal.question_view import find_remaining

Names = tuple[str, ...]
"""Of options; none if the learner does not know."""


class OptionKeys:
    """Reads answers to the question on a screen; `press` gives the next key out of a table."""

    def __init__(self, screen: CardScreen, press: Callable[[Sequence[Key]], str]) -> None:
        self._screen = screen
        self._press = press

    @property
    def _state(self) -> CardState:
        return self._screen.state

    def choose(self) -> Names:
        """The option that was chosen."""
        options = self._state.question.options
        keys = (number_keys(range(1, len(options) + 1), "does_choose"), table.PICK, table.UNKNOWN)
        while True:
            key = self._press((*keys, *self.list_commands()))
            if key in table.UNKNOWN.names:
                return ()
            if key.isdigit():
                return (options[int(key) - 1].name,)
            if key == "enter":
                return (options[self._state.pointed].name,)
            self._move(key)

    def tick(self, fewest: int) -> Names:
        """The options that were ticked, in the order shown; at least so many, or none known."""
        state, options = self._state, self._state.question.options
        keys = (number_keys(range(1, len(options) + 1), "does_tick"), table.TICK)
        while True:
            done = (table.DONE,) if len(state.picked) >= fewest else ()
            unknown = (table.UNKNOWN,) if fewest else ()
            key = self._press((*keys, *done, *unknown, table.MOVE, *self.list_commands()))
            if key in table.UNKNOWN.names:
                return ()
            if key == "enter":
                return tuple(option.name for option in options if option.name in state.picked)
            if key.isdigit():
                state.pointed = int(key) - 1
            if key.isdigit() or key == " ":
                self._turn(options[state.pointed].name)
            else:
                self._move(key)

    def place(self, count: int) -> Names:
        """One option after the other, the last too by its key; Esc takes the last one back.

        Who comes back to an answer finds all of them placed, and Enter leaves it so.
        """
        state, options = self._state, self._state.question.options
        if len(state.picked) == count and self._keeps_all():
            return tuple(state.picked)
        while len(state.picked) < count:
            left = find_remaining(state.question, state.picked)
            places = [place for place, option in enumerate(options) if option in left]
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

    def list_commands(self) -> tuple[Key, ...]:
        """What works while a question waits for its answer."""
        return list_commands(self._state.context, self._state.shows_answer)

    def _keys_to_place(self, places: Sequence[int]) -> tuple[Key, ...]:
        """With something placed, what takes an answer back takes that back first."""
        keys = place_keys(self._state.question.form, [place + 1 for place in places])
        if not self._state.picked:
            return (*keys, table.UNKNOWN, *self.list_commands())
        others = (key for key in self.list_commands() if "u" not in key.names)
        return (*keys, table.BACK, table.UNKNOWN, *others)

    def _keeps_all(self) -> bool:
        """Whether an answer that is there stays; if not, it is empty or lacks its last one."""
        keys = (table.DONE, table.BACK._replace(names=("escape", "backspace"), also=("Backspace",)))
        key = self._press((*keys, table.UNKNOWN, *self.list_commands()))
        if key not in table.DONE.names:
            self._state.picked = [] if key in table.UNKNOWN.names else self._state.picked[:-1]
            self._screen.paint()
        return key not in keys[1].names

    def _turn(self, name: str) -> None:
        """Ticks an option, or no longer."""
        others = [one for one in self._state.picked if one != name]
        self._state.picked = others if name in self._state.picked else [*others, name]
        self._screen.follow_pointer()
        self._screen.paint()

    def _move(self, key: str, places: Sequence[int] = ()) -> None:
        """Points at another option, of those at the places or of all."""
        state = self._state
        places = places or range(len(state.question.options))
        at = places.index(state.pointed)
        steps = {"up": at - 1, "k": at - 1, "down": at + 1, "j": at + 1, "home": 0, "end": -1}
        state.pointed = places[steps.get(key, at) % len(places)]
        self._screen.follow_pointer()
        self._screen.paint()
