"""The words of a text as the rules compare them: without marks, case and plural.

A name such as `FakeTensorMode()` or `NCCL_DEBUG` is split at `_`, `.` and case, for
its parts are what a learner recognises.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flashcards.cards import normalize_text
from flashcards.text.plain_text import read_word_list

_TARGET = re.compile(r"\]\((?:(?!\]\()[^)\s])*\)")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_COMPOUND = re.compile(r"(?<![\w.])\w*(?:[a-z][A-Z]|\w[_.][a-zA-Z_])[\w.]*")
_CAPITALS = re.compile(r"(?<![\w.])\w*[A-Z]{2}\w*")
_WORD = re.compile(r"[^\W_]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_PLURAL_ACRONYM = re.compile(r"[A-Z]+s")
_ACRONYM = re.compile(r"[A-Z](?<![a-zA-Z][A-Z])[A-Z]{2,}(?![a-zA-Z])")
_INITIAL = re.compile(r"(?<!['’\w])\w")
_FORM_ENDING = re.compile(
    r"(?<=\w{5})(?:at)?ion$|(?<=\w{5})at(?:ed?|ing)$|(?<=\w{2})(?:e|(?<!e)ed|ing)$"
)
"""What a form of a verb ends with, where enough of the word is left before it."""
_DOUBLED = re.compile(r"([^\Wlsz])\1$")
"""A letter that is there twice before an ending, as in summed and running."""
_REMEMBERED = lru_cache(maxsize=64)
"""A question is compared with each of its options, so its words are wanted again at once."""


FUNCTION_WORDS = read_word_list(
    "a an the this that these those it its they them their he she we you your one ones "
    "what why how when where which who whose does do did done is are was were be been being "
    "can could must should will would has have had may might not no nor in on of to for from "
    "with without by at as after before if then so but and or than into only also even still "
    "there here because since while each every all both any some such same other more most"
)
"""Words that carry no knowledge."""
IN_MANY_NAMES = read_word_list("torch pytorch python self tensor grad none true false gpu cpu")
"""Parts of names that single out nothing."""


@_REMEMBERED
def split_words(text: str) -> frozenset[str]:
    """Every word of the text, and the parts of those that are written in several cases."""
    found = set()
    for word in _WORD.findall(strip_targets(text)):
        found.add(_strip_ending(word.casefold()))
        if not (word.islower() or word.isdigit() or _PLURAL_ACRONYM.fullmatch(word)):
            found.update(_strip_ending(part.casefold()) for part in _PART.findall(word))
    return frozenset(found)


def split_content_words(text: str) -> frozenset[str]:
    """The words that say something."""
    return split_words(text) - FUNCTION_WORDS


def split_stems(text: str) -> frozenset[str]:
    """The words that say something without their endings: one for accumulates, accumulation."""
    return frozenset(map(_find_stem, split_content_words(text)))


def says_no_more(text: str, shown: str) -> bool:
    """Whether the text says something, and each of its words is among those shown."""
    seen = shown.casefold()
    for found in filter(str.isalpha, text.split()):
        word = _strip_ending(found.casefold())
        if word[:-1] not in seen and word not in FUNCTION_WORDS:  # nearly always, and soon
            return False
    said = split_content_words(text)
    return bool(said) and said <= split_words(shown)


@_REMEMBERED
def split_names(text: str) -> frozenset[str]:
    """The parts of the names in a text: compounds, and words in capitals such as NCCL."""
    return split_compounds(text) | split_words(" ".join(_CAPITALS.findall(text)))


@_REMEMBERED
def split_compounds(text: str) -> frozenset[str]:
    """The parts of code and of names that are put together, such as `cuDNN` and `state_dict`."""
    names = _COMPOUND.findall(_CODE.sub(" ", text))
    return split_words(" ".join((*_CODE.findall(text), *names)))


def find_acronyms(text: str) -> frozenset[str]:
    """Words and parts of names in capital letters, at least three."""
    return frozenset(_ACRONYM.findall(text))


def spells_out(text: str, acronym: str) -> bool:
    """Whether words in a row begin with the letters of the acronym; inner ones may be missing."""
    initials = "".join(_INITIAL.findall(text)).upper()
    inner = "".join(f"{letter}?" for letter in acronym[1:-1])
    found = re.findall(f"{acronym[0]}{inner}{acronym[-1]}", initials)
    return any(len(letters) >= 3 for letters in found)


def has_words(text: str, words: str, ending: str = "") -> bool:
    """Whether normalised `words` stand in a normalised text as words, not as parts of others."""
    if words not in text:
        return False
    return re.search(rf"(?<![\w.]){re.escape(words)}{ending}(?!\w)", text) is not None


@_REMEMBERED
def normalize_words(text: str) -> str:
    """The text that a learner sees, normalised, without the names of pictures and links."""
    return normalize_text(strip_targets(text))


def strip_targets(text: str) -> str:
    """A Markdown text without the addresses of its links and pictures."""
    return _TARGET.sub("]", text) if "](" in text else text


def _find_stem(word: str) -> str:
    """What the forms of a word in the singular have in common, as caching and cached do."""
    word = f"{word[:-3]}y" if word.endswith("ied") and len(word) > 4 else word
    return _DOUBLED.sub(r"\1", _FORM_ENDING.sub("", word))


def _strip_ending(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word
