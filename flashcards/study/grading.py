"""In which form a card is asked, and whether its answer is right.

The same answer written differently is the same answer: width, case, spaces, hyphens and code
marks of a typed answer do not count (`answer_rules` has the rules), nor what it repeats of the
code around its gap. "Nearly" is a verdict of its own that the learner sees; it is never given
for a word that is another term, nor where a digit differs, nor for the output of a program.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from flashcards.course.model import Kind
from flashcards.questions.question import Form, Question
from flashcards.reviews.memory import AGAIN, EASY, GOOD, HARD, Rating
from flashcards.text.answer_rules import (
    SPELLING,
    apply_rules,
    find_accepted,
    fold_name,
    is_nearly,
    list_readings,
    remove_surroundings,
)

Ask: TypeAlias = Literal["grow", "memory", "options"]
"""How cards with options are asked: bare from the second day on, always bare, always with them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the learner answered: names of options or one typed text; perhaps a rating."""

    given: tuple[str, ...]
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """How good an answer was, and what was wrong with it."""

    score: float
    near: bool = False
    hint: str | None = None
    """A key of `words/*.json` that tells what to write differently."""
    false: tuple[str, ...] = ()
    """Names of wrong options that were chosen."""
    unknown: bool = False
    """Nothing was answered where something is right: the learner does not know."""

    @property
    def right(self) -> bool:
        return self.score >= 1


RIGHT, WRONG = Verdict(1.0), Verdict(0.0)


def choose_form(possible: Sequence[Form], ask: Ask, is_first_day: bool) -> Form:
    """Return the form in which a card is asked; a card that can be chosen is met with options.

    After the day of its first answer it is asked from memory, also when it was forgotten.
    """
    is_bare = ask == "memory" or (ask == "grow" and not is_first_day)
    return "reveal" if is_bare and {"single", "reveal"} <= {*possible} else possible[0]


def offer_ratings(kind: Kind, is_right: bool, is_helped: bool) -> tuple[Rating, ...]:
    """Return the ratings that an answer may get, the one that it has at first before the others.

    A pick from choices that had to be looked at is hard at best. A term that was typed is rated as
    the learner wishes: a slip is no lapse.
    """
    if is_helped:
        return (HARD, AGAIN) if is_right else (AGAIN,)
    if is_right:
        return (GOOD, AGAIN, HARD, EASY)
    return (AGAIN, HARD, GOOD, EASY) if kind == "term" else (AGAIN,)


def judge_answer(question: Question, answer: Answer) -> Verdict:
    """Return the verdict; what was revealed is as right as the learner says."""
    if question.form == "reveal":
        return WRONG if answer.rating == AGAIN else RIGHT
    return grade_answer(question, answer.given)


def grade_answer(question: Question, answer: Sequence[str]) -> Verdict:
    """Return the verdict on an answer: names of options, or one typed text."""
    match question.form:
        case "type" | "gap":
            verdict = _grade_typed(question, answer[0] if answer else "")
        case "order":
            verdict = _grade_places(question.sequence, answer)
        case "match":
            verdict = _grade_places([fitting for _, _, fitting in question.things], answer)
            false = tuple(other.name for other in question.distractors if other.name in answer)
            verdict = replace(verdict, false=false)
        case _:
            verdict = _grade_choice(question, answer)
    is_empty = not any(part.strip() for part in answer)
    return replace(verdict, unknown=True) if is_empty and not verdict.right else verdict


def suggest_rating(question: Question, names: Sequence[str]) -> Rating:
    """Return the rating that the points somebody had suggest: all of them good, all but one hard.

    Fewer, or one of two, is again.
    """
    missed = len(question.options) - len(names)
    if missed == 0:
        return GOOD
    return HARD if missed == 1 and len(names) > 1 else AGAIN


def _grade_choice(question: Question, answer: Sequence[str]) -> Verdict:
    """Credit for every right pick, less one for every false one."""
    right, chosen = question.right_names, set(answer)
    false = tuple(o.name for o in question.options if o.name in chosen and not o.right)
    hits = len(chosen.intersection(right))
    return Verdict(max(0.0, (hits - len(false)) / len(right)), false=false)


def _grade_places(fitting: Sequence[str], answer: Sequence[str]) -> Verdict:
    """Credit for every step or thing to which the name that fits was given."""
    hits = sum(given == fits for given, fits in zip(answer, fitting, strict=False))
    return Verdict(1 - (len(fitting) - hits) / len(fitting))


def _grade_typed(question: Question, answer: str) -> Verdict:
    if find_accepted(answer, question.accepted, question.comparison) is not None:
        return RIGHT
    if not answer.strip():
        return WRONG
    if fold_name(answer) in {fold_name(name) for name in question.others}:
        return Verdict(0.0, hint="other_term")
    answer = remove_surroundings(answer, question.accepted, question.comparison.around)
    return Verdict(0.0, near=any(_is_near(question, answer, each) for each in question.accepted))


def _is_near(question: Question, answer: str, accepted: str) -> bool:
    """Return whether a name or a piece of code is this one but for a slip."""
    if question.lines:
        return False
    if question.code:
        return is_nearly(apply_rules(answer, SPELLING), apply_rules(accepted, SPELLING))
    return any(is_nearly(fold_name(answer), reading) for reading in list_readings(accepted))
