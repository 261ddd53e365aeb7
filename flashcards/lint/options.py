"""Options that can be told without knowing the answer: too few, or unlike each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.lint.prompts import Prompt
from flashcards.model import FEWEST_OPTIONS, Choose, Code, Entry
from flashcards.text.entry_texts import Path, normalize_output
from flashcards.text.plain_text import read_word_list

STANDS_OUT = 1.6
"""How much longer or shorter than every wrong option the right ones may be …"""
STANDS_OUT_BY = 12
"""… and by how many letters."""

_ALL_OF_THEM = re.compile(r"\b(?:all|none|both) of (?:the above|these|them)\b", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[A-Za-z][\w'’]*(?![\w.(:=/-])")
_LEADS = read_word_list("because to by so since before after when while")
"""Words that make an option a clause of one kind."""
_BEGINS_SENTENCES = read_word_list(
    "A An The This That These It Its They Their There No Not Only Each Every All Both Any Some One "
    "Two Three If When Because Since While After Before Nothing Everything Neither Either In On At "
    "To By From For With Without As Yes"
)
"""Words that have a capital letter at the beginning of a sentence only."""


def find_option_faults(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Everything about the options that helps to guess."""
    match entry:
        case Choose():
            yield from _check_count(entry)
            yield from _check_locks(entry)
            right = [option.text for option in entry.right.values()]
            wrong = [option.text for option in entry.wrong.values()]
            only = (next(iter(entry.right)), "text") if len(right) == 1 else ()
            yield from _check_length(entry, ("right", *only), right, wrong)
        case Code():
            wrong = [normalize_output(option.text) for option in entry.wrong.values()]
            yield from _check_length(entry, ("prints",), [normalize_output(entry.prints)], wrong)
            return
    for path, message, hint in _find_unequal(prompts):
        yield Finding(entry.key, path, message, hint)


def _check_count(entry: Choose) -> Iterator[Finding]:
    if (count := len(entry.right) + len(entry.wrong)) < FEWEST_OPTIONS:
        message = f"has only {count} options, so half of all guesses pass"
        yield Finding(
            entry.key, ("wrong",), message, "add what somebody who half knows it would say"
        )


def _check_locks(entry: Choose) -> Iterator[Finding]:
    for side in ("right", "wrong"):
        for name, option in getattr(entry, side).items():
            if option.lock is None and _sums_up(option.text):
                message = "an option like 'all of the above' moves when options are shuffled"
                yield Finding(entry.key, (side, name, "text"), message, "add 'lock: last'")


def _check_length(
    entry: Entry, path: Path, right: Sequence[str], wrong: Sequence[str]
) -> Iterator[Finding]:
    ours, theirs = [len(text) for text in right], [len(text) for text in wrong]
    if theirs and (_exceeds(min(ours), max(theirs)) or _exceeds(min(theirs), max(ours))):
        message = "the right option gives itself away by its length"
        hint = "make a wrong option as precise, and as long, as the right one"
        yield Finding(entry.key, path, message, hint)


def _exceeds(more: int, less: int) -> bool:
    return more > max(STANDS_OUT * less, less + STANDS_OUT_BY)


def _find_unequal(prompts: Sequence[Prompt]) -> Iterator[tuple[Path, str, str]]:
    """Options of another grammar than the rest, each place once."""
    seen: set[Path] = set()
    for prompt in prompts:
        for path, message, hint in _compare_grammar(prompt):
            if path not in seen:
                seen.add(path)
                yield path, message, hint


def _compare_grammar(prompt: Prompt) -> Iterator[tuple[Path, str, str]]:
    options = {
        path: text.strip()
        for path, text in {**prompt.right, **prompt.wrong}.items()
        if not _sums_up(text)
    }
    if not prompt.wrong or len(options) < FEWEST_OPTIONS:
        return
    ended = {path: text.endswith((".", "!")) for path, text in options.items()}
    first = {path: _find_first_word(text) for path, text in options.items()}
    begun = {path: big for path, word in first.items() if (big := _is_capital(word)) is not None}
    if odd := _find_minority(ended):
        yield odd, "only some options end with a full stop", "make all sentences, or none"
    elif odd := _find_minority(begun):
        yield odd, "only some options begin with a capital letter", "begin all alike"
    elif odd := _find_odd_lead(first):
        yield odd, "an option has another grammar than all others", "begin all alike"


def _find_minority(marks: dict[Path, bool]) -> Path | None:
    """The first of those that are marked unlike the others; None if all are alike."""
    marked = sum(marks.values())
    if marked in (0, len(marks)):
        return None
    return next(path for path, mark in marks.items() if mark is (marked * 2 <= len(marks)))


def _find_odd_lead(first: dict[Path, str]) -> Path | None:
    """The only one that does not begin with the word that all others begin with."""
    led = {path: word.casefold() for path, word in first.items()}
    for odd in () if _LEADS.isdisjoint(led.values()) else led:
        others = {lead for path, lead in led.items() if path != odd}
        if len(others) == 1 and others <= _LEADS and led[odd] not in others:
            return odd
    return None


def _is_capital(word: str) -> bool | None:
    """Whether a text that begins so is a sentence; None for code and names, which tell nothing."""
    if word.islower() and word.isalpha():
        return False
    return True if word in _BEGINS_SENTENCES else None


def _sums_up(text: str) -> bool:
    return " of the" in text.casefold() and _ALL_OF_THEM.search(text) is not None


def _find_first_word(text: str) -> str:
    """The word that a text begins with; empty if it begins with code or a name."""
    word = _FIRST_WORD.match(text)
    return word[0] if word else ""
