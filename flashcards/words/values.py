"""Kinds and difficulties of entries in the words of a language; in YAML they are English."""

from __future__ import annotations

from flashcards.words.catalog import load_own_words, say


def name_value(lang: str, field: str, value: str) -> str:
    """What a `kind` or a `difficulty` is called; values of other fields are their own names."""
    if field not in ("kind", "difficulty"):
        return value
    english, spoken = load_own_words("en")[f"{field}_names"], say(lang, f"{field}_names")
    names = dict(zip(english.split(", "), spoken.split(", "), strict=True))
    return names.get(value, value)
