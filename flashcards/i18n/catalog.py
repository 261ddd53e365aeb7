"""What the program itself says, by language and key; the texts of cards are in the decks.

A language has two files of words beside this one: `zh`, and `zh_results` for reports on
a class. `zh-TW` is answered with the words of `zh`, and a language that has no file with
those of English. A course brings words for its languages along as `labels`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

LANGUAGES = ("en", "zh")
"""In the order in which a card template carries their words."""


def say(lang: str, key: str, /, **values: object) -> str:
    """The words for `key` in `lang`, with `values` filled in. Raises KeyError for no such key.

    Where a bar divides the words, those before it are for an `n` of one.
    """
    text = load_words(lang)[key]
    one, bar, many = text.partition("|")
    if bar:
        text = one if values.get("n") == 1 else many
    return text.format(**values) if values else text


_brought: dict[str, Mapping[str, str]] = {}
"""Words that the course read last brought along, by language."""


def use_labels(labels: Mapping[str, Mapping[str, str]]) -> None:
    """From now on say the words that a course brings along for its languages."""
    if labels != _brought:
        _brought.clear()
        _brought.update(labels)
        load_words.cache_clear()


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
