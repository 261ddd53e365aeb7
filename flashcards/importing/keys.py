"""Keys for what has none: made once from its words, and never twice the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

from flashcards.model import NAME_RULE
from flashcards.text.plain_text import read_word_list

_LONGEST = 40
_MOST_WORDS = 6
_WORD = re.compile(r"[a-z0-9]+")
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_SMALL = read_word_list(
    "a an the of in on to is are was does do did what which how why when and or for"
)


_SPELLED = str.maketrans(
    {"ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O",
     "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "þ": "th", "ð": "d", "ı": "i"}
)  # fmt: skip
"""Latin letters that no accent can be taken from."""


def spell_latin(text: str) -> str:
    """The text in ASCII: accents are taken off, letters of other alphabets left out."""
    return text if text.isascii() else _take_off_accents(text).encode("ascii", "ignore").decode()


def has_only_latin(text: str) -> bool:
    """Whether `spell_latin` leaves out no letter and no number."""
    return text.isascii() or not any(
        letter.isalnum() and not letter.isascii() for letter in _take_off_accents(text)
    )


def _take_off_accents(text: str) -> str:
    """The text with its accents as characters of their own."""
    return unicodedata.normalize("NFKD", text.translate(_SPELLED))


def make_slug(text: str, skipped: Collection[str] = _SMALL) -> str:
    """The words of a text as a key; empty if it has no Latin letter or digit."""
    if "![" in text:  # what a picture shows only counts if there are no other words
        text = _PICTURE.sub("", text) if _PICTURE.sub("", text).strip() else text
    words = _WORD.findall(spell_latin(text[:400]).lower())
    telling = [word for word in words if word not in skipped] or words
    made = "-".join(telling[:_MOST_WORDS])
    if len(made) <= _LONGEST:
        return made
    return made[:_LONGEST].rpartition("-")[0] or made[:_LONGEST]


class KeyMaker:
    """Gives keys that are not taken; the same questions in the same order get the same."""

    def __init__(self, taken: Collection[str], skipped: Collection[str] = _SMALL) -> None:
        self._taken = set(taken)
        self._skipped = skipped
        self._next: dict[str, int] = {}

    def make(self, wish: str, text: str, otherwise: str) -> str:
        """The wished key if it can be one and is free; else one from the text."""
        if wish and wish not in self._taken and NAME_RULE.allows(wish):
            self._taken.add(wish)
            return wish
        base = make_slug(text, self._skipped)
        if base.replace("-", "").isdigit() or not base:  # a number alone says nothing
            base = "-".join(filter(None, (make_slug(otherwise) or "item", base)))
        key, number = base, self._next.get(base, 1)
        while key in self._taken:
            number += 1
            key = f"{base}-{number}"
        self._next[base] = number
        self._taken.add(key)
        return key
