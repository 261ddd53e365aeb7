"""Entries that ask nearly the same: one of them is learned twice, or confused."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from flashcards.errors import EntryProblem
from flashcards.model import Choose, Code, Compare, Entry, Recall, Term
from flashcards.words.message import Message

SAME = 0.85
"""Share of common words from which two entries ask the same."""
MOST_SHARERS = 16
"""A word that more entries share leads to no twin; this keeps the search linear."""


def find_duplicates(entries: Sequence[Entry]) -> Iterator[EntryProblem]:
    """Entries that ask nearly the same as an earlier one: a learner confuses the two.

    They share nearly all words, and are found through their rarest ones.
    """
    bags = [(entry, _collect_words(entry)) for entry in entries]
    common = Counter(chain.from_iterable(words for _, words in bags))
    alone = {word for word, count in common.items() if count == 1}
    seen: dict[str, list[tuple[Entry, frozenset[str]]]] = defaultdict(list)
    for entry, words in bags:
        needed = len(words) - int(SAME * len(words)) + 1
        if len(words & alone) >= needed:
            continue  # too many words that nobody shares
        posts = [seen[word] for word in sorted(sorted(words), key=common.__getitem__)[:needed]]
        if twin := _find_twin(words, posts):
            message = Message("asked-twice", key=twin.key)
            yield EntryProblem(entry.key, (), message, Message("hint-keep-one"))
        for post in posts:
            post.append((entry, words))


def _find_twin(
    words: frozenset[str], posts: Iterable[list[tuple[Entry, frozenset[str]]]]
) -> Entry | None:
    for post in posts:
        if len(post) < MOST_SHARERS:
            for entry, others in post:
                both = len(words & others)
                if both >= SAME * (len(words) + len(others) - both):
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
