"""Entries that ask nearly the same: one of them is learned twice, or confused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from flashcards.lint.finding import Finding
from flashcards.model import Choose, Code, Compare, Entry, Recall, Term

SAME = 0.85
"""Share of common words from which two entries ask the same."""
MOST_SHARERS = 16
"""A word that more entries share leads to no twin; this keeps the search linear."""


def find_duplicates(entries: list[Entry]) -> Iterator[Finding]:
    """Pairs that share nearly all words, found through their rarest ones."""
    bags = [(entry, _collect_words(entry)) for entry in entries]
    common = Counter(word for _, words in bags for word in words)
    seen: dict[str, list[tuple[Entry, frozenset[str]]]] = defaultdict(list)
    for entry, words in bags:
        prefix = sorted(words, key=lambda word: (common[word], word))
        prefix = prefix[: len(words) - int(SAME * len(words)) + 1]
        twin = _find_twin(words, (seen[word] for word in prefix if len(seen[word]) < MOST_SHARERS))
        if twin is not None:
            message = f"asks nearly the same as '{twin.key}'"
            yield Finding(entry.key, (), message, "keep one, or make the difference plain")
        for word in prefix:
            seen[word].append((entry, words))


def _find_twin(
    words: frozenset[str], posts: Iterable[list[tuple[Entry, frozenset[str]]]]
) -> Entry | None:
    for post in posts:
        for entry, others in post:
            least, most = sorted((len(words), len(others)))
            if least >= SAME * most and len(words & others) >= SAME * len(words | others):
                return entry
    return None


def _collect_words(entry: Entry) -> frozenset[str]:
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
