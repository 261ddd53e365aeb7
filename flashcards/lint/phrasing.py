"""How a question is put: one thing, no list, not to be answered by a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.cards import normalize_text
from flashcards.lint.finding import Finding
from flashcards.lint.prompts import Prompt, list_stems
from flashcards.model import Choose, Code, Compare, Concept, Entry, Recall
from flashcards.text.plain_text import strip_blocks

MOST_BULLETS = 3
MOST_ITEMS = 4
LONGEST_ITEM = 6
"""Words in an item of a bare list; longer ones are thoughts."""

_AND_ALSO = re.compile(r"\band (?:what|why|how|when|where|which|who)\b", re.IGNORECASE)
_LIST_ALL = re.compile(
    r"(?:list|enumerate)\b|(?:name|give)\b.*\b(?:all|every|each)\b", re.IGNORECASE
)
_LIST_SOME = re.compile(
    r"(?:name|give|what are|which are)\b.*\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*+(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_YES_NO = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|will|would|has|have|must|should)\b(?!.* or )",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.?!:;])\s+")
_NO_WHY = "is a yes/no question without a why"


def find_phrasing_faults(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Every weakness in how the entry asks."""
    for path, text in list_stems(entry, prompts):
        for message, hint in _check_question(entry, text):
            yield Finding(entry.key, path, message, hint)
    match entry:
        case Recall() if _is_bare_list(entry.answer):
            yield Finding(entry.key, ("answer",), "the answer is a bare list", "make it a concept")
        case Compare():
            yield from _check_rows(entry)


def _check_question(entry: Entry, written: str) -> Iterator[tuple[str, str]]:
    text = strip_blocks(written).strip()
    if text.count("?") > 1 or (not isinstance(entry, Code) and _asks_on(text)):
        yield "asks two things at once", "make two entries"
    if _LIST_ALL.match(text) or (not isinstance(entry, Concept) and _LIST_SOME.match(text)):
        yield "asks for a bare list", "ask for one item, or make it an order or concept"
    if _YES_NO.match(_SENTENCE_END.split(text)[-1]) and not _has_why(entry):
        yield _NO_WHY, "add 'why', or ask how or which"


def _asks_on(text: str) -> bool:
    return "and " in text.casefold() and _AND_ALSO.search(text) is not None


def _has_why(entry: Entry) -> bool:
    """Whether the answer is explained; the rows of a comparison are seen to elsewhere."""
    options = entry.right.values() if isinstance(entry, Choose) else ()
    explained = entry.why is not None or isinstance(entry, Compare)
    return explained or any(option.why for option in options)


def _is_bare_list(answer: str) -> bool:
    if answer.count("\n") >= MOST_BULLETS and len(_BULLET.findall(answer)) > MOST_BULLETS:
        return True
    if answer.count(",") < MOST_ITEMS:
        return False
    sentences = _SENTENCE_END.split(answer.strip())
    items = re.split(r",\s", sentences[0])
    short = all(len(item.split()) <= LONGEST_ITEM for item in items)
    listed = len(items) > MOST_ITEMS and items[-1].startswith(("and ", "or "))
    return len(sentences) == 1 and listed and short


def _check_rows(entry: Compare) -> Iterator[Finding]:
    for name, row in entry.rows.items():
        cells = {normalize_text(cell).rstrip(".") for cell in row.cells.values()}
        if cells <= {"yes", "no"} and not (entry.why or row.why or row.reasons):
            yield Finding(entry.key, ("rows", name), _NO_WHY, "add 'why', or say how")
