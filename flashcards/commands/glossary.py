"""`ptquiz glossary`: the terms of a course, with their English and what they mean."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.options import Option
from flashcards.commands.shared_options import COURSE, JSON, LANG, PLAIN
from flashcards.commands.speaker import Speaker
from flashcards.errors import AlreadyReported, FlashcardsError, add_near_name
from flashcards.progress.glossary import make_glossary
from flashcards.terminal.console import make_console
from flashcards.terminal.output import print_json
from flashcards.terminal.progress_view import print_glossary
from flashcards.words.message import Message

OPTIONS = (
    Option("words", help="help-glossary-word", many=True, metavar="metavar-word"),
    LANG,
    COURSE,
    JSON,
    PLAIN,
)


def run(
    speaker: Speaker,
    words: tuple[str, ...],
    course: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """The terms of the course: what each is called, its English, and what it means."""
    found = speaker.load_course(course)
    glossary = make_glossary(found, speaker.choose_language(found), words)
    if as_json:
        print_json(glossary.for_json())
    if words and not glossary.terms:
        every = make_glossary(found, glossary.words.lang).terms
        told = add_near_name(Message("no_terms"), " ".join(words), [each.term for each in every])
        raise AlreadyReported if as_json else FlashcardsError(told)
    if not as_json:
        print_glossary(make_console(plain, glossary.words), glossary)
