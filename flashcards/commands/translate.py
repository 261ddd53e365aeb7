"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.commands.context import Context
from flashcards.course.translations import (
    accept_translations,
    make_translation_template,
    translation_status,
)
from flashcards.errors import FlashcardsError
from flashcards.terminal.output import print_columns, print_json, print_line, print_lines


def run_translate(
    context: Context, todo: bool, template: Sequence[str], accept: Sequence[str], as_json: bool
) -> None:
    """Print what is missing or stale, or accept what was checked again."""
    course = context.course
    others = [lang for lang in course.info.languages if lang != course.source]
    lang, title = context.lang or (others or [course.source])[0], course.info.title
    if lang == course.source and (template or accept):
        raise FlashcardsError(f"'{lang}' is the source: there is nothing to translate")
    if template:
        for key in template:
            print_lines(make_translation_template(course, lang, key).splitlines())
        return
    if accept:
        accepted = None if [*accept] == ["all"] else tuple(accept)
        count = accept_translations(course, lang, accepted)
        print_line(f"accepted {count} in {lang} of {title}")
        return
    status = translation_status(course, lang)
    if as_json:
        names = ("missing", "stale", "later", "decks")
        print_json({name: getattr(status, name) for name in names})
        return
    lists = {"missing": status.missing, "stale": status.stale}
    if todo:
        lists["not promised"] = status.later
    for state, keys in lists.items():
        print_lines(f"{status.places[key]}: {state}: {key}" for key in keys)
    if not todo:
        print_columns(
            [
                (
                    f"  {deck}",
                    f"{done} of {entries}",
                    f"{100 * done // entries} %",
                    f"{stale} stale",
                )
                for deck, (entries, done, stale) in status.decks.items()
            ]
        )
    if lang == course.source:
        print_line(f"{title}, {lang}: the decks are written in it, so no text is translated")
    else:
        print_line(
            f"{title}, {lang}: {status.translated} translated, {len(status.stale)} stale, "
            f"{len(status.missing)} promised and missing, {len(status.later)} not promised yet"
        )
