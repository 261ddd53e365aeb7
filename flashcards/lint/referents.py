"""Pronouns that come before anything they could mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.lint.prompts import Prompt, list_stems
from flashcards.model import Choose, Cloze, Code, Compare, Entry
from flashcards.text.entry_texts import Path
from flashcards.text.plain_text import read_word_list

_WORD = re.compile(r"`[^`]*`|\$[^$]*\$|[\w'-]+")
_PERSONAL = read_word_list("it its they them their")
_PRONOUNS = _PERSONAL | read_word_list("this that these those")
_NO_REFERENTS = read_word_list(
    "what why how when where which who whose does do did is are was were be been can could must "
    "should will would has have may might not in on of to for from with by at as after before if "
    "then so but and or a an the happens happen mean means there here only also even still"
)
"""Words that a pronoun cannot mean."""
_KNOWN_TO_ALL = read_word_list("card course deck machine stage week year")
"""What 'this' may name although nothing was said before."""
_IMPERSONAL = re.compile(
    r"\b(?:is|was|be) it (?:\w+ )?\w+ (?:to|that|for|if|when)\b"
    r"|\bit (?:mean|take|help|matter|follow|make sense|cost) (?:to|that|for|if|when)\b",
    re.IGNORECASE,
)


def find_missing_referents(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Every text of a question in which a pronoun means nothing; code shown can be meant."""
    if isinstance(entry, Code):
        return
    options_shown = isinstance(entry, Choose | Compare)
    for path, text in _list_texts(entry, prompts):
        if _lacks_referent(text, options_shown, _PERSONAL if "aspect" in path else _PRONOUNS):
            message = "has a pronoun without a referent"
            yield Finding(entry.key, path, message, "name what is meant")


def _list_texts(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[tuple[Path, str]]:
    yield from list_stems(entry, prompts)
    match entry:
        case Cloze(language=None):
            yield ("cloze",), entry.cloze
        case Compare():
            for name, row in entry.rows.items():
                yield ("rows", name, "aspect"), row.aspect


def _lacks_referent(text: str, options_shown: bool, pronouns: frozenset[str]) -> bool:
    """Whether one of the pronouns comes first; 'this' in a heading means the things compared."""
    if "```" in text or "![" in text:
        return False
    words = iter(_WORD.findall(text))
    for word in words:
        if word.casefold() in pronouns:
            options_meant = options_shown and word.casefold() in ("these", "those")
            following = next(words, "").casefold().removesuffix("'s")
            meant = options_meant or following in _KNOWN_TO_ALL or _IMPERSONAL.search(text)
            return not meant
        if word.casefold() not in _NO_REFERENTS:
            return False
    return False
