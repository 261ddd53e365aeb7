"""`ptquiz new`: a course folder that checks and builds at once."""

from __future__ import annotations

from pathlib import Path

from flashcards.commands.environment import find_author
from flashcards.commands.import_report import MAP, print_report
from flashcards.commands.options import Option
from flashcards.commands.shared_options import check_line
from flashcards.commands.speech import print_sentence
from flashcards.errors import FlashcardsError, UsageError

OPTIONS = (
    Option("name", required=True, help="The folder to make.", check=check_line),
    Option("title", ("--title",), "The title of the course.", check=check_line),
    Option("author", ("--author",), "Who writes it.", check=check_line),
    Option(
        "sources", ("--from",), "Material to begin with, as for 'ptquiz import'.", value=Path,
        many=True, metavar="FILE",
    ),
    MAP,
)  # fmt: skip


def run(
    name: str, title: str | None, author: str | None, sources: tuple[Path, ...],
    mapping: str | None,
) -> None:  # fmt: skip
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards import write_new_course

    folder = Path(name)
    if mapping and not sources:
        raise UsageError("it is about the columns of a table; name one with --from.", "--map")
    if sources:
        _make_from(folder, sources, mapping, title, author)
        return
    write_new_course(folder, title=title, author=author or find_author())
    short = folder.resolve().name
    print_sentence(f"made {name}. Next:")
    print_sentence(f"  edit   {(folder / 'decks' / 'first.yaml').as_posix()}")
    print_sentence(f"  check  ptquiz check {_word(name)}")
    print_sentence(f"  study  ptquiz --course {_word(name)}")
    print_sentence(f"  build  ptquiz build {_word(name)} -o {_word(f'{short}.apkg')}")


def _make_from(
    folder: Path, sources: tuple[Path, ...], mapping: str | None, title: str | None,
    author: str | None,
) -> None:  # fmt: skip
    """Make a course of existing material. Raises FlashcardsError if nothing of it can be used."""
    from flashcards import import_material

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FlashcardsError(f"{folder} is there already; 'ptquiz import' adds to a course")
    report = import_material(
        sources, folder, mapping=mapping or "", title=title, author=author or find_author()
    )
    print_report(report)
    if not report.written:
        raise FlashcardsError("nothing of it could become an entry, so no course was made")


def _word(text: str) -> str:
    """As one word of a command line, in every shell."""
    return f'"{text}"' if set(text) & set(" #&'();") else text
