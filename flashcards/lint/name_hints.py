"""Names in a question that lead to the answer: `FakeTensorMode()` can only mean FakeTensor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.lint.giveaways import find_held_answers, names_wrong_option
from flashcards.lint.prompts import Prompt
from flashcards.lint.words import (
    FUNCTION_WORDS,
    IN_MANY_NAMES,
    find_acronyms,
    spells_out,
    split_compounds,
    split_content_words,
    split_names,
    split_words,
)
from flashcards.model import FEWEST_OPTIONS, Code, Compare, Entry
from flashcards.text.entry_texts import Path

SHORTEST = 3
"""A shorter part of a name tells nothing, unless it is all of the name on both sides."""
_TELLING_NOTHING = FUNCTION_WORDS | IN_MANY_NAMES


def find_name_hints(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Every question and every row to match with a name that gives the answer away."""
    if isinstance(entry, Code):
        return
    for prompt in prompts:
        path, hint = _find_hinted(prompt)
        if hint and not names_wrong_option(prompt) and not any(find_held_answers(prompt)):
            message = f"'{hint}' is in the question and in no other option"
            yield Finding(entry.key, path, message, "take the name out, or put it in all options")
    if isinstance(entry, Compare):
        yield from _check_matching(entry)


def _find_hinted(prompt: Prompt) -> tuple[Path, str]:
    """The place and the name of the first hint; no name if there is none, or nothing to choose."""
    wrong = list(prompt.wrong.values())
    for path, right in prompt.right.items() if wrong else ():
        if hint := _find_hint(prompt.text, right, wrong):
            return path if path[0] == "right" else prompt.path, hint
    return prompt.path, ""


def _check_matching(entry: Compare) -> Iterator[Finding]:
    """Cells that name the thing they belong to, where cells are matched with things."""
    for name, row in entry.rows.items():
        if len(set(row.cells.values())) < FEWEST_OPTIONS:
            continue
        for thing, cell in row.cells.items():
            cells = [text for other, text in row.cells.items() if other != thing]
            things = [text for other, text in entry.compare.items() if other != thing]
            if hint := _find_hint(entry.compare[thing], cell, [*cells, *things]):
                message = f"the cell names its thing by '{hint}', so it need not be known"
                yield Finding(entry.key, ("rows", name, thing), message, "say it in other words")


def _find_hint(question: str, right: str, wrong: Sequence[str]) -> str:
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
    long = {part for part in common if len(part) >= SHORTEST and not part.isdigit()}
    return frozenset(long | single) - _TELLING_NOTHING
