"""Prompts by questionary: the keys of a quiz on a real terminal, settings.

A prompt is erased when it is done; what it asked is then printed in its place, marked. A key
that is pressed in the first moment of a prompt was meant for what stood there before: it is
dropped.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, TypeAlias

import questionary
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import ConditionalKeyBindings, KeyBindings, merge_key_bindings
from prompt_toolkit.key_binding import KeyPressEvent as Event
from prompt_toolkit.keys import Keys
from questionary.prompts.common import InquirerControl
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.words import Words

KeyWords: TypeAlias = Mapping[str, str]
"""Keys, and what each does, in the words of the learner."""
GUARD_SECONDS = 0.2
"""A key so soon after something new was shown does not count."""
GUARD_VARIABLE = "PTQUIZ_KEY_GUARD"
"""Other seconds, for tests on a terminal: nobody presses a key by accident there."""
STYLE = questionary.Style(
    [
        *((name, "noinherit") for name in ("qmark", "answer", "pointer", "highlighted")),
        *((name, "noinherit") for name in ("selected", "separator", "instruction")),
        ("question", "noinherit bold"),
        ("bottom-toolbar", "noreverse"),
        ("bottom-toolbar.text", "noreverse"),
    ]
)
_LOOK: dict[str, Any] = {"qmark": "", "style": STYLE, "erase_when_done": True}
_LIST: dict[str, Any] = {**_LOOK, "pointer": "›", "instruction": " "}
_INDENT = 6
"""Columns of a list before each option: pointer and number."""


class KeyPressed(Exception):
    """A key was pressed, or a command written, in the place of an answer."""

    def __init__(self, key: str) -> None:
        self.key = key


@dataclass(frozen=True)
class Task:
    """What a prompt asks for."""

    said: str
    keys: KeyWords
    """What can be pressed instead of an answer."""
    options: Sequence[Text] = ()
    is_exam: bool = False


class KeyPrompts:
    """Asks on a terminal. Every method may raise `KeyPressed`, and `EOFError` for who leaves."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console = console
        self._words = words

    def choose(self, task: Task, pointed: int | None) -> int:
        """Return the number, from 0, of the option that its digit or Enter chooses.

        In an exam Enter counts only after another key: 1 and Enter are not two answers.
        """
        digits = _number_options(range(len(task.options)))
        choices = self._list_choices(task, digits, {f"{_span(digits)} ↑ ↓": "does_choose"})
        default = None if pointed is None else choices[pointed]
        prompt = questionary.select(self._head(task.said), choices, default=default, **_LIST)
        is_first, bindings = [task.is_exam and pointed is None], KeyBindings()

        @bindings.add("enter", eager=True, filter=Condition(lambda: is_first[0]))
        def wait(event: Event) -> None:
            is_first[0] = False

        return int(_ask(prompt, task.keys, digits, bindings))

    def tick(self, task: Task, ticked: list[int], least: int) -> list[int]:
        """Return the numbers of at least so many options; `ticked` keeps them meanwhile."""
        digits = _number_options(range(len(task.options)))
        space = f"{_span(digits)} {self._words.translate('key_space')}"
        keys = {space: "does_tick", "Enter": "does_done"}
        choices = self._list_choices(task, digits, keys, ticked, indent=_INDENT + 2)
        prompt = questionary.checkbox(self._head(task.said), choices, **_LIST)
        windows = prompt.application.layout.find_all_windows()
        (control,) = (each.content for each in windows if isinstance(each.content, InquirerControl))
        bindings = KeyBindings()

        def turn(event: Event) -> None:
            place = control.pointed_at = digits[event.data]
            chosen = control.selected_options
            chosen.remove(place) if place in chosen else chosen.append(place)

        for digit in (each for each in digits if len(each) == 1):
            bindings.add(digit, eager=True)(turn)
        too_few = Condition(lambda: len(control.selected_options) < least)
        bindings.add("enter", eager=True, filter=too_few)(lambda event: None)
        try:
            return sorted(_ask(prompt, task.keys, {}, bindings))
        finally:
            ticked[:] = control.selected_options

    def place(self, task: Task, heads: Sequence[str], placed: list[int], repeat: bool) -> list[int]:
        """Return the number of an option for each head; Esc takes the last one back.

        `placed` keeps them meanwhile. An option is left in the list if it may be used again.
        """
        while len(placed) < len(heads):
            free = (n for n in range(len(task.options)) if repeat or n not in placed)
            digits, keys = _number_options(free), dict(task.keys)
            back = dict.fromkeys(("escape", "backspace", "u"), -1) if placed else {}
            if placed:
                keys = {"Esc": self._words.translate("does_back"), **keys}
                keys.pop("u", None)
            shown = [*(task.options[n].plain for n in placed), "?"]
            rows = [head + text for head, text in zip_longest(heads, shown, fillvalue="")]
            if heads[0].startswith("1"):  # the steps that come later have no names
                rows = rows[: len(shown)]
            hint = {f"{_span(digits)} ↑ ↓": "does_place"}
            choices = self._list_choices(Task("", keys, task.options), digits, hint)
            prompt = questionary.select(self._head(task.said, *rows), choices, **_LIST)
            commands = keys.keys() - {"Esc"}
            found = int(_ask(prompt, commands, {**digits, **back}, guarded=not placed))
            placed[:] = placed[:-1] if found < 0 else [*placed, found]
        return list(placed)

    def type(self, task: Task, several: bool, text: str) -> str:
        """Return what is typed; a command is written after a colon, as `:u`."""
        translate = self._words.translate
        keys = {"Enter": translate("does_done"), translate("key_empty"): translate("does_not_know")}
        keys |= {"Ctrl-J": translate("does_new_line")} if several else {}
        keys |= {f":{key}": does for key, does in task.keys.items()}
        prompt = questionary.text(
            f"{self._head(task.said, self._format_keys(keys))}\n›",
            text,
            multiline=several,
            instruction="",
            **_LOOK,
        )
        bindings = KeyBindings()

        @bindings.add("enter", eager=True)
        def end(event: Event) -> None:
            event.current_buffer.validate_and_handle()

        @bindings.add("c-j", eager=True)
        def begin_line(event: Event) -> None:
            event.current_buffer.insert_text("\n" if several else "")

        typed = str(_ask(prompt, (), {}, bindings))
        command = typed.strip().removeprefix(":")
        if command in task.keys and command != typed.strip():
            raise KeyPressed(command)
        return typed

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return the key that was pressed, one of `keys`; nothing for Enter and Space."""
        ratings = {key: does for key, does in keys.items() if key.isdigit()}
        others = {key: does for key, does in keys.items() if key not in ratings}
        told = self._format_keys({"Enter": self._words.translate(does), **others})
        answers = {**{key: key for key in keys}, "enter": "", " ": ""}
        return str(self._wait(self._head(said, self._format_keys(ratings), told), answers))

    def confirm(self, said: str) -> bool:
        """Return whether the key of yes was pressed, in the letters of the language."""
        yes = [word for word in self._words.translate("yes_answers").split() if len(word) == 1]
        no = ("n", "escape", "enter", " ")
        told = self._head(f"{said} ({self._words.translate('yes_no')})")
        return bool(self._wait(told, {**dict.fromkeys(no, False), **dict.fromkeys(yes, True)}))

    def _wait(self, said: str, answers: Mapping[str, Any]) -> Any:
        """Return what the key that was pressed stands for; all others are ignored."""
        prompt = questionary.press_any_key_to_continue(said, style=STYLE, erase_when_done=True)
        bindings = KeyBindings()
        bindings.add(Keys.Any)(lambda event: None)
        return _ask(prompt, (), answers, bindings)

    def _list_choices(
        self,
        task: Task,
        digits: Mapping[str, int],
        hints: KeyWords,
        ticked: Sequence[int] = (),
        indent: int = _INDENT,
    ) -> list[questionary.Choice]:
        """Return the options with their numbers, in lines that fit, and the keys below them."""
        choices: list[questionary.Choice] = []
        for digit, n in digits.items():
            lines = task.options[n].wrap(self._console, self._console.width - indent)
            title = [("", f"{digit}  ")]
            for part in Text(f"\n{' ' * indent}").join(lines).render(self._console):
                color = part.style.color if part.style else None
                title.append((f"fg:ansi{color.name}" if color else "", part.text))
            choices.append(questionary.Choice(title, n, checked=n in ticked))
        keys = {key: self._words.translate(word) for key, word in hints.items()}
        return [*choices, questionary.Separator(f"\n{self._format_keys({**keys, **task.keys})}")]

    def _head(self, *lines: str) -> str:
        """Return the lines below an empty one, since questionary sets in the first."""
        return "\n".join(["", *map(self._wrap, filter(None, lines))])

    def _wrap(self, text: str) -> str:
        """Return the text in lines that fit; questionary would cut them."""
        lines = Text(text).wrap(self._console, self._console.width - 2)
        return "\n".join(line.plain.rstrip() for line in lines)

    def _format_keys(self, keys: KeyWords) -> str:
        """Return the keys that work, each with what it does, and never divided from it."""
        lines = [""]
        for part in (f"{key} {does}" for key, does in keys.items()):
            longer = f"{lines[-1]} · {part}" if lines[-1] else part
            if cell_len(longer) > self._console.width - 2:
                lines.append(part)
            else:
                lines[-1] = longer
        return "\n".join(lines)


def _number_options(places: Iterable[int]) -> dict[str, int]:
    """Return the options by their digits."""
    return {str(place + 1): place for place in places}


def _span(digits: Mapping[str, int]) -> str:
    names = list(digits)
    return f"{names[0]}–{names[-1]}" if len(names) > 1 else "".join(names)


def _ask(
    prompt: questionary.Question,
    commands: Iterable[str],
    answers: Mapping[str, Any],
    bindings: KeyBindings | None = None,
    guarded: bool = True,
) -> Any:
    """Return the answer to a prompt, which keys give as well, as soon as keys count.

    A command raises KeyPressed, Ctrl-C KeyboardInterrupt, Ctrl-D and a terminal that is gone
    EOFError.
    """
    app, own, always = prompt.application, bindings or KeyBindings(), KeyBindings()
    guard = float(os.environ.get(GUARD_VARIABLE, GUARD_SECONDS)) if guarded else 0.0
    ready_at = time.monotonic() + guard
    is_ready = Condition(lambda: time.monotonic() >= ready_at)
    for key, answer in {**{key: KeyPressed(key) for key in commands}, **answers}.items():
        if len(key) == 1 or key.isalpha():  # no key is called 10
            for name in {key, key.upper()} if len(key) == 1 else {key}:
                own.add(name, eager=True)(_end_with(answer))
    always.add(Keys.Any, eager=True, filter=~is_ready)(lambda event: None)
    for name in ("c-c", Keys.SIGINT):
        always.add(name, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
    always.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError))
    always.add("c-z", eager=True)(lambda event: event.app.suspend_to_background())
    every = [app.key_bindings, own] if app.key_bindings else [own]
    guarded_bindings = ConditionalKeyBindings(merge_key_bindings(every), is_ready)
    app.key_bindings = merge_key_bindings([guarded_bindings, always])
    app.ttimeoutlen = 0.05  # seconds after Esc in which the rest of an arrow key may come
    answer = app.run(set_exception_handler=False)
    if isinstance(answer, KeyPressed):
        raise answer
    return answer


def _end_with(answer: Any) -> Callable[[Event], None]:
    return lambda event: event.app.exit(result=answer)


def choose_setting(rows: Mapping[str, str], pointed: str) -> str | None:
    """Return the name of the setting to change, `pointed` at first; None for who leaves."""
    choices = [questionary.Choice(row, name) for name, row in {**rows, "": "Done"}.items()]
    choices.append(questionary.Separator("\n↑ ↓ Enter change · Esc or q done"))
    return _ask_setting(questionary.select("Which setting?", choices, default=pointed, **_LIST))


def ask_value(title: str, held: str, find_mistake: Callable[[str], str]) -> str | None:
    """Return what is typed into an empty field; None for who leaves, or keeps what is `held`.

    What `find_mistake` says about a text is told, and asked until it says nothing.
    """

    def validate(text: str) -> str | bool:
        return not text.strip() or find_mistake(text.strip()) or True

    keys = "Enter done · empty Enter keeps it · default takes it back · Esc or q back"
    prompt = questionary.text(
        title, instruction=f"· now {held} ›", validate=validate, bottom_toolbar=keys, **_LOOK
    )
    return (_ask_setting(prompt) or "").strip() or None


def _ask_setting(prompt: questionary.Question) -> str | None:
    try:
        return _ask(prompt, (), {"escape": None, "q": None}, guarded=False) or None
    except (KeyboardInterrupt, EOFError):
        return None
