"""Questions that hold their answer, in whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.cards import normalize_text
from flashcards.lint.finding import Finding
from flashcards.lint.prompts import Prompt
from flashcards.lint.words import has_words, normalize_words
from flashcards.model import Cloze, Code, Concept, Entry, Order, Term
from flashcards.text.entry_texts import normalize_output

SHORTEST = 4
"""An answer of fewer letters is in many questions by chance."""

_OWN_PLACE = re.compile(
    r"(?:first|second|third|then|next|finally|lastly|at last|at the end|step \d+)\b|\d+[.)]\s",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#(.*)")
_HOLDS = "the question holds its answer"


def find_giveaways(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Everything in the entry that tells the answer without knowing it."""
    for prompt in prompts:
        for path in find_held_answers(prompt):
            at = path if path[0] == "right" else prompt.path
            yield Finding(entry.key, at, _HOLDS)
    match entry:
        case Term():
            yield from _check_term(entry)
        case Concept():
            for name, point in entry.points.items():
                if _holds(entry.concept, point):
                    yield Finding(entry.key, ("points", name), _HOLDS)
        case Code() if _holds(
            " ".join(_COMMENT.findall(entry.code)), normalize_output(entry.prints)
        ):
            yield Finding(entry.key, ("code",), _HOLDS, "take it out of the comment")
        case Order():
            yield from _check_order(entry)
        case Cloze(language=None):
            yield from _check_cloze(entry)


def find_held_answers(prompt: Prompt) -> Iterator[tuple[str, ...]]:
    """The paths of answers that stand in their question; none if it names wrong options too."""
    if not names_wrong_option(prompt):
        yield from (path for path, text in prompt.right.items() if _holds(prompt.text, text))


def names_wrong_option(prompt: Prompt) -> bool:
    """Whether the question lists what to choose from, and so gives nothing away."""
    return any(_holds(prompt.text, text) for text in prompt.wrong.values())


def _check_term(entry: Term) -> Iterator[Finding]:
    meaning = normalize_words(entry.meaning)
    for word in (entry.term, *entry.aliases):
        if len(word) > 2 and has_words(meaning, normalize_text(word), ending="(?:e?s)?"):
            message = f"the meaning holds the term '{word}', which it should single out"
            yield Finding(entry.key, ("meaning",), message)
            return


def _check_order(entry: Order) -> Iterator[Finding]:
    for name, step in entry.steps.items():
        if _OWN_PLACE.match(step):
            message = "the step tells its own place"
            yield Finding(entry.key, ("steps", name), message, "say only what happens")


def _check_cloze(entry: Cloze) -> Iterator[Finding]:
    """Not for code, which tells names apart by case: there the reader sees to unique gaps."""
    for number, gap in entry.gaps.items():
        if _holds(entry.cloze.replace(gap, " … ", 1), gap):
            message = "the rest of the text holds the answer"
            yield Finding(entry.key, ("gaps", str(number)), message, "say it in other words")


def _holds(question: str, answer: str) -> bool:
    wanted = normalize_text(answer).rstrip(".")
    return len(wanted) >= SHORTEST and has_words(normalize_words(question), wanted)
