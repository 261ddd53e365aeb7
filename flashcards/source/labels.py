"""The words around cards in an overlay, by the names of the program's own catalogue.

Names with a hyphen are those of help, plain sentences and errors, which may stay English. A
file that was written for another version of the program must not stop a learner: a label
that fits no more is a problem for `check` alone, and English stands in its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from flashcards.errors import Problem
from flashcards.source.near_names import suggest_nearest
from flashcards.source.yaml_reader import Document
from flashcards.words.catalog import HOLE, find_counted, load_catalogue, load_own_words
from flashcards.words.message import Message

_LISTS = {
    "weekdays": None,
    "key_names": None,
    "preview_filters": None,
    "month_names": ", ",
    "kind_names": ", ",
    "difficulty_names": ", ",
}
"""Labels that are several words, and what divides them; None is any space."""
_SCRIPTED = ("card_", "preview_score")
"""How the names of labels begin that a script says: it knows no plural."""

Flaw = tuple[Message, Message] | None
"""What is wrong with a label, and what to do."""


def read_labels(document: Document, misfits: list[Problem]) -> Iterator[tuple[str, str]]:
    """Each name with its words in the language.

    The document knows what is no label at all, `misfits` what does not fit this program.
    """
    own = load_own_words("en")
    refusal = Message("labels-not-words"), Message("hint-template-labels")
    for name, words, path in document.list_members("labels", *refusal):
        english = own.get(name)
        if english is None:
            hint = suggest_nearest(name, own) or Message("hint-remove")
            at = document.locate(path, of_key=True)
            misfits.append(Problem(at, Message("label-unknown", name=name), hint))
        elif not isinstance(words, str) or (english.strip() and not words.strip()):
            hint = Message("hint-label-words", name=name, english=repr(english))
            document.add_problem(path, Message("must-be-filled", name=name), hint)
        elif flaw := _find_flaw(name, words, english):
            misfits.append(Problem(document.locate(path), *flaw))
        else:
            yield name, words


def _find_flaw(name: str, words: str, english: str) -> Flaw:
    told = Message("hint-in-english", english=repr(english))
    if flaw := _find_wrong_holes(name, words, english):
        return flaw
    if name in _LISTS and _count(name, words) != (count := _count(name, english)):
        return Message("label-number", name=name, wanted=count, found=_count(name, words)), told
    if name == "letters" and any(pair.count("=") != 1 for pair in words.split()):
        return Message("label-letters"), told
    counts = find_counted(name) in (find_holes(english) or ()) and not name.startswith(_SCRIPTED)
    if "|" in words and "|" not in english and not counts:
        return Message("label-no-plural", name=name), Message("hint-no-bar")
    return None


def _find_wrong_holes(name: str, words: str, english: str) -> Flaw:
    wanted = find_holes(english) or frozenset()
    needed = {hole for hole in wanted if not hole.startswith("ptquiz")}
    found = find_holes(words)
    if found is not None and needed <= found <= wanted:
        return None
    holes = ", ".join(f"{{{hole}}}" for hole in sorted(wanted)) or "–"
    message = Message("label-holes", name=name, holes=holes)
    return message, Message("hint-in-english", english=repr(english))


def find_missing_labels(words: Mapping[str, str]) -> list[str]:
    """The names of labels that a language does not have yet, in the order of the template."""
    return [
        name
        for name, said in load_own_words("en").items()
        if said and name not in words and "-" not in name
    ]


def format_labels(lang: str, words: Mapping[str, str]) -> str:
    """An overlay file with every label, in English where it is not translated yet."""
    english = load_own_words("en")
    lines = [
        "# Learners see all of them but those for authors or instructors alone.",
        "# Those with a hyphen in their name may stay English.",
        f"lang: {lang}",
        "labels:",
    ]
    for about, group in load_catalogue("en").groups.items():
        lines += ["", f"  # {about}"]
        for name in (each for each in group if each in english):
            new = "  # new" if words and name not in words else ""
            said = json.dumps(words.get(name, english[name]), ensure_ascii=False)
            lines.append(f"  {name}: {said}{new}")
    return "\n".join(lines) + "\n"


def find_holes(words: str) -> frozenset[str] | None:
    """The names that are filled in; None if the words cannot be filled in."""
    rest = HOLE.sub("", words)
    return None if "{" in rest or "}" in rest else frozenset(HOLE.findall(words))


def _count(name: str, words: str) -> int:
    return len(words.split(_LISTS[name]))
