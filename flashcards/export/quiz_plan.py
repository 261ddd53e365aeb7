"""What is exported: the questions of a quiz in their order, with points and pictures.

The same quiz, cards and seed give the same plan.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from flashcards import __version__
from flashcards.course.model import Course
from flashcards.course.texts import load_pictures
from flashcards.questions import Question
from flashcards.questions.draw import GRADED_BY_A_PERSON, DrawnQuestion, DrawnQuiz
from flashcards.text.images import find_pictures
from flashcards.words import ENGLISH, Words

LONGEST_NAME = 255
"""Of a category, a question or a quiz: a longer one would stop the whole import."""


@dataclass(frozen=True)
class QuizPlan:
    """Everything that a format needs to know."""

    title: str
    course: str
    questions: tuple[DrawnQuestion, ...]
    seed: str
    version: str
    author: str = ""
    words: Words = ENGLISH
    shuffle: bool = True
    minutes: float | None = None
    pass_mark: float | None = None
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """What all questions are worth."""
        return sum(drawn.points for drawn in self.questions)

    @property
    def sections(self) -> dict[int, list[DrawnQuestion]]:
        """The questions of each block, by its number."""
        found: dict[int, list[DrawnQuestion]] = {}
        for drawn in sorted(self.questions, key=lambda drawn: drawn.section):
            found.setdefault(drawn.section, []).append(drawn)
        return found

    @cached_property
    def digest(self) -> str:
        """Changes when any text, answer or number of points does, and with nothing else."""
        rows = sorted(json.dumps(list_content(each), ensure_ascii=False) for each in self.questions)
        return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def plan_quiz(course: Course, drawn: DrawnQuiz, lang: str) -> QuizPlan:
    """The questions of a drawn quiz with its titles and pictures, which are read from disk.

    Raises TooFewCards if a block is short, FlashcardsError if a picture cannot be read.
    """
    quiz = drawn.quiz
    questions = drawn.require_enough().questions
    shown = [picture.name for text in list_texts(questions) for picture in find_pictures(text)]
    return QuizPlan(
        title=quiz.title,
        course=quiz.course or find_title(course, lang),
        questions=questions,
        seed=drawn.seed,
        version=__version__,
        author=quiz.author or course.info.author,
        words=Words(lang),
        shuffle=quiz.shuffle,
        minutes=quiz.minutes,
        pass_mark=quiz.pass_mark,
        pictures=load_pictures(course, shown, lang),
    )


def find_title(course: Course, lang: str | None) -> str:
    """The course's title in the language of the cards, if it has been translated."""
    return course.titles.get(lang or "", {}).get("course", course.info.title)


def list_content(drawn: DrawnQuestion) -> list[object]:
    """What a question says, whatever order its options are shown in."""
    each = drawn.question
    options = sorted([o.name, o.text, o.right, o.why or ""] for o in each.options)
    asked = [each.instruction, each.stem, each.code or ""]
    things = [list(thing) for thing in each.things]
    right = [list(each.accepted), each.answer, each.answer_code or "", each.explanation]
    return [drawn.id, each.form, drawn.points, *asked, options, list(each.sequence), things, *right]


def list_texts(questions: Iterable[DrawnQuestion]) -> list[str]:
    """Every Markdown text of these questions: where pictures may be."""
    found = []
    for each in (drawn.question for drawn in questions):
        found += [each.stem, each.answer, each.explanation, *(text for _, text, _ in each.things)]
        for option in each.options:
            found += [] if option.literal else [option.text]
            found += [option.why] if option.why else []
    return found


def is_graded_by_a_person(question: Question) -> bool:
    """In one's own words, or typed but not in one line, which no platform compares."""
    if question.form in ("type", "gap"):
        return any("\n" in answer or not answer.strip() for answer in question.accepted)
    return question.form in GRADED_BY_A_PERSON


def case_counts(question: Question) -> bool:
    """Whether upper and lower case can make a typed answer wrong."""
    return question.case and any(a.lower() != a.upper() for a in question.accepted)
