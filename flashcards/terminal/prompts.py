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
from collections.abc import Iterable, Iterator, Mapping
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
from rich.text import Text

from flashcards.questions.question import Question
from flashcards.study.ui import Feedback, QuestionContext
from flashcards.terminal.card_view import render_option
from flashcards.terminal.rich_text import Page, render_inline

KeyWords: TypeAlias = Mapping[str, str]
"""Keys, and what each does, in the words of the learner."""
GUARD_SECONDS = 0.2
"""A key so soon after something new was shown does not count."""
GUARD_VARIABLE = "PTQUIZ_KEY_GUARD"
"""Other seconds, for tests on a terminal: nobody presses a key by accident there."""
STYLE = questionary.Style([("question", "bold"), ("selected", "noinherit")])
_LOOK: dict[str, Any] = {"qmark": "", "style": STYLE, "erase_when_done": True}
_LIST: dict[str, Any] = {**_LOOK, "pointer": "›", "instruction": " "}
_BACK = -1
HELP = "?"
"""The key that shows what the others do."""


class KeyPressed(Exception):
    """A key was pressed, or a command written, in the place of an answer."""

    def __init__(self, key: str) -> None:
        self.key = key


@dataclass
class Asked:
    """A question that is asked, and what the learner did with it so far."""

    question: Question
    context: QuestionContext
    draft: list[int]
    """Numbers of the options that are chosen, ticked or placed."""
    is_revealed: bool = False
    feedback: Feedback | None = None


class KeyPrompts:
    """Asks on a terminal. Every method may raise `KeyPressed`, and `EOFError` for who leaves."""

    def __init__(self, page: Page) -> None:
        self._page, self._translate = page, page.translate

    def choose(self, asked: Asked, instruction: str, keys: KeyWords) -> list[int]:
        """Return the numbers of options, from 0; the draft keeps them meanwhile.

        One by one they are chosen by digit or Enter; Esc takes the last one back. Who comes back
        to a whole answer has the pointer at the last of it.
        """
        question, draft = asked.question, asked.draft
        if question.form in ("multiple", "points"):
            return self._tick(asked, instruction, keys)
        count = len(question.things or question.sequence) or 1
        pointed = draft.pop() if len(draft) == count else None
        while len(draft) < count:
            places = "".join(f"{place}\n" for place in self._list_places(asked))
            number = self._select(asked, f"{self._wrap(instruction)}\n{places}", keys, pointed)
            pointed = None
            if number == _BACK:
                draft.pop()
            else:
                draft.append(number)
        return list(draft)

    def _list_places(self, asked: Asked) -> Iterator[str]:
        """Yield each thing, or each step so far and the next, with what was put there."""
        question = asked.question
        placed = [render_option(question.options[n]).plain for n in asked.draft]
        if question.things:
            heads = [f"{render_inline(thing).plain} → " for _, thing, _ in question.things]
        else:
            heads = [f"{number}. " for number in range(1, len(placed) + 2)][
                : len(question.sequence)
            ]
        for head, text in zip_longest(heads, placed, fillvalue="?"):
            yield self._hang(Text(head + text), 3)

    def _select(self, asked: Asked, head: str, keys: KeyWords, pointed: int | None) -> int:
        """Return the next number.

        In an exam Enter counts only after another key: 1 and Enter are not two answers.
        """
        question, placed, is_exam = asked.question, asked.draft, asked.context.points is not None
        numbers = range(len(question.options))
        free = [n for n in numbers if question.shares_options or n not in placed]
        hints = {f"1–{len(numbers)}": self._translate("does_choose")}
        back: dict[str, int] = {}
        if placed:
            hints = {"↑ ↓": self._translate("does_choose"), "Esc": self._translate("does_back")}
            back = {"escape": _BACK, "backspace": _BACK}
            if not is_exam:  # where u is the question before
                back["u"] = _BACK
            keys = {key: does for key, does in keys.items() if key not in back}
        choices = self._list_choices(question, free, {**hints, **keys}, 6)
        default = next((choice for choice in choices if choice.value == pointed), None)
        prompt = questionary.select(head, choices, default=default, **_LIST)
        bindings, pressed = KeyBindings(), list[object]()
        prompt.application.key_processor.after_key_press += pressed.append
        if is_exam and not placed and default is None:
            is_untouched = Condition(lambda: not pressed)
            bindings.add("enter", eager=True, filter=is_untouched)(lambda event: None)
        answers = {**{str(n + 1): n for n in free}, **back}
        return int(_ask(prompt, (*keys, HELP), answers, bindings, guarded=not placed))

    def _tick(self, asked: Asked, instruction: str, keys: KeyWords) -> list[int]:
        """Return the numbers of options that are ticked; only of points there may be none."""
        question, bindings = asked.question, KeyBindings()
        numbers = range(len(question.options))
        does = {f"1–{len(numbers)}": "does_tick", "Enter": "does_done"}
        hints = {key: self._translate(word) for key, word in does.items()}
        choices = self._list_choices(question, numbers, {**hints, **keys}, 8)
        prompt = questionary.checkbox(self._wrap(instruction), choices, **_LIST)
        windows = prompt.application.layout.find_all_windows()
        (control,) = (each.content for each in windows if isinstance(each.content, InquirerControl))
        control.selected_options[:] = asked.draft

        def turn(event: Event) -> None:
            place = control.pointed_at = int(event.data) - 1
            chosen = control.selected_options
            chosen.remove(place) if place in chosen else chosen.append(place)

        for n in numbers[:9]:
            bindings.add(str(n + 1), eager=True)(turn)
        is_empty = Condition(lambda: question.form == "multiple" and not control.selected_options)
        bindings.add("enter", eager=True, filter=is_empty)(lambda event: None)
        try:
            return sorted(_ask(prompt, (*keys, HELP), {}, bindings))
        finally:
            asked.draft[:] = control.selected_options

    def type(self, asked: Asked, keys: KeyWords) -> str:
        """Return what is typed; a command is written after a colon, as `:u`."""
        say, bindings = self._translate, KeyBindings()
        has_lines = "\n" in "".join(asked.question.accepted)
        hints = {"Enter": say("does_done"), say("key_empty"): say("does_not_know")}
        hints |= {"Ctrl-J": say("does_new_line")} if has_lines else {}
        hints |= {f":{key}": does for key, does in keys.items()}
        head = self._wrap(asked.question.instruction, self._format_keys(hints))
        given, look = "".join(asked.context.given or ()), {"instruction": "", **_LOOK}
        prompt = questionary.text(f"{head}\n›", given, multiline=has_lines, **look)
        new_line = "\n" if has_lines else ""
        bindings.add("enter", eager=True)(lambda event: event.current_buffer.validate_and_handle())
        bindings.add("c-j", eager=True)(lambda event: event.current_buffer.insert_text(new_line))
        typed = str(_ask(prompt, (), {}, bindings))
        command = typed.strip().removeprefix(":")
        if command == HELP or (command in keys and command != typed.strip()):
            raise KeyPressed(command)
        return typed

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return the key that was pressed, one of `keys`; nothing for Enter and Space.

        What Enter `does` is the name of a text, or the key that does the same.
        """
        answers = {**{key: key for key in keys}, "enter": "", " ": ""}
        if does in keys:
            answers[does] = ""
            hints = {f"Enter/{key}" if key == does else key: word for key, word in keys.items()}
        else:
            hints = {"Enter": self._translate(does), **keys}
        if not said:
            return str(self._wait(self._wrap(self._format_keys(hints, 9)), answers))
        answers[HELP] = HELP
        return str(self._wait(self._wrap(said, self._format_keys(hints)), answers))

    def confirm(self, said: str, usual: bool) -> bool:
        """Return whether yes was said by a key in the letters of the language; Enter is `usual`."""
        answers = {"n": False, "escape": False, "enter": usual, " ": usual}
        for word in self._translate("yes_answers").split():
            if len(word) == 1:
                answers[word] = True
        return bool(self._wait(self._wrap(said), answers))

    def _wait(self, said: str, answers: Mapping[str, Any]) -> Any:
        """Return what the key that was pressed stands for; all others are ignored."""
        prompt = questionary.press_any_key_to_continue(said, style=STYLE, erase_when_done=True)
        others = KeyBindings()
        others.add(Keys.Any)(lambda event: None)
        return _ask(prompt, (), answers, others)

    def _list_choices(
        self, question: Question, numbers: Iterable[int], keys: KeyWords, indent: int
    ) -> list[questionary.Choice]:
        """Return the options with their numbers, in lines that fit, and the keys below them."""
        choices: list[questionary.Choice] = []
        for n in numbers:
            text = self._hang(render_option(question.options[n]), indent)
            choices.append(questionary.Choice(f"{n + 1}  {text}", n))
        return [*choices, questionary.Separator(f"\n{self._format_keys(keys)}")]

    def _hang(self, text: Text, indent: int) -> str:
        """Return a text in lines that fit; all but the first are set in."""
        lines = text.wrap(self._page, self._page.width - indent)
        return f"\n{' ' * indent}".join(line.plain.rstrip() for line in lines)

    def _wrap(self, *lines: str) -> str:
        """Return the lines below an empty one, in lines that fit; questionary would cut them."""
        width = self._page.width - 2
        wrapped = (Text(line).wrap(self._page, width) for line in lines if line)
        return "\n".join(["", *(line.plain.rstrip() for text in wrapped for line in text)])

    def _format_keys(self, keys: KeyWords, most: int = 1) -> str:
        """Return keys and what they do, as many as `most` lines hold; ? shows the others."""
        more = f"{HELP} {self._translate('does_help')}" if most == 1 else ""
        lines = [""]
        for key, does in keys.items():
            longer = f"{lines[-1]}{key} {does} · "
            if cell_len(longer + more) <= self._page.width - 2:
                lines[-1] = longer
            elif len(lines) < most:
                lines.append(f"{key} {does} · ")
            else:
                break
        return "\n".join([*lines[:-1], (lines[-1] + more).removesuffix(" · ")])


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
    shown: list[float] = []  # when; keys from before it never count
    app.after_render += lambda _: shown.append(time.monotonic())
    is_ready = Condition(lambda: not guard or (bool(shown) and time.monotonic() > shown[0] + guard))

    def end(answer: Any, event: Event) -> None:
        event.app.exit(result=answer)

    for key, answer in {**{key: KeyPressed(key) for key in commands}, **answers}.items():
        if len(key) == 1 or key.isalpha():  # no key is called 10
            for name in {key, key.upper()} if len(key) == 1 else {key}:
                bindings.add(name, eager=True)(partial(end, answer))
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
    """Asks as `KeyPrompts` does: prints to a page, reads answers from standard input."""

    def __init__(self, page: Page) -> None:
        self._page, self._translate = page, page.translate

    def choose(self, asked: Asked, instruction: str, keys: KeyWords) -> list[int]:
        """Return numbers of options, from 0; an empty line leaves what was there before."""
        question = asked.question
        self._page.print(instruction)
        for number, option in enumerate(question.options, 1):
            self._page.print(Text(f" {number:>2}  ") + render_option(option))
        for _, thing, _ in question.things:
            self._page.print(Text(" •   ") + render_inline(thing))
        count, places = len(question.options), len(question.sequence or question.things)
        least = places or int(question.form != "points")
        most = places or (1 if question.form == "single" else count)
        while True:
            line = self._read_line(self._translate(f"prompt_{question.form}"), keys)
            if not line.strip() and (asked.draft or not least):
                return asked.draft
            numbers = [int(n) - 1 for n in re.findall(r"\d" if count < 10 else r"\d+", line)]
            is_clear = re.fullmatch(r"[\d\s,;.>、，-]*", line) and {*numbers} <= {*range(count)}
            is_clear = is_clear and (question.shares_options or len({*numbers}) == len(numbers))
            if is_clear and least <= len(numbers) <= most:
                return numbers if places else sorted(numbers)
            self._page.say("not_a_number", allowed=f"1–{count}")

    def type(self, asked: Asked, keys: KeyWords) -> str:
        """Return a line, or lines until an empty one."""
        self._page.print(asked.question.instruction)
        has_lines = "\n" in "".join(asked.question.accepted)
        prompt = self._translate("prompt_lines" if has_lines else "prompt_type")
        lines = [self._read_line(prompt, keys, False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while has_lines and lines[-1]:
                lines.append(self._read_line("", {}, False))
        return "\n".join(lines).strip("\n") or "".join(asked.context.given or ())

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return one of the keys; nothing for Enter, and if `optional` where nobody sits."""
        if optional and not sys.stdin.isatty():
            return ""
        ratings = " · ".join(f"{key} {word}" for key, word in keys.items() if key.isdigit())
        for line in filter(None, [said, ratings]):
            self._page.print(line)
        usual = keys[does] if does in keys else self._translate(does)
        prompt = f"Enter: {usual}, {HELP}: {self._translate('does_help')}"
        try:
            self._read_line(prompt, keys)
        except KeyPressed as pressed:
            return "" if pressed.key == does else pressed.key
        return ""

    def confirm(self, said: str, usual: bool) -> bool:
        """Return whether the line says yes in the language of the learner; if empty, `usual`."""
        line = self._read_line(said, {})
        answer = line.strip().casefold()
        return answer in self._translate("yes_answers").split() if answer else usual

    def _read_line(self, prompt: str, keys: KeyWords, is_bare: bool = True) -> str:
        """Return a line; raises KeyPressed for `:u` and the like, and if `is_bare` for `u`."""
        while True:
            if prompt:
                self._page.print(Text(f"{prompt} > "), end="")
            self._page.file.flush()
            line = sys.stdin.readline()
            if not line or not sys.stdin.isatty():
                self._page.print()
            if not line:
                raise EOFError
            word = unicodedata.normalize("NFKC", line[:40]).strip().casefold()
            key = word.removeprefix(":")
            if key in keys and (is_bare or word != key):
                raise KeyPressed(key)
            if key != "?" and (word == key or not key.rstrip("!").isalpha()):
                return unicodedata.normalize("NFKC", line) if is_bare else line.rstrip("\r\n")
            self._page.print(*(f"  :{name}  {does}" for name, does in keys.items()), sep="\n")
