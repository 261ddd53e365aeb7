"""Translations that say a term of the course's table of words in another way.

Two things are found. A rejected word, in a text whose English has the term: 步长 where
the English says "stride". And an entry whose English has the term while its translation
has neither the word for it, nor another that the table allows, nor the English itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.lint.word_sets import strip_targets
from flashcards.model import Entry, Term, WordChoice
from flashcards.text.entry_texts import OPTIONAL_FIELDS, Leaf, Path
from flashcards.words.message import Message

_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_SPACES = re.compile(r"\s+")


def find_other_words(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Places of a translation that deviate from the table of words of its language.

    A learner who meets two words for one thing takes them for two things.
    """
    choices = view.course.words.get(view.lang)
    if not view.lang or not choices:
        return
    source = {
        path: _read_words(leaf)
        for path, leaf in view.own_texts.items()
        if path[0] not in OPTIONAL_FIELDS
    }
    everything = " ".join(source.values())
    said = _squeeze(" ".join(map(_join, view.texts.values())))
    for term, choice in choices.items():
        if term.casefold().split()[0] not in everything:
            continue
        pattern = _make_pattern(term)
        paths = [path for path, text in source.items() if pattern.search(text)]
        for path in paths:
            yield from _find_rejected(view, path, term, choice)
        words = map(_squeeze, (choice.say, *choice.also, term))
        if paths and not any(word in said for word in words):
            message = Message("word-missing", term=term, word=choice.say, lang=view.lang)
            place = next((path for path in paths if path in view.texts), ())
            yield view.tell(place, message, _make_hint(choice))
        elif isinstance(view.entry, Term) and _read_words(view.entry.term) == term.casefold():
            yield from _find_other_name(view, choice)


def _find_rejected(
    view: EntryView[Entry], path: Path, term: str, choice: WordChoice
) -> Iterator[EntryProblem]:
    """Words that the table rejects for a term, in a text whose English has the term."""
    if not choice.never:
        return
    words = sorted((choice.say, *choice.also, *choice.never), key=len, reverse=True)
    text = _join(view.texts.get(path, ""))
    found = set(re.findall("|".join(map(re.escape, words)), text))  # the longest at each place
    for word in choice.never:
        if word in found:
            message = Message("word-rejected", word=word, term=term)
            yield view.tell(path, message, _make_hint(choice))


def _find_other_name(view: EntryView[Entry], choice: WordChoice) -> Iterator[EntryProblem]:
    """That the name of a term that is taught is not the word of the table itself."""
    name = _join(view.texts.get(("term",), choice.say))
    if _squeeze(name.replace("`", "")) != _squeeze(choice.say):
        message = Message("term-named-otherwise", name=name, word=choice.say)
        yield view.tell(("term",), message, Message("hint-same-word"))


def _make_hint(choice: WordChoice) -> Message:
    return Message("hint-say-word", word=choice.say)


def _read_words(leaf: Leaf) -> str:
    """An English text without code, addresses and case."""
    return _CODE.sub(" ", strip_targets(_join(leaf))).casefold()


def _join(leaf: Leaf) -> str:
    return leaf if isinstance(leaf, str) else " ".join(leaf)


def _squeeze(text: str) -> str:
    return _SPACES.sub("", text).casefold()


@lru_cache(maxsize=1024)
def _make_pattern(term: str) -> re.Pattern[str]:
    """The term as words, in the singular or plural; a space in it may be a hyphen."""
    words = r"[\s-]+".join(map(re.escape, term.casefold().split()))
    return re.compile(rf"(?<![\w.-]){words}(?:e?s)?(?![\w]|-\w)")
