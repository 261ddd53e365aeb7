"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, list_keys, list_languages
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards import TranslationStatus

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
    from flashcards import accept_translations, load_course, translation_status
    from flashcards.paths import cache_folder

    course = load_course(folder, cache=cache_folder())
    if accept:
        keys = None if accept == ("all",) else accept
        accepted = accept_translations(course, lang, keys)
        print_line(f"accepted {accepted} in {lang} of {course.info.title}")
        return
    status = translation_status(course, lang)
    if as_json:
        print_json({name: getattr(status, name) for name in ("missing", "stale", "later")})
    else:
        _print(f"{course.info.title}, {lang}", status)


def _print(name: str, status: TranslationStatus) -> None:
    for word, keys in (("missing", status.missing), ("stale", status.stale)):
        for key in keys:
            print_line(f"{status.places[key]}: {word}: {key}")
    print_line(
        f"{name}: {status.translated} translated, {len(status.stale)} stale, "
        f"{len(status.missing)} promised and missing, {len(status.later)} not promised yet"
    )
