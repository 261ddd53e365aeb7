"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flashcards.course.load import load_course
from flashcards.course.review import (
    TranslationStatus,
    accept_translations,
    make_translation_template,
    translation_status,
)
from flashcards.terminal.output import print_json, print_line, print_lines


def run_translate(
    folder: Path | None,
    lang: str | None,
    todo: bool,
    template: Sequence[str],
    accept: Sequence[str],
    as_json: bool,
) -> None:
    """Print what is missing or stale, or accept what was checked again."""
    course = load_course(folder)
    others = (other for other in course.info.languages if other != course.source)
    lang = lang or next(others, course.source)
    title = course.info.title
    if template:
        for key in template:
            print_lines(make_translation_template(course, lang, key).splitlines(), whole=True)
        return
    if accept:
        keys = None if tuple(accept) == ("all",) else tuple(accept)
        print_line(f"accepted {accept_translations(course, lang, keys)} in {lang} of {title}")
        return
    status = translation_status(course, lang)
    if as_json:
        names = ("missing", "stale", "later", "decks")
        print_json({name: getattr(status, name) for name in names})
        return
    _print_entries(status, todo)
    if lang == course.source:
        print_line(f"{title}, {lang}: the decks are written in it, so no text is translated")
    else:
        print_line(
            f"{title}, {lang}: {status.translated} translated, {len(status.stale)} stale, "
            f"{len(status.missing)} promised and missing, {len(status.later)} not promised yet"
        )


def _print_entries(status: TranslationStatus, todo: bool) -> None:
    """Print a line for each entry to work on, and the decks unless all that is left is asked."""
    lists = {"missing": status.missing, "stale": status.stale}
    if todo:
        lists["not promised"] = status.later
    for state, keys in lists.items():
        print_lines(f"{status.places[key]}: {state}: {key}" for key in keys)
    if not todo:
        width = max(map(len, status.decks), default=0)
        for deck, (entries, translated, stale) in status.decks.items():
            share = 100 * translated // entries
            counts = f"{translated:4} of {entries:4} ({share:3} %), {stale} stale"
            print_line(f"  {deck:{width}}  {counts}")
