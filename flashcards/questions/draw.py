"""Which questions a quiz asks: the one draw of exam, export, build, preview and list.

The same quiz, notes and seed give the same questions. Where a block asks for a
number of cards, those that can be graded without a person come first, mixed from the
decks and kinds that it names; a block without a number takes everything it selects. No
card is asked twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from flashcards.cards import Card, Note
from flashcards.course.model import SOURCE_LANGUAGE, Choose, Pick, Quiz, Selection
from flashcards.questions.build import find_authored_options, list_forms, make_question
from flashcards.questions.neighbours import Neighbours
from flashcards.questions.question import Question
from flashcards.questions.shuffle import Locks, find_locks
from flashcards.seeding import stable_digest
from flashcards.selection import (
    EVERYTHING,
    TooFewCards,
    Traits,
    describe_filters,
    filter_notes,
    list_blocks,
    require_notes,
    sample_cards,
    select_exactly,
)
from flashcards.text.plain_text import format_count

GRADED_BY_A_PERSON = ("reveal", "points")


@dataclass(frozen=True)
class DrawnQuestion:
    """One question, what it is worth and the block it stands in."""

    question: Question
    points: float = 1
    block: str = ""
    """The title of the block."""
    section: int = 0
    """The number of the block, from 0."""
    locked: bool = False
    """All its options keep the order that they have."""

    @property
    def locks(self) -> Locks:
        """Options that the author keeps first or last."""
        return find_locks(find_authored_options(self.question.card))

    @property
    def keeps_order(self) -> bool:
        """Whether a platform that shuffles all options or none must not shuffle them."""
        return self.locked or bool(self.locks)

    @property
    def id(self) -> str:
        """Stable for ever: the card's id, and its language if it is a translation."""
        lang = self.question.card.note.lang
        return self.question.id if lang == SOURCE_LANGUAGE else f"{self.question.id}@{lang}"


@dataclass(frozen=True)
class DrawnBlock:
    """One block of a quiz: what it asks for, and the cards that it gets."""

    pick: Pick
    found: int
    """Questions that it could take: at most one of each note if it wants a number of them."""
    cards: tuple[Card, ...]
    pool: tuple[Note, ...] = field(default=(), repr=False)
    """The notes that its filters leave."""
    why: str = ""
    """If it is short: what each filter left."""
    left_out: bool = False
    """In an exam: no card of it can be graded without a person, or is in the language."""

    @property
    def wanted(self) -> int:
        """How many questions it wants."""
        return self.found if self.pick.count is None else self.pick.count

    @property
    def is_short(self) -> bool:
        """Whether it gets no cards, or fewer than it wants."""
        return not self.left_out and (not self.cards or len(self.cards) < self.wanted)

    @property
    def shortage(self) -> str:
        """What a block that is short has, and why it has no more."""
        wanted = format_count(self.wanted, "question")
        taken = f"{len(self.cards)} of {wanted}" if self.wanted else "no cards"
        return f"{self.pick.title or 'all'}: {taken} ({self.why})"


@dataclass(frozen=True)
class DrawnQuiz:
    """The cards of every block; questions are made when they are first asked for."""

    quiz: Quiz
    seed: str
    blocks: tuple[DrawnBlock, ...]
    exam: bool
    neighbours: Neighbours = field(repr=False, compare=False)

    @property
    def cards(self) -> list[Card]:
        """All cards, block by block, in teaching order."""
        return [card for block in self.blocks for card in block.cards]

    @property
    def left_out(self) -> tuple[str, ...]:
        """Titles of the blocks that an exam goes without."""
        return tuple(block.pick.title or "?" for block in self.blocks if block.left_out)

    @cached_property
    def questions(self) -> tuple[DrawnQuestion, ...]:
        """In the order asked: shuffled if the quiz says so; an exam keeps blocks together."""
        made = [
            self._make_question(card, block.pick, section)
            for section, block in enumerate(self.blocks)
            for card in block.cards
        ]
        if self.quiz.shuffle:
            made.sort(key=lambda each: stable_digest(self.seed, "place", each.question.id))
        if self.exam:
            made.sort(key=lambda each: each.section)
        return tuple(made)

    def require_enough(self) -> DrawnQuiz:
        """The same quiz. Raises TooFewCards if a block is short, or an exam has no question."""
        short = [block for block in self.blocks if block.is_short]
        if short and self.exam:
            raise TooFewCards(_exam_shortage(self.quiz, short[0]))
        if short:
            blocks = "; ".join(block.shortage for block in short)
            raise TooFewCards(
                f"too few cards: {blocks}. "
                "One card of each note is taken: ask for fewer or select more"
            )
        if not self.cards:
            raise TooFewCards(
                f"quiz '{self.quiz.quiz}' has no question that can be graded without a person"
            )
        return self

    def _make_question(self, card: Card, block: Pick, section: int) -> DrawnQuestion:
        entry = card.entry
        locked = entry.key in self.quiz.lock
        points = self.quiz.points if block.points is None else block.points
        question = make_question(card, self.neighbours, self.seed, keep_order=locked)
        locked = locked or (isinstance(entry, Choose) and not entry.shuffle)
        return DrawnQuestion(question, points, block.title or "", section, locked)


def draw_quiz(
    quiz: Quiz,
    notes: Sequence[Note],
    seed: str | None = None,
    *,
    selection: Selection = EVERYTHING,
    exam: bool = False,
) -> DrawnQuiz:
    """The cards and questions of a quiz, out of notes in one language.

    `seed` stands for the quiz's own. `selection` leaves out cards. An `exam` takes only what
    can be graded without a person and goes without blocks that have none; in the source, a
    block whose filters match no note raises TooFewCards. Short blocks raise only in
    `require_enough`.
    """
    draw = _Draw(notes, selection, choose_seed(quiz, seed), exam, Neighbours(notes))
    chosen: set[str] = set()
    blocks = []
    for pick in list_blocks(quiz):
        blocks.append(draw.block(pick, chosen))
        chosen.update(card.id for card in blocks[-1].cards)
    return DrawnQuiz(quiz, draw.seed, tuple(blocks), exam, draw.neighbours)


def choose_seed(quiz: Quiz, seed: str | None = None) -> str:
    """What a quiz is drawn with: never chance, so that it can be drawn again."""
    return seed or quiz.seed or quiz.quiz


@dataclass(frozen=True)
class _Draw:
    """Draws the blocks of one quiz."""

    notes: Sequence[Note]
    selection: Selection
    seed: str
    exam: bool
    neighbours: Neighbours

    def block(self, pick: Pick, chosen: set[str]) -> DrawnBlock:
        pool = tuple(self._matching(pick.select))
        found = [card for note in pool for card in note.cards]
        free = [card for card in found if card.id not in chosen]
        taken = self._sample(pick, free)
        size = len(taken) if self.exam and pick.count is None else _size(pick, free)
        block = DrawnBlock(pick, size, tuple(taken), pool)
        if self.exam and not taken:
            gradable = any(map(self._is_gradable, found))
            if pick.count is None or not gradable:
                return replace(block, left_out=True)
        return replace(block, why=self._why(block, found)) if block.is_short else block

    def _matching(self, select: Selection) -> list[Note]:
        found = filter_notes(self._free, select)
        is_source = not self.notes or not self.notes[0].translated
        if self.exam and is_source and not found:
            require_notes(self._free, select)
        return found

    @cached_property
    def _free(self) -> list[Note]:
        """What the options leave."""
        return filter_notes(self.notes, self.selection)

    def _sample(self, pick: Pick, free: Sequence[Card]) -> Sequence[Card]:
        if pick.count is None:
            return [card for card in free if self._is_gradable(card)] if self.exam else free
        sample = partial(
            sample_cards, free, pick.count, self.seed, apart=True, traits=_mix(pick.select)
        )
        taken = sample(fits=self._is_gradable)
        return taken if self.exam or len(taken) >= pick.count else sample()

    def _is_gradable(self, card: Card) -> bool:
        """Whether it can be graded without a person."""
        return list_forms(card)[0] not in GRADED_BY_A_PERSON

    def _why(self, block: DrawnBlock, found: Sequence[Card]) -> str:
        """What the filters of options and block left, and what earlier blocks left of that."""
        left = describe_filters(
            self.notes, ("--", self.selection), ("", block.pick.select), apart=True
        )
        if block.found == _size(block.pick, found):
            return left
        return f"{left}; earlier blocks left {block.found}"


def _mix(select: Selection) -> Traits | None:
    """What a block is mixed by: decks and kinds, where it names several of them."""
    decks, kinds = len(select.deck) > 1, len(select.kind) > 1
    if not (decks or kinds):
        return None
    return lambda card: (
        *((f"deck {card.note.deck.deck}",) if decks else ()),
        *((f"kind {card.entry.kind}",) if kinds else ()),
    )


def _size(pick: Pick, cards: Sequence[Card]) -> int:
    return len(cards) if pick.count is None else len({card.note.key for card in cards})


def _exam_shortage(quiz: Quiz, block: DrawnBlock) -> str:
    where = f" in '{block.pick.title}'" if block.pick.title else ""
    wanted = format_count(block.wanted, "question")
    return (
        f"quiz '{quiz.quiz}' wants {wanted} that can be graded{where}, "
        f"found {len(block.cards)}: lower the count"
    )


def draw_notes(
    quiz: Quiz, notes: Sequence[Note], selection: Selection, count: int | None, seed: str | None
) -> list[Note]:
    """The notes of the questions that a quiz asks, in teaching order. Raises TooFewCards.

    `count` stands for the quiz's own; of a quiz with blocks, it takes so many.
    """
    if not quiz.picks:
        quiz = quiz.model_copy(update={"count": count or quiz.count})
    drawn = draw_quiz(quiz, notes, seed, selection=selection).require_enough()
    keys = {card.note.key for card in drawn.cards}
    asked = [note for note in notes if note.key in keys]
    if not (count and quiz.picks):
        return asked
    if len(asked) < count:
        left = f"--quiz {quiz.quiz} left {len(asked)}"
        raise TooFewCards(f"asked for {count} notes, found {len(asked)}: {left}")
    firsts = [note.cards[0] for note in asked]
    return [card.note for card in sample_cards(firsts, count, drawn.seed)]


def select_notes(
    notes: Sequence[Note],
    quiz: Quiz | None,
    selection: Selection,
    count: int | None,
    seed: str | None,
) -> list[Note]:
    """The notes that a quiz asks or, without one, that match, in teaching order.

    `count` takes so many of them, drawn with `seed`. Raises TooFewCards.
    """
    if quiz is not None:
        return draw_notes(quiz, notes, selection, count, seed)
    if count is None:
        return require_notes(notes, selection)
    return [card.note for card in select_exactly(notes, selection, count, seed or "", apart=True)]
