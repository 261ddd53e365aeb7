"""How a question is put: one thing, understood alone, not to be answered by a guess."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flashcards.cards import normalize_text
from flashcards.lint.finding import Finding
from flashcards.model import Choose, Cloze, Code, Compare, Concept, Entry, Order, Recall
from flashcards.text.plain_text import strip_code_blocks

QUESTION: Mapping[type[Entry], str] = {
    Recall: "recall",
    Choose: "choose",
    Concept: "concept",
    Order: "order",
    Code: "question",
}
"""The field that has the question."""
MOST_BULLETS = 3
MOST_ITEMS = 4
LONGEST_ITEM = 6
"""Words in an item of a bare list; longer ones are thoughts."""

_TWO_MARKS = re.compile(r"\?.*\?", re.DOTALL)
_AND_ALSO = re.compile(r"\band (?:what|why|how|when|where|which|who)\b", re.IGNORECASE)
_LIST_ALL = re.compile(
    r"^(?:list|enumerate)\b|^(?:name|give)\b.*\b(?:all|every|each)\b", re.IGNORECASE
)
_LIST_SOME = re.compile(
    r"^(?:name|give|what are|which are)\b.*\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_YES_NO = re.compile(
    r"^(?:is|are|was|were|does|do|did|can|could|will|would|has|have|must|should)\b(?!.* or )",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.?!:;])\s+")
_WORD = re.compile(r"`[^`]*`|\$[^$]*\$|[\w'-]+")


def _split_words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_PRONOUNS = _split_words("it its they them their this that these those")
_NO_REFERENTS = _split_words(
    "what why how when where which who whose does do did is are was were be been can could must "
    "should will would has have may might not in on of to for from with by at as after before if "
    "then so but and or a an the happens happen mean means there here only also even still"
)
"""Words that a pronoun cannot mean."""
_KNOWN_TO_ALL = _split_words("card course deck machine stage week year")
"""What 'this' may name although nothing was said before."""
_IMPERSONAL = re.compile(
    r"\b(?:is|was|be) it (?:\w+ )?\w+ (?:to|that|for|if|when)\b"
    r"|\bit (?:mean|take|help|matter|follow|make sense|cost) (?:to|that|for|if|when)\b",
    re.IGNORECASE,
)


def find_phrasing_faults(entry: Entry) -> Iterator[Finding]:
    """Every weakness in how the entry asks."""
    field = QUESTION.get(type(entry))
    if field is not None and (text := getattr(entry, field)):
        for message, hint in _check_question(entry, text):
            yield Finding(entry.key, (field,), message, hint)
    match entry:
        case Recall() if _is_bare_list(entry.answer):
            yield Finding(entry.key, ("answer",), "the answer is a bare list", "make it a concept")
        case Cloze(language=None) if _lacks_referent(entry, entry.cloze):
            yield Finding(entry.key, ("cloze",), *_NO_REFERENT)
        case Compare():
            yield from _check_rows(entry)


_NO_REFERENT = ("has a pronoun without a referent", "name what is meant")
_NO_WHY = "is a yes/no question without a why"


def _check_question(entry: Entry, written: str) -> Iterator[tuple[str, str]]:
    text = strip_code_blocks(written).strip()
    if _TWO_MARKS.search(text) or (not isinstance(entry, Code) and _AND_ALSO.search(text)):
        yield "asks two things at once", "make two entries"
    if _LIST_ALL.search(text) or (not isinstance(entry, Concept) and _LIST_SOME.search(text)):
        yield "asks for a bare list", "ask for one item, or make it an order or concept"
    if _lacks_referent(entry, written):
        yield _NO_REFERENT
    if _YES_NO.search(_SENTENCE_END.split(text)[-1]) and not _has_why(entry):
        yield _NO_WHY, "add 'why', or ask how or which"


def _has_why(entry: Entry) -> bool:
    options = entry.right.values() if isinstance(entry, Choose) else ()
    return entry.why is not None or any(option.why for option in options)


def _lacks_referent(entry: Entry, text: str) -> bool:
    """Whether a pronoun comes before anything that it could mean; code shown can be meant."""
    if isinstance(entry, Code) or "```" in text or "![" in text or _IMPERSONAL.search(text):
        return False
    words = iter(_WORD.findall(text))
    for word in words:
        if word.casefold() in _PRONOUNS:
            options_meant = isinstance(entry, Choose) and word.casefold() in ("these", "those")
            following = next(words, "").casefold().removesuffix("'s")
            return not options_meant and following not in _KNOWN_TO_ALL
        if word.casefold() not in _NO_REFERENTS:
            return False
    return False


def _is_bare_list(answer: str) -> bool:
    if len(_BULLET.findall(answer)) > MOST_BULLETS:
        return True
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
