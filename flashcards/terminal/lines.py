"""Prompts in lines: numbers and words on standard input, for pipes, screen readers and `--plain`.

Nothing is redrawn; what a key does on the screen is a short word after a colon, as `:u`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from rich.console import Console
from rich.text import Text

from flashcards.terminal.prompts import KeyPressed, KeyWords, Task
from flashcards.words import Words

MAX_LINE = 1_000_000
"""Characters; a stream without line breaks shall not fill the memory."""


class LinePrompts:
    """Asks as `KeyPrompts` does: prints to `console`, reads answers from `lines`."""

    def __init__(self, console: Console, words: Words, lines: TextIO) -> None:
        self._console, self._words, self._lines = console, words, lines

    def choose(self, task: Task, pointed: int | None) -> int:
        kept = [] if pointed is None else [pointed]
        return self._read_numbers(task, "prompt_one", kept, 1, 1)[0]

    def tick(self, task: Task, ticked: list[int], least: int) -> list[int]:
        prompt = "prompt_several" if least else "prompt_points"
        return sorted(self._read_numbers(task, prompt, ticked, least, len(task.options)))

    def place(self, task: Task, heads: Sequence[str], placed: list[int], repeat: bool) -> list[int]:
        things = [Text(f" •   {head.removesuffix(' → ')}") for head in heads if "→" in head]
        self._say(*things)
        prompt = "prompt_match" if things else "prompt_order"
        return self._read_numbers(task, prompt, [], len(heads), len(heads), repeat)

    def type(self, task: Task, several: bool, text: str) -> str:
        self._say(task.said)
        if not several:
            return self._read_line(self._words.translate("prompt_type"), task.keys, False) or text
        lines = [self._read_line(self._words.translate("prompt_lines"), task.keys, False)]
        with suppress(EOFError):  # the end of the input ends the answer too
            while lines[-1]:
                lines.append(self._read_line("", {}, False))
        return "\n".join(lines).strip("\n") or text

    def pause(self, said: str, keys: KeyWords, does: str, optional: bool = False) -> str:
        """Return one of the keys; nothing for Enter, and if `optional` where nobody sits."""
        if optional and not self._lines.isatty():
            return ""
        ratings = [f"{key} {words}" for key, words in keys.items() if key.isdigit()]
        self._say(*filter(None, [said, " · ".join(ratings)]))
        translate = self._words.translate
        try:
            self._read_line(f"Enter: {translate(does)}, ?: {translate('does_help')}", keys)
        except KeyPressed as pressed:
            return pressed.key
        return ""

    def confirm(self, said: str) -> bool:
        line = self._read_line(f"{said} ({self._words.translate('yes_no')})", {})
        return line.strip().casefold() in self._words.translate("yes_answers").split()

    def _read_numbers(
        self,
        task: Task,
        prompt: str,
        kept: list[int],
        least: int,
        most: int,
        repeat: bool = False,
    ) -> list[int]:
        """Return numbers of options, from 0; an empty line leaves what was `kept` before."""
        self._say(*filter(None, [task.said]))
        for number, option in enumerate(task.options, 1):
            self._say(Text(f" {number:>2}  ") + option)
        count = len(task.options)
        while True:
            line = self._read_line(self._words.translate(prompt), task.keys)
            if not line.strip() and (kept or not least):
                return kept
            numbers = [int(n) - 1 for n in re.findall(r"\d" if count < 10 else r"\d+", line)]
            is_clear = not re.search(r"[^\d\s,;.>、，-]", line) and {*numbers} <= {*range(count)}
            is_clear = is_clear and (repeat or len({*numbers}) == len(numbers))
            if is_clear and least <= len(numbers) <= most:
                return numbers
            allowed = f"1–{count}"
            if least > 1:
                allowed = self._words.translate("so_many", n=least, allowed=allowed)
            self._say(self._words.translate("not_a_number", allowed=allowed))

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
                self._say(*(f"  :{name}  {does}".rstrip() for name, does in keys.items()))
            elif word != key and key.rstrip("!").isalpha():
                told = " ".join(f":{each}" for each in keys)
                self._say(self._words.translate("nothing_here", key=key, keys=told))
            else:
                return unicodedata.normalize("NFKC", line) if is_bare else line.rstrip("\r\n")

    def _say(self, *lines: str | Text) -> None:
        for line in lines:
            self._console.print(line)
