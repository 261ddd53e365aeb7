"""What an author may have meant: the nearest known word, and a syntax error in plain words."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from flashcards.source.flow_scalars import quote_in_brackets

if TYPE_CHECKING:
    from flashcards.source.fault import Fault

_MEANT: Mapping[str, Sequence[str]] = {
    "definition": ("meaning",), "description": ("meaning", "points"), "explanation": ("why",),
    "reason": ("why",), "because": ("why",), "rationale": ("why",), "explain": ("why",),
    "answer": ("meaning", "prints"), "back": ("answer", "meaning"), "output": ("prints",),
    "result": ("prints",), "expected": ("prints",), "stdout": ("prints",), "id": ("key", "deck"),
    "name": ("key", "deck", "title"), "slug": ("key",), "correct": ("right",), "true": ("right",),
    "incorrect": ("wrong",), "distractors": ("wrong",), "false": ("wrong",), "tag": ("tags",),
    "labels": ("tags",), "tags": ("tag",), "level": ("difficulty", "stage"), "alias": ("aliases",),
    "synonyms": ("aliases",), "source": ("see",), "sources": ("see",), "links": ("see",),
    "references": ("see",), "items": ("steps", "entries"), "sequence": ("steps",),
    "cards": ("entries",), "questions": ("entries", "picks"), "notes": ("entries",),
    "blanks": ("gaps",), "number": ("count",), "time": ("minutes",), "duration": ("minutes",),
    "week": ("stage",), "module": ("stage",), "similar": ("confused_with",), "lang": ("language",),
    "language": ("lang",), "license": ("licence",), "question": ("recall", "title"),
    "front": ("recall", "term"), "q": ("recall",), "card": ("recall",), "flashcard": ("recall",),
    "word": ("term",), "mcq": ("choose",), "multiple_choice": ("choose",), "quiz": ("choose",),
    "fill": ("cloze",), "blank": ("cloze",), "comparison": ("compare",), "versus": ("compare",),
    "ordering": ("order",), "program": ("code",), "snippet": ("code",), "idea": ("concept",),
    "link": ("url",), "href": ("url",), "authors": ("author",),
}  # fmt: skip
"""What people call a field, and what it may be called here."""


_CLOZE_MARK = re.compile(r"\{\{c\d+::(.*?)(?:::[^}]*)?\}\}")
"""A gap as Anki writes it, with a hint or without."""
_FEW = 2
"""Letters that a slip may change in a short word; in a longer one a third of them."""
_LOOK = "look for a missing quote, bracket or indentation at or above this line"


def describe_fault(fault: Fault, lines: Sequence[str]) -> tuple[str, str, int, int]:
    """Message, hint, line and column of a syntax error for which no repair was found."""
    begun = lines[fault.from_line] if fault.from_line < len(lines) else ""
    mark = begun[fault.from_column : fault.from_column + 1]
    if mark and mark in "\"'" and "quoted scalar" in fault.context:
        hint = f"write {mark} where the text ends"
        return f"this {mark} is never closed", hint, fault.from_line, fault.from_column
    if mark and mark in "[{" and "flow" in fault.context:
        hint = 'close it, and put texts with signs in it in quotes: "…"'
        return f"this '{mark}' is never closed", hint, fault.from_line, fault.from_column
    if "simple key" in fault.context and begun:
        hint = "write 'name: text', or indent it further if it belongs to the text above"
        return (
            "this line has no field: a colon is missing",
            hint,
            fault.from_line,
            fault.from_column,
        )
    if fault.line < len(lines):
        return f"not YAML: {fault.problem}", _LOOK, fault.line, fault.column
    return f"not YAML: {fault.problem}", _LOOK, len(lines) - 1, 0


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """A hint that names the known word which looks most like this one."""
    nearest = find_nearest(word, known)
    return f"did you mean '{nearest}'?" if nearest else ""


def suggest_known_key(key: str, known: Iterable[str]) -> str:
    """Why a key may be unknown: misspelled, another name for one, or a text that a comma split."""
    if is_split_text(key) and not find_meant(key, known):
        return 'a comma split the text; put it in quotes: {text: "(3, 1)"}'
    known = sorted(known)
    meant = find_meant(key, known)
    if invisible := next((each for each in key if unicodedata.category(each) == "Cf"), ""):
        code = f"U+{ord(invisible):04X}"
        plain = meant or key.replace(invisible, "")
        return f"an invisible character ({code}) is in it; type it anew: {plain}"
    return f"did you mean '{meant}'?" if meant else f"remove it, or write one of {', '.join(known)}"


def find_lost_dollar(gap: str, text: str) -> str:
    """What the text has of a gap that is a formula, if one of its dollars is missing there."""
    if len(gap) < 3 or not (gap[0] == gap[-1] == "$") or text.count("$") % 2 == 0:
        return ""
    return next((part for part in (gap[:-1], gap[1:]) if part in text), "")


def suggest_gap(gap: str, text: str) -> str:
    """What to write for a gap that is not in its text."""
    if gap in (plain := _CLOZE_MARK.sub(r"\1", text)) and plain != text:
        return "take '{{c1::' and '}}' out of the text: 'gaps' alone says what is hidden"
    words = [found.span() for found in re.finditer(r"\S+", text)]
    length = len(gap.split())
    parts = [text[a[0] : b[1]] for a, b in zip(words, words[length - 1 :], strict=False)]
    nearest = find_nearest(gap, [part.rstrip(".,;:") for part in parts])
    return f"did you mean '{nearest}'?" if nearest else "copy it from the text, letter by letter"


def suggest_longer_gap(number: int, gap: str, text: str, accepted: Sequence[str]) -> str:
    """What to write for a gap that is in its text several times, so that its answer stays right."""
    once = "rewrite the text so that it is there once"
    around = (rf"\w+\s+{re.escape(gap)}(?!\w)", rf"(?<!\w){re.escape(gap)}\s+\w+")
    found = (part for each in around for part in re.findall(each, text))
    longer = next((part for part in found if text.count(part) == 1), "")
    if not longer or "\n" in longer:
        return f"{once}, or hide a word beside it too and put '{gap}' into 'accept'"
    also = f"and add the line 'accept: {{{number}: [{quote_in_brackets(gap)}]}}'"
    if accepted:
        also = "" if gap in accepted else f"and add '{gap}' to 'accept'"
    return f"{once}, or write '{longer}' here {also}".rstrip()


def is_split_text(key: str) -> bool:
    """Whether a key looks like the end of a text that a comma split."""
    return any(mark in key for mark in ")]}`'\" ")


def find_meant(word: str, known: Iterable[str]) -> str:
    """The known word that looks like this one, or that it is another name for; empty if none."""
    known = list(known)
    plain = word.strip().lower().replace(" ", "_").replace("-", "_")
    if plain in known:
        return plain
    named = next((each for each in _MEANT.get(plain, ()) if each in known), "")
    return named or find_nearest(word, known)


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The known word that looks most like this one; empty if none does."""
    matches = difflib.get_close_matches(word, list(known), n=3, cutoff=0.6)
    return next((each for each in matches if _is_near(word, each)), "")


def _is_near(word: str, other: str) -> bool:
    """Whether one is a slip of the other, begins it, or has only words of it.

    What shares most of its letters by chance is not: `t-test` is no slip of `chi2-test`.
    """
    a, b = word.lower(), other.lower()
    words = {*re.findall(r"\w+", a)}
    if a.startswith(b) or b.startswith(a) or (words and words <= {*re.findall(r"\w+", b)}):
        return True
    steps = difflib.SequenceMatcher(None, a, b).get_opcodes()
    changed = sum(max(i2 - i1, j2 - j1) for name, i1, i2, j1, j2 in steps if name != "equal")
    return changed <= max(_FEW, len(word) // 3)
