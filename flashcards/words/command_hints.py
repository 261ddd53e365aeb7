"""Commands that a learner is told to type: each names the course where it must be named.

Words and sentences tell commands without a course. Who studies one that is neither the
built-in one nor around the working folder has to name it in every command; the command
line says here how.
"""

from __future__ import annotations

import re

from flashcards.words.catalog import _placing

_COMMAND = re.compile(r"(?<![\w./-])ptquiz((?: [a-z]+)*)(?![\w./-])", re.ASCII)


def complete_commands(text: str, quiz: bool = False, template: bool = False) -> str:
    """The text with the course named in each command of it that takes one.

    The bare name is the program, or if `quiz` the command that asks. A `template` is filled
    in later.
    """
    placing = _placing[0]
    if placing is None or "ptquiz" not in text:
        return text

    def complete(found: re.Match[str]) -> str:
        words = found[1].split()
        after, named = placing(words)
        told = " ".join(["ptquiz", *words[:after]])
        is_named = text.startswith(f" {named}", found.start() + len(told))
        if not named or is_named or after > len(words) or not (after or quiz):
            return found[0]
        if template:
            named = named.replace("{", "{{").replace("}", "}}")
        return " ".join([told, named, *words[after:]])

    return _COMMAND.sub(complete, text)
