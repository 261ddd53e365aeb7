"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, list_keys, list_languages
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards.model import Course, Entry

_LONE = re.compile(r"(?<!\r)\n")
"""A line break that is not Windows' own."""


OPTIONS = (
    FOLDER,
    Option("lang", ("--lang",), "The language.", default="zh", complete=list_languages),
    Option(
        "accept", ("--accept",), "It fits today's English; 'all' for all.", many=True,
        metavar="KEY", complete=lambda course: ("all", *list_keys(course)),
    ),
    JSON,
)  # fmt: skip


def run(folder: Path | None, lang: str, accept: tuple[str, ...], as_json: bool) -> None:
    """What is missing or stale in another language, and what was checked again."""
    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.paths import course_at

    course = course_at(folder)
    if lang == SOURCE_LANGUAGE:
        raise FlashcardsError(f"'{lang}' is the source: what is written in the decks themselves")
    if lang not in course.info.languages:
        raise FlashcardsError(f"'{lang}' is not among the languages in course.yaml")
    if accept:
        _accept(course, lang, accept)
    else:
        _print_todo(course, lang, as_json)


def _own_entries(course: Course) -> dict[str, Entry]:
    return {
        entry.key: entry
        for deck in course.decks
        for entry in deck.entries
        if entry.key not in course.origins and not entry.retired
    }


def _state(course: Course, lang: str) -> dict[str, list[str]]:
    """Keys by what is to be done: missing, stale; `promised` first."""
    from flashcards.text.entry_texts import fingerprint

    promised = course.info.promises.get(lang, ())
    done = course.translations.get(lang, {})
    state: dict[str, list[str]] = {"missing": [], "stale": [], "later": []}
    for key, entry in _own_entries(course).items():
        if key not in done:
            state["missing" if entry.kind in promised else "later"].append(key)
        elif done[key].source != fingerprint(entry):
            state["stale"].append(key)
    return state


def _print_todo(course: Course, lang: str, as_json: bool) -> None:
    state = _state(course, lang)
    if as_json:
        print_json(state)
        return
    for word in ("missing", "stale"):
        for key in state[word]:
            at = course.translations.get(lang, {}).get(key) or None
            print_line(f"{at.at if at else course.places[key]}: {word}: {key}")
    done = len(course.translations.get(lang, {}))
    print_line(
        f"{lang}: {done} translated, {len(state['stale'])} stale, "
        f"{len(state['missing'])} promised and missing, {len(state['later'])} not promised yet"
    )


def _accept(course: Course, lang: str, keys: tuple[str, ...]) -> None:
    from flashcards.text.entry_texts import fingerprint

    done = course.translations.get(lang, {})
    entries = _own_entries(course)
    wanted = _state(course, lang)["stale"] if keys == ("all",) else keys
    if unknown := [key for key in wanted if key not in done or key not in entries]:
        raise FlashcardsError(f"no complete translation into '{lang}' of: {', '.join(unknown)}")
    by_file: dict[Path, dict[str, str]] = {}
    for key in wanted:
        file = Path(course.root) / _inside(course, done[key].at.file)
        by_file.setdefault(file, {})[key] = fingerprint(entries[key])
    for path, marks in by_file.items():
        _write_marks(path, marks)
    print_line(f"accepted {len(wanted)} in {lang}")


def _write_marks(path: Path, marks: dict[str, str]) -> None:
    """Write the fingerprints into an overlay; its line endings stay as they are."""
    from flashcards.fileio import load_text, write_whole
    from flashcards.source.folder import MAX_FILE_BYTES
    from flashcards.source.translation_marks import accepted

    text = load_text(path, MAX_FILE_BYTES, links=False)
    try:
        marked = accepted(text, str(path), marks)
    except ProblemsFound as found:
        raise FlashcardsError(str(found)) from None
    marked = _LONE.sub("\r\n", marked) if "\r\n" in text else marked
    write_whole(path, marked.encode(), source=True)


def _inside(course: Course, shown: str) -> str:
    """The path below the course folder of a file as it is shown."""
    return shown[shown.rindex("decks/") :]
