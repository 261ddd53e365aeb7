"""What the lint says about entries written in YAML."""

from textwrap import dedent

from flashcards.errors import EntryProblem
from flashcards.lint import lint
from flashcards.model import Course, CourseInfo, EntryTranslation, WordChoice
from tests.helpers.one_deck import read_deck

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0")


def find_findings(*entries: str, zh: dict[tuple[str, ...], str] | None = None) -> list[str]:
    """Each finding as `key/path: message`; `zh` has translated texts of the entry `k`."""
    return [
        f"{each.lang and each.lang + ':'}{'/'.join((each.key, *each.path))}: {each.message}"
        for each in lint_entries(*entries, zh=zh)
    ]


def lint_entries(
    *entries: str,
    zh: dict[tuple[str, ...], str] | None = None,
    words: dict[str, WordChoice] | None = None,
) -> list[EntryProblem]:
    """What the lint finds in entries; `words` is the table of words of their translation."""
    listed = "".join(dedent(entry) for entry in entries)
    deck = read_deck(f"deck: a\ntitle: A\nentries:\n{listed}", "a.yaml")
    course = Course(
        info=INFO,
        decks=(deck,),
        media={"leaf.svg": "leaf.svg"},
        translations={"zh": {"k": EntryTranslation(source=None, texts=zh)}} if zh else {},
        words={"zh": words} if words else {},
    )
    return lint(course)
