"""What the program itself says, by language and key; the texts of cards are in the decks.

A language has one file of words beside this one. `zh-TW` is answered with the
words of `zh`, and a language that has no file with those of English.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

LANGUAGES = ("en", "zh")
"""In the order in which a card template carries their words."""


def say(lang: str, key: str, /, **values: object) -> str:
    """The words for `key` in `lang`, with `values` filled in. Raises KeyError for no such key."""
    text = load_words(lang)[key]
    return text.format(**values) if values else text


@cache
def load_words(lang: str) -> Mapping[str, str]:
    """All words of `lang`, else of the language that it is a variety of, else of English."""
    known = (name for name in (lang, lang.partition("-")[0]) if name in LANGUAGES)
    words: Mapping[str, str] = import_module(f"{__package__}.{next(known, 'en')}").WORDS
    return words
