"""`ptquiz translate`: what is missing or stale in another language."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.options import switch
from flashcards.commands.shared_options import FOLDER, JSON, LANG, entry_keys
from flashcards.commands.speaker import Speaker
from flashcards.source.translation_review import (
    TranslationStatus,
    accept_translations,
    make_translation_template,
    translation_status,
)
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.words.message import Message

OPTIONS = (
    *FOLDER,
    LANG._replace(name="language", help="help-translate-lang"),
    switch("todo", "--todo", "help-translate-todo"),
    entry_keys("template", "help-translate-template"),
    entry_keys("accept", "help-translate-accept", "all"),
    JSON,
)


def run(
    speaker: Speaker,
    folder: Path | None,
    language: str | None,
    todo: bool,
    template: tuple[str, ...],
    accept: tuple[str, ...],
    as_json: bool,
) -> None:
    """What is missing or stale in another language, and what was checked again."""
    course = speaker.load_course(folder)
    others = (each for each in course.info.languages if each != course.source)
    lang = language or next(others, course.source)
    if template:
        for key in template:
            print_lines(make_translation_template(course, lang, key).splitlines(), whole=True)
        return
    if accept:
        keys = None if accept == ("all",) else accept
        count = accept_translations(course, lang, keys)
        title = course.info.title
        speaker.print(Message("translations-accepted", count=count, lang=lang, course=title))
        return
    status = translation_status(course, lang)
    if as_json:
        names = ("missing", "stale", "later", "decks")
        print_json({name: getattr(status, name) for name in names})
        return
    _print_entries(speaker, status, todo)
    if lang == course.source:
        speaker.print(Message("translation-of-source", course=course.info.title, lang=lang))
    else:
        speaker.print(_tell_counts(status, course.info.title, lang))


def _tell_counts(status: TranslationStatus, course: str, lang: str) -> Message:
    return Message(
        "translation-of-course",
        course=course,
        lang=lang,
        translated=status.translated,
        stale=len(status.stale),
        missing=len(status.missing),
        later=len(status.later),
    )


def _print_entries(speaker: Speaker, status: TranslationStatus, todo: bool) -> None:
    listed = [("missing", status.missing), ("stale", status.stale)]
    if todo:
        listed.append(("later", status.later))
    for name, keys in listed:
        for key in keys:
            speaker.print(Message(f"translation-{name}", place=status.places[key], key=key))
    if not todo:
        width = max(map(len, status.decks), default=0)
        for deck, (entries, translated, stale) in status.decks.items():
            told = Message(
                "translation-of-deck",
                translated=f"{translated:4}",
                entries=f"{entries:4}",
                share=f"{100 * translated // entries:3}",
                stale=stale,
            )
            print_line(f"  {deck:{width}}  {speaker.render(told)}")
