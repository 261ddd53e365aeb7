"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import DECK_LANG, FORCE_FOLDER, MAP, print_report
from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line
from flashcards.commands.speaker import Speaker, quote_word
from flashcards.errors import FlashcardsError, UsageError
from flashcards.words.message import Message

OPTIONS = (
    Option("name", required=True, help="The folder to make.", check=check_line),
    Option("title", ("--title",), "The title of the course.", check=check_line),
    Option("author", ("--author",), "Who writes it.", check=check_line),
    DECK_LANG,
    Option(
        "sources", ("--from",), "Material to begin with, as for 'ptquiz import'.", value=Path,
        many=True, metavar="FILE",
    ),
    MAP,
    FORCE_FOLDER,
)  # fmt: skip


def run(
    speaker: Speaker, name: str, title: str | None, author: str | None, language: str,
    sources: tuple[Path, ...], mapping: str | None, force: bool,
) -> None:  # fmt: skip
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards import write_new_course
    from flashcards.words.catalog import LANGUAGES

    folder = Path(name)
    if mapping and not sources:
        raise UsageError(Message("map-without-table"), "--map")
    if sources:
        _make_from(speaker, folder, sources, mapping, title, author, language, force)
        return
    write_new_course(
        folder, title=title, author=author or find_author(), lang=language, force=force
    )
    place, package = quote_word(name), quote_word(f"{folder.resolve().name}.apkg")
    speaker.print(Message("course-made", name=name))
    speaker.print(Message("course-edit", path=(folder / "decks" / "first.yaml").as_posix()))
    speaker.print(Message("course-check", command=f"ptquiz check {place}"))
    speaker.print(Message("course-study", command=f"ptquiz --course {place}"))
    speaker.print(Message("course-build", command=f"ptquiz build {place} -o {package}"))
    if language not in LANGUAGES:
        command = f"ptquiz translate {place} --template labels"
        speaker.print(Message("course-words", command=command))


def _make_from(
    speaker: Speaker,
    folder: Path, sources: tuple[Path, ...], mapping: str | None, title: str | None,
    author: str | None, language: str, force: bool,
) -> None:  # fmt: skip
    """Make a course of existing material. Raises FlashcardsError if nothing of it can be used."""
    from flashcards import import_material

    if Path(folder, "decks", "course.yaml").exists():
        raise FlashcardsError(Message("course-exists", folder=folder))
    report = import_material(
        sources, folder, mapping=mapping or "", title=title, author=author or find_author(),
        lang=language, force=force,
    )  # fmt: skip
    print_report(speaker, report)
    if not report.written:
        raise FlashcardsError(Message("course-without-entries"))
