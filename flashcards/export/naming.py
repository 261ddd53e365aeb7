"""Names, weights and lists as Moodle wants them, for both of its formats."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from flashcards.export import html_text as html
from flashcards.export.quiz_plan import Asked, Plan
from flashcards.export.report import Item, Losses, Refused
from flashcards.seeding import stable_digest

MOST_RIGHT = 10
LONGEST_ID = 100
LONGEST_NAME = 255
"""Of a category or a quiz: a longer one would stop the whole import."""


def by_category(plan: Plan, made: Sequence[tuple[Asked, Item]]) -> dict[str, list[Item]]:
    """The items by the path of their category, in the order of the plan."""
    found: dict[str, list[Item]] = {}
    for asked, item in made:
        found.setdefault(category(plan, asked), []).append(item)
    return found


def category(plan: Plan, asked: Asked) -> str:
    """Where the question goes; the version keeps a later import apart from this one."""
    place = asked.block or f"Stage {asked.question.card.note.stage}"
    version = f"v{plan.version}-{plan.digest}"
    parts = [plan.course, plan.title, version, place]
    names = [" ".join(part.split())[:LONGEST_NAME] for part in dict.fromkeys(parts)]
    return "/".join(name.replace("/", "//") for name in names)


def weight(right: int) -> str:
    """1/n in percent, as Moodle's list has it."""
    if right > MOST_RIGHT:
        raise Refused(f"has {right} right options; Moodle has weights for at most {MOST_RIGHT}")
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def cell(text: str, losses: Losses) -> str:
    """A text for Moodle's list of things to match: it takes tags out and reads entities."""
    return escape(html.plain_text(text, losses), quote=False)


def tags(asked: Asked) -> list[str]:
    entry, note = asked.question.card.entry, asked.question.card.note
    return list(dict.fromkeys([*entry.tags, f"stage-{note.stage}", entry.kind, entry.difficulty]))


def stable_id(asked: Asked) -> str:
    if len(asked.id) <= LONGEST_ID:
        return asked.id
    return f"{asked.id[: LONGEST_ID - 13]}~{stable_digest(asked.id).hex()[:12]}"
