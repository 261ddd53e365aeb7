"""Questions that hold their answer, and options that can be told by their looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from flashcards.cards import normalize_text
from flashcards.lint.finding import Finding
from flashcards.model import Choose, Cloze, Code, Compare, Concept, Entry, Order, Recall, Term
from flashcards.text.entry_texts import normalize_output

STANDS_OUT = 1.6
"""How much longer or shorter than every wrong option the right ones may be …"""
STANDS_OUT_BY = 12
"""… and by how many letters."""
SHORTEST = 4
"""An answer of fewer letters is in many questions by chance."""

_ALL_OF_THEM = re.compile(r"\b(?:all|none|both) of (?:the above|these|them)\b", re.IGNORECASE)
_OWN_PLACE = re.compile(
    r"(?:first|second|third|then|next|finally|lastly|at last|at the end|step \d+)\b|\d+[.)]\s",
    re.IGNORECASE,
)
_TARGET = re.compile(r"\]\([^)\s]*\)")
_COMMENT = re.compile(r"#(.*)")
_HOLDS = "the question holds its answer"
_BY_LENGTH = "the right option gives itself away by its length"
_AS_PRECISE = "make a wrong option as precise, and as long, as the right one"


def find_giveaways(entry: Entry) -> Iterator[Finding]:
    """Everything in the entry that tells the answer without knowing it."""
    if rule := _RULES.get(type(entry)):
        yield from rule(entry)


def _check_recall(entry: Recall) -> Iterator[Finding]:
    if _holds(entry.recall, entry.answer):
        yield Finding(entry.key, ("recall",), _HOLDS)


def _check_term(entry: Term) -> Iterator[Finding]:
    meaning = _normalize(entry.meaning)
    for word in (entry.term, *entry.aliases):
        if len(word) > 2 and _has_words(meaning, normalize_text(word), ending="(?:e?s)?"):
            message = f"the meaning holds the term '{word}', which it should single out"
            yield Finding(entry.key, ("meaning",), message)
            return


def _check_concept(entry: Concept) -> Iterator[Finding]:
    for name, point in entry.points.items():
        if _holds(entry.concept, point):
            yield Finding(entry.key, ("points", name), _HOLDS)


def _check_compare(entry: Compare) -> Iterator[Finding]:
    for name, row in entry.rows.items():
        for field, questions, answers in (
            ("ask", row.ask, row.cells), ("which", row.which, entry.compare),
        ):  # fmt: skip
            for thing, question in questions.items():
                if _holds(question, answers[thing]):
                    yield Finding(entry.key, ("rows", name, field, thing), _HOLDS)


def _check_code(entry: Code) -> Iterator[Finding]:
    output = normalize_output(entry.prints)
    if entry.question and _holds(entry.question, output):
        yield Finding(entry.key, ("question",), _HOLDS)
    if "#" in entry.code and _holds(" ".join(_COMMENT.findall(entry.code)), output):
        yield Finding(entry.key, ("code",), _HOLDS, "take it out of the comment")
    if _stands_out([output], (normalize_output(option.text) for option in entry.wrong.values())):
        yield Finding(entry.key, ("prints",), _BY_LENGTH, _AS_PRECISE)


def _check_choose(entry: Choose) -> Iterator[Finding]:
    for side in ("right", "wrong"):
        for name, option in getattr(entry, side).items():
            if _ALL_OF_THEM.search(option.text) and option.lock is None:
                message = "an option like 'all of the above' moves when options are shuffled"
                yield Finding(entry.key, (side, name, "text"), message, "add 'lock: last'")
    for name, option in entry.right.items():
        if _holds(entry.choose, option.text):
            yield Finding(entry.key, ("right", name, "text"), _HOLDS)
    right = [option.text for option in entry.right.values()]
    if _stands_out(right, (option.text for option in entry.wrong.values())):
        only = (next(iter(entry.right)), "text") if len(right) == 1 else ()
        yield Finding(entry.key, ("right", *only), _BY_LENGTH, _AS_PRECISE)


def _check_order(entry: Order) -> Iterator[Finding]:
    for name, step in entry.steps.items():
        if _OWN_PLACE.match(step):
            message = "the step tells its own place"
            yield Finding(entry.key, ("steps", name), message, "say only what happens")


def _check_cloze(entry: Cloze) -> Iterator[Finding]:
    """Code tells names apart by case; there the reader has seen to it that a gap is unique."""
    for number, gap in entry.gaps.items() if entry.language is None else ():
        if _holds(entry.cloze.replace(gap, " … ", 1), gap):
            message = "the rest of the text holds the answer"
            yield Finding(entry.key, ("gaps", str(number)), message, "say it in other words")


def _stands_out(right: Iterable[str], wrong: Iterable[str]) -> bool:
    ours, theirs = [len(text) for text in right], [len(text) for text in wrong]
    if not theirs:
        return False
    return _exceeds(min(ours), max(theirs)) or _exceeds(min(theirs), max(ours))


def _exceeds(more: int, less: int) -> bool:
    return more > max(STANDS_OUT * less, less + STANDS_OUT_BY)


def _holds(question: str, answer: str) -> bool:
    wanted = normalize_text(answer).rstrip(".")
    return len(wanted) >= SHORTEST and _has_words(_normalize(question), wanted)


def _normalize(text: str) -> str:
    """The words that a learner sees, without the names of pictures and links."""
    return normalize_text(_TARGET.sub("]", text))


def _has_words(text: str, words: str, ending: str = "") -> bool:
    """Whether `words` stand in `text` as words, not as parts of longer ones."""
    if words not in text:
        return False
    return re.search(rf"(?<![\w.]){re.escape(words)}{ending}(?!\w)", text) is not None


_RULES: Mapping[type[Entry], Callable[[Any], Iterator[Finding]]] = {
    Recall: _check_recall,
    Term: _check_term,
    Concept: _check_concept,
    Compare: _check_compare,
    Code: _check_code,
    Choose: _check_choose,
    Order: _check_order,
    Cloze: _check_cloze,
}
