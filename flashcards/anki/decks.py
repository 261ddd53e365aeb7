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
class DeckTree:
    """The top deck, and the deck of each stage that has notes."""

    top: str
    stages: Mapping[int, str]
    """Stage to the full name of its deck, which is the top deck itself where one is enough."""


def make_deck_tree(
    course: Course, notes: Sequence[Note], words: Words, name: str | None = None
) -> DeckTree:
    """The decks of these notes; the top deck has the course's own name unless `name` is given.

    A course of one stage has no decks inside its top deck, nor has a choice of one stage
    under a name of its own. Raises FlashcardsError for an empty name.
    """
    top = _make_top_name(course, words, name)
    chosen = sorted({note.stage for note in notes})
    taught = {entry.stage or 1 for deck in course.decks for entry in deck.entries}
    planned = {*course.info.stages, *taught}
    if len(planned) == 1 or (name and len(chosen) == 1):
        return DeckTree(top, dict.fromkeys(chosen, top))
    return DeckTree(
        top, {each: f"{top}::{_make_stage_name(course, words, each)}" for each in chosen}
    )


def clean_deck_name(name: str) -> str:
    """A name for one deck: Anki takes `::` for a deck inside another."""
    plain = " ".join(_SEPARATOR.sub(": ", name).split())
    if not plain:
        raise FlashcardsError(Message("deck-nameless"))
    return plain


def describe_decks(
    course: Course, notes: Sequence[Note], tree: DeckTree, words: Words, lock: Lock
) -> dict[str, str]:
    """Full name of each deck to its description, the top deck first, then stage by stage."""
    made = {tree.top: _describe(course, notes, words, lock, tree)}
    for stage, name in tree.stages.items():
        if name != tree.top:
            found = [note for note in notes if note.stage == stage]
            made[name] = _describe(course, found, words, lock, None)
    return made


def _make_top_name(course: Course, words: Words, name: str | None) -> str:
    """Languages live side by side, so each has a name of its own."""
    if name:
        return clean_deck_name(name)
    own = course.info.name or course.info.title
    if words.lang != course.source:
        own = course.titles.get(words.lang, {}).get("course", f"{own} ({words.lang})")
    return clean_deck_name(own)


def _make_stage_name(course: Course, words: Words, stage: int) -> str:
    title = _translate(course, words, "stage", stage)
    if title is None:
        return words.say("card_stage", number=stage)
    return clean_deck_name(f"{stage} {title}")


def _translate(course: Course, words: Words, what: str, stage: int) -> str | None:
    """The title (`stage`), the weeks or the goal of a stage; None if the course has none."""
    info = course.info.stages.get(stage)
    own = None if info is None else {"stage": info.title, "weeks": info.weeks, "goal": info.goal}
    if own is None:
        return None
    return course.titles.get(words.lang, {}).get(f"{what}/{stage}", own[what])


def _describe(
    course: Course, notes: Sequence[Note], words: Words, lock: Lock, tree: DeckTree | None
) -> str:
    """What it is for, how to study it, one link, whose it is; `tree` if it is the top deck."""
    stages = sorted({note.stage for note in notes})
    has_stages = tree is not None and tree.top not in tree.stages.values()
    lines = [
        _list_stages(course, words, stages) if has_stages else _tell_goal(course, words, stages)
    ]
    lines.append(words.say("deck_study_stages" if has_stages else "deck_study"))
    lines += [_find_link(course, notes, words), _tell_origin(course, words, lock)]
    return "<br>".join(line for line in lines if line)


def _list_stages(course: Course, words: Words, stages: Sequence[int]) -> str:
    return escape(" → ".join(_make_stage_name(course, words, stage) for stage in stages))


def _tell_goal(course: Course, words: Words, stages: Sequence[int]) -> str:
    """The goal of the stage and its weeks; nothing where the course names no goal."""
    if len(stages) != 1:
        return ""
    goal = _translate(course, words, "goal", stages[0])
    weeks = _translate(course, words, "weeks", stages[0])
    if goal and weeks:
        return words.say("deck_goal_weeks", goal=escape(goal), weeks=escape(weeks))
    return words.say("deck_goal", goal=escape(goal)) if goal else ""


def _find_link(course: Course, notes: Sequence[Note], words: Words) -> str:
    """The course's own page, or else the source that most notes of the first stage name."""
    if course.info.home:
        return render_link(course.info.home, words.say("deck_home"))
    if not course.resources:
        return ""
    first = min(note.stage for note in notes)
    begun = (note for note in notes if note.stage == first)
    named = Counter(each for note in begun for each in find_resources(note, course))
    linked = [each for each, _ in named.most_common() if each.address]
    if not linked:
        return ""
    link = render_link(linked[0].address, linked[0].title)
    return f"{words.say('read_on')}{words.say('colon')}{link}"


def _tell_origin(course: Course, words: Words, lock: Lock) -> str:
    info = course.info
    date = format_date(lock.latest) if lock.latest else None
    released = (
        words.say("card_released", date=words.format_day(date))
        if date
        else words.say("card_unreleased")
    )
    return f"{escape(info.author)}, {escape(info.licence)} · {released}"
