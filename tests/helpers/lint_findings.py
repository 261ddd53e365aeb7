"""What the lint says about entries written in YAML."""

from textwrap import dedent

from flashcards.lint import lint
from flashcards.model import Course, CourseInfo, EntryTranslation
from tests.helpers.one_deck import read_deck

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0")


def find_findings(*entries: str, zh: dict[tuple[str, ...], str] | None = None) -> list[str]:
    """Each finding as `key/path: message`; `zh` has translated texts of the entry `k`."""
    listed = "".join(dedent(entry) for entry in entries)
    deck = read_deck(f"deck: a\ntitle: A\nentries:\n{listed}", "a.yaml")
    translated = {"zh": {"k": EntryTranslation(source=None, texts=zh)}} if zh else {}
    course = Course(
        info=INFO, decks=(deck,), media={"leaf.svg": "leaf.svg"}, translations=translated
    )
    return [
        f"{each.lang and each.lang + ':'}{'/'.join((each.key, *each.path))}: {each.message}"
        for each in lint(course)
    ]
