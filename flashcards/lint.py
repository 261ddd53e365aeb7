"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards: one card asks one thing, can be
understood alone, does not give its answer away, and is not asked twice.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from flashcards.cards import normal
from flashcards.model import Choose, Code, Compare, Concept, Course, Entry, Recall, Term

MOST_OPTIONS = 6
MOST_POINTS = 7
MOST_CODE_LINES = 24
WIDEST_CODE = 80
GIVEAWAY = 1.6
"""How much longer than every other option the right one may be."""
SAME = 0.85
"""Share of common words from which two entries ask the same."""
MOST_SHARERS = 16
"""A word that more entries share leads to no twin; this keeps the search linear."""

_TWO_QUESTIONS = re.compile(
    r"\?.*\?|\band (?:what|why|how|when|where|which|who)\b", re.IGNORECASE | re.DOTALL
)
_LIST_ALL = re.compile(r"^(?:list|name|enumerate|give)\b.*\b(?:all|every|each)\b", re.IGNORECASE)
_YES_NO = re.compile(
    r"^(?:is|are|does|do|did|can|could|will|would|has|have|must|should)\b(?!.* or )", re.IGNORECASE
)
_NO_REFERENT = re.compile(
    r"^(?:what|why|how|when|where|which)\s+(?:does|do|is|are|did|can|must|should|will)\s+"
    r"(?:it|they|this|that|these|those)\b(?:\s+(?:do|mean|for|used|happen|work|needed|called))?\s*\?",
    re.IGNORECASE,
)
_ALL_OF_THEM = re.compile(r"\b(?:all|none|both) of (?:the above|these|them)\b", re.IGNORECASE)
_PICTURE_WITHOUT_WORDS = re.compile(r"!\[\s*\]\(")


class Finding(NamedTuple):
    """One weakness of an entry, at a path in it."""

    key: str
    path: tuple[str, ...]
    message: str
    hint: str = ""


def lint(course: Course) -> list[Finding]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    return [*_each(entries), *_near_duplicates(entries)]


def _each(entries: Iterable[Entry]) -> Iterator[Finding]:
    for entry in entries:
        field = _QUESTION_FIELDS.get(entry.kind)
        if field is not None:
            yield from _question(entry, field, getattr(entry, field))
        if rule := _RULES.get(type(entry)):
            yield from rule(entry)


_QUESTION_FIELDS = {"recall": "recall", "choose": "choose", "concept": "concept"}


def _question(entry: Entry, field: str, text: str) -> Iterator[Finding]:
    if "```" in text:
        return
    at = (entry.key, (field,))
    if entry.kind != "concept" and _TWO_QUESTIONS.search(text):
        yield Finding(*at, "asks two things at once", "make two entries")
    if _LIST_ALL.search(text):
        yield Finding(
            *at, "asks for a bare list", "ask for one item, or make it an order or concept"
        )
    if _NO_REFERENT.search(text):
        yield Finding(*at, "has a pronoun without a referent", "name what is meant")
    if entry.why is None and _YES_NO.search(text):
        yield Finding(*at, "is a yes/no question without a why", "add 'why', or ask how or which")


def _recall(entry: Recall) -> Iterator[Finding]:
    answer = normal(entry.answer).rstrip(".")
    if len(answer) > 3 and _has_words(normal(entry.recall), answer):
        yield Finding(entry.key, ("recall",), "the question holds its answer")
    if sum(line.lstrip().startswith(("- ", "* ")) for line in entry.answer.splitlines()) > 3:
        yield Finding(entry.key, ("answer",), "the answer is a bare list", "make it a concept")


def _term(entry: Term) -> Iterator[Finding]:
    meaning = normal(entry.meaning)
    for word in (entry.term, *entry.aliases):
        if len(word) > 2 and _has_words(meaning, normal(word)):
            message = f"the meaning holds the term '{word}', which it should single out"
            yield Finding(entry.key, ("meaning",), message)
            return


def _choose(entry: Choose) -> Iterator[Finding]:
    options = {**entry.right, **entry.wrong}
    if len(options) > MOST_OPTIONS:
        yield Finding(entry.key, ("wrong",), f"more than {MOST_OPTIONS} options")
    for side in ("right", "wrong"):
        for name, option in getattr(entry, side).items():
            if _ALL_OF_THEM.search(option.text) and option.lock is None:
                message = "an option like 'all of the above' moves when options are shuffled"
                yield Finding(entry.key, (side, name, "text"), message, "add 'lock: last'")
    if len(entry.right) == 1:
        yield from _telling_length(entry)
        (name, option), stem = next(iter(entry.right.items())), normal(entry.choose)
        if len(option.text) > 8 and _has_words(stem, normal(option.text)):
            yield Finding(entry.key, ("right", name, "text"), "the question holds its answer")


def _telling_length(entry: Choose) -> Iterator[Finding]:
    name, right = next(iter(entry.right.items()))
    longest = max(len(option.text) for option in entry.wrong.values())
    if len(right.text) > max(GIVEAWAY * longest, longest + 12):
        message = "the right option gives itself away by its length"
        hint = "shorten it, or make a wrong one as precise"
        yield Finding(entry.key, ("right", name, "text"), message, hint)


def _concept(entry: Concept) -> Iterator[Finding]:
    if len(entry.points) > MOST_POINTS:
        message = f"more than {MOST_POINTS} points are too many for one card"
        yield Finding(entry.key, ("points",), message, "make two concepts")


def _code(entry: Code) -> Iterator[Finding]:
    lines = entry.code.splitlines()
    if len(lines) > MOST_CODE_LINES:
        yield Finding(entry.key, ("code",), f"more than {MOST_CODE_LINES} lines of code")
    if any(len(line) > WIDEST_CODE for line in lines):
        yield Finding(entry.key, ("code",), f"code is wider than {WIDEST_CODE} columns")


def _compare(entry: Compare) -> Iterator[Finding]:
    names = {thing: normal(title) for thing, title in entry.compare.items()}
    for row, cells in entry.rows.items():
        for thing, title in names.items():
            if len(title) > 2 and _has_words(normal(cells[thing]), title):
                message = f"the cell names '{entry.compare[thing]}', which it should single out"
                yield Finding(entry.key, ("rows", row, thing), message)


def _has_words(text: str, words: str) -> bool:
    """Whether `words` stand in `text` as words, not as parts of longer ones."""
    if words not in text:
        return False
    return re.search(rf"(?<![\w.]){re.escape(words)}(?![\w])", text) is not None


_RULES: Mapping[type[Entry], Callable[[Any], Iterator[Finding]]] = {
    Recall: _recall,
    Term: _term,
    Choose: _choose,
    Concept: _concept,
    Code: _code,
    Compare: _compare,
}


def _near_duplicates(entries: list[Entry]) -> Iterator[Finding]:
    """Pairs that share nearly all words, found through their rarest ones."""
    bags = [(entry, _words(entry)) for entry in entries]
    common = Counter(word for _, words in bags for word in words)
    seen: dict[str, list[tuple[Entry, frozenset[str]]]] = defaultdict(list)
    for entry, words in bags:
        prefix = sorted(words, key=lambda word: (common[word], word))
        prefix = prefix[: len(words) - int(SAME * len(words)) + 1]
        twin = _twin(words, (seen[word] for word in prefix if len(seen[word]) < MOST_SHARERS))
        if twin is not None:
            message = f"asks nearly the same as '{twin.key}'"
            yield Finding(entry.key, (), message, "keep one, or make the difference plain")
        for word in prefix:
            seen[word].append((entry, words))


def _twin(
    words: frozenset[str], posts: Iterable[list[tuple[Entry, frozenset[str]]]]
) -> Entry | None:
    for post in posts:
        for entry, others in post:
            least, most = sorted((len(words), len(others)))
            if least >= SAME * most and len(words & others) >= SAME * len(words | others):
                return entry
    return None


def _words(entry: Entry) -> frozenset[str]:
    """The words of question and answer; entries of two kinds are never the same."""
    match entry:
        case Code():
            text = f"{entry.code} {entry.prints}"
        case Choose():
            right = " ".join(option.text for option in entry.right.values())
            text = f"{entry.choose} {right}"
        case Recall():
            text = f"{entry.recall} {entry.answer}"
        case Term():
            text = f"{entry.term} {entry.meaning}"
        case Compare():
            text = " ".join(entry.compare.values())
        case _:
            text = getattr(entry, entry.kind)
    return frozenset([entry.kind, *text.casefold().split()])
