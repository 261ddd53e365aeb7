"""What the lint says about entries written in YAML."""

from textwrap import dedent

from flashcards.course.model import WordChoice
from flashcards.errors import EntryProblem
from flashcards.lint import lint
from tests.helpers.changes import replace, translate
from tests.helpers.courses import course_of
from tests.helpers.one_deck import read_deck


def lint_entries(
    *entries: str,
    zh: dict[tuple[str, ...], str] | None = None,
    words: dict[str, WordChoice] | None = None,
) -> list[EntryProblem]:
    """Warnings about entries; `zh` has translated texts of the entry `k`, `words` its terms."""
    listed = "".join(dedent(entry) for entry in entries)
    deck = read_deck(f"deck: a\ntitle: A\nentries:\n{listed}", "a.yaml")
    course = replace(
        course_of(*deck.entries),
        media={"leaf.svg": "leaf.svg"},
        translations={"zh": {"k": translate(deck.entries[0], zh)}} if zh else {},
        terminology={"zh": words} if words else {},
    )
    return list(lint(course))


def find_paths(rule: str, *entries: str, zh: dict[tuple[str, ...], str] | None = None) -> list[str]:
    """Where one rule finds something, as `answer` or `rows/size/one`; `zh:` before translations."""
    found = [each for each in lint_entries(*entries, zh=zh) if each.rule == rule]
    return [f"{each.lang and each.lang + ':'}{'/'.join(each.path)}" for each in found]
