"""The decks of a package: their names, and the few lines that Anki shows under a name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from flashcards.anki.foot import find_resources, render_link
from flashcards.anki.lock import Lock, format_date
from flashcards.cards import Note
from flashcards.errors import FlashcardsError
from flashcards.model import Course
from flashcards.words.catalog import Words
from flashcards.words.message import Message

_SEPARATOR = re.compile(r"\s*::+\s*")


@dataclass(frozen=True)
class Decks:
    """The deck of each stage, and all decks of a package."""

    stages: Mapping[int, str]
    """Stage to the full name of its deck, which is the top deck itself where one is enough."""
    descriptions: Mapping[str, str]
    """Full name of each deck to its description, the top deck first, then stage by stage."""


def make_decks(
    course: Course, notes: Sequence[Note], words: Words, lock: Lock, name: str | None = None
) -> Decks:
    """The decks of these notes; the top deck has the course's own name unless `name` is given.

    A course of one stage has no decks inside its top deck, nor has a choice of one stage
    under a name of its own. Raises FlashcardsError for an empty name.
    """
    write = _DeckWriter(course, words, lock)
    top = clean_deck_name(name or write.make_top_name())
    chosen = sorted({note.stage for note in notes})
    taught = {entry.stage or 1 for deck in course.decks for entry in deck.entries}
    if len({*course.info.stages, *taught}) == 1 or (name and len(chosen) == 1):
        return Decks(dict.fromkeys(chosen, top), {top: write.describe(notes)})
    stages = {stage: f"{top}::{write.make_stage_name(stage)}" for stage in chosen}
    descriptions = {top: write.describe(notes, has_stages=True)}
    for stage, full_name in stages.items():
        descriptions[full_name] = write.describe([note for note in notes if note.stage == stage])
    return Decks(stages, descriptions)


def clean_deck_name(name: str) -> str:
    """A name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(_SEPARATOR.sub(": ", name).split())
    if not plain:
        raise FlashcardsError(Message("deck-nameless"))
    return plain


class _DeckWriter:
    """Writes names and descriptions in one language."""

    def __init__(self, course: Course, words: Words, lock: Lock) -> None:
        self.course = course
        self.words = words
        self.lock = lock
        self.titles = course.titles.get(words.lang, {})

    def make_top_name(self) -> str:
        """Languages live side by side, so each has a name of its own."""
        own = self.course.info.name or self.course.info.title
        if self.words.lang == self.course.source:
            return own
        return self.titles.get("course", f"{own} ({self.words.lang})")

    def make_stage_name(self, stage: int) -> str:
        info = self.course.info.stages.get(stage)
        if info is None:
            return self.words.say("card_stage", number=stage)
        return clean_deck_name(f"{stage} {self.titles.get(f'stage/{stage}', info.title)}")

    def describe(self, notes: Sequence[Note], has_stages: bool = False) -> str:
        """What it is for, how to study it, a link, whose it is."""
        stages = sorted({note.stage for note in notes})
        if has_stages:
            purpose = escape(" → ".join(map(self.make_stage_name, stages)))
        else:
            purpose = self._render_goal(stages[0]) if len(stages) == 1 else ""
        how = self.words.say("deck_study_stages" if has_stages else "deck_study")
        link = self._render_home() if has_stages else self._render_link(notes)
        lines = [purpose, how, link, self._render_origin()]
        return "<br>".join(line for line in lines if line)

    def _render_goal(self, stage: int) -> str:
        """The goal of the stage and its weeks; nothing where the course names no goal."""
        info = self.course.info.stages.get(stage)
        goal = self.titles.get(f"goal/{stage}", info.goal if info else None)
        weeks = self.titles.get(f"weeks/{stage}", info.weeks if info else None)
        if info is None or not goal:
            return ""
        if not weeks:
            return self.words.say("deck_goal", goal=escape(goal))
        return self.words.say("deck_goal_weeks", goal=escape(goal), weeks=escape(weeks))

    def _render_link(self, notes: Sequence[Note]) -> str:
        """The course's own page, or else the source that most notes of the first stage name."""
        course = self.course
        if home := self._render_home():
            return home
        if not course.resources:
            return ""
        first = min(note.stage for note in notes)
        begun = (note for note in notes if note.stage == first)
        named = Counter(each for note in begun for each in find_resources(note, course))
        linked = [each for each, _ in named.most_common() if each.address]
        if not linked:
            return ""
        link = render_link(linked[0].address, linked[0].title)
        return f"{self.words.say('read_on')}{self.words.say('colon')}{link}"

    def _render_home(self) -> str:
        """The course's own page; nothing where it has none."""
        home = self.course.info.home
        return render_link(home, self.words.say("deck_home")) if home else ""

    def _render_origin(self) -> str:
        info, latest = self.course.info, self.lock.latest
        released = self.words.say("card_unreleased")
        if latest:
            released = self.words.say(
                "card_released", date=self.words.format_day(format_date(latest))
            )
        return f"{escape(info.author)}, {escape(info.licence)} · {released}"
