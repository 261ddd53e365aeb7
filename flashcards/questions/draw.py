"""Which questions a quiz asks: the one draw of exam, export, build, preview and list.

The same quiz, notes and seed give the same questions. Where a block asks for a number of cards,
those that can be graded without a person come first, mixed from the decks and kinds that it
names; a block without a number takes everything it selects. No card is asked twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from flashcards.cards import Card, Note, list_notes
from flashcards.course.filters import filter_items
from flashcards.course.model import SOURCE_LANGUAGE, Block, Choose, Course, Quiz, Selection
from flashcards.errors import UsageError
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import Question, TermNames
from flashcards.seeding import stable_digest
from flashcards.selection import (
    EVERYTHING,
    CardChoice,
    TooFewCards,
    check_names,
    find_language,
    find_retired,
    list_blocks,
    load_named_quiz,
    require_notes,
    sample_cards,
    translate_quiz,
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
    block_number: int = 0
    """The number of the block, from 0."""
    others: tuple[Question, ...] = ()
    """The same with other numbers, if these change; the seed chose the first variant."""

    def list_variants(self) -> list[DrawnQuestion]:
        """Return the question in all its variants, the one that the seed chose first."""
        return [replace(self, question=each, others=()) for each in (self.question, *self.others)]

    @property
    def is_fixed(self) -> bool:
        """Whether all its options keep the order that they have."""
        entry = self.question.card.entry
        return isinstance(entry, Choose) and not entry.shuffle

    @property
    def keeps_order(self) -> bool:
        """Whether a platform that shuffles all options or none must not shuffle them."""
        return self.is_fixed or any(option.lock for option in self.question.options)

    @property
    def id(self) -> str:
        """Stable for ever: the card's id, and its language if that is not English."""
        lang = self.question.card.note.lang
        return self.question.id if lang == SOURCE_LANGUAGE else f"{self.question.id}@{lang}"


@dataclass(frozen=True)
class DrawnBlock:
    """One block of a quiz: what it asks for, and the cards that it gets."""

    settings: Block
    cards: tuple[Card, ...]
    left_out: bool = False
    """Whether an exam goes without it: all its cards need a person, or are not translated."""

    @property
    def wanted(self) -> int:
        """How many questions it wants; without a number, all that there are, and at least one."""
        return self.settings.count or max(1, len(self.cards))

    @property
    def is_short(self) -> bool:
        """Whether it gets fewer cards than it wants."""
        return not self.left_out and len(self.cards) < self.wanted


@dataclass(frozen=True)
class DrawnQuiz:
    """The cards of every block; questions are made when they are first asked for."""

    quiz: Quiz
    seed: str
    blocks: tuple[DrawnBlock, ...]
    exam: bool
    term_names: TermNames = field(repr=False, compare=False)

    @property
    def cards(self) -> list[Card]:
        """All cards, block by block, in teaching order."""
        return [card for block in self.blocks for card in block.cards]

    @property
    def left_out(self) -> tuple[str, ...]:
        """Titles of the blocks that an exam goes without."""
        return tuple(block.settings.title or "?" for block in self.blocks if block.left_out)

    @cached_property
    def questions(self) -> tuple[DrawnQuestion, ...]:
        """In the order asked: shuffled if the quiz says so; an exam keeps blocks together."""
        questions = []
        for number, block in enumerate(self.blocks):
            points = self.quiz.points if block.settings.points is None else block.settings.points
            title = block.settings.title or ""
            for card in block.cards:
                first = stable_digest(self.seed, "variant", card.id)[0]
                question, *others = (
                    make_question(card, self.term_names, self.seed, variant=first + place)
                    for place in range(len(card.note.variants) or 1)
                )
                questions.append(DrawnQuestion(question, points, title, number, tuple(others)))
        if self.quiz.shuffle:
            questions.sort(key=lambda drawn: stable_digest(self.seed, "place", drawn.question.id))
        if self.exam:
            questions.sort(key=lambda drawn: drawn.block_number)
        return tuple(questions)

    def require_enough(self) -> DrawnQuiz:
        """Return the same quiz. Raises TooFewCards if a block is short, or none is left."""
        short = [
            f"{block.settings.title or 'all'}: {len(block.cards)} of "
            f"{format_count(block.wanted, 'question')}"
            for block in self.blocks
            if block.is_short
        ]
        if short:
            kind = " that can be graded without a person" if self.exam else ""
            raise TooFewCards(
                f"too few cards{kind}: {'; '.join(short)}. "
                "One card of each note is taken, by one block: ask for fewer or select more"
            )
        if not self.cards:
            raise TooFewCards(
                f"quiz '{self.quiz.quiz}' has no question that can be graded without a person"
            )
        return self


def draw_quiz(
    quiz: Quiz,
    notes: Sequence[Note],
    seed: str | None = None,
    *,
    selection: Selection = EVERYTHING,
    exam: bool = False,
) -> DrawnQuiz:
    """Return the cards and questions of a quiz, out of notes in one language.

    `seed` stands for the quiz's own, which is never chance, so that it can be drawn again.
    `selection` leaves out cards. An `exam` takes only what can be graded without a person and
    goes without blocks that have none, or that are not translated. Short blocks raise only in
    `require_enough`.
    """
    seed = seed or quiz.seed or quiz.quiz
    allowed = filter_items(notes, selection)
    is_source = not notes or not notes[0].translated
    chosen: set[str] = set()
    blocks = []
    for settings in list_blocks(quiz):
        matching = [card for note in filter_items(allowed, settings.select) for card in note.cards]
        free = [card for card in matching if card.id not in chosen]
        gradable = [card for card in free if _is_gradable(card)]
        if settings.count is None:
            cards = gradable if exam else free
        else:
            balanced = [
                name for name in ("deck", "kind") if len(getattr(settings.select, name)) > 1
            ]
            cards = sample_cards(gradable, settings.count, seed, balanced)
            if len(cards) < settings.count and not exam:
                cards = sample_cards(free, settings.count, seed, balanced)
        # That nothing matches in the source is a mistake in the filters: the block is short.
        may_be_left_out = exam and (bool(matching) or not is_source)
        left_out = may_be_left_out and not any(map(_is_gradable, matching))
        blocks.append(DrawnBlock(settings, tuple(cards), left_out))
        chosen.update(card.id for card in cards)
    return DrawnQuiz(quiz, seed, tuple(blocks), exam, TermNames(notes))


def _is_gradable(card: Card) -> bool:
    """Return whether a card can be graded without a person."""
    return list_forms(card)[0] not in GRADED_BY_A_PERSON


def choose_notes(course: Course, choice: CardChoice) -> list[Note]:
    """Return the notes that a quiz asks or, without one, that match, in teaching order.

    Raises TooFewCards, or UsageError if the blocks of the quiz say how many.
    """
    selection, count = choice.selection, choice.count
    check_names(course, selection)
    quiz = None if choice.quiz is None else load_named_quiz(course, choice.quiz)
    lang = find_language(course, choice.lang or (quiz.lang if quiz else None))
    notes = list_notes(course, lang)
    if quiz is None:
        matching = require_notes(notes, selection)
        if count is None:
            return matching
        cards = [card for note in matching for card in note.cards]
        chosen = sample_cards(cards, count, choice.seed or "")
        if len(chosen) < count:
            raise TooFewCards(f"asked for {count} notes, found {len(chosen)}")
        return [card.note for card in chosen]
    if count:
        if quiz.picks:
            raise UsageError("the blocks of the quiz say how many.", "--count")
        quiz = quiz.model_copy(update={"count": count})
    drawn = draw_whole_quiz(course, quiz, lang, choice.seed, selection=selection)
    keys = {card.note.key for card in drawn.cards}
    return [note for note in notes if note.key in keys]


def draw_whole_quiz(
    course: Course,
    quiz: Quiz,
    lang: str,
    seed: str | None = None,
    *,
    selection: Selection = EVERYTHING,
    exam: bool = False,
) -> DrawnQuiz:
    """Return a quiz of a course drawn in a language, with its titles in it.

    Raises TooFewCards if a block is short, or the quiz is whole in the source only.
    """
    require_translation(course, quiz, lang, exam)
    translated = translate_quiz(course, quiz, lang)
    notes = list_notes(course, lang)
    return draw_quiz(translated, notes, seed, selection=selection, exam=exam).require_enough()


def require_translation(course: Course, quiz: Quiz, lang: str, exam: bool = False) -> None:
    """Raise TooFewCards if the quiz lacks questions in `lang` that it has in the source.

    A quiz that is not whole must not look like it, whatever is missing of the translation; what a
    learner or an author leaves out plays no part. A quiz that was written for `lang` and names no
    number asks for what there is in it.
    """
    if lang == course.source:
        return
    blocks = draw_quiz(
        translate_quiz(course, quiz, lang), list_notes(course, lang), exam=exam
    ).blocks
    source = draw_quiz(quiz, list_notes(course), exam=exam).blocks
    missing = [
        f"{block.settings.title or quiz.title} {len(block.cards)}/{len(whole.cards)}"
        for block, whole in zip(blocks, source, strict=True)
        if len(block.cards) < len(whole.cards) and (block.is_short or quiz.lang != lang)
    ]
    if missing:
        raise TooFewCards(
            f"quiz '{quiz.quiz}' is not whole in '{lang}': not all of it is translated "
            f"({', '.join(missing)}); in '{course.source}' it is: --lang {course.source}"
        )


def find_quiz_faults(course: Course) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """Yield what is wrong with blocks of quizzes: a retired entry, or too few cards.

    Each comes as the name of the quiz, the place in its file, and the message.
    """
    for name, quiz in course.quizzes.items():
        if quiz.lang and quiz.lang not in course.info.languages:
            has = ", ".join(course.info.languages)
            yield name, ("lang",), f"the course has no cards in '{quiz.lang}'; it has {has}"
            continue
        for number, block in enumerate(draw_quiz(quiz, list_notes(course, quiz.lang)).blocks):
            place = ("picks", number) if quiz.picks else ()
            keys = block.settings.select.key
            available = len(block.cards)
            retired = find_retired(course, keys)
            for key, reason in retired:
                message = f"'key' names a retired entry: '{key}' ({reason}); remove it"
                yield name, (*place, "select", "key", keys.index(key)), message
            if block.is_short and not retired:
                wanted = format_count(block.wanted, "question")
                hint = "a note gives one question" if available else "select something else"
                message = f"asks for {wanted}, and there are {available}; {hint}"
                yield name, (*place, "count" if block.settings.count else "select"), message
