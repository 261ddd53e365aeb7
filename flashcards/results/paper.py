"""Answers on paper: a table (person, form, 1 … N), graded by the key that `export sheet` wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeAlias

from flashcards.errors import FlashcardsError
from flashcards.study.answer_rules import fold_name, list_readings
from flashcards.text.headings import PERSON_FIELDS, find_field, find_value, read_number

KEY_COLUMNS = ("form", "position", "question_id", "answer", "points", "type", "options")
BY_HAND = ("reveal", "points")
"""Types of questions that a person grades."""
CHOICES, SEQUENCES, TYPED = ("single", "multiple"), ("order", "match"), ("type", "gap")
_POSITION = re.compile(r"(\D{0,30}?)[\s.#:_-]*(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
"""A number, with or without a word around it: `1`, `Q1`, `Frage 1`, `第1题`."""
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z])", re.IGNORECASE)
_AROUND_LETTERS = re.compile(r"[\s,;.:()\[\]/&+-]+")
_NO_ANSWER = ("", "-", "–", "—")


class Question(NamedTuple):
    """A question as the class met it."""

    id: str
    type: str
    """single, multiple, order, match, type, gap, reveal or points."""
    points: float
    right: tuple[str, ...] = ()
    """Names of the right options in turn, or the accepted answers."""
    options: tuple[str, ...] = ()
    """Names of all options in the order shown."""


Key: TypeAlias = dict[str, dict[int, Question]]
"""The questions of a printed exam by form and position."""


class Answer(NamedTuple):
    """One person's answer to one question."""

    score: float | None
    """From 0 to 1; None if it is not known."""
    of: float
    """Points that the question is worth."""
    picks: tuple[str, ...] = ()
    """Names of options in the order given, or what was typed."""
    seconds: float | None = None
    is_unreadable: bool = False
    """Whether its cell is no answer; else one without a score waits for a person to grade it."""


@dataclass
class Attempt:
    """What one person did at one time."""

    person: str
    number: str = ""
    """Of the student, if the table has it."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """By the id of the question."""
    seconds: float | None = None
    began: float = 0
    finished: bool = True
    source: str = field(default="", compare=False)
    """The file, and the row if it has several people."""

    @property
    def identity(self) -> str:
        """The same for all attempts of one person."""
        return (self.number or self.person).casefold() or self.source

    @property
    def points(self) -> float:
        return sum(each.of * (each.score or 0) for each in self.answers.values())

    @property
    def total(self) -> float:
        """Points of all that has a score."""
        return sum(each.of for each in self.answers.values() if each.score is not None)

    @property
    def unreadable(self) -> int:
        return sum(each.is_unreadable for each in self.answers.values())

    @property
    def rank(self) -> tuple[bool, float]:
        """How good it is beside others; the best is never one with unreadable cells."""
        worth = sum(each.of for each in self.answers.values())
        return not self.unreadable, self.points / worth if worth else 0.0


class Unclear(FlashcardsError):
    """A cell that is no answer to its question, or a table that cannot be graded."""


def is_key(heading: Sequence[str]) -> bool:
    """Return whether a table with this heading is a key."""
    return {*KEY_COLUMNS} <= {*heading}


def add_key(rows: Sequence[Sequence[str]], path: Path, key: Key) -> tuple[str, float | None]:
    """Add the forms of a key to those known; return title and pass mark (percent) of the exam.

    Raises FlashcardsError if it cannot be meant.
    """
    table = [dict(zip_longest(rows[0], row[: len(rows[0])], fillvalue="")) for row in rows[1:]]
    for number, cells in enumerate(table, 2):
        try:
            if any(cells.values()):
                _add_key_row(key.setdefault(cells["form"], {}), cells)
        except Unclear as reason:
            raise FlashcardsError(f"{path} is a key whose row {number} {reason}") from None
    for form, asked in key.items():
        if not any(question.points for question in asked.values()):
            raise FlashcardsError(f"{path} is a key whose form '{form}' is worth no points")
    first = table[0] if table else {}
    mark = read_number(first.get("pass_mark", ""))
    return first.get("title", ""), mark if mark is not None and 0 <= mark <= 100 else None


def _add_key_row(asked: dict[int, Question], cells: Mapping[str, str]) -> None:
    """Add a question of a form. Raises Unclear with what is wrong."""
    id, type_, options = cells["question_id"], cells["type"], tuple(cells["options"].split())
    position, points = read_number(cells["position"]), read_number(cells["points"])
    if position is None or position % 1 or points is None or not id:
        raise Unclear("has no position, question or points")
    if points < 0:
        raise Unclear("has negative points")
    if position in asked:
        raise Unclear(f"has position {position:g} a second time: give one key of each form")
    if any(question.id == id for question in asked.values()):
        raise Unclear(f"has question {id} a second time")
    if type_ not in (*BY_HAND, *CHOICES, *SEQUENCES, *TYPED):
        raise Unclear(f"has the type '{type_}', which is not known")
    question = Question(id, type_, points, (), options)
    if type_ in TYPED:
        question = question._replace(right=tuple(filter(None, cells["answer"].split(" | "))))
    elif type_ not in BY_HAND:
        letters = re.sub(r"\d", "", cells["answer"])
        question = question._replace(right=_read_letters(question, letters))
    if not question.right and type_ not in BY_HAND:
        raise Unclear("has no answer")
    asked[int(position)] = question


def grade_cell(question: Question, cell: str) -> Answer:
    """Return what a cell of a table is worth. Raises Unclear if it is no answer."""
    right, worth = question.right, question.points
    if question.type in BY_HAND:
        points = 0.0 if cell in _NO_ANSWER else read_number(cell)
        if points is None or not 0 <= points <= worth:
            raise Unclear(f"'{cell[:40]}' are no points from 0 to {worth:g}")
        return Answer((points / worth if worth else 0.0) if cell else None, worth)
    if cell in _NO_ANSWER:
        return Answer(0.0, worth)
    if question.type in TYPED:
        typed = spell(cell, right)
        return Answer(float(typed in right), worth, (typed,))
    pairs = {int(number): letter for number, letter in _PAIR.findall(cell)}
    if question.type == "match" and pairs:
        if max(pairs) > len(right):
            raise Unclear(f"'{cell[:40]}' names no option of {question.id}")
        letters = (pairs.get(place, "") for place in range(1, max(pairs) + 1))
        picks = tuple("".join(_read_letters(question, letter)) for letter in letters)
    else:
        picks = _read_letters(question, cell)
    if question.type in SEQUENCES:
        hits = sum(mine == theirs for mine, theirs in zip(right, picks, strict=False))
        return Answer(hits / len(right), worth, picks)
    picks = tuple(dict.fromkeys(picks))
    if question.type == "single" and len(picks) > 1:
        raise Unclear(f"'{cell[:40]}' are several answers, and {question.id} has one")
    hits = len({*right} & {*picks})  # a wrong pick takes a right one away, never below 0
    return Answer(max(0.0, (2 * hits - len(picks)) / len(right)), worth, picks)


def _read_letters(question: Question, cell: str) -> tuple[str, ...]:
    """Return the options that have these letters on paper. Raises Unclear."""
    places = [ord(letter) - ord("a") for letter in _AROUND_LETTERS.sub("", cell.casefold())]
    if not all(0 <= place < len(question.options) for place in places):
        raise Unclear(f"'{cell[:40]}' names no option of {question.id}")
    return tuple(question.options[place] for place in places)


def spell(text: str, accepted: Sequence[str]) -> str:
    """Return the accepted answer that a typed text is, else the text in small letters.

    A spreadsheet writes 0.5 where somebody typed 0,5.
    """
    comma = text.replace(".", ",") if read_number(text) is not None else text
    read = {fold_name(text), fold_name(comma)}
    return next((each for each in accepted if read & {*list_readings(each)}), text.casefold())


def _find_fields(heading: Sequence[str]) -> list[str]:
    """Return what each column holds: one of PERSON_FIELDS, the number of a position, or nothing."""
    matches = [_POSITION.fullmatch(cell.casefold()) for cell in heading]
    words = Counter(match[1].strip() for match in matches if match)
    word = max(words, key=words.__getitem__, default="")
    return [
        str(int(match[2]))
        if match and match[1].strip() == word
        else find_field(cell, PERSON_FIELDS)
        for cell, match in zip(heading, matches, strict=True)
    ]


def is_answers(heading: Sequence[str]) -> bool:
    """Return whether it is the heading of a table of answers."""
    fields = {*_find_fields(heading)}
    return any(map(str.isdecimal, fields)) and bool(fields & {*PERSON_FIELDS} - {"form"})


def read_answers(
    rows: Sequence[Sequence[str]], path: Path, key: Key, notices: list[str]
) -> list[Attempt]:
    """Return one attempt for each row with answers and a form of the key.

    What cannot be used is added to `notices`. Raises Unclear if the table cannot be graded.
    """
    fields = _find_fields(rows[0])
    there = _check_columns(rows[0], fields, key, notices)
    attempts, absent = list[Attempt](), list[str]()
    for number, row in enumerate(rows[1:], 2):
        if not any(row):
            continue
        cells = dict(reversed([*zip(fields, row, strict=False)]))
        names = (cells.get(name, "") for name in ("first name", "name", "last name"))
        student = cells.get("number", "")
        person = " ".join(filter(None, names)) or student
        asked = _find_form(cells.get("form", "") if "form" in fields else person, key, fields)
        given = {position: cells.get(str(position), "") for position in asked}
        if not asked:
            told = f"row {number} has no form of the key ({', '.join(key)})"
            notices.append(f"{told}: “{person}” is left out")
            continue
        if all(not cell or _says_absent(cell, asked[at]) for at, cell in given.items()):
            absent.append(f"“{person}” (row {number})")
            continue
        if len(row) != len(rows[0]):
            notices.append(f"row {number} has {len(row)} cells, the heading {len(rows[0])}")
        name = person or f"{path.name} #{number}"
        attempt = Attempt(name, student, source=f"{path}:{number}")
        for position, question in asked.items():
            answer = Answer(None, question.points, is_unreadable=True)
            try:
                if position in there or question.type in BY_HAND:
                    answer = grade_cell(question, given[position])
            except Unclear as reason:
                notices.append(f"row {number}, position {position}: {reason}")
            attempt.answers[question.id] = answer
        attempts.append(attempt)
    if absent:
        notices.append(f"no answers, so absent: {', '.join(absent)}; '-' makes an empty paper")
    _check_identities(attempts)
    return attempts


def _check_columns(
    heading: Sequence[str], fields: Sequence[str], key: Key, notices: list[str]
) -> set[int]:
    """Return the positions that have a column; tell what heading and key do not share.

    Raises Unclear if it is no table of answers, or there is no key for it.
    """
    if not is_answers(heading):
        shown = ", ".join(f"“{cell}”" for cell in heading[:12] if cell)
        raise Unclear(
            "is no table of answers that is known here: it needs the columns 'name', "
            f"'form' if there are several, and 1, 2, 3 … or Q1, Q2, Q3 …; found: {shown}"
        )
    if not key:
        raise Unclear("has answers by position, but no key: give exam-key.csv too")
    if twice := [name for name in {*fields} if name.isdecimal() and fields.count(name) > 1]:
        raise Unclear(f"has two columns for position {twice[0]}")
    questions = {position: each for asked in key.values() for position, each in asked.items()}
    there = {int(name) for name in fields if name.isdecimal()}
    if extra := sorted(there - questions.keys()):
        notices.append(f"the key has no position {', '.join(map(str, extra))}")
    needed = {position for position, each in questions.items() if each.type not in BY_HAND}
    if missing := sorted(needed - there):
        notices.append(f"no column for position {', '.join(map(str, missing))}: left out for all")
    return there


def _find_form(cell: str, key: Key, fields: Sequence[str]) -> Mapping[int, Question]:
    """Return what a form asks, found by its name or a word of it; nothing if it is not known.

    A key with one form needs no column for it.
    """
    if len(key) == 1 and (not cell or "form" not in fields):
        return next(iter(key.values()))
    forms = {name.casefold(): asked for name, asked in key.items()}
    words = {word for word in re.split(r"[\s:._-]+", cell.casefold()) if word in forms}
    name = words.pop() if len(words) == 1 else cell.casefold()
    return forms.get(name, {})


def _says_absent(cell: str, question: Question) -> bool:
    return find_value(cell, ["absent"]) != "" and cell.casefold() not in map(
        str.casefold, question.right
    )


def _check_identities(attempts: Sequence[Attempt]) -> None:
    """Raise Unclear if nobody can tell whether two rows are of one person."""
    names, numbers = dict[str, Attempt](), dict[str, Attempt]()
    for attempt in attempts:
        name = attempt.person.casefold()
        other = names.setdefault(name, attempt)
        if attempt != other and not (attempt.number and other.number):
            raise Unclear(
                f"has “{attempt.person}” twice ({other.source}, {attempt.source}); "
                "give a column 'student number' that says who is who"
            )
        other = numbers.setdefault(attempt.number or name, attempt)
        if attempt.number and other.person.casefold() != name:
            raise Unclear(
                f"has the number “{attempt.number}” beside two names "
                f"({other.source}, {attempt.source})"
            )
