"""Result files of `ptquiz exam` and answers on paper, graded by their key, to attempts.

What cannot be used is left out with a notice; a key that cannot be meant is an error.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes, read_json
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.answer_rules import fold_name, list_readings
from flashcards.text.headings import PERSON_FIELDS, find_field, find_value, read_number
from flashcards.text.tables import TABLE_SUFFIXES, LoadedTable, load_table

MAX_BYTES = 10_000_000
"""Of a result file: that of a long exam has a hundredth."""
MAX_ROWS_ABOVE = 10
"""Rows among which the heading of a table is looked for."""
BY_HAND, TYPED, SEQUENCES = ("reveal", "points"), ("type", "gap"), ("order", "match")
"""Forms of questions that a person grades, that are typed, and whose answer is a sequence."""
FORMS = (*BY_HAND, *TYPED, *SEQUENCES, "single", "multiple")
KEY_COLUMNS = {"form", "position", "question_id", "answer", "points", "type", "options"}
_POSITION = re.compile(r"\D{0,30}?(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
"""A number, with or without a word around it: `1`, `Q1`, `Frage 1`, `第1题`."""
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z])", re.IGNORECASE)
_AROUND_LETTERS = re.compile(r"[\s,;.:()\[\]/&+-]+")
_NO_ANSWER = ("", "-", "–", "—")
Amount = Annotated[float, Field(ge=0, le=1e15, allow_inf_nan=False)]


class Answer(BaseModel):
    """An answer with its question, as in a result file; what was not reached has few fields."""

    card: str
    of: Amount
    """Points that the question is worth."""
    form: str = ""
    shown: tuple[str, ...] = ()
    """Names of the options in the order shown."""
    answer: tuple[str, ...] = ()
    """Names of the chosen options in turn, or what was typed."""
    right: tuple[str, ...] = ()
    score: float = Field(0, ge=0, le=1)


class Attempt(BaseModel):
    """What one person did at one time: a file of `exam --result`, or a row of a table."""

    candidate: str
    answers: list[Answer] = []
    """What is graded."""
    open: int = 0
    """Answers on paper that cannot be read, or that a person has yet to grade."""
    unanswered: list[Answer] = []
    exam: str = ""
    title: str = ""
    began: Amount = 0
    finished: bool = True
    pass_mark: Amount | None = None
    """In percent."""
    number: str = ""
    """Of the student, if the table has it."""
    source: str = ""
    """The file, and the row if it has several people."""

    @property
    def points(self) -> float:
        return sum(answer.of * answer.score for answer in self.answers)

    @property
    def total(self) -> float:
        return sum(answer.of for answer in self.answers)

    @property
    def percent(self) -> float:
        return round(100 * self.points / self.total, 2) if self.total else 0.0


class ExamForm(BaseModel):
    """A form of a printed exam: its questions, in which nothing is answered, by position."""

    title: str = ""
    pass_mark: float | None = None
    questions: dict[int, Answer] = {}


Key: TypeAlias = dict[str, ExamForm]
"""The forms of a printed exam by name."""


class Unclear(FlashcardsError):
    """A cell that is no answer, or a table that cannot be graded."""


def load_results(paths: Sequence[Path], keep: str = "best") -> tuple[list[Attempt], list[str]]:
    """Return the attempts in these files and in the files of these folders, and notices.

    `keep` says which attempts of a person count: best, first, last or all. Raises
    FlashcardsError for results of several exams, and for a key that cannot be meant.
    """
    attempts, notices, key, tables = list[Attempt](), list[str](), Key(), dict[Path, LoadedTable]()
    for path in dict.fromkeys(_list_files(paths)):
        try:
            if path.suffix.lower() in ("", ".json"):
                attempts.append(_load_result(path))
                continue
            table = load_table(path, lambda rows: _find_heading(rows) is not None)
        except FlashcardsError as error:
            notices.append(str(error))
            continue
        notices += [f"{path}: {notice}" for notice in table.notices]
        table = table.drop_rows(_find_heading(table.rows) or 0)
        if {*table.rows[0]} >= KEY_COLUMNS:
            _add_key(path, table, key)
        else:
            tables[path] = table
    if len(exams := {attempt.exam for attempt in attempts}) > 1:
        raise FlashcardsError(f"give the results of one exam, not of {', '.join(sorted(exams))}")
    for path, table in tables.items():
        try:
            attempts += _read_answers(path, table, key, notices)
        except Unclear as reason:
            notices.append(f"{path} {reason}")
    return [*_choose_attempts(attempts, keep, notices)], notices


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders that may have results."""
    for path in paths:
        for file in sorted(path.iterdir()) if path.is_dir() else ():
            if file.suffix.lower() in (".json", *TABLE_SUFFIXES) and not file.is_dir():
                yield file
        if not path.is_dir():
            yield path


def _load_result(path: Path) -> Attempt:
    """Return the attempt in a result file. Raises FlashcardsError if it is none.

    What was not reached counts as wrong, as in the exam.
    """
    try:
        data = read_json(decode_text(load_bytes(path, MAX_BYTES)))
        if not isinstance(data, dict) or data.get("format") != RESULT_FORMAT:
            raise FlashcardsError(
                f"{path} is no result of 'ptquiz exam' in format {RESULT_FORMAT}, "
                "which this version reads"
            )
        attempt = Attempt.model_validate({**data, "source": str(path)})
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise FlashcardsError(f"{path} is a damaged result: {where}: {first['msg']}") from None
    except ValueError as error:
        raise FlashcardsError(f"{path} is not whole JSON: {error}") from None
    attempt.answers += attempt.unanswered
    attempt.candidate = attempt.candidate.strip() or path.stem
    if not attempt.total:
        raise FlashcardsError(f"{path} is a result of questions that are worth no points")
    return attempt


def _choose_attempts(
    attempts: Sequence[Attempt], keep: str, notices: list[str]
) -> Iterator[Attempt]:
    """Yield one attempt of each person, unless all are kept; the best has nothing open."""
    people: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in sorted(attempts, key=lambda attempt: attempt.began):
        people[(attempt.number or attempt.candidate).casefold()].append(attempt)
    for same in people.values():
        best = max(same, key=lambda attempt: (not attempt.open, attempt.percent))
        yield from {"best": [best], "first": same[:1], "last": same[-1:]}.get(keep, same)
        if len(same) > 1 and keep != "all":
            sources = ", ".join(attempt.source for attempt in same)
            count = f"“{same[0].candidate}” has {len(same)} attempts ({sources})"
            notices.append(f"{count}; the {keep} one counts")


def _find_heading(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the place of a heading that is known; None if there is none."""
    for place, row in enumerate(rows[:MAX_ROWS_ABOVE]):
        if {*row} >= KEY_COLUMNS or _find_fields(row):
            return place
    return None


def _add_key(path: Path, table: LoadedTable, key: Key) -> None:
    """Add the forms of a key to those known. Raises FlashcardsError if it cannot be meant."""
    for number, row in enumerate(table.rows[1:], table.first + 1):
        cells = defaultdict(str, zip(table.rows[0], row, strict=False))
        form = ExamForm(title=cells["title"], pass_mark=read_number(cells["pass_mark"]))
        try:
            if any(row):
                _add_question(key.setdefault(cells["form"], form), cells)
        except Unclear as reason:
            raise FlashcardsError(f"{path} is a key whose row {number} {reason}") from None
    for name, form in key.items():
        if not any(question.of for question in form.questions.values()):
            raise FlashcardsError(f"{path} is a key whose form '{name}' is worth no points")


def _add_question(form: ExamForm, cells: dict[str, str]) -> None:
    """Add the question in a row of a key. Raises Unclear with what is wrong."""
    card, kind = cells["question_id"], cells["type"]
    position, points = read_number(cells["position"]), read_number(cells["points"])
    if position is None or position % 1 or points is None or not card:
        raise Unclear("has no position, question or points")
    if points < 0:
        raise Unclear("has negative points")
    if position in form.questions:
        raise Unclear(f"has position {position:g} a second time: give one key of each form")
    if any(question.card == card for question in form.questions.values()):
        raise Unclear(f"has question {card} a second time")
    if kind not in FORMS:
        raise Unclear(f"has the type '{kind}', which is not known")
    question = Answer(card=card, of=points, form=kind, shown=tuple(cells["options"].split()))
    if kind in TYPED:
        question.right = tuple(filter(None, cells["answer"].split(" | ")))
    elif kind not in BY_HAND:
        question.right = _read_letters(question, re.sub(r"\d", "", cells["answer"]))
    if not question.right and kind not in BY_HAND:
        raise Unclear("has no answer")
    form.questions[int(position)] = question


def grade_cell(question: Answer, cell: str) -> Answer:
    """Return the graded answer in a cell of a table. Raises Unclear if it is none."""
    right, picks, score = question.right, tuple[str, ...](), 0.0
    if question.form in BY_HAND:
        points = 0.0 if cell in _NO_ANSWER else read_number(cell)
        if points is None or not 0 <= points <= question.of:
            raise Unclear(f"'{cell[:40]}' are no points from 0 to {question.of:g}")
        score = points / question.of if question.of else 0.0
    elif cell in _NO_ANSWER:
        pass
    elif question.form in TYPED:
        picks = (spell(cell, right),)
        score = float(picks[0] in right)
    elif question.form in SEQUENCES:
        picks = _read_sequence(question, cell)
        score = sum(mine == its for mine, its in zip(picks, right, strict=False)) / len(right)
    else:
        picks = tuple(dict.fromkeys(_read_letters(question, cell)))
        if question.form == "single" and len(picks) > 1:
            raise Unclear(f"'{cell[:40]}' are several answers, and {question.card} has one")
        hits = len({*right} & {*picks})  # a wrong pick takes a right one away, never below 0
        score = max(0.0, (2 * hits - len(picks)) / len(right))
    return question.model_copy(update={"answer": picks, "score": score})


def _read_sequence(question: Answer, cell: str) -> tuple[str, ...]:
    """Return the options in a cell such as `B A` or `1B 2A`. Raises Unclear."""
    pairs = dict(_PAIR.findall(cell))
    if question.form == "order" or not pairs:
        return _read_letters(question, cell)
    places = [str(place) for place, _ in enumerate(question.right, 1)]
    if not pairs.keys() <= {*places}:
        raise Unclear(f"'{cell[:40]}' names no option of {question.card}")
    return tuple("".join(_read_letters(question, pairs.get(place, ""))) for place in places)


def _read_letters(question: Answer, cell: str) -> tuple[str, ...]:
    """Return the options that have these letters on paper. Raises Unclear."""
    places = [ord(letter) - ord("a") for letter in _AROUND_LETTERS.sub("", cell.casefold())]
    if not all(0 <= place < len(question.shown) for place in places):
        raise Unclear(f"'{cell[:40]}' names no option of {question.card}")
    return tuple(question.shown[place] for place in places)


def spell(text: str, accepted: Sequence[str]) -> str:
    """Return the accepted answer that a typed text is, else the text in lower case.

    A spreadsheet writes 0.5 where somebody typed 0,5.
    """
    comma = text.replace(".", ",") if read_number(text) is not None else text
    readings = {fold_name(text), fold_name(comma)}
    matches = (answer for answer in accepted if readings & {*list_readings(answer)})
    return next(matches, text.casefold())


def _find_fields(heading: Sequence[str]) -> list[str]:
    """Return what each column holds: one of PERSON_FIELDS, the number of a position, or nothing.

    None of them if that is no table of answers: it needs a person and a position.
    """
    fields = []
    for cell in heading:
        position = _POSITION.fullmatch(cell)
        fields.append(str(int(position[1])) if position else find_field(cell, PERSON_FIELDS))
    has_person = bool({*fields} & {*PERSON_FIELDS} - {"form"})
    return fields if has_person and any(map(str.isdecimal, fields)) else []


def _read_answers(path: Path, table: LoadedTable, key: Key, notices: list[str]) -> list[Attempt]:
    """Return the attempts in a table of answers; what cannot be used is added to `notices`.

    Raises Unclear if it cannot be graded, or nobody can say who is who.
    """
    heading, attempts, known = table.rows[0], list[Attempt](), dict[str, Attempt]()
    fields = _find_fields(heading)
    columns = [int(name) for name in fields if name.isdecimal()]
    if not fields:
        shown = ", ".join(f"“{cell}”" for cell in heading[:12] if cell)
        raise Unclear(
            "is no table of answers that is known here: it needs the columns 'name', "
            f"'form' if there are several, and 1, 2, 3 … or Q1, Q2, Q3 …; found: {shown}"
        )
    if not key:
        raise Unclear("has answers by position, but no key: give exam-key.csv too")
    if twice := [name for name in columns if columns.count(name) > 1]:
        raise Unclear(f"has two columns for position {twice[0]}")
    asked = {position for form in key.values() for position in form.questions}
    if missing := ", ".join(map(str, sorted(asked - {*columns}))):
        notices.append(f"{path}: no column for position {missing}: left out for all")
    for number, row in enumerate(table.rows[1:], table.first + 1):
        if not any(row):
            continue
        if len(row) > len(fields):
            widths = f"has {len(row)} cells, the heading {len(fields)}"
            notices.append(f"{path}: row {number} {widths}")
        pairs = zip_longest(fields, row[: len(fields)], fillvalue="")
        try:
            # of two columns for the same, the first counts
            attempt = _read_row(dict(reversed([*pairs])), key, path, number, notices)
        except Unclear as reason:
            notices.append(f"{path}: row {number} {reason}")
            continue
        _check_identity(attempt, known)
        attempts.append(attempt)
    return attempts


def _read_row(cells: dict[str, str], key: Key, path: Path, row: int, notices: list[str]) -> Attempt:
    """Return the attempt in a row. Raises Unclear if it has no answers, or no form of the key."""
    names = (cells.get(name, "") for name in ("first name", "name", "last name"))
    number = cells.get("number", "")
    person = " ".join(filter(None, names)) or number
    form = _find_form(cells.get("form", ""), person, key)
    if form is None:
        raise Unclear(f"has no form of the key ({', '.join(key)}): “{person}” is left out")
    typed = {place: cells[str(place)] for place in form.questions if str(place) in cells}
    if all(not cell or find_value(cell, ["absent"]) for cell in typed.values()):
        raise Unclear(f"has no answers: “{person}” was absent; '-' makes an empty paper")
    attempt = Attempt(
        candidate=person or f"{path.name}:{row}",
        number=number,
        title=form.title,
        pass_mark=form.pass_mark,
        source=f"{path}:{row}",
    )
    for place, cell in typed.items():
        question = form.questions[place]
        try:
            if cell or question.form not in BY_HAND:
                attempt.answers.append(grade_cell(question, cell))
                continue
        except Unclear as reason:
            notices.append(f"{path}: row {row}, position {place}: {reason}")
        attempt.open += 1
    return attempt


def _find_form(cell: str, person: str, key: Key) -> ExamForm | None:
    """Return the form whose name is in a cell, else the only one or the person's own, or None."""
    forms = {name.casefold(): form for name, form in key.items()}
    if cell:
        words = {cell.casefold(), *re.split(r"[\s:._-]+", cell.casefold())} & forms.keys()
        return forms[words.pop()] if len(words) == 1 else None
    return next(iter(forms.values())) if len(forms) == 1 else forms.get(person.casefold())


def _check_identity(attempt: Attempt, known: dict[str, Attempt]) -> None:
    """Raise Unclear if nobody can say whether a row is of the same person as one before."""
    name = attempt.candidate.casefold()
    for sign in {name, attempt.number or name}:
        other = known.setdefault(sign, attempt)
        same_name = name == other.candidate.casefold()
        if other is not attempt and not (same_name and attempt.number and other.number):
            raise Unclear(
                f"has “{sign}” twice ({other.source}, {attempt.source}); "
                "give a column 'student number' that says who is who"
            )
