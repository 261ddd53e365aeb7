"""Prompts: questionary asks by keys on a real terminal, `LinePrompts` in lines.

A prompt by keys is erased when it is done; what it asked is then printed in its place, marked.
A key that is pressed in the first moment of a prompt was meant for what stood there before: it
is dropped. In lines nothing is redrawn; what a key does is a short word after a colon, as `:u`.
"""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, TypeAlias

import questionary
from prompt_toolkit.application import create_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import create_input
from prompt_toolkit.key_binding import ConditionalKeyBindings, KeyBindings, merge_key_bindings
from prompt_toolkit.key_binding import KeyPressEvent as Event
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import create_output
from questionary.prompts.common import InquirerControl
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.questions.question import Form
from flashcards.words import Words

KeyWords: TypeAlias = Mapping[str, str]
"""Keys, and what each does, in the words of the learner."""
GUARD_SECONDS = 0.2
"""A key so soon after something new was shown does not count."""
GUARD_VARIABLE = "PTQUIZ_KEY_GUARD"
"""Other seconds, for tests on a terminal: nobody presses a key by accident there."""
MAX_LINE = 1_000_000
"""Characters; a stream without line breaks shall not fill the memory."""
STYLE = questionary.Style([("question", "bold"), ("selected", "noinherit")])
_LOOK: dict[str, Any] = {"qmark": "", "style": STYLE, "erase_when_done": True}
_LIST: dict[str, Any] = {**_LOOK, "pointer": "›", "instruction": " "}
_BACK = -1


class KeyPressed(Exception):
    """A key was pressed, or a command written, in the place of an answer."""

    def __init__(self, key: str) -> None:
        self.key = key


@dataclass(frozen=True)
class Task:
    """What is asked of who chooses, ticks or places options."""

    form: Form
    instruction: str
    keys: KeyWords
    """What can be pressed instead of an answer."""
    options: Sequence[Text]
    heads: Sequence[str] = ()
    """order, match: what stands before each place."""
    repeats: bool = False
    """Whether an option may be placed again."""
    is_exam: bool = False


class KeyPrompts:
    """Asks on a terminal. Every method may raise `KeyPressed`, and `EOFError` for who leaves."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console, self._words = console, words

    def choose(self, task: Task, draft: list[int]) -> list[int]:
        """Return the numbers of options, from 0; `draft` keeps them meanwhile.

        One by one they are chosen by digit or Enter; Esc takes the last one back. Who comes back
        to a whole answer has the pointer at the last of it.
        """
        if task.form in ("multiple", "points"):
            return self._tick(task, draft)
        count = len(task.heads) or 1
        pointed = draft.pop() if len(draft) == count else None
        while len(draft) < count:
            number = self._select(task, draft, pointed)
            pointed = None
            draft[:] = draft[:-1] if number == _BACK else [*draft, number]
        return list(draft)

    def _select(self, task: Task, placed: Sequence[int], pointed: int | None) -> int:
        """Return the next number.

        In an exam Enter counts only after another key: 1 and Enter are not two answers.
        """
        free = (n for n in range(len(task.options)) if task.repeats or n not in placed)
        digits, keys = {str(n + 1): n for n in free}, dict(task.keys)
        back = dict.fromkeys(("escape", "backspace"), _BACK) if placed else {}
        if placed and not task.is_exam:
            keys.pop("u", None)
            back["u"] = _BACK
        hints = {f"1–{len(task.options)} ↑ ↓": self._words.translate("does_choose")}
        hints |= {"Esc": self._words.translate("does_back")} if placed else {}
        shown = [*(task.options[n].plain for n in placed), "?"]
        rows = [head + text for head, text in zip_longest(task.heads, shown, fillvalue="")]
        rows = rows[: len(shown)] if task.form == "order" else rows[: len(task.heads)]
        choices = self._list_choices(task.options, digits, {**hints, **keys}, 6)
        default = next((choice for choice in choices if choice.value == pointed), None)
        head = self._head(task.instruction, *rows)
        prompt = questionary.select(head, choices, default=default, **_LIST)
        is_first, bindings = [task.is_exam and default is None and not placed], KeyBindings()

        @bindings.add("enter", eager=True, filter=Condition(lambda: is_first[0]))
        def wait(event: Event) -> None:
            is_first[0] = False

        return int(_ask(prompt, keys, {**digits, **back}, bindings, guarded=not placed))

    def _tick(self, task: Task, ticked: list[int]) -> list[int]:
        """Return the numbers of options that are ticked; only of points there may be none."""
        digits = {str(n + 1): n for n in range(len(task.options))}
        translate = self._words.translate
        space = f"1–{len(digits)} {translate('key_space')}"
        keys = {space: translate("does_tick"), "Enter": translate("does_done"), **task.keys}
        choices = self._list_choices(task.options, digits, keys, 8)
        prompt = questionary.checkbox(self._head(task.instruction), choices, **_LIST)
        windows = prompt.application.layout.find_all_windows()
        (control,) = (each.content for each in windows if isinstance(each.content, InquirerControl))
        control.selected_options[:] = ticked
        bindings = KeyBindings()

        def turn(event: Event) -> None:
            place = control.pointed_at = digits[event.data]
            chosen = control.selected_options
            chosen.remove(place) if place in chosen else chosen.append(place)

        for digit in (each for each in digits if len(each) == 1):
            bindings.add(digit, eager=True)(turn)
        is_empty = Condition(lambda: task.form != "points" and not control.selected_options)
        bindings.add("enter", eager=True, filter=is_empty)(lambda event: None)
        try:
            return sorted(_ask(prompt, task.keys, {}, bindings))
        finally:
            ticked[:] = control.selected_options

    def type(self, instruction: str, keys: KeyWords, has_lines: bool, text: str) -> str:
        """Return what is typed; a command is written after a colon, as `:u`."""
        say = self._words.translate
        hints = {"Enter": say("does_done"), say("key_empty"): say("does_not_know")}
        hints |= {"Ctrl-J": say("does_new_line")} if has_lines else {}
        hints |= {f":{key}": does for key, does in keys.items()}
        head = self._head(instruction, self._format_keys(hints))
        prompt = questionary.text(f"{head}\n›", text, multiline=has_lines, instruction="", **_LOOK)
        bindings = KeyBindings()

        @bindings.add("enter", eager=True)
        def end(event: Event) -> None:
            event.current_buffer.validate_and_handle()

        @bindings.add("c-j", eager=True)
        def begin_line(event: Event) -> None:
            event.current_buffer.insert_text("\n" if has_lines else "")

        typed = str(_ask(prompt, (), {}, bindings))
        command = typed.strip().removeprefix(":")
        if command in keys and command != typed.strip():
            raise KeyPressed(command)
        return typed

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return the key that was pressed, one of `keys`; nothing for Enter and Space."""
        hints = self._format_keys({"Enter": self._words.translate(does), **keys})
        answers = {**{key: key for key in keys}, "enter": "", " ": ""}
        return str(self._wait(self._head(said, hints), answers))

    def confirm(self, said: str) -> bool:
        """Return whether the key of yes was pressed, in the letters of the language."""
        yes = [word for word in self._words.translate("yes_answers").split() if len(word) == 1]
        no = ("n", "escape", "enter", " ")
        head = self._head(f"{said} ({self._words.translate('yes_no')})")
        return bool(self._wait(head, {**dict.fromkeys(no, False), **dict.fromkeys(yes, True)}))

    def _wait(self, said: str, answers: Mapping[str, Any]) -> Any:
        """Return what the key that was pressed stands for; all others are ignored."""
        prompt = questionary.press_any_key_to_continue(said, style=STYLE, erase_when_done=True)
        bindings = KeyBindings()
        bindings.add(Keys.Any)(lambda event: None)
        return _ask(prompt, (), answers, bindings)

    def _list_choices(
        self, options: Sequence[Text], digits: Mapping[str, int], keys: KeyWords, indent: int
    ) -> list[questionary.Choice]:
        """Return the options with their numbers, in lines that fit, and the keys below them."""
        choices: list[questionary.Choice] = []
        for digit, n in digits.items():
            lines = options[n].wrap(self._console, self._console.width - indent)
            text = f"\n{' ' * indent}".join(line.plain.rstrip() for line in lines)
            choices.append(questionary.Choice(f"{digit}  {text}", n))
        return [*choices, questionary.Separator(f"\n{self._format_keys(keys)}")]

    def _head(self, *lines: str) -> str:
        """Return the lines below an empty one, in lines that fit; questionary would cut them."""
        width = self._console.width - 2
        wrapped = (Text(line).wrap(self._console, width) for line in lines if line)
        return "\n".join(["", *(line.plain.rstrip() for text in wrapped for line in text)])

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


def _ask(
    prompt: questionary.Question,
    commands: Iterable[str],
    answers: Mapping[str, Any],
    bindings: KeyBindings,
    guarded: bool = True,
) -> Any:
    """Return the answer to a prompt, which keys give as well, as soon as keys count.

    A command raises KeyPressed, Ctrl-C KeyboardInterrupt, Ctrl-D and a terminal that is gone
    EOFError.
    """
    app, always = prompt.application, KeyBindings()
    guard = float(os.environ.get(GUARD_VARIABLE, GUARD_SECONDS)) if guarded else 0.0
    ready_at = time.monotonic() + guard
    is_ready = Condition(lambda: time.monotonic() >= ready_at)
    for key, answer in {**{key: KeyPressed(key) for key in commands}, **answers}.items():
        if len(key) == 1 or key.isalpha():  # no key is called 10
            for name in {key, key.upper()} if len(key) == 1 else {key}:
                bindings.add(name, eager=True)(partial(_end, answer))
    always.add(Keys.Any, eager=True, filter=~is_ready)(lambda event: None)
    for name in ("c-c", Keys.SIGINT):
        always.add(name, eager=True)(lambda event: event.app.exit(exception=KeyboardInterrupt))
    always.add("c-d", eager=True)(lambda event: event.app.exit(exception=EOFError))
    always.add("c-z", eager=True)(lambda event: event.app.suspend_to_background())
    usual = merge_key_bindings([app.key_bindings or KeyBindings(), bindings])
    app.key_bindings = merge_key_bindings([ConditionalKeyBindings(usual, is_ready), always])
    app.ttimeoutlen = 0.05  # seconds after Esc in which the rest of an arrow key may come
    answer = app.run(set_exception_handler=False)
    if isinstance(answer, KeyPressed):
        raise answer
    return answer


def _end(answer: Any, event: Event) -> None:
    event.app.exit(result=answer)


@contextmanager
def read_keys() -> Iterator[None]:
    """Let prompts read keys until the end, when the terminal is as it was; without it, exit."""

    def leave(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    os.environ["PROMPT_TOOLKIT_NO_CPR"] = "1"  # prompts stand where the text ends
    source, output = create_input(), create_output()
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP, and nohup's wish is respected
        number = getattr(signal, name, signal.SIGTERM)
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, leave)
    try:
        with create_app_session(source, output), source.raw_mode():
            try:
                yield
            finally:  # a signal may have ended it in the middle of a prompt's drawing, and
                output = create_output()  # then the output used so far has a wrong memory of it
                output.enable_autowrap()
                output.disable_bracketed_paste()
                output.show_cursor()
                output.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise SystemExit(1) from None


class LinePrompts:
    """Asks as `KeyPrompts` does: prints to `console`, reads answers from standard input."""

    def __init__(self, console: Console, words: Words) -> None:
        self._console, self._words, self._lines = console, words, sys.stdin

    def choose(self, task: Task, draft: list[int]) -> list[int]:
        """Return numbers of options, from 0; an empty line leaves what was there before."""
        self._console.print(task.instruction)
        for number, option in enumerate(task.options, 1):
            self._console.print(Text(f" {number:>2}  ") + option)
        if task.form == "match":
            things = (f" •   {head.removesuffix(' → ')}" for head in task.heads)
            self._console.print(*things, sep="\n")
        count = len(task.options)
        least = len(task.heads) or int(task.form != "points")
        most = len(task.heads) or (1 if task.form == "single" else count)
        allowed = f"1–{count}"
        if least > 1:
            allowed = self._words.translate("so_many", n=least, allowed=allowed)
        while True:
            line = self._read_line(self._words.translate(f"prompt_{task.form}"), task.keys)
            if not line.strip() and (draft or not least):
                return draft
            numbers = [int(n) - 1 for n in re.findall(r"\d" if count < 10 else r"\d+", line)]
            is_clear = not re.search(r"[^\d\s,;.>、，-]", line) and {*numbers} <= {*range(count)}
            is_clear = is_clear and (task.repeats or len({*numbers}) == len(numbers))
            if is_clear and least <= len(numbers) <= most:
                return numbers if task.heads else sorted(numbers)
            self._console.print(self._words.translate("not_a_number", allowed=allowed))

    def type(self, instruction: str, keys: KeyWords, has_lines: bool, text: str) -> str:
        """Return a line, or lines until an empty one."""
        self._console.print(instruction)
        prompt = self._words.translate("prompt_lines" if has_lines else "prompt_type")
        lines = [self._read_line(prompt, keys, False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while has_lines and lines[-1]:
                lines.append(self._read_line("", {}, False))
        return "\n".join(lines).strip("\n") or text

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return one of the keys; nothing for Enter, and if `optional` where nobody sits."""
        if optional and not self._lines.isatty():
            return ""
        ratings = " · ".join(f"{key} {word}" for key, word in keys.items() if key.isdigit())
        for line in filter(None, [said, ratings]):
            self._console.print(line)
        translate = self._words.translate
        try:
            self._read_line(f"Enter: {translate(does)}, ?: {translate('does_help')}", keys)
        except KeyPressed as pressed:
            return pressed.key
        return ""

    def confirm(self, said: str) -> bool:
        """Return whether the line says yes in the language of the learner."""
        line = self._read_line(f"{said} ({self._words.translate('yes_no')})", {})
        return line.strip().casefold() in self._words.translate("yes_answers").split()

    def _read_line(self, prompt: str, keys: KeyWords, is_bare: bool = True) -> str:
        """Return a line; raises KeyPressed for `:u` and the like, and if `is_bare` for `u`."""
        while True:
            if prompt:
                self._console.print(Text(f"{prompt} > "), end="")
            self._console.file.flush()
            line = self._lines.readline(MAX_LINE)
            if not line or not self._lines.isatty():
                self._console.print()
            if not line:
                raise EOFError
            word = unicodedata.normalize("NFKC", line[:40]).strip().casefold()
            key = word.removeprefix(":")
            if key in keys and (is_bare or word != key):
                raise KeyPressed(key)
            if key == "?":
                helps = (f"  :{name}  {does}" for name, does in keys.items())
                self._console.print(*helps, sep="\n")
            elif word != key and key.rstrip("!").isalpha():
                commands = " ".join(f":{name}" for name in keys)
                self._console.print(self._words.translate("nothing_here", key=key, keys=commands))
            else:
                return unicodedata.normalize("NFKC", line) if is_bare else line.rstrip("\r\n")
