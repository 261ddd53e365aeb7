"""What is asked: one card in one form, complete by itself.

Everything that a quiz, a sheet of paper or an LMS needs to ask and to grade is
in a `Question`. Options carry permanent names, so an answer is a list of names
whatever order they were shown in. The place of an option depends on the seed, the card and its
own name alone.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import Literal, TypeAlias, TypeVar

from flashcards.cards import Card, Note
from flashcards.course.model import Term
from flashcards.seeding import reorder_names, stable_digest
from flashcards.text.answer_rules import Comparison, shorten_surroundings
from flashcards.text.markdown import GAP
from flashcards.text.plain_text import normalize_text
from flashcards.text.typed_answers import list_spellings

Form: TypeAlias = Literal["single", "multiple", "type", "order", "match", "gap", "reveal", "points"]
"""One option is right, or several; the learner types a name or an output, orders steps, gives each
thing its cell, fills a gap, rates what he recalled, or ticks the points that he knew."""
Value = TypeVar("Value")

INSTRUCTIONS: Mapping[Form, str] = {
    "single": "choose_one",
    "multiple": "choose_several",
    "reveal": "recall",
}
"""Names of the texts that say what to do with a question that has options."""
MAX_WRONG = 3
"""Wrong options, where an author may have written more than one question shows."""
_PLACES = {"first": -1, None: 0, "last": 1}
"""How options are sorted by their lock."""
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
    lock: Literal["first", "last"] | None = None
    """The place that it keeps when options are shuffled."""


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
    """In the order shown. single, multiple: `right` says which; reveal: those of single, which
    come with the answer; order: the steps, shuffled; match: the cells, shuffled, of which one may
    fit nothing; points: all are right."""
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
    heading: str = ""
    """points: the name of the concept, shown above the answer."""

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def right_names(self) -> tuple[str, ...]:
        return tuple(option.name for option in self.options if option.right)

    @property
    def comparison(self) -> Comparison:
        """How a typed answer is compared with those that are accepted."""
        if self.lines:
            return Comparison("output", self.case)
        if self.code is None:
            return Comparison("name", self.case)
        around = shorten_surroundings(self.code) if self.form == "gap" else ""
        return Comparison("code", self.case, around)

    @property
    def fitting(self) -> list[Choice]:
        """order: the steps in the right order; match: the option that fits each thing."""
        known = {option.name: option for option in self.options}
        return [known[name] for name in self.sequence or (fits for *_, fits in self.things)]

    @property
    def distractors(self) -> list[Choice]:
        """match: the options that fit nothing, so that the last pair is not free."""
        used = {fits for *_, fits in self.things}
        return [option for option in self.options if used and option.name not in used]

    @property
    def shares_options(self) -> bool:
        """match: whether an option fits several things, and so may be taken again."""
        return len({fits for *_, fits in self.things}) < len(self.things)


def guessing_score(question: Question) -> float:
    """Return the score that pure guessing is expected to get, 0 to 1."""
    right, total = len(question.right_names), len(question.options)
    match question.form:
        case "single":
            return right / total
        case "multiple":
            # Who ticks as many options as are right gets a share for each hit, less one for each
            # miss, and never less than nothing: the mean over all ways to tick so many.
            ticked = combinations(question.options, right)
            hits = (sum(option.right for option in options) for options in ticked)
            return fmean(max(0, 2 * hit - right) / right for hit in hits)
        case "order" | "match":
            return 1 / total
        case _:
            return 0.0


def shorten_title(title: str) -> str:
    """Return the title of a deck without its subtitle."""
    return _SUBTITLE.sub("", title)


def summarize_question(question: Question) -> str:
    """Return what is asked, in one line of Markdown; of code the line with the gap, or the last."""
    lines = [line.strip() for line in (question.code or "").splitlines() if line.strip()]
    code = next((line for line in lines if GAP in line), lines[-1] if lines else "")
    code = f"… {code}" if len(lines) > 1 else code
    shown = f"`` {code} ``" if "`" in code else f"`{code}`"
    asked, _, _ = question.stem.strip().partition("\n")
    return f"{asked} {shown if code else ''}".strip()


def join_parts(*parts: str | None) -> str:
    """Return the parts of a text that are there, as paragraphs."""
    return "\n\n".join(part for part in parts if part)


class TermNames:
    """The terms of a course in one language: names that must not be confused when one is typed."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._notes = notes

    @cached_property
    def names(self) -> frozenset[str]:
        """Every term and alias, normalised."""
        return frozenset().union(*self._names)

    @cached_property
    def _names(self) -> list[frozenset[str]]:
        """Each term with its aliases, normalised."""
        return [
            frozenset(
                normalize_text(spelling)
                for name in (term.term, *term.aliases)
                for spelling in list_spellings(name)
            )
            for term in (note.entry for note in self._notes)
            if isinstance(term, Term)
        ]

    def list_other_names(self, answers: Iterable[str]) -> frozenset[str]:
        """Return the names of the terms that none of these answers means."""
        mine = frozenset(map(normalize_text, answers))
        return frozenset().union(*(names for names in self._names if mine.isdisjoint(names)))


def sample_named(values: Mapping[str, Value], limit: int, *seed: str) -> dict[str, Value]:
    """Return so many of the values in their order, always the same for one seed."""
    names = sorted(values, key=lambda name: stable_digest(*seed, name))[:limit]
    return {name: value for name, value in values.items() if name in names}


def shuffle_options(options: Iterable[Choice], *seed: str) -> tuple[Choice, ...]:
    """Return the options shuffled, or as they are without a seed; locked ones first or last."""
    if seed:
        options = sorted(options, key=lambda option: stable_digest(*seed, option.name))
    return tuple(sorted(options, key=lambda option: _PLACES[option.lock]))


def reorder_options(
    options: Sequence[Choice], seed: str, card: str, distractors: Sequence[Choice] = ()
) -> tuple[Choice, ...]:
    """Return steps or cells shuffled, but never as given: an order to find must not be shown.

    Cells that are `distractors`, and fit nothing, stand anywhere among them.
    """
    known = {option.name: option for option in (*options, *distractors)}
    extra = [option.name for option in distractors]
    names = reorder_names([option.name for option in options], seed, card, distractors=extra)
    return tuple(known[name] for name in names)
