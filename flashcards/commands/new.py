"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import DECK_LANG, FORCE_FOLDER, MAP, print_report
from flashcards.commands.named_course import quote_word
from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line
from flashcards.commands.speech import print_sentence
from flashcards.errors import FlashcardsError, UsageError

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
    name: str, title: str | None, author: str | None, language: str,
    sources: tuple[Path, ...], mapping: str | None, force: bool,
) -> None:  # fmt: skip
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards import write_new_course
    from flashcards.i18n.catalog import LANGUAGES

    folder = Path(name)
    if mapping and not sources:
        raise UsageError("it is about the columns of a table; name one with --from.", "--map")
    if sources:
        _make_from(folder, sources, mapping, title, author, language, force)
        return
    write_new_course(
        folder, title=title, author=author or find_author(), lang=language, force=force
    )
    short = folder.resolve().name
    print_sentence(f"made {name}. Next:")
    print_sentence(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print_sentence(f"  check  ptquiz check {quote_word(name)}")
    print_sentence(f"  study  ptquiz --course {quote_word(name)}")
    print_sentence(f"  build  ptquiz build {quote_word(name)} -o {quote_word(f'{short}.apkg')}")
    if language not in LANGUAGES:
        print_sentence(f"  words  ptquiz translate {quote_word(name)} --template labels")


def _make_from(
    folder: Path, sources: tuple[Path, ...], mapping: str | None, title: str | None,
    author: str | None, language: str, force: bool,
) -> None:  # fmt: skip
    """Make a course of existing material. Raises FlashcardsError if nothing of it can be used."""
    from flashcards import import_material

    if Path(folder, "decks", "course.yaml").exists():
        raise FlashcardsError(f"{folder} is there already; 'ptquiz import' adds to a course")
    report = import_material(
        sources, folder, mapping=mapping or "", title=title, author=author or find_author(),
        lang=language, force=force,
    )  # fmt: skip
    print_report(report)
    if not report.written:
        raise FlashcardsError("nothing of it could become an entry, so no course was made")
