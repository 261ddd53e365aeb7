"""What the course knows about the questions of a class: texts, options, concepts, places.

A platform does not hand back the ids of its questions, but their texts: letters and digits
of the text find the card again, and those of an option its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from flashcards.cards import Card, Note, list_notes
from flashcards.errors import FlashcardsError, Position
from flashcards.model import Concept, Course
from flashcards.questions import Question
from flashcards.questions.build import find_authored_options, list_forms, make_question
from flashcards.questions.distractors import Neighbours
from flashcards.results.attempts import AskedQuestion
from flashcards.selection import list_concepts
from flashcards.study.grading import grade_answer
from flashcards.text.entry_texts import fingerprint_question
from flashcards.text.formulas import format_formulas
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text
from flashcards.words.catalog import ENGLISH

BY_HAND = ("reveal", "points")
"""Forms that a person grades."""
TYPED = ("type", "gap")
"""Forms that are answered in writing and graded by rules."""


@dataclass(frozen=True)
class CardFacts:
    """What is known about one card."""

    key: str
    text: str
    """What is asked, in plain text: the first line of it, and the lines of its code."""
    options: Mapping[str, str]
    """Name of an option to its plain text."""
    right: tuple[str, ...]
    concepts: tuple[str, ...]
    place: Position
    things: tuple[str, ...] = ()
    """Plain texts of what is matched, if the card can be asked so."""
    forms: tuple[str, ...] = ()
    """In which it can be asked."""
    content: str = ""
    """A fingerprint of its texts."""

    @property
    def by_hand(self) -> bool:
        """Whether only a person can grade it."""
        return bool(self.forms) and set(self.forms) <= set(BY_HAND)


def describe_form(
    id: str, form: str, points: float, right: tuple[str, ...], options: tuple[str, ...]
) -> AskedQuestion:
    """A question that was asked in this form; what it matches has numbers, as on paper."""
    numbers = tuple(map(str, range(1, len(right) + 1)))
    return AskedQuestion(
        id,
        points,
        right=right,
        options=options,
        is_sequence=form in ("order", "match"),
        things=numbers if form == "match" else (),
        is_typed=form in TYPED,
    )


def show_plain(markdown: str) -> str:
    """A text without its markup, on one line."""
    return " ".join(html_to_text(render_html(markdown)).split())


def _tell(question: Question) -> str:
    """The first line of what is asked, and its code, without markup."""
    line = show_plain(question.stem.strip().partition("\n")[0])
    return f"{line}\n{(question.code or '').rstrip()}".strip()


class QuestionBank:
    """The cards of a course in one language, by id and by text.

    An id that names another language of the course, as those in a key do, is about the
    card in that language.
    """

    def __init__(self, course: Course, lang: str | None = None) -> None:
        self.course = course
        self.words = ENGLISH
        self.lang = lang or course.source
        self._found: dict[str, str | None] = {}
        self._facts: dict[str, CardFacts | None] = {}
        self._names: dict[str, dict[str, str]] = {}
        self._others: dict[str, QuestionBank] = {}

    @cached_property
    def _cards(self) -> dict[str, Card]:
        """Those that are taught before those that were given to a class and are retired now."""
        every = list_notes(self.course, self.lang, retired=True)
        retired = [note for note in every if note.entry.retired]
        return {card.id: card for note in (*self._notes, *retired) for card in note.cards}

    @cached_property
    def _notes(self) -> list[Note]:
        return list_notes(self.course, self.lang)

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours(self._notes)

    @cached_property
    def concept_titles(self) -> dict[str, str]:
        """Key of every concept to its title in plain text."""
        entries = (note.entry for note in self._notes)
        concepts = (each for each in entries if isinstance(each, Concept))
        return {each.key: format_formulas(show_plain(each.concept)) for each in concepts}

    def describe(self, id: str) -> CardFacts | None:
        """What is known about a card; None if the course does not have it."""
        name, bank = self._find_bank(id)
        if name not in bank._facts:
            card = bank._cards.get(name)
            bank._facts[name] = bank._describe_card(card) if card else None
        return bank._facts[name]

    def _find_bank(self, id: str) -> tuple[str, QuestionBank]:
        """The id without its language, and the cards in that language."""
        name, _, lang = id.partition("@")
        if lang in ("", self.lang) or lang not in self.course.info.languages:
            return name, self
        if lang not in self._others:
            self._others[lang] = QuestionBank(self.course, lang)
        return name, self._others[lang]

    def _describe_card(self, card: Card) -> CardFacts:
        questions = self._list_questions(card)
        options = {o.name: o for question in questions for o in question.options}
        texts = {o.name: o.text if o.literal else show_plain(o.text) for o in options.values()}
        right = next((q.right_names for q in questions if q.right_names), ())
        place = self.course.places.get(card.entry.key, Position(card.entry.key))
        text = _tell(questions[0]) if questions else ""
        concepts = list_concepts(card.note)
        matched = next((q.things for q in questions if q.things), ())
        things = tuple(show_plain(thing) for _, thing, _ in matched)
        if matched:  # any of the wrong cells may have been the one that fits nothing
            authored = find_authored_options(card).items()
            texts = {**{name: show_plain(each.text) for name, each in authored}, **texts}
        forms = tuple(question.form for question in questions)
        content = fingerprint_question(card.entry)
        return CardFacts(
            card.entry.key, text, texts, right, concepts, place, things, forms, content
        )

    def grade_text(self, id: str, text: str, forms: Sequence[str] = TYPED) -> float | None:
        """The score of what was typed by the rules of a card; None if it is not typed."""
        name, bank = self._find_bank(id)
        card = bank._cards.get(name)
        for question in bank._list_questions(card) if card else ():
            if question.form in forms:
                return grade_answer(question, (text,)).score
        return None

    def _list_questions(self, card: Card) -> list[Question]:
        """The card in each of its forms."""
        found = []
        for form in list_forms(card, self._neighbours):
            with suppress(FlashcardsError):
                found.append(make_question(card, self._neighbours, form=form))
        return found
