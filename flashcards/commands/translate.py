"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, list_keys, list_languages
from flashcards.commands.speech import name_course, print_sentence, say_sentence
from flashcards.terminal.output import print_json, print_line, print_lines

if TYPE_CHECKING:
    from flashcards import TranslationStatus

OPTIONS = (
    FOLDER,
    Option("lang", ("--lang",), "The language.", default="zh", complete=list_languages),
    Option(
        "todo", ("--todo",), "All that is missing or stale, promised or not.", value=bool,
        default=False,
    ),
    Option(
        "template", ("--template",), "Print the texts of this entry to fill in; or 'labels'.",
        many=True, metavar="KEY",
        complete=lambda course: ("labels", "sentences", *list_keys(course)),
    ),
    Option(
        "accept", ("--accept",), "It fits today's English; 'all' for all.", many=True,
        metavar="KEY", complete=lambda course: ("all", *list_keys(course)),
    ),
    JSON,
)  # fmt: skip


def run(
    folder: Path | None, lang: str, todo: bool, template: tuple[str, ...], accept: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """What is missing or stale in another language, and what was checked again."""
    from flashcards import (
        accept_translations,
        load_course,
        make_translation_template,
        translation_status,
    )
    from flashcards.paths import cache_folder

    course = load_course(folder, cache=cache_folder())
    if template:
        for key in template:
            print_lines(make_translation_template(course, lang, key).splitlines(), whole=True)
        return
    if accept:
        keys = None if accept == ("all",) else accept
        accepted = accept_translations(course, lang, keys)
        print_sentence(f"accepted {accepted} in {lang} of {name_course(course)}")
        return
    status = translation_status(course, lang)
    if as_json:
        names = ("missing", "stale", "later", "decks", "missing_labels")
        print_json({name: getattr(status, name) for name in names})
    else:
        _print(f"{name_course(course)}, {lang}", status, todo)


def _print(name: str, status: TranslationStatus, todo: bool) -> None:
    listed = [("missing", status.missing), ("stale", status.stale)]
    if todo:
        listed.append(("not promised", status.later))
    for word, keys in listed:
        for key in keys:
            print_sentence(f"{status.places[key]}: {word}: {key}")
    if not todo:
        width = max(map(len, status.decks), default=0)
        for deck, (entries, translated, stale) in status.decks.items():
            share = 100 * translated // entries
            told = f"{translated:4} of {entries:4} ({share:3} %), {stale} stale"
            print_line(f"  {deck:{width}}  {say_sentence(told)}")
    if status.missing_labels:
        done = f"labels: {status.labels} of {status.labels + len(status.missing_labels)}"
        if todo:
            print_sentence(f"labels missing: {', '.join(status.missing_labels)}")
        print_sentence(f"{done}; the rest is said in English ('--template labels' has them all)")
    print_sentence(
        f"{name}: {status.translated} translated, {len(status.stale)} stale, "
        f"{len(status.missing)} promised and missing, {len(status.later)} not promised yet"
    )
