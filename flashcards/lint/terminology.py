"""Translations that say a term of the course's table of words in another way.

Two things are found. A rejected word, in a text whose English has the term: 步长 where
the English says "stride". And an entry whose English has the term while its translation
has neither the word for it, nor another that the table allows, nor the English itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from flashcards.lint.finding import Finding
from flashcards.lint.words import strip_targets
from flashcards.model import Course, Entry, EntryTranslation, Term, WordChoice
from flashcards.text.entry_texts import OPTIONAL_FIELDS, Leaf, Path, collect_texts

_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_SPACES = re.compile(r"\s+")


def find_other_words(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """Every place of a translation that deviates from the table of words of its language."""
    entries = list(entries) if course.words else []
    for lang, choices in course.words.items():
        translated = course.translations.get(lang, {})
        for entry in entries:
            if translation := translated.get(entry.key):
                yield from _check_entry(entry, translation, choices, lang)


def _check_entry(
    entry: Entry, translation: EntryTranslation, choices: Mapping[str, WordChoice], lang: str
) -> Iterator[Finding]:
    source = {
        path: _read_words(leaf)
        for path, leaf in collect_texts(entry).items()
        if path[0] not in OPTIONAL_FIELDS
    }
    everything = " ".join(source.values())
    said = _squeeze(" ".join(map(_join, translation.texts.values())))
    for term, choice in choices.items():
        if term.casefold().split()[0] not in everything:
            continue
        pattern = _make_pattern(term)
        paths = [path for path, text in source.items() if pattern.search(text)]
        for path in paths:
            yield from _find_rejected(entry.key, path, translation, term, choice, lang)
        if paths and not _is_said(term, choice, said):
            message = f"'{term}' is not called '{choice.say}' in '{lang}'"
            yield Finding(entry.key, _find_place(paths, translation), message, _hint(choice), lang)
        elif isinstance(entry, Term) and _read_words(entry.term) == term.casefold():
            yield from _check_name(entry.key, translation, choice, lang)


def _find_rejected(
    key: str, path: Path, translation: EntryTranslation, term: str, choice: WordChoice, lang: str
) -> Iterator[Finding]:
    if not choice.never:
        return
    words = sorted((choice.say, *choice.also, *choice.never), key=len, reverse=True)
    text = _join(translation.texts.get(path, ""))
    found = set(re.findall("|".join(map(re.escape, words)), text))  # the longest at each place
    for word in choice.never:
        if word in found:
            yield Finding(key, path, f"'{word}' is a wrong word for '{term}'", _hint(choice), lang)


def _check_name(
    key: str, translation: EntryTranslation, choice: WordChoice, lang: str
) -> Iterator[Finding]:
    """The name of a term that is taught is the word of the table itself."""
    name = _join(translation.texts.get(("term",), choice.say))
    if _squeeze(name.replace("`", "")) != _squeeze(choice.say):
        message = f"the term is called '{name}', and '{choice.say}' in the table of words"
        yield Finding(key, ("term",), message, "call it the same in both", lang)


def _is_said(term: str, choice: WordChoice, said: str) -> bool:
    return any(_squeeze(word) in said for word in (choice.say, *choice.also, term))


def _find_place(paths: list[Path], translation: EntryTranslation) -> Path:
    return next((path for path in paths if path in translation.texts), ())


def _hint(choice: WordChoice) -> str:
    return f"say '{choice.say}', or add the word to 'also' in the table of words"


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
