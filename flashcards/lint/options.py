"""Options that can be told without knowing the answer: too few, too many, unlike each other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView, Prompt
from flashcards.model import FEWEST_OPTIONS, Choose, Code, Compare
from flashcards.text.entry_texts import Path, normalize_output
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message

MOST_OPTIONS = 6
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


def find_few_options(view: EntryView[Choose]) -> Iterator[EntryProblem]:
    """Questions with so few options that half of all guesses pass."""
    if (count := len(view.entry.right) + len(view.entry.wrong)) < FEWEST_OPTIONS:
        yield view.tell(("wrong",), Message("options-few", n=count), Message("hint-half-known"))


def find_many_options(view: EntryView[Choose]) -> Iterator[EntryProblem]:
    """Questions with more options than fit a phone, and than anybody weighs."""
    if len(view.entry.right) + len(view.entry.wrong) > MOST_OPTIONS:
        yield view.tell(("wrong",), Message("options-many", most=MOST_OPTIONS))


def find_moving_summaries(view: EntryView[Choose]) -> Iterator[EntryProblem]:
    """Options such as 'all of the above' that may be shown first, with nothing above them."""
    for side in ("right", "wrong") if view.entry.shuffle else ():
        for name, option in getattr(view.entry, side).items():
            if option.lock is None and _sums_up(option.text):
                message = Message("option-moves")
                yield view.tell((side, name, "text"), message, Message("hint-lock-last"))


def find_telling_lengths(view: EntryView[Choose | Code]) -> Iterator[EntryProblem]:
    """Right options that are by far the longest or the shortest, and are guessed by that."""
    path: Path
    match view.entry:
        case Choose() as entry:
            right = [option.text for option in entry.right.values()]
            wrong = [option.text for option in entry.wrong.values()]
            path = ("right", next(iter(entry.right)), "text") if len(right) == 1 else ("right",)
        case Code() as entry:
            right = [normalize_output(entry.prints)]
            wrong = [normalize_output(option.text) for option in entry.wrong.values()]
            path = ("prints",)
    ours, theirs = list(map(len, right)), list(map(len, wrong))
    if theirs and (_exceeds(min(ours), max(theirs)) or _exceeds(min(theirs), max(ours))):
        yield view.tell(path, Message("option-length"), Message("hint-as-precise"))


def find_unlike_options(view: EntryView[Choose | Compare]) -> Iterator[EntryProblem]:
    """Options of another grammar than the rest, each place once: the odd one is told by it."""
    seen: set[Path] = set()
    for prompt in view.prompts:
        for path, message, hint in _compare_grammar(prompt):
            if path not in seen:
                seen.add(path)
                yield view.tell(path, message, hint)


def _exceeds(more: int, less: int) -> bool:
    return more > max(STANDS_OUT * less, less + STANDS_OUT_BY)


def _compare_grammar(prompt: Prompt) -> Iterator[tuple[Path, Message, Message]]:
    """The first option that ends, or begins, unlike the others."""
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
        yield odd, Message("options-stops"), Message("hint-all-sentences")
    elif odd := _find_minority(begun):
        yield odd, Message("options-capitals"), Message("hint-begin-alike")
    elif odd := _find_odd_lead(first):
        yield odd, Message("option-grammar"), Message("hint-begin-alike")


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
