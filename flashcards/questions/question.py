"""What is asked: one card in one form, complete by itself.

Everything that a quiz, a sheet of paper or an LMS needs to ask and to grade is
in a `Question`. Options carry permanent names, so an answer is a list of names
whatever order they were shown in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import comb
from typing import Literal, TypeAlias, get_args

from flashcards.cards import Card

Form: TypeAlias = Literal["single", "multiple", "type", "order", "match", "gap", "reveal", "points"]
FORMS: tuple[Form, ...] = get_args(Form)

RIGHT_OUTPUT = "right_"
"""Name of the option that is a code entry's own output; authored names have no underscore."""
_SUBTITLE = re.compile(r"\s*(—|: |：).*")


@dataclass(frozen=True, slots=True)
class Choice:
    """One option as shown: an answer to choose, a step to place, a cell to match, a point."""

    name: str
    text: str
    right: bool = False
    why: str | None = None
    literal: bool = False
    """The text is code or output, not Markdown."""


@dataclass(frozen=True, slots=True)
class Question:
    """A card, asked in one form."""

    card: Card
    form: Form
    instruction: str
    """What to do, one sentence in the card's language: "Which term is meant?"."""
    stem: str
    """Markdown; may be empty when the code says it all."""
    code: str | None = None
    code_language: str = "python"
    setup: str = ""
    """Code that runs before it, shown to who asks for it; the stem says that it is there."""
    options: tuple[Choice, ...] = ()
    """In the order shown. single, multiple: `right` says which; order: the steps,
    shuffled; match: the cells, shuffled, of which one may fit nothing; points: all are right."""
    sequence: tuple[str, ...] = ()
    """order: the names of the steps in the right order."""
    things: tuple[tuple[str, str, str], ...] = ()
    """match: name and text of each thing, and the name of the option that fits it."""
    accepted: tuple[str, ...] = ()
    """type, gap: answers that are right, the first one the best; plain text."""
    case: bool = False
    """type, gap: whether upper and lower case count."""
    lines: bool = False
    """type: the answer is the output of a program, compared line by line."""
    others: frozenset[str] = frozenset()
    """type, gap: other terms, normalised; an answer that equals one is never nearly right."""
    answer: str = ""
    """Markdown: the right answer as told after the question."""
    answer_code: str | None = None
    """Output or code that belongs to the answer."""
    explanation: str = ""
    """Markdown: why."""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def right_names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options if option.right)

    @property
    def fitting(self) -> list[Choice]:
        """order: the steps in the right order; match: the option that fits each thing."""
        known = {option.name: option for option in self.options}
        return [known[name] for name in self.sequence or (fits for *_, fits in self.things)]

    @property
    def surplus(self) -> list[Choice]:
        """match: the options that fit nothing, so that the last pair is not free."""
        used = {fits for *_, fits in self.things}
        return [option for option in self.options if used and option.name not in used]

    @property
    def shares_options(self) -> bool:
        """match: whether an option fits several things, and so may be taken again."""
        return len({fits for *_, fits in self.things}) < len(self.things)


def guessing_score(question: Question) -> float:
    """The score that pure guessing is expected to get, 0 to 1."""
    match question.form:
        case "single":
            return len(question.right_names) / len(question.options)
        case "multiple":
            return _guessing_several(len(question.right_names), len(question.options))
        case "order" | "match":
            return 1 / len(question.options)
        case _:
            return 0.0


def _guessing_several(right: int, total: int) -> float:
    """Mean credit over all choices of as many options as are right."""
    ways = [comb(right, hits) * comb(total - right, right - hits) for hits in range(right + 1)]
    credit = sum(way * max(0, 2 * hits - right) for hits, way in enumerate(ways))
    return credit / right / comb(total, right)


def name_topic(title: str) -> str:
    """Return the title of a deck without its subtitle."""
    return _SUBTITLE.sub("", title)


def join_code(code: str) -> str:
    """Code in one line, without the comments that would swallow what follows them."""
    lines = (f" {line}".partition(" # ")[0] for line in code.splitlines())
    return " ".join(" ".join(lines).split())


def summarize_question(question: Question) -> str:
    """What is asked, in one line of Markdown: the first line of the text, and the code."""
    code = join_code(question.code or "")
    ticks = "`"
    while ticks in code:
        ticks += "`"
    shown = f"{ticks} {code} {ticks}" if "`" in code else f"`{code}`"
    return f"{question.stem.strip().partition(chr(10))[0]} {shown if code else ''}".strip()
