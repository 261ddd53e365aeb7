"""What the program itself says, by language and name; the texts of cards are in the decks.

A language is one file beside this one, `languages/zh.json`: groups of messages, each a text or
one for each of the forms that its `plural` names. `{n}` is filled in, and `{ptquiz stats}` is a
command, told with the course that it needs. `zh-TW` is answered with the words of `zh`, and a
language without a file with those of English. A course brings words for its languages along as
`labels`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from flashcards.words.message import Message, Names, Person
from flashcards.words.plurals import find_category

FOLDER = Path(__file__).parent / "languages"
LANGUAGES = ("en", "zh")
"""In the order in which a card template carries their words."""
COUNTS = ("n", "all", "people", "total")
"""The number that decides between one and many, the first that there is."""
_NUMBERS = {
    "n", "points", "total", "percent", "mean", "median", "minutes", "alpha", "low", "high",
}  # fmt: skip
"""What is filled in as a number, if it is one."""
_TIMES = {"when", "date"}
"""What is filled in as a time, which may be abbreviated."""
_DECIMAL = re.compile(r"([-−–]?\d+)\.(\d+)")
HOLE = re.compile(r"\{([^{}]+)\}")
"""What is filled in."""
Placing = Callable[[Sequence[str]], tuple[int, str]]
"""The words after `ptquiz` to how many of them the course follows, and how it is named there."""


class Words:
    """All that is said in one language, with the words that a course brings along."""

    def __init__(self, lang: str, labels: Mapping[str, str] | None = None) -> None:
        self.lang = lang
        self.texts = {**load_own_words(lang), **(labels or {})}
        self._own = {*_load_texts(_find_file(lang)), *(labels or ())}
        self._plural = load_plural(lang)

    def say(self, id: str, /, **values: Any) -> str:
        """The words for a message. Raises KeyError if there is none of that name."""
        text = self.texts[id]
        count = next((values[name] for name in COUNTS if name in values), None)
        if count is not None and "|" in text:
            forms = text.split("|")
            names = [*self._plural, "other"]
            at = names.index(find_category(self._plural, count))
            text = forms[min(at, len(forms) - 1)]
        if "{" not in text:
            return text
        for name in _TIMES & values.keys():
            if str(values[name]).endswith("."):  # a time such as `in 10 Min.` ends its sentence
                text = text.replace(f"{{{name}}}.", f"{{{name}}}")
        return HOLE.sub(lambda hole: self._fill(hole[1], values), text)

    def render(self, message: Message) -> str:
        """The words for a message with its values; all of it is English if it is only there."""
        words = self if message.id in self._own else find_words("en")
        return words.say(message.id, **dict(message.values))

    def _fill(self, name: str, values: Mapping[str, Any]) -> str:
        if name.partition(" ")[0] == "ptquiz":
            return format_command(name)
        return self._write(values[name], name in _NUMBERS)

    def _write(self, value: Any, is_number: bool) -> str:
        if isinstance(value, Message):
            return self.render(value)
        if isinstance(value, Names):
            return self.texts[value.separator].join(self._write(each, False) for each in value)
        if isinstance(value, Person):
            return self.say("name-quoted", name=str(value))
        return self.write_number(value) if is_number else str(value)

    def write_number(self, number: object) -> str:
        """A number such as 2.5 with the decimal sign of the language; other texts as they are."""
        return _DECIMAL.sub(rf"\1{self.texts['decimal']}\2", str(number))


def say(lang: str, key: str, /, **values: Any) -> str:
    """The words for `key` in `lang`, with `values` filled in. Raises KeyError for no such key."""
    return find_words(lang).say(key, **values)


def write_number(lang: str, number: object) -> str:
    """A number such as 2.5 with the decimal sign of the language; other texts as they are."""
    return find_words(lang).write_number(number)


_placing: list[Placing | None] = [None]


def use_placing(placing: Placing | None) -> None:
    """From now on name the course in commands in this way; None leaves them as they are."""
    _placing[0] = placing


def format_command(command: str) -> str:
    """A command that somebody is told to type, with the course named where it must be."""
    _, *words = command.split()
    placing = _placing[0]
    if placing is None:
        return command
    after, named = placing(words)
    if after > len(words):  # what the course follows is not told
        return command
    return " ".join(filter(None, ["ptquiz", *words[:after], named, *words[after:]]))


_brought: dict[str, Mapping[str, str]] = {}
"""Words that the course read last brought along, by language."""
_source = ["en"]
"""The language that its decks are written in."""


def use_labels(labels: Mapping[str, Mapping[str, str]], source: str = "en") -> None:
    """From now on say the words that a course brings along for its languages."""
    _source[0] = source
    if labels != _brought:
        _brought.clear()
        _brought.update(labels)
        find_words.cache_clear()


def find_known_language(wished: str) -> str:
    """The language wished for, if the program or the course read last speaks it.

    Else the language that the course is written in.
    """
    own = LANGUAGES if _source[0] in LANGUAGES else ()
    return wished if wished in (*own, *_brought, _source[0]) else _source[0]


@cache
def find_words(lang: str) -> Words:
    """All words of `lang`: those that a course brought before those of the program."""
    return Words(lang, {**_brought.get(lang.partition("-")[0], {}), **_brought.get(lang, {})})


def load_words(lang: str) -> Mapping[str, str]:
    """All words of `lang`, with their holes."""
    return find_words(lang).texts


@cache
def load_own_words(lang: str) -> Mapping[str, str]:
    """The program's words of `lang`, else of what it is a variety of, else of English.

    What a course brings along plays no part. The forms of a message stand in the order of the
    language, divided by bars.
    """
    own = _load_texts(_find_file(lang))
    return own if lang == "en" else {**load_own_words("en"), **own}


@cache
def load_plural(lang: str) -> Mapping[str, str]:
    """The rules by which a language, else English, chooses among the forms of a message."""
    groups = load_groups(_find_file(lang)).values()
    return next(dict(group["plural"]) for group in groups if "plural" in group)


def _find_file(lang: str) -> str:
    """The language whose file answers for `lang`."""
    return next((name for name in (lang, lang.partition("-")[0]) if name in LANGUAGES), "en")


@cache
def _load_texts(lang: str) -> Mapping[str, str]:
    return {
        id: text if isinstance(text, str) else "|".join(text.values())
        for group in load_groups(lang).values()
        for id, text in group.items()
        if id != "plural"
    }


@cache
def load_groups(lang: str) -> Mapping[str, Mapping[str, Any]]:
    """What is in the file of a language: what each group is about, and its messages."""
    data: Mapping[str, Mapping[str, Any]] = json.loads((FOLDER / f"{lang}.json").read_bytes())
    return data
