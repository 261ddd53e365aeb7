"""Prompts: questionary asks by keys on a real terminal, `LinePrompts` in lines.

A prompt by keys is erased when it is done; what it asked is then printed in its place, marked.
A key that is pressed in the first moment of a prompt was meant for what stood there before: it
is dropped. In lines nothing is redrawn; what a key does is a short word after a colon, as `:u`.
`keys` are keys and what each does, in the words of the learner.
"""

import errno
import os
import re
import signal
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any

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

GUARD_SECONDS = 0.2
"""A key so soon after something new was shown does not count."""
STYLE = questionary.Style([("question", "bold"), ("selected", "noinherit")])
_LOOK: dict[str, Any] = {"qmark": "", "style": STYLE, "erase_when_done": True}
_LIST: dict[str, Any] = {**_LOOK, "pointer": "›", "instruction": " "}
_BACK = -1


class KeyPressed(Exception):
    """A key was pressed, or a command written, in the place of an answer."""

    def __init__(self, key: str) -> None:
        self.key = key


@dataclass
class Asked:
    """A question that is asked, and what the learner did with it so far."""

    question: Question
    context: QuestionContext
    chosen: list[int] = field(default_factory=list)
    """Numbers of the options that are chosen, ticked or placed."""
    is_revealed: bool = False
    feedback: Feedback | None = None

    @property
    def may_choose(self) -> bool:
        """Whether its choices can be looked at before the answer."""
        is_bare = self.question.form == "reveal" and not self.is_revealed
        return is_bare and bool(self.question.options)

    @property
    def may_reveal(self) -> bool:
        """Whether an empty line shows the answer: a term is recalled, except in an exam."""
        return self.question.card.entry.kind == "term" and self.context.points is None


class KeyPrompts:
    """Asks on a terminal. Every method may raise `KeyPressed`, and `EOFError` for who leaves."""

    def __init__(self, page: Page) -> None:
        self._page, self._translate = page, page.translate

    def choose(self, asked: Asked, instruction: str, keys: Mapping[str, str]) -> list[int]:
        """Return the numbers of options, from 0; what is asked keeps them meanwhile.

        One by one they are chosen by digit or Enter; Esc takes the last one back.
        """
        question, chosen = asked.question, asked.chosen
        if question.form in ("multiple", "points"):
            return self._tick(asked, instruction, keys)
        count = len(question.things or question.sequence) or 1
        while len(chosen) < count:
            head = "\n".join([self._wrap(instruction), *self._list_places(asked), ""])
            number = self._select(asked, head, keys)
            if number == _BACK:
                chosen.pop()
            else:
                chosen.append(number)
        return list(chosen)

    def _list_places(self, asked: Asked) -> Iterator[str]:
        """Yield each thing, or each step so far and the next, with what was put there."""
        question, count = asked.question, len(asked.chosen) + 1
        placed = [render_option(question.options[n]).plain for n in asked.chosen]
        heads = [f"{render_inline(thing).plain} → " for _, thing, _ in question.things]
        if question.sequence:
            heads = [f"{number}. " for number in range(1, count + 1)]
        for head, text in zip_longest(heads, placed, fillvalue="?"):
            yield self._indent(Text(head + text), 3)

    def _select(self, asked: Asked, head: str, keys: Mapping[str, str]) -> int:
        """Return the next number.

        In an exam Enter counts only after another key: who answers by 1 and Enter would else
        answer two questions.
        """
        question, chosen = asked.question, asked.chosen
        numbers = range(len(question.options))
        free = [n for n in numbers if question.shares_options or n not in chosen]
        hints = {f"1–{len(numbers)}": self._translate("does_choose")}
        answers = {str(n + 1): n for n in free if n < 9}
        if chosen:
            hints["Esc"] = self._translate("does_back")
            answers |= {"escape": _BACK, "backspace": _BACK}
        prompt = questionary.select(
            head, self._list_choices(question, free, {**hints, **keys}, 6), **_LIST
        )
        bindings, pressed = KeyBindings(), list[object]()
        prompt.application.key_processor.after_key_press += pressed.append
        if asked.context.points is not None and not chosen:
            is_untouched = Condition(lambda: not pressed)
            bindings.add("enter", eager=True, filter=is_untouched)(lambda event: None)
        return int(_ask(prompt, keys, answers, bindings, guarded=not chosen))

    def _tick(self, asked: Asked, instruction: str, keys: Mapping[str, str]) -> list[int]:
        """Return the numbers of options that are ticked; only of points there may be none."""
        question, bindings = asked.question, KeyBindings()
        numbers = range(len(question.options))
        does = {f"1–{len(numbers)}": "does_tick", "Enter": "does_done"}
        hints = {key: self._translate(word) for key, word in does.items()}
        choices = self._list_choices(question, numbers, {**hints, **keys}, 8)
        prompt = questionary.checkbox(self._wrap(instruction), choices, **_LIST)
        windows = prompt.application.layout.find_all_windows()
        (control,) = (each.content for each in windows if isinstance(each.content, InquirerControl))
        control.selected_options[:] = asked.chosen

        def turn(event: Event) -> None:
            place = control.pointed_at = int(event.data) - 1
            ticked = control.selected_options
            ticked.remove(place) if place in ticked else ticked.append(place)

        for n in numbers[:9]:
            bindings.add(str(n + 1), eager=True)(turn)
        is_empty = Condition(lambda: question.form == "multiple" and not control.selected_options)
        bindings.add("enter", eager=True, filter=is_empty)(lambda event: None)
        try:
            return sorted(_ask(prompt, keys, {}, bindings))
        finally:
            asked.chosen[:] = control.selected_options

    def type(self, asked: Asked, keys: Mapping[str, str]) -> str:
        """Return what is typed; a command is written after a colon, as `:u`."""
        translate, bindings = self._translate, KeyBindings()
        has_lines = "\n" in "".join(asked.question.accepted)
        hints = {"Enter": translate("does_done")}
        empty = "does_show" if asked.may_reveal else "does_not_know"
        hints[translate("key_empty")] = translate(empty)
        if has_lines:
            hints["Ctrl-J"] = translate("does_new_line")
        hints |= {f":{key}": does for key, does in keys.items()}
        head = self._wrap(asked.question.instruction, self._format_keys(hints))
        prompt = questionary.text(f"{head}\n›", multiline=has_lines, **_LOOK, instruction="")
        new_line = "\n" if has_lines else ""
        bindings.add("enter", eager=True)(lambda event: event.current_buffer.validate_and_handle())
        bindings.add("c-j", eager=True)(lambda event: event.current_buffer.insert_text(new_line))
        typed = str(_ask(prompt, (), {}, bindings))
        command = typed.strip().removeprefix(":")
        if command in keys and command != typed.strip():
            raise KeyPressed(command)
        return typed

    def pause(self, said: str, keys: Mapping[str, str], does: str, optional: bool = False) -> str:
        """Return the key that was pressed, one of `keys`; nothing for Enter and Space.

        What Enter `does` is the name of a text, or the key that does the same. `optional` says
        something to `LinePrompts` only.
        """
        answers = {**{key: key for key in keys}, "enter": "", " ": ""}
        if does in keys:
            answers[does] = ""
            hints = {f"Enter/{key}" if key == does else key: word for key, word in keys.items()}
        else:
            hints = {"Enter": self._translate(does), **keys}
        return str(self._wait(self._wrap(said, self._format_keys(hints)), answers))

    def select(self, said: str, options: Mapping[str, str]) -> str:
        """Return the key of one of the options, which have what each key does."""
        choices = [questionary.Choice(does, key, shortcut_key=key) for key, does in options.items()]
        prompt = questionary.select(
            said, choices, qmark="", pointer="›", instruction=" ", style=STYLE, use_shortcuts=True
        )
        key = prompt.ask(kbi_msg="")
        if key is None:
            raise KeyboardInterrupt
        return str(key)

    def confirm(self, said: str) -> bool:
        """Return whether yes was said by a key in the letters of the language; Enter is no."""
        yes = [word for word in self._translate("yes_answers").split() if len(word) == 1]
        answers = dict.fromkeys(("n", "escape", "enter", " "), False) | dict.fromkeys(yes, True)
        return bool(self._wait(self._wrap(said), answers))

    def _wait(self, said: str, answers: Mapping[str, Any]) -> Any:
        """Return what the key that was pressed stands for; all others are ignored."""
        prompt = questionary.press_any_key_to_continue(said, style=STYLE, erase_when_done=True)
        others = KeyBindings()
        others.add(Keys.Any)(lambda event: None)
        return _ask(prompt, (), answers, others)

    def _list_choices(
        self, question: Question, numbers: Iterable[int], keys: Mapping[str, str], indent: int
    ) -> list[questionary.Choice]:
        """Return the options with their numbers, in lines that fit, and the keys below them."""
        choices: list[questionary.Choice] = []
        for n in numbers:
            text = self._indent(render_option(question.options[n]), indent)
            choices.append(questionary.Choice(f"{n + 1}  {text}", n))
        return [*choices, questionary.Separator(f"\n{self._format_keys(keys)}")]

    def _indent(self, text: Text, indent: int) -> str:
        """Return a text in lines that fit; all but the first are set in."""
        lines = text.wrap(self._page, self._page.width - indent)
        return f"\n{' ' * indent}".join(line.plain.rstrip() for line in lines)

    def _wrap(self, *texts: str) -> str:
        """Return the texts below an empty line, in lines that fit; questionary would cut them."""
        wrapped = [text.wrap(self._page, self._page.width - 2) for text in map(Text, texts) if text]
        return "\n".join(["", *(line.plain.rstrip() for lines in wrapped for line in lines)])

    def _format_keys(self, keys: Mapping[str, str]) -> str:
        """Return keys and what they do, in lines that fit."""
        lines = [""]
        for key, does in keys.items():
            longer = f"{lines[-1]} · {key} {does}" if lines[-1] else f"{key} {does}"
            if cell_len(longer) <= self._page.width - 2:
                lines[-1] = longer
            else:
                lines.append(f"{key} {does}")
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
    guard = GUARD_SECONDS if guarded else 0.0
    shown: list[float] = []  # when; keys from before it never count
    app.after_render += lambda _: shown.append(time.monotonic())
    is_ready = Condition(lambda: not guard or (bool(shown) and time.monotonic() > shown[0] + guard))

    def end(answer: Any, event: Event) -> None:
        event.app.exit(result=answer)

    if commands or answers:  # nothing is typed: Esc and 1 are not Alt and 1
        bindings.add("escape", eager=True)(lambda event: None)
    for key, answer in {**{key: KeyPressed(key) for key in commands}, **answers}.items():
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

    # Without the row of the cursor (CPR) a prompt takes the lines that it needs, else all below.
    os.environ["PROMPT_TOOLKIT_NO_CPR"] = "1"
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

    def choose(self, asked: Asked, instruction: str, keys: Mapping[str, str]) -> list[int]:
        """Return numbers of options, from 0."""
        question = asked.question
        self._page.print(instruction)
        for number, option in enumerate(question.options, 1):
            self._page.print_hanging(f" {number:>2}  ", render_option(option))
        for _, thing, _ in question.things:
            self._page.print_hanging(" •   ", render_inline(thing))
        count, places = len(question.options), len(question.sequence or question.things)
        least = places or int(question.form != "points")
        most = places or (1 if question.form == "single" else count)
        while True:
            line = self._read_line(self._translate(f"prompt_{question.form}"), keys)
            numbers = [int(n) - 1 for n in re.findall(r"\d" if count < 10 else r"\d+", line)]
            allowed = r"[\d\s,;.>、，-]*" if places else r"[\d\s,;.、，]*"  # 1-3 is no range
            is_clear = re.fullmatch(allowed, line) and {*numbers} <= {*range(count)}
            is_clear = is_clear and (question.shares_options or len({*numbers}) == len(numbers))
            if is_clear and least <= len(numbers) <= most:
                return numbers if places else sorted(numbers)
            word = "not_numbers" if places else "not_a_number"
            self._page.say(word, n=places, allowed=f"1–{count}")

    def type(self, asked: Asked, keys: Mapping[str, str]) -> str:
        """Return a line, or lines until an empty one."""
        self._page.print(asked.question.instruction)
        has_lines = "\n" in "".join(asked.question.accepted)
        prompt = self._translate("prompt_lines" if has_lines else "prompt_type")
        lines = [self._read_line(prompt, keys, False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while has_lines and lines[-1]:
                lines.append(self._read_line("", {}, False))
        return "\n".join(lines).strip("\n")

    def pause(self, said: str, keys: Mapping[str, str], does: str, optional: bool = False) -> str:
        """Return one of the keys; nothing for Enter, and if `optional` for input from a pipe."""
        if optional and not sys.stdin.isatty():
            return ""
        ratings = " · ".join(f"{key} {word}" for key, word in keys.items() if key.isdigit())
        for line in filter(None, [said, ratings]):
            self._page.print(line)
        usual = keys[does] if does in keys else self._translate(does)
        prompt = f"Enter: {usual}, ?: {self._translate('does_help')}"
        try:
            self._read_line(prompt, keys)
        except KeyPressed as pressed:
            return "" if pressed.key == does else pressed.key
        return ""

    def select(self, said: str, options: Mapping[str, str]) -> str:
        """Return the key of one of the options, which have what each key does."""
        for key, does in options.items():
            self._page.print_hanging(f"  {key}  ", Text(does))
        while True:
            try:
                self._read_line(said, options)
            except KeyPressed as pressed:
                return pressed.key

    def confirm(self, said: str) -> bool:
        """Return whether the line says yes in the language of the learner."""
        line = self._read_line(said, {})
        return line.strip().casefold() in self._translate("yes_answers").split()

    def _read_line(self, prompt: str, keys: Mapping[str, str], is_bare: bool = True) -> str:
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
            is_command = word != key
            if key in keys and (is_bare or is_command):
                raise KeyPressed(key)
            is_unknown_command = is_command and key.isalpha()
            if key != "?" and not is_unknown_command:
                return unicodedata.normalize("NFKC", line) if is_bare else line.rstrip("\r\n")
            self._page.print(*(f"  :{name}  {does}" for name, does in keys.items()), sep="\n")
