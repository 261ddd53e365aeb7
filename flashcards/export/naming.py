"""Names, weights and lists as Moodle wants them, for both of its formats."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from flashcards.export.html_text import make_short_name, render_plain
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Item, Losses, Refused
from flashcards.questions import Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.seeding import stable_digest
from flashcards.words.catalog import say
from flashcards.words.message import Message

MOST_RIGHT = 10
LONGEST_ID = 100
LONGEST_NAME = 255
"""Of a category, a question or a quiz: a longer one would stop the whole import."""


def group_by_category(
    plan: QuizPlan, made: Sequence[tuple[DrawnQuestion, Item]]
) -> dict[str, list[Item]]:
    """The items by the path of their category, block by block in the order of the plan."""
    found: dict[str, list[Item]] = {}
    for drawn, item in sorted(made, key=lambda pair: pair[0].section):
        found.setdefault(format_category(plan, drawn), []).append(item)
    return found


def format_category(plan: QuizPlan, drawn: DrawnQuestion) -> str:
    """Where the question goes; the version keeps a later import apart from this one."""
    place = drawn.block or say(plan.lang, "stage", n=drawn.question.card.note.stage)
    if drawn.section in plan.draws:
        place = f"{drawn.block or plan.title} (draw {plan.draws[drawn.section]})"
    version = f"v{plan.version}-{plan.digest}"
    parts = [plan.course, plan.title, version, place]
    names = [" ".join(part.split())[:LONGEST_NAME] for part in dict.fromkeys(parts)]
    return "/".join(name.replace("/", "//") for name in names)


def format_weight(right: int) -> str:
    """1/n in percent, as Moodle's list has it."""
    if right > MOST_RIGHT:
        raise Refused(Message("export-moodle-weights", right=right, most=MOST_RIGHT))
    return f"{100 / right:.5f}".rstrip("0").rstrip(".")


def make_listed_name(question: Question) -> str:
    """The name of a question for Moodle's lists, which take tags out and read entities."""
    return escape(make_short_name(question)[:LONGEST_NAME], quote=False)


def render_cell(text: str, losses: Losses) -> str:
    """A text for Moodle's list of things to match: it takes tags out and reads entities."""
    return escape(render_plain(text, losses), quote=False)


def list_tags(drawn: DrawnQuestion) -> list[str]:
    """The entry's own tags, its stage, kind and difficulty."""
    entry, note = drawn.question.card.entry, drawn.question.card.note
    return list(dict.fromkeys([*entry.tags, f"stage-{note.stage}", entry.kind, entry.difficulty]))


def make_stable_id(drawn: DrawnQuestion) -> str:
    """The question's id; a long one is cut and made unique again by a digest."""
    if len(drawn.id) <= LONGEST_ID:
        return drawn.id
    return f"{drawn.id[: LONGEST_ID - 13]}~{stable_digest(drawn.id).hex()[:12]}"
