"""Whether one term can be an option in the question about another: by its kind and its words.

One rule for the questions, which leave out what does not fit, and for the lint, which tells the
author why.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from flashcards.model import Term
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message

LONGEST_UNTOLD = 3
"""Letters of a word that may stand in question and option without telling anything."""

_KINDS = {
    "activity": read_word_list(
        "~ing capture effect management pass pattern practice process property rule scheme "
        "serialization step strategy style technique treatment way"
    ),
    "number": read_word_list("bound count counter distance integer limit number time value"),
    "share": read_word_list("fraction operations ratio share value"),
    "name": read_word_list("identifier index key label mask name"),
    "part of software": read_word_list("backend compiler component end layer tool toolkit"),
    "software": read_word_list(
        "compiler distribution engine framework infrastructure language library package project "
        "runtime stack system tool toolchain toolkit"
    ),
    "program": read_word_list("command launcher program script server service tool"),
    "file": read_word_list("file record"),
    "format": read_word_list("format language"),
    "argument": read_word_list("argument opcode option"),
    "attribute": read_word_list("attribute"),
    "function": read_word_list("call callable function kernel method registration"),
    "decorator": read_word_list("decorator macro"),
    "class": read_word_list("class module subclass"),
    "object": read_word_list("object"),
    "pointer": read_word_list("pointer"),
    "data": read_word_list(
        "buffer description dict graph language list mapping marker queue record sequence subclass "
        "table tensor"
    ),
    "group": read_word_list("group threads"),
}
"""The nouns that definitions begin with, by the kind of thing; ~ing is any activity. A noun that
is not here says nothing of another such one, and is of none of these kinds."""
_LEAD = re.compile(r"\s*(?:In [^,]+, )?(?:(?:An?|The|One|All) )?", re.IGNORECASE)
_TOKEN = re.compile(r"[^\s,;:(]+|[,;:(]")
_ENDS_PHRASE = read_word_list(
    "; : ( along among and as at before behind below by for from in inside into is just kept made "
    "of on or over per registered reserved than that through to under when where which while who "
    "whose with without"
)
_HAN = "\u3400-\u9fff"
_WORD = re.compile(rf"[^\W\d_{_HAN}]+")
_CAPITAL_INSIDE = re.compile(r"(?<=[A-Za-z][a-z]{3})(?=[A-Z])")
_SAME_STEM = 6
"""Letters that two words begin with alike if they are forms of one, as in operator, operation."""


class Candidate(NamedTuple):
    """A term as it is shown, and what is known of its category."""

    term: Term
    source: Term
    """The same in the language of the decks, whose definition tells its kind."""
    deck: str


def find_answer(term: Term, ordinal: int) -> str:
    """What the card asks for: the meaning, or the term."""
    return term.meaning if ordinal == 0 else term.term


def find_misfit(asked: Candidate, other: Candidate, ordinal: int = 0) -> Message | None:
    """Why another term cannot be an option in the question about this one; None if it can."""
    if not _are_alike(asked, other):
        return Message("neighbour-other-kind", other=other.term.key)
    term = asked.term
    question = f"{term.scope or ''} {find_answer(term, 1 - ordinal)}"
    told = find_shared_words(question, find_answer(term, ordinal))
    shared = find_shared_words(question, find_answer(other.term, ordinal))
    if not (apart := told ^ shared):
        return None
    return Message("neighbour-shares-word", other=other.term.key, word=min(apart))


def find_shared_words(question: str, option: str) -> frozenset[str]:
    """The words of a question that stand in an option in any form, without the shortest."""
    words = _split(option)
    return frozenset(
        word for word in _split(question) if any(_are_forms(word, each) for each in words)
    )


def _are_forms(one: str, other: str) -> bool:
    """Whether a learner sees one word in the other: meta and metadata, quantize and quantized."""
    shorter = min(len(one), len(other), _SAME_STEM)
    return one[:shorter] == other[:shorter]


def _are_alike(asked: Candidate, other: Candidate) -> bool:
    """Whether two terms are of one category: by their definitions, else by deck, tags and stage."""
    mine, theirs = _find_head(asked.source.meaning), _find_head(other.source.meaning)
    if mine == theirs:
        return True
    kinds, others = _list_kinds(mine), _list_kinds(theirs)
    if kinds or others:
        return not kinds.isdisjoint(others)
    tagged = not set(asked.source.tags).isdisjoint(other.source.tags)
    return tagged or asked.deck == other.deck or asked.source.stage == other.source.stage


def _list_kinds(noun: str) -> set[str]:
    """The kinds of things that a noun may be of."""
    return {kind for kind, nouns in _KINDS.items() if noun in nouns}


@lru_cache(4096)
def _find_head(meaning: str) -> str:
    """The noun that a definition begins with: "class" of "The C++ class that …"."""
    head, *rest = phrase = _list_first_phrase(meaning) or [""]
    if head[:1].isupper() and head.endswith("ing"):
        return "~ing"
    known = [word for word in phrase if _list_kinds(word)]
    return known[-1] if known else "".join(rest[-1:]) or head


def _list_first_phrase(meaning: str) -> list[str]:
    """The words before the first one that cannot be part of a noun phrase."""
    text = meaning.replace("`", "")
    lead = _LEAD.match(text)
    found: list[str] = []
    for token in _TOKEN.findall(text, lead.end() if lead else 0):
        if token in _ENDS_PHRASE:
            break
        if token != ",":
            found.append(token)
    return found


@lru_cache(4096)
def _split(text: str) -> frozenset[str]:
    """The words of a text that are long enough, in the singular; BuildExtension has two."""
    words = _WORD.findall(_CAPITAL_INSIDE.sub(" ", text))
    singular = (word.casefold().removesuffix("s") for word in words)
    return frozenset(word for word in singular if len(word) > LONGEST_UNTOLD)
