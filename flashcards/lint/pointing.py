"""Explanations that count options, whose order is another one every time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from flashcards.lint.finding import Finding
from flashcards.model import Choose, Code, Compare, Course, Entry, Term
from flashcards.text.entry_texts import Leaf, Path
from flashcards.text.plain_text import find_line

LEAST_BEFORE = 5
"""Words before 'the first two' that can hold what is meant; Chinese count half."""

_COUNTING = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|previous|top|bottom)"
    r" (?:option|answer|choice|alternative|distractor)s?\b"
    r"|\boptions? (?:[A-F]|[1-6])\b"
    r"|\b(?:options?|answers?|choices?) (?:above|below)\b"
    r"|\b(?:as|see) (?:above|below)\b|\ball of the above\b"
    r"|\bin (?:this|the above) order\b|\bin the order (?:above|shown|given|listed|written)\b"
    r"|按照?(?:这个|此|上述|以上|上面的?)顺序|依次[是为]"
    r"|第[一二三四五六]个?(?:选项|答案)|最后一?个?选项|(?:如上|上述|以上)(?:所述|选项|答案)",
    re.IGNORECASE,
)
_SUSPECT = (
    "option", "answer", "choice", "alternative", "distractor", "above", "below", "order", "first",
    "last", "latter", "former",
)  # fmt: skip
"""What every ASCII text has in which the others find something; it is found much faster."""
_WORD = r"[\u4e00-\u9fff]{2}|[^\s\u4e00-\u9fff]+"  # compiled where it is used: slow, and rare
_SUMMARY = re.compile(
    r"\bthe (?:first|last) (?:two|three|four|five)\b(?! of\b| \w+s\b)"
    r"|[前后][两二三四](?:者|种)|[前后][两二三四][个项](?=[都均是已也，。；、])"
    r"|\bthe latter\b|\bthe former(?=\s*[.,;:)]|\s+(?:are|were|have|can|do|must|will|only|\w+s)\b)"
    r"|[前后]者",
    re.IGNORECASE,
)


def find_pointing(entry: Entry, texts: Mapping[Path, Leaf]) -> Iterator[Finding]:
    """Every explanation that points at options by their place."""
    if _has_shuffled_options(entry):
        yield from _check_texts(entry.key, texts)


def find_pointing_in_translations(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """Every translated explanation that points at options by their place."""
    shuffled = {entry.key for entry in entries if _has_shuffled_options(entry)}
    for lang, translated in course.translations.items():
        for key in translated.keys() & shuffled:
            yield from _check_texts(key, translated[key].texts, lang)


def _has_shuffled_options(entry: Entry) -> bool:
    match entry:
        case Choose():
            return entry.shuffle
        case Code():
            return bool(entry.wrong)
    return isinstance(entry, Compare | Term)


def _check_texts(key: str, texts: Mapping[Path, Leaf], lang: str = "") -> Iterator[Finding]:
    for path, text in texts.items():
        if "why" in path and isinstance(text, str) and (phrase := _find_phrase(text)):
            message = f"'{phrase}' points at options by their place, which changes"
            line = find_line(text, phrase)
            yield Finding(key, path, message, "name what is meant", lang, line)


def _find_phrase(text: str) -> str:
    if text.isascii() and not any(map(text.casefold().__contains__, _SUSPECT)):
        return ""
    if found := _COUNTING.search(text):
        return found[0]
    for found in _SUMMARY.finditer(text):
        if len(re.findall(_WORD, text[: found.start()])) < LEAST_BEFORE:
            return found[0]
    return ""
