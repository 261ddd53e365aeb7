"""The words around cards in an overlay, by the names of the program's own catalogue.

`labels` are words by name, `sentences` are plain sentences and errors by their English. A
file that was written for another version of the program must not stop a learner: a label
that fits no more is a problem for `check` alone, and English stands in its place.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from flashcards.errors import Problem
from flashcards.i18n.catalog import COUNTS, load_own_words
from flashcards.source.hints import suggest_nearest
from flashcards.source.yaml_reader import Document

_LISTS = {
    "weekdays": None, "key_names": None, "preview_filters": None, "month_names": ", ",
    "kind_names": ", ", "difficulty_names": ", ",
}  # fmt: skip
"""Labels that are several words, and what divides them; None is any space."""
_SCRIPTED = ("card_", "preview_score")
"""How the names of labels begin that a script says: it knows no plural."""

Flaw = tuple[str, str] | None
"""What is wrong with a label, and what to do."""


def read_labels(data: Any, document: Document, misfits: list[Problem]) -> Iterator[tuple[str, str]]:
    """Each name with its words in the language.

    The document knows what is no label at all, `misfits` what does not fit this program.
    """
    own = load_own_words("en")
    yield from _read_table(
        "labels", data, document, misfits, lambda name: own.get(name), _find_flaw
    )


def read_sentences(
    data: Any, document: Document, misfits: list[Problem]
) -> Iterator[tuple[str, str]]:
    """Each English sentence with that of the language; as `read_labels`."""
    if not data:
        return
    from flashcards.i18n.sentences import list_sentences

    known = dict(list_sentences())
    find = {sentence: sentence for sentence in known}.get
    yield from _read_table("sentences", data, document, misfits, find, _find_wrong_holes)


def _read_table(
    part: str, data: Any, document: Document, misfits: list[Problem],
    find: Callable[[str], str | None], find_flaw: Callable[[str, str, str], Flaw],
) -> Iterator[tuple[str, str]]:  # fmt: skip
    if not isinstance(data, dict):
        hint = f"'ptquiz translate --template {part}' writes them to fill in"
        document.add_problem((part,), f"'{part}' must be a mapping of names to words", hint)
        return
    for name, words in data.items():
        path = (part, name)
        if document.is_given_up(path):
            return
        english = find(name)
        if english is None:
            noun = "label" if part == "labels" else "sentence"
            hint = (suggest_nearest(name, load_own_words("en")) if noun == "label" else "") or (
                "remove it"
            )
            at = document.locate(path, of_key=True)
            misfits.append(Problem(at, f"there is no {noun} '{name}' in this ptquiz", hint))
        elif not isinstance(words, str) or (english.strip() and not words.strip()):
            hint = f"write its words: {name}: {english!r}"
            document.add_problem(path, f"'{name}' must be text that is not empty", hint)
        elif flaw := find_flaw(name, words, english):
            misfits.append(Problem(document.locate(path), *flaw))
        else:
            yield name, words


def _find_flaw(name: str, words: str, english: str) -> Flaw:
    told = f"in English it is {english!r}"
    if flaw := _find_wrong_holes(name, words, english):
        return flaw
    if name in _LISTS and _count(name, words) != (count := _count(name, english)):
        return f"'{name}' must name {count} things, and names {_count(name, words)}", told
    if name == "letters" and any(pair.count("=") != 1 for pair in words.split()):
        return "'letters' must be pairs such as 'ü=ue', with spaces between them", told
    counts = (find_holes(english) or frozenset()) & set(COUNTS) and not name.startswith(_SCRIPTED)
    if "|" in words and "|" not in english and not counts:
        return f"'{name}' is said the same for one and for many", "write it without the bar"
    return None


def _find_wrong_holes(name: str, words: str, english: str) -> Flaw:
    wanted = find_holes(english) or frozenset()
    if find_holes(words) == wanted:
        return None
    holes = ", ".join(f"{{{hole}}}" for hole in sorted(wanted)) or "nothing"
    message = f"'{name}' is filled in with {holes}, and its words with something else"
    return message, f"in English it is {english!r}"


def find_missing_labels(words: Mapping[str, str]) -> list[str]:
    """The names of labels that a language does not have yet, in the order of the template."""
    return [name for name, said in load_own_words("en").items() if said and name not in words]


def format_labels(lang: str, words: Mapping[str, str]) -> str:
    """An overlay file with every label, in English where it is not translated yet."""
    from flashcards.i18n import en, en_results
    from flashcards.i18n.sections import list_sections

    english = load_own_words("en")
    told = [pair for module in (en, en_results) for pair in list_sections(module)]
    rows = ((name, words.get(name, english[name]), section) for name, section in told)
    head = "# Learners see all of them but those for authors or instructors alone.\n"
    return head + _format_table(lang, "labels", rows, set(words))


def format_sentences(lang: str, words: Mapping[str, str]) -> str:
    """An overlay file with every sentence of commands, errors and help; as `format_labels`."""
    from flashcards.i18n.sentences import list_sentences

    rows = ((each, words.get(each, each), section) for each, section in list_sentences())
    return _format_table(lang, "sentences", rows, set(words))


def _format_table(
    lang: str, part: str, rows: Iterator[tuple[str, str, str]], done: set[str]
) -> str:
    lines = [f"lang: {lang}", f"{part}:"]
    last = ""
    for name, said, section in rows:
        if section != last:
            lines += ["", f"  # {section}"]
        last = section
        key = name if part == "labels" else _quote(name)
        lines.append(f"  {key}: {_quote(said)}{'' if name in done or not done else '  # new'}")
    return "\n".join(lines) + "\n"


def find_holes(words: str) -> frozenset[str] | None:
    """The names that are filled in; None if the words cannot be filled in."""
    try:
        parts = list(string.Formatter().parse(words))
    except ValueError:
        return None
    if any(spec or conversion for _, _, spec, conversion in parts):
        return None  # it could ask for a text of any length
    return frozenset(name for _, name, _, _ in parts if name is not None)


def _count(name: str, words: str) -> int:
    return len(words.split(_LISTS[name]))


def _quote(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
