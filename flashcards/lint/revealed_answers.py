"""Questions that give their answer away: in whole, or by a name.

`FakeTensorMode()` in a question can only mean the option FakeTensor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.cards import normalize_text
from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView, Prompt
from flashcards.lint.word_sets import (
    FUNCTION_WORDS,
    IN_MANY_NAMES,
    find_acronyms,
    has_words,
    normalize_words,
    spells_out,
    split_compounds,
    split_content_words,
    split_names,
    split_words,
)
from flashcards.model import FEWEST_OPTIONS, Cloze, Code, Compare, Concept, Entry, Order, Term
from flashcards.text.entry_texts import Path, normalize_output
from flashcards.words.message import Message

SHORTEST_ANSWER = 4
"""An answer of fewer letters is in many questions by chance."""
SHORTEST_PART = 3
"""A shorter part of a name tells nothing, unless it is all of the name on both sides."""

_OWN_PLACE = re.compile(
    r"(?:first|second|third|then|next|finally|lastly|at last|at the end|step \d+)\b|\d+[.)]\s",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#(.*)")
_HELD = Message("answer-in-question")
_TELLING_NOTHING = FUNCTION_WORDS | IN_MANY_NAMES


def find_answers_in_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions that hold their answer, so that reading them is enough."""
    entry = view.entry
    for prompt in view.prompts:
        for path in _find_held_answers(prompt):
            yield view.tell(path if path[0] == "right" else prompt.path, _HELD)
    match entry:
        case Concept():
            for name, point in entry.points.items():
                if _holds(entry.concept, point):
                    yield view.tell(("points", name), _HELD)
        case Code():
            comments = " ".join(_COMMENT.findall(entry.code))
            if _holds(comments, normalize_output(entry.prints)):
                yield view.tell(("code",), _HELD, Message("hint-not-in-comment"))


def find_terms_in_meanings(view: EntryView[Term]) -> Iterator[EntryProblem]:
    """Meanings that hold their term, which is asked for by its meaning."""
    entry = view.entry
    meaning = normalize_words(entry.meaning)
    for word in (entry.term, *entry.aliases):
        if len(word) > 2 and has_words(meaning, normalize_text(word), ending="(?:e?s)?"):
            yield view.tell(("meaning",), Message("term-in-meaning", term=word))
            return


def find_numbered_steps(view: EntryView[Order]) -> Iterator[EntryProblem]:
    """Steps that tell their own place, so that nothing is left to put in order."""
    for name, step in view.entry.steps.items():
        if _OWN_PLACE.match(step):
            message = Message("step-tells-place")
            yield view.tell(("steps", name), message, Message("hint-only-what-happens"))


def find_answers_beside_gaps(view: EntryView[Cloze]) -> Iterator[EntryProblem]:
    """Gaps whose text stands elsewhere in the sentence, from where it is copied.

    Not for code, which tells names apart by case: there the reader sees to unique gaps.
    """
    entry = view.entry
    for number, gap in entry.gaps.items() if entry.language is None else ():
        if _holds(entry.cloze.replace(gap, " … ", 1), gap):
            message = Message("answer-beside-gap")
            yield view.tell(("gaps", str(number)), message, Message("hint-other-words"))


def find_leading_names(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions with a name that only the right option has: it is found without knowing it."""
    for prompt in view.prompts if not isinstance(view.entry, Code) else ():
        path, name = _find_leading_name(prompt)
        if name and not _names_wrong_option(prompt) and not any(_find_held_answers(prompt)):
            message = Message("name-in-question", name=name)
            yield view.tell(path, message, Message("hint-name-in-all"))


def find_cells_with_names(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Cells that name the thing they belong to, where cells are matched with things."""
    entry = view.entry
    for name, row in entry.rows.items():
        if len(set(row.cells.values())) < FEWEST_OPTIONS:
            continue
        for thing, cell in row.cells.items():
            cells = [text for other, text in row.cells.items() if other != thing]
            things = [text for other, text in entry.compare.items() if other != thing]
            if shared := _find_shared_name(entry.compare[thing], cell, [*cells, *things]):
                message = Message("cell-names-thing", name=shared)
                yield view.tell(("rows", name, thing), message, Message("hint-other-words"))


def _find_held_answers(prompt: Prompt) -> Iterator[Path]:
    """The paths of answers that stand in their question; none if it names wrong options too."""
    if not _names_wrong_option(prompt):
        yield from (path for path, text in prompt.right.items() if _holds(prompt.text, text))


def _names_wrong_option(prompt: Prompt) -> bool:
    """Whether the question lists what to choose from, and so gives nothing away."""
    return any(_holds(prompt.text, text) for text in prompt.wrong.values())


def _holds(question: str, answer: str) -> bool:
    wanted = normalize_text(answer).rstrip(".")
    return len(wanted) >= SHORTEST_ANSWER and has_words(normalize_words(question), wanted)


def _find_leading_name(prompt: Prompt) -> tuple[Path, str]:
    """The place and the name of the first hint; no name if there is none, or nothing to choose."""
    wrong = list(prompt.wrong.values())
    for path, right in prompt.right.items() if wrong else ():
        if name := _find_shared_name(prompt.text, right, wrong):
            return path if path[0] == "right" else prompt.path, name
    return prompt.path, ""


def _find_shared_name(question: str, right: str, wrong: Sequence[str]) -> str:
    """The name that question and answer share and no wrong option has; empty if there is none.

    It tells nothing if a wrong option has a name of its own in common with the question.
    """
    shared = _share_names(question, right)
    if shared:
        others = frozenset().union(*map(split_words, wrong))
        theirs = frozenset().union(*(_share_names(question, text) for text in wrong))
        return min(shared - others, default="") if theirs <= split_words(right) else ""
    return _find_acronym(question, right, wrong)


def _find_acronym(question: str, right: str, wrong: Sequence[str]) -> str:
    """The acronym in the question that only the right option spells out."""
    for acronym in sorted(find_acronyms(question)):
        if spells_out(right, acronym) and not any(spells_out(text, acronym) for text in wrong):
            return acronym
    return ""


def _share_names(question: str, option: str) -> frozenset[str]:
    """Words that both have: as part of a name in both, or as all that the option says.

    A word of the question may also be a part of an option that is nothing but a name. What is
    a plain word in both, such as DDP, is only what the card is about.
    """
    both = (split_words(question) & split_words(option)) - _TELLING_NOTHING
    if all(map(str.isdigit, both)):
        return frozenset()
    asked, offered = split_names(question), split_names(option)
    said = split_content_words(option)
    common = asked & offered & (split_compounds(question) | split_compounds(option))
    single = {part for part in common if len(part) == 1 and part.isalpha()}
    if said <= asked or said <= offered:
        common |= both & said
    long = {part for part in common if len(part) >= SHORTEST_PART and not part.isdigit()}
    return frozenset(long | single) - _TELLING_NOTHING
