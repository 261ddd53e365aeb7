"""The learner's surroundings for all commands about learning: clock, log, terminal, a sitting."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards import __version__
from flashcards.paths import course_at, home

if TYPE_CHECKING:
    from rich.console import Console

    from flashcards.cards import Card, Note
    from flashcards.model import Course
    from flashcards.questions import Form
    from flashcards.reviews.store import ReviewLog
    from flashcards.study.plan import Memories, Moment
    from flashcards.study.ui import Outcome
    from flashcards.terminal.lines import LineAsk
    from flashcards.terminal.screen import ScreenAsk

NEW_A_DAY = 10
USUAL_COUNT = 20
LOG_NAME = "reviews.db"
DAY_BEGINS = timedelta(hours=4)
"""Who studies after midnight still studies today."""


@dataclass(frozen=True)
class Terminal:
    """Where to talk to the learner, and how."""

    console: Console
    ask: LineAsk | ScreenAsk


def clock() -> int:
    """UTC milliseconds."""
    return time.time_ns() // 1_000_000


def moment() -> Moment:
    """Now, and the learner's day around it."""
    from flashcards.study.plan import Moment

    now = datetime.now().astimezone()
    day = (now - DAY_BEGINS).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    start, end = (day + DAY_BEGINS).astimezone(), (day + DAY_BEGINS + timedelta(1)).astimezone()
    return Moment(clock(), _ms(start), _ms(end), (day - datetime(1970, 1, 1)).days)


def today() -> str:
    return (datetime.now() - DAY_BEGINS).date().isoformat()


def log_path() -> Path:
    return home() / LOG_NAME


@contextmanager
def open_log() -> Iterator[ReviewLog]:
    """The learner's review log; backed up and closed at the end."""
    from flashcards.reviews.scheduler import Schedule
    from flashcards.reviews.store import ReviewLog

    log = ReviewLog(log_path(), Schedule())
    try:
        yield log
    finally:
        log.close()


@contextmanager
def terminal(plain: bool, lang: str) -> Iterator[Terminal]:
    """The screen if there is a real one, else line mode."""
    lines = wants_lines(plain)
    console = make_console(lines, lang)
    if lines:
        from flashcards.terminal.lines import LineAsk

        yield Terminal(console, LineAsk(console, sys.stdin))
        return
    from flashcards.terminal.screen import ScreenAsk, silent_keyboard

    with silent_keyboard(sys.stdin.fileno()):
        yield Terminal(console, ScreenAsk(console))


def wants_lines(plain: bool) -> bool:
    """No terminal, a dumb one, or a learner who asked for lines."""
    return (
        plain
        or os.environ.get("ACCESSIBLE", "") not in ("", "0")
        or os.environ.get("TERM", "dumb") in ("dumb", "unknown")
        or os.name != "posix"
        or not (sys.stdin.isatty() and sys.stdout.isatty())
    )


def make_console(plain: bool, lang: str) -> Console:
    """Standard output as rich sees it; letters that it cannot show become question marks."""
    from rich.console import Console

    from flashcards.model import SOURCE_LANGUAGE
    from flashcards.terminal.rich_text import THEME

    if lang != SOURCE_LANGUAGE:
        from flashcards.terminal.line_breaks import teach_rich

        teach_rich()
    for stream in (sys.stdout, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")
    return Console(
        theme=THEME,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=True if plain else None,
        force_terminal=False if plain else None,
    )


def start(
    *,
    course: Path | None = None,
    quiz: str | None = None,
    lang: str | None = None,
    count: int = USUAL_COUNT,
    new: int = NEW_A_DAY,
    seed: str | None = None,
    form: Any = None,
    plain: bool = False,
    **filters: Any,
) -> None:
    """One sitting, from the options to the summary."""
    found = course_at(course)
    every, cards = chosen(found, lang, quiz, **filters)
    if form:
        cards = askable(cards, every, form)
    with terminal(plain, every[0].lang) as shown, open_log() as log:
        memories = log.memories({note.course for note in every}, every[0].lang)
        sitting = Sitting(found, every, cards, memories, log, shown, moment())
        sitting.run(count, new, seed or "", form)


def chosen(
    course: Course, lang: str | None, quiz: str | None = None, **filters: Any
) -> tuple[list[Note], list[Card]]:
    """All notes in the language, and the cards that options and quiz choose; none is an error."""
    from flashcards.cards import notes
    from flashcards.model import SOURCE_LANGUAGE, Selection
    from flashcards.questions.quiz import quiz_named
    from flashcards.selection import TooFewCards, matching_quiz, matching_some

    named = quiz_named(course, quiz) if quiz else None
    language = lang or (named and named.lang) or SOURCE_LANGUAGE
    every = notes(course, language)
    if not every:
        known = ", ".join(course.info.languages)
        raise TooFewCards(f"no cards in '{language}'; the course has {known}")
    pool = matching_quiz(every, named) if named else every
    wanted = Selection(**{name: tuple(values or ()) for name, values in filters.items()})
    return every, [card for note in matching_some(pool, wanted) for card in note.cards]


def askable(cards: Sequence[Card], every: Sequence[Note], form: Form) -> list[Card]:
    """The cards that can be asked in a form; none is an error."""
    from flashcards.questions import Neighbours, forms
    from flashcards.selection import TooFewCards

    neighbours = Neighbours(every)
    found = [card for card in cards if form in forms(card, neighbours)]
    if not found:
        raise TooFewCards(f"none of the {len(cards)} cards can be asked as '{form}'")
    return found


@dataclass(frozen=True)
class Sitting:
    """Everything that one sitting needs."""

    course: Course
    every: Sequence[Note]
    cards: Sequence[Card]
    memories: Memories
    log: ReviewLog
    terminal: Terminal
    moment: Moment

    def run(self, count: int, new: int, seed: str, form: Any) -> None:
        from flashcards.study.plan import ahead, plan
        from flashcards.terminal.session_view import tell_later

        planned = plan(self.cards, self.memories, self.moment, count, new)
        queue = planned.cards
        if not queue:
            console, ask = self.terminal.console, self.terminal.ask
            question = tell_later(console, self._lang, planned, self.moment.now)
            if not ask.agrees(self._lang, question):
                return
            queue = ahead(self.cards, self.memories, self.moment.now, count)
        self._ask(queue, seed, form, planned.waiting)

    def _ask(self, queue: Sequence[Card], seed: str, form: Any, waiting: int) -> None:
        from flashcards.questions import Neighbours
        from flashcards.study.session import Session

        session = Session(
            queue,
            Neighbours(self.every),
            ask=self.terminal.ask,
            log=self.log,
            clock=clock,
            memories=self.memories,
            version=__version__,
            seed=seed,
            form=form,
            resources=self.course.resources,
            titles=self.course.titles.get(self._lang),
            while_reading=self._while_reading,
        )
        outcomes = session.run()
        self._end(outcomes, waiting)
        if session.interrupted:
            raise KeyboardInterrupt

    def _while_reading(self) -> None:
        """What the first question need not wait for."""
        from flashcards.reviews.backup import keep_safe

        keep_safe(self.log, today())

    def _end(self, outcomes: Sequence[Outcome], waiting: int) -> None:
        from flashcards.terminal.session_view import days_in_a_row, tell_end

        days = days_in_a_row(self.log, self.moment)
        tell_end(self.terminal.console, self._lang, outcomes, days, waiting)

    @property
    def _lang(self) -> str:
        return self.every[0].lang


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
