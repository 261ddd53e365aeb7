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
    Option(
        "lang", ("--lang",), "The language; without it the first besides that of the decks.",
        complete=list_languages,
    ),
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
    folder: Path | None, lang: str | None, todo: bool, template: tuple[str, ...],
    accept: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """What is missing or stale in another language, and what was checked again."""
    from flashcards import (
        accept_translations,
        load_course,
        make_translation_template,
        translation_status,
    )
    from flashcards.paths import open_cache

    course = load_course(folder, cache=open_cache())
    others = (each for each in course.info.languages if each != course.source)
    lang = lang or next(others, course.source)
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
        return
    _print_entries(status, todo)
    _print_labels(status, todo, Path(folder or course.root) / "decks" / lang / "labels.yaml")
    told = (
        f"{status.translated} translated, {len(status.stale)} stale, "
        f"{len(status.missing)} promised and missing, {len(status.later)} not promised yet"
    )
    if lang == course.source:
        told = "the decks are written in it, so no text is translated"
    print_sentence(f"{name_course(course)}, {lang}: {told}")


def _print_entries(status: TranslationStatus, todo: bool) -> None:
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


def _print_labels(status: TranslationStatus, todo: bool, file: Path) -> None:
    """How many words around the cards are missing, and where to write them: in `file`."""
    if not status.missing_labels:
        return
    if todo:
        print_sentence(f"labels missing: {', '.join(status.missing_labels)}")
    every = status.labels + len(status.missing_labels)
    print_sentence(f"labels: {status.labels} of {every}; the rest is said in English")
    print_sentence(f"  write them in {file.as_posix()}")
    print_sentence("  to fill in: ptquiz translate --template labels")
