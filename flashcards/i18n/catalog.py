"""What the program itself says, by language and key; the texts of cards are in the decks.

A language has two files of words beside this one: `zh`, and `zh_results` for reports on
a class. `zh-TW` is answered with the words of `zh`, and a language that has no file with
those of English. A course brings words for its languages along as `labels`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from flashcards.i18n.command_hints import complete_commands

LANGUAGES = ("en", "zh")
"""In the order in which a card template carries their words."""


def say(lang: str, key: str, /, **values: object) -> str:
    """The words for `key` in `lang`, with `values` filled in. Raises KeyError for no such key.

    Where a bar divides the words, those before it are for one: for an `n` of one, else for
    that of `all`, `people` or `total`. A time that ends with a full stop, as `in 10 Min.`
    does, ends its sentence too.
    """
    text = load_words(lang)[key]
    one, bar, many = text.partition("|")
    if bar:
        count = next((values[name] for name in COUNTS if name in values), None)
        text = one if count in (1, "1") else many
    if "ptquiz" in text:
        text = complete_commands(text, quiz=key in _TELL_QUIZ, template=bool(values))
    if not values:
        return text
    if load_words(lang)["decimal"] != ".":
        values |= {name: write_number(lang, values[name]) for name in _NUMBERS & values.keys()}
    for name in _TIMES & values.keys():
        if str(values[name]).endswith("."):
            text = text.replace(f"{{{name}}}.", f"{{{name}}}")
    return text.format(**values)


_TELL_QUIZ = {"begin_anywhere", "mistakes_taken", "pause_none", "stats_none"}
"""Words that tell the command without a name: it asks. Elsewhere it is the program."""
COUNTS = ("n", "all", "people", "total")
"""The number that decides between one and many, the first that there is."""
_NUMBERS = {
    "n", "points", "total", "percent", "mean", "median", "minutes", "alpha", "low", "high",
}  # fmt: skip
"""What is filled in as a number, if it is one."""
_TIMES = {"when", "date"}
"""What is filled in as a time, which may be abbreviated."""
_DECIMAL = re.compile(r"([-−–]?\d+)\.(\d+)")


def write_number(lang: str, number: object) -> str:
    """A number such as 2.5 with the decimal sign of the language; other texts as they are."""
    return _DECIMAL.sub(rf"\1{load_words(lang)['decimal']}\2", str(number))


_brought: dict[str, Mapping[str, str]] = {}
"""Words that the course read last brought along, by language."""
_sentences: dict[str, Mapping[str, str]] = {}
"""Sentences that it brought along: English ones to those of a language."""
_source = ["en"]
"""The language that its decks are written in."""


def use_labels(
    labels: Mapping[str, Mapping[str, str]],
    sentences: Mapping[str, Mapping[str, str]] | None = None,
    source: str = "en",
) -> None:
    """From now on say the words that a course brings along for its languages."""
    _source[0] = source
    if labels != _brought or (sentences or {}) != _sentences:
        for kept, given in ((_brought, labels), (_sentences, sentences or {})):
            kept.clear()
            kept.update(given)
        load_words.cache_clear()


def load_brought_sentences(lang: str) -> Mapping[str, str]:
    """English sentences to those of a language, as far as the course brought some along."""
    return _sentences.get(lang) or _sentences.get(lang.partition("-")[0], {})


def find_known_language(wished: str) -> str:
    """The language wished for, if the program or the course read last speaks it.

    Else the language that the course is written in.
    """
    own = LANGUAGES if _source[0] in LANGUAGES else ()
    return wished if wished in (*own, *_brought, _source[0]) else _source[0]


@cache
def load_own_words(lang: str) -> Mapping[str, str]:
    """The program's words of `lang`, else of what it is a variety of, else of English.

    What a course brings along plays no part.
    """
    known = (name for name in (lang, lang.partition("-")[0]) if name in LANGUAGES)
    name = next(known, "en")
    modules = (import_module(f"{__package__}.{each}") for each in (name, f"{name}_results"))
    return {key: text for module in modules for key, text in module.WORDS.items()}


@cache
def load_words(lang: str) -> Mapping[str, str]:
    """All words of `lang`: those that a course brought before those of the program."""
    words = load_own_words(lang)
    return {**words, **_brought.get(lang.partition("-")[0], {}), **_brought.get(lang, {})}
