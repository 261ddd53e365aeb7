"""What `checklist`, `stats` and `path` share: the cards, what is remembered, the stage titles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.paths import course_at
from flashcards.study import start as learner

if TYPE_CHECKING:
    from flashcards.cards import Card
    from flashcards.model import Course
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.plan import Memories, Moment


@dataclass(frozen=True)
class Standing:
    """A learner and a course, at a moment."""

    course: Course
    cards: list[Card]
    lang: str
    memories: Memories
    log: ReviewLog
    moment: Moment

    def stage_titles(self) -> dict[int, str]:
        translated = self.course.titles.get(self.lang, {})
        stages = self.course.info.stages
        return {n: translated.get(f"stage/{n}", info.title) for n, info in stages.items()}

    def concept_titles(self) -> dict[str, str]:
        from flashcards.model import Concept

        entries = (card.entry for card in self.cards)
        return {e.key: e.concept for e in entries if isinstance(e, Concept)}


@contextmanager
def standing(course: Path | None, lang: str | None, stage: list[int] | None) -> Iterator[Standing]:
    found = course_at(course)
    every, cards = learner.chosen(found, lang, stage=stage)
    language = every[0].lang
    with learner.open_log() as log:
        memories = log.memories({note.course for note in every}, language)
        yield Standing(found, cards, language, memories, log, learner.moment())


def write_json(value: Any) -> None:
    import json
    import sys

    only_ascii = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=only_ascii, indent=2))


def plain_values(value: Any) -> dict[str, Any]:
    """A dataclass for JSON."""
    return asdict(value)
