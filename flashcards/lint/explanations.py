"""Cards without an explanation, and explanations that say nothing, or speak of something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import KINDS_OF_VIEW, EntryView
from flashcards.lint.programs import is_in_code
from flashcards.lint.word_sets import IN_MANY_NAMES, says_no_more, split_content_words, split_words
from flashcards.model import Choose, Cloze, Code, Compare, Concept, Entry, Recall, Row, Term
from flashcards.text.entry_texts import Path
from flashcards.text.plain_text import find_line, read_word_list
from flashcards.words.message import Message

MANY_GAPS = 4
"""Gaps that one explanation cannot be expected to fit."""

LEAST_BEFORE = 5
"""Words before 'the first two' that can hold what is meant; Chinese count half."""

_ASKS_WHY = re.compile(r"(?:why|how come)\b|.*[.,:] why\b", re.IGNORECASE | re.DOTALL)
_MISSING = Message("why-missing")
_ADD = Message("hint-why")
_COUNTING = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|previous|top|bottom)"
    r" (?:option|answer|choice|alternative|distractor)s?\b"
    r"|\boptions? (?:[A-F]|[1-6])\b"
    r"|\b(?:options?|answers?|choices?) (?:above|below)\b"
    r"|\b(?:as|see) (?:above|below)\b|\ball of the above\b"
    r"|\bin (?:this|the above) order\b|\bin the order (?:above|shown|given|listed|written)\b"
    r"|按照?(?:这个|此|上述|以上|上面的?)顺序|依次[是为]"
    r"|第[一二三四五六]个?(?:选项|答案)|最后一?个?选项|(?:如上|上述|以上)(?:所述|选项|答案)",
    re.IGNORECASE,
)
_SUSPECT = tuple(
    read_word_list(
        "option answer choice alternative distractor above below order first last latter former"
    )
)
"""What every ASCII text has in which the others find something; it is found much faster."""
_WORD = r"[\u4e00-\u9fff]{2}|[^\s\u4e00-\u9fff]+"  # compiled where it is used: slow, and rare
_SUMMARY = re.compile(
    r"\bthe (?:first|last) (?:two|three|four|five)\b(?! of\b| \w+s\b)"
    r"|[前后][两二三四](?:者|种)|[前后][两二三四][个项](?=[都均是已也，。；、])"
    r"|\bthe latter\b|\bthe former(?=\s*[.,;:)]|\s+(?:are|were|have|can|do|must|will|only|\w+s)\b)"
    r"|[前后]者",
    re.IGNORECASE,
)


def find_missing_explanations(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Cards that are not explained: a fact is forgotten sooner than its reason."""
    entry = view.entry
    if entry.why:
        return
    match entry:
        case Choose():
            options = {**entry.right, **entry.wrong}.values()
            if not all(option.why for option in options):
                yield view.tell((), _MISSING, Message("hint-why-or-options"))
        case Code():
            if not entry.wrong or not all(option.why for option in entry.wrong.values()):
                yield view.tell((), _MISSING, _ADD)
        case Compare():
            for name, row in entry.rows.items():
                for path, hint in _find_unexplained(row):
                    yield view.tell(("rows", name, *path), _MISSING, hint)
        case Cloze():
            for number in entry.gaps:
                if number not in entry.reasons:
                    yield view.tell(("gaps", str(number)), _MISSING, Message("hint-why-or-gaps"))
        case Term():
            yield view.tell((), _MISSING, Message("hint-why-term"))
        case Recall() if not view.is_english or _ASKS_WHY.match(entry.recall):
            return  # the answer is the explanation, or may be
        case Concept():
            return  # its points are
        case _:
            yield view.tell((), _MISSING, _ADD)


def find_empty_explanations(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Explanations that only repeat question and answer, and so tell nothing more."""
    for path, text, shown in KINDS_OF_VIEW[view.entry.kind].list_explanations(view.entry):
        if text and "![" not in text and says_no_more(text, shown):
            yield view.tell(path, Message("why-repeats"), Message("hint-say-why"))


def find_unexplained_gaps(view: EntryView[Cloze]) -> Iterator[EntryProblem]:
    """One explanation for many gaps in code that leaves out a name to be filled in."""
    entry = view.entry
    if not entry.why or len(entry.gaps) < MANY_GAPS:
        return
    said = split_words(entry.why)
    for gap in (each for each in entry.gaps.values() if is_in_code(entry, each)):
        parts = {part for part in split_words(gap) if len(part) > 2}
        if parts and parts.isdisjoint(said):
            message = Message("why-without-gap", gap=gap, n=len(entry.gaps))
            yield view.tell(("why",), message, Message("hint-why-each-gap"))
            return


def find_misplaced_explanations(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Explanations of a whole comparison that are about some things only.

    They stand under every card, also under those that they do not explain.
    """
    entry = view.entry
    if entry.why and len(entry.rows) > 1 and _find_unnamed(entry, entry.why, entry.compare):
        yield view.tell(("why",), Message("why-of-some-things"), Message("hint-why-in-row"))


def find_things_not_explained(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Explanations of a row that name other things than one of those that are asked."""
    for name, row in view.entry.rows.items():
        asked = [thing for thing in (*row.ask, *row.which) if thing not in row.reasons]
        if row.why and len(asked) > 1 and (unnamed := _find_unnamed(view.entry, row.why, asked)):
            message = Message("why-of-other-things", thing=unnamed)
            yield view.tell(("rows", name, "why"), message, Message("hint-why-each-thing"))


def find_counted_options(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Explanations that count options, whose order is another one every time."""
    if not _has_shuffled_options(view.entry):
        return
    for path, text in view.texts.items():
        if "why" in path and isinstance(text, str) and (phrase := _find_counting(text)):
            message = Message("options-counted", words=phrase)
            yield view.tell(path, message, Message("hint-name-meant"), find_line(text, phrase))


def _find_unexplained(row: Row) -> Iterator[tuple[Path, Message]]:
    """The questions of a row that are not explained; the row itself if it asks none."""
    for field, questions in (("ask", row.ask), ("which", row.which)):
        for thing in questions:
            if not row.explain(thing):
                yield (field, thing), Message("hint-why-thing", sample=f"{{{thing}: …}}")
    if not (row.ask or row.which or row.why or row.reasons):
        yield (), _ADD


def _find_unnamed(entry: Compare, why: str, things: Iterable[str]) -> str | None:
    """The first of these things that the text does not name, if it names another one.

    None as well if a thing has no word of its own, for then nobody can tell.
    """
    said = split_words(why)
    words = {thing: split_content_words(text) for thing, text in entry.compare.items()}
    own = {
        thing: words[thing].difference(
            IN_MANY_NAMES, *(words[other] for other in words if other != thing)
        )
        for thing in words
    }
    if any(max(map(len, distinct), default=0) < 3 for distinct in own.values()):
        return None
    named = {thing for thing, distinct in own.items() if not said.isdisjoint(distinct)}
    return next((thing for thing in things if thing not in named), None) if named else None


def _has_shuffled_options(entry: Entry) -> bool:
    match entry:
        case Choose():
            return entry.shuffle
        case Code():
            return bool(entry.wrong)
    return True


def _find_counting(text: str) -> str:
    """The words of a text that mean options by their place; empty if there are none."""
    if text.isascii() and not any(map(text.casefold().__contains__, _SUSPECT)):
        return ""
    if found := _COUNTING.search(text):
        return found[0]
    for found in _SUMMARY.finditer(text):
        if len(re.findall(_WORD, text[: found.start()])) < LEAST_BEFORE:
            return found[0]
    return ""
