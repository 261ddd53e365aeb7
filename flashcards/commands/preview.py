"""`ptquiz preview`: every card as Anki will show it, on one HTML page."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FILTERS, FOLDER, LANG, NOTES, QUIZ, SEED
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.terminal.output import print_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flashcards.anki.foot import Stamp
    from flashcards.cards import Note
    from flashcards.model import Course, Quiz, Selection

OPTIONS = (
    FOLDER,
    Option(
        "output", ("--output", "-o"), "Where the page goes.", value=Path, metavar="FILE",
        default=Path("build/preview.html"),
    ),
    Option(
        "watch", ("--watch",), "Write it again whenever a file changes, until Ctrl-C.",
        value=bool, default=False,
    ),
    *FILTERS,
    QUIZ,
    LANG,
    NOTES,
    SEED,
)  # fmt: skip
_LOOK_EVERY = 0.5
"""Seconds between two looks at the files."""


def run(
    folder: Path | None, output: Path, watch: bool, quiz: str | None, lang: str | None,
    count: int | None, seed: str | None, **filters: Any,
) -> None:  # fmt: skip
    """Write one HTML page that shows every card as Anki will, in all languages.

    Search, filters, night and phone are on the page; it needs no network.
    """
    from flashcards.model import Selection

    choice = Selection(**filters)

    def write() -> None:
        course, notes = _chosen(folder, choice, quiz, lang, count, seed)
        _write(course, notes, output, watch)

    if not watch:
        write()
        return
    _keep_writing(write, folder, quiz)


def _keep_writing(write: Callable[[], None], folder: Path | None, quiz: str | None) -> None:
    """Write now and after every change; a mistake is told and waited for."""
    before: object = None
    while True:
        now = _state(folder, quiz)
        if now != before:
            try:
                write()
            except (FlashcardsError, OSError) as error:
                print_line(error)
            before = now
        time.sleep(_LOOK_EVERY)


def _state(folder: Path | None, quiz: str | None) -> list[tuple[str, int, int]]:
    """What changes when a file of the course does, or the file of the quiz."""
    from flashcards.source import builtin_folder

    root = folder or builtin_folder()
    paths = [p for part in ("decks", "quizzes") for p in sorted((root / part).rglob("*"))]
    return [fact for path in (*paths, Path(quiz or "")) for fact in _facts(path)]


def _facts(path: Path) -> Iterator[tuple[str, int, int]]:
    """Name, time and size of a file; none of one that an editor has just moved away."""
    with suppress(OSError):
        if path.is_file():
            facts = path.stat()
            yield str(path), facts.st_mtime_ns, facts.st_size


def _chosen(
    folder: Path | None, choice: Selection, quiz: str | None, lang: str | None,
    count: int | None, seed: str | None,
) -> tuple[Course, list[Note]]:  # fmt: skip
    """The course, and the notes that the options ask for in each language."""
    from flashcards.cards import list_notes
    from flashcards.paths import course_at
    from flashcards.questions.names import check_names, find_language
    from flashcards.questions.quiz import find_quiz
    from flashcards.selection import TooFewCards

    course = course_at(folder)
    check_names(course, choice)
    named = None if quiz is None else find_quiz(course, quiz)
    lang = lang or (named.lang if named else None)
    wanted = (find_language(course, lang),) if lang else course.info.languages
    found: list[Note] = []
    for language in wanted:
        try:
            found += _some(list_notes(course, language), named, choice, count, seed)
        except TooFewCards as error:
            if language == wanted[0]:
                raise
            if named or count:
                print_line(f"not shown in '{language}': {error}")
    return course, found


def _some(
    every: list[Note], quiz: Quiz | None, choice: Selection, count: int | None, seed: str | None
) -> list[Note]:
    from flashcards.questions.draw import draw_notes
    from flashcards.selection import exactly, matching_some

    if quiz is not None:
        return draw_notes(quiz, every, choice, count, seed)
    if count is None:
        return matching_some(every, choice)
    return [card.note for card in exactly(every, choice, count, seed or "", apart=True)]


def _write(course: Course, notes: list[Note], output: Path, watch: bool) -> None:
    from flashcards.fileio import write_whole
    from flashcards.lint import lint
    from flashcards.preview.page import PageDetails, render_page
    from flashcards.text.images import load_pictures

    warnings: dict[str, list[str]] = {}
    for finding in lint(course):
        warnings.setdefault(finding.key, []).append(finding.message)
    sight = PageDetails(
        stamps=_stamps(course),
        warnings=warnings,
        pictures=load_pictures(course, _shown(notes)),
        reloads=watch,
    )
    write_whole(output, render_page(course, notes, sight).encode())
    print_line(f"Wrote {output}: {sum(len(note.cards) for note in notes)} cards.")


def _shown(notes: list[Note]) -> Iterator[str]:
    """Names of the pictures that the notes show."""
    from flashcards.text.entry_texts import texts
    from flashcards.text.images import find_pictures

    for note in notes:
        for leaf in texts(note.entry).values():
            for text in (leaf,) if isinstance(leaf, str) else leaf:
                yield from (picture.name for picture in find_pictures(text))


def _stamps(course: Course) -> dict[str, Stamp]:
    """When each note was released and what it was verified on, as far as the lock is sound."""
    from flashcards.anki.build import now, verified
    from flashcards.anki.job import load_job
    from flashcards.anki.release import stamp_notes
    from flashcards.source import builtin_folder

    base = builtin_folder()
    own = Path(course.root).resolve() == base.resolve()
    moment = now()
    try:
        job = load_job(
            course, course.info.languages, moment, verified(course), None if own else base
        )
    except ProblemsFound as found:
        print_line(f"not shown: when cards were released. {found}")
        return {}
    every = [source for sources in job.sources.values() for source in sources]
    return stamp_notes(job.lock, every, moment)
