"""Result files of `ptquiz exam` and answers on paper, graded by their key, to attempts.

What cannot be used is left out with a notice; a key that cannot be meant is an error.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.answer_rules import Comparison, find_accepted, read_comparison
from flashcards.text.csv_cells import Unreadable, restore_text
from flashcards.text.headings import (
    PERSON_FIELDS,
    find_field,
    find_value,
    read_number,
    split_options,
)
from flashcards.text.number_formats import ShownNumber
from flashcards.text.tables import TABLE_SUFFIXES, LoadedTable, load_table

MAX_BYTES = 10_000_000
"""Of a result file: that of a long exam has a hundredth."""
BY_HAND, TYPED, SEQUENCES = ("reveal", "points"), ("type", "gap"), ("order", "match")
"""Types of questions that a person grades, that are typed, and whose answer is a sequence."""
TYPES = (*BY_HAND, *TYPED, *SEQUENCES, "single", "multiple")
KEY_COLUMNS = {"form", "position", "question_id", "answer", "points", "type", "options"}
_POSITION = re.compile(r"\D{0,30}?(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
"""A number, with or without a word around it: `1`, `Q1`, `Frage 1`, `第1题`."""
_PAIR = re.compile(r"(\d+)\s*[-:=→>]*\s*([a-z])")
"""A part of the answer to a match, as in `1B 2A`."""
_AROUND_LETTERS = re.compile(r"[\s,;.:()\[\]/&+和及-]+")
_NO_ANSWER = ("", "-", "–", "—")
MAX_AMOUNT = 1e15
Amount = Annotated[float, Field(ge=0, le=MAX_AMOUNT, allow_inf_nan=False)]


class Answer(BaseModel):
    """An answer with its question, as in a result file; what was not reached has few fields."""

    model_config = ConfigDict(validate_by_name=True)

    card: str
    of: Amount
    """Points that the question is worth."""
    type: str = Field("", alias="form")
    """How it was asked."""
    question: str = ""
    """What was asked, in one line."""
    shown: tuple[str, ...] = ()
    """Names of the options in the order shown."""
    texts: tuple[str, ...] = ()
    """What these options say."""
    answer: tuple[str, ...] = ()
    """Names of the chosen options in turn, or what was typed."""
    right: tuple[str, ...] = ()
    score: float = Field(0, ge=0, le=1)
    position: int = 0
    """On paper, in its version."""
    comparison: Comparison = Comparison()
    """How a typed answer on paper is compared."""

    @property
    def points(self) -> float:
        return self.of * self.score


class Attempt(BaseModel):
    """What one person did at one time: a file of `exam --result`, or a row of a table."""

    format: Annotated[int, Field(ge=RESULT_FORMAT, le=RESULT_FORMAT)] = RESULT_FORMAT
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
    version: str = ""
    """Of the printed exam: A, B, C."""
    source: str = ""
    """The file, and the row if it has several people."""

    @property
    def points(self) -> float:
        return sum(answer.points for answer in self.answers)

    @property
    def total(self) -> float:
        return sum(answer.of for answer in self.answers)

    @property
    def percent(self) -> float:
        return round(100 * self.points / self.total, 2) if self.total else 0.0


@dataclass
class AnswerKey:
    """The key of a printed exam."""

    title: str = ""
    pass_mark: float | None = None
    forms: dict[str, dict[int, Answer]] = field(default_factory=dict)
    """The questions of each form by position; nothing is answered in them."""


def load_results(paths: Sequence[Path], keep: str = "best") -> tuple[list[Attempt], list[str]]:
    """Return the attempts in these files and in the files of these folders, and notices.

    `keep` says which attempts of a person count: best, first, last or all. Raises
    FlashcardsError for results of several exams, and for a key that cannot be meant.
    """
    attempts: list[Attempt] = []
    tables: list[LoadedTable] = []
    notices: list[str] = []
    for path in dict.fromkeys(_list_files(paths)):
        try:
            if path.suffix.lower() in ("", ".json"):
                attempts.append(_load_result(path))
            else:
                tables.append(load_table(path, lambda row: _is_key(row) or any(_find_fields(row))))
        except FlashcardsError as error:
            notices.append(str(error))
    if len(exams := {attempt.exam for attempt in attempts}) > 1:
        raise FlashcardsError(f"give the results of one exam, not of {', '.join(sorted(exams))}")
    key = AnswerKey()
    for table in tables:
        if _is_key(table.heading):
            _add_to_key(table, key)
    for table in tables:
        try:
            if not _is_key(table.heading):
                attempts += _read_answers(table, key)
        except Unreadable as reason:
            notices.append(f"{table.path} {reason}")
        notices += [f"{table.path}: {notice}" for notice in table.notices]
    return _choose_attempts(attempts, keep, notices), notices


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders that may have results."""
    for path in paths:
        if path.is_dir():
            files = (file for file in sorted(path.iterdir()) if not file.is_dir())
            yield from (file for file in files if file.suffix.lower() in (".json", *TABLE_SUFFIXES))
        else:
            yield path


def _load_result(path: Path) -> Attempt:
    """Return the attempt in a result file. Raises FlashcardsError if it is none.

    What was not reached counts as wrong, as in the exam.
    """
    try:
        attempt = Attempt.model_validate_json(decode_text(load_bytes(path, MAX_BYTES)))
    except ValidationError as error:
        first = error.errors()[0]
        reason = ": ".join([*map(str, first["loc"]), first["msg"]])
        raise FlashcardsError(f"{path} is no whole result of 'ptquiz exam': {reason}") from None
    except UnicodeDecodeError:
        raise FlashcardsError(f"{path} is no text") from None
    attempt.source = str(path)
    attempt.answers += attempt.unanswered
    attempt.candidate = attempt.candidate.strip() or path.stem
    if not attempt.total:
        raise FlashcardsError(f"{path} is a result of questions that are worth no points")
    return attempt


def _choose_attempts(attempts: Sequence[Attempt], keep: str, notices: list[str]) -> list[Attempt]:
    """Return one attempt of each person, unless all are kept; the best has nothing open."""
    people: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in sorted(attempts, key=lambda attempt: attempt.began):
        people[(attempt.number or attempt.candidate).casefold()].append(attempt)
    if keep == "all":
        return [attempt for own in people.values() for attempt in own]
    chosen = []
    for own in people.values():
        best = max(own, key=lambda attempt: (not attempt.open, attempt.percent))
        chosen.append({"best": best, "first": own[0], "last": own[-1]}[keep])
        if len(own) > 1:
            sources = ", ".join(attempt.source for attempt in own)
            count = f"“{own[0].candidate}” has {len(own)} attempts ({sources})"
            notices.append(f"{count}; the {keep} one counts")
    return chosen


def _is_key(heading: Sequence[str]) -> bool:
    return {*heading} >= KEY_COLUMNS


def _add_to_key(table: LoadedTable, key: AnswerKey) -> None:
    """Add the questions of a table. Raises FlashcardsError if they cannot be meant."""
    for number, row in table.list_rows():
        cells = defaultdict(str, zip(table.heading, row, strict=False))
        key.title = cells["title"]
        mark = read_number(cells["pass_mark"])
        key.pass_mark = mark if mark is not None and 0 <= mark <= 100 else None
        try:
            _add_question(key.forms.setdefault(cells["form"], {}), cells)
        except Unreadable as reason:
            raise FlashcardsError(f"{table.path} is a key whose row {number} {reason}") from None
    for name, questions in key.forms.items():
        if not any(question.of for question in questions.values()):
            raise FlashcardsError(f"{table.path} is a key whose form '{name}' is worth no points")


def _add_question(questions: dict[int, Answer], cells: dict[str, str]) -> None:
    """Add the question in a row of a key to those of its form. Raises Unreadable."""
    card, kind = cells["question_id"], cells["type"]
    position, points = read_number(cells["position"]), read_number(cells["points"])
    if position is None or position % 1 or points is None or not card:
        raise Unreadable("has no position, question or points")
    if not 0 <= points <= MAX_AMOUNT:
        raise Unreadable("has negative points, or too many")
    if position in questions:
        raise Unreadable(f"has position {position:g} a second time: give one key of each form")
    if any(question.card == card for question in questions.values()):
        raise Unreadable(f"has question {card} a second time")
    if kind not in TYPES:
        raise Unreadable(f"has the type '{kind}', which is not known")
    comparison = read_comparison(cells["compare"], restore_text(cells["around"]))
    if comparison is None:
        raise Unreadable(f"has '{cells['compare']}' under 'compare', which is not known")
    question = Answer(
        card=card,
        of=points,
        type=kind,
        question=restore_text(cells["question"]),
        shown=tuple(cells["options"].split()),
        texts=_split_texts(cells["texts"]),
        position=int(position),
        comparison=comparison,
    )
    if kind in TYPED:
        question.right = _split_texts(cells["answer"])
    elif kind not in BY_HAND:
        question.right = _read_options(question, re.sub(r"\d", "", cells["answer"]))
    if not question.right and kind not in BY_HAND:
        raise Unreadable("has no answer")
    questions[int(position)] = question


def _split_texts(cell: str) -> tuple[str, ...]:
    """Return the texts in one cell of a key."""
    texts = restore_text(cell).split(" | ")
    return tuple(text.replace(r"\|", "|") for text in texts if text)


def _grade(question: Answer, cell: str) -> Answer:
    """Return the graded answer in a cell of a table. Raises Unreadable if it is none."""
    right = question.right
    answer: tuple[str, ...] = ()
    score = 0.0
    if question.type in BY_HAND:
        points = 0.0 if cell in _NO_ANSWER else read_number(cell)
        if points is None or not 0 <= points <= question.of:
            raise Unreadable(f"'{cell[:40]}' are no points from 0 to {question.of:g}")
        score = points / question.of if question.of else 0.0
    elif cell in _NO_ANSWER and cell not in right:
        pass
    elif question.type in TYPED:
        readings = (find_accepted(text, right, question.comparison) for text in _read_typed(cell))
        accepted = next(filter(None, readings), None)
        answer = (accepted or cell,)
        score = float(accepted is not None)
    elif question.type in SEQUENCES:
        answer = _read_options(question, cell)
        hits = sum(name == fits for name, fits in zip(answer, right, strict=False))
        score = hits / len(right)
    else:
        answer = tuple(dict.fromkeys(_read_options(question, cell)))
        if question.type == "single" and len(answer) > 1:
            raise Unreadable(f"'{cell[:40]}' are several answers, and {question.card} has one")
        hits = len({*right} & {*answer})
        false = len(answer) - hits
        score = max(0.0, (hits - false) / len(right))
    return question.model_copy(update={"answer": answer, "score": score})


def _read_options(question: Answer, cell: str) -> tuple[str, ...]:
    """Return the options with these letters on paper: `B A`, `A and B`, of a match also `1B 2A`.

    Raises Unreadable if one has no such letter.
    """
    names = {**dict(zip(ascii_lowercase, question.shown, strict=False)), "": ""}
    letters = [*_AROUND_LETTERS.sub("", "".join(split_options(cell.casefold())))]
    pairs = dict(_PAIR.findall(cell.casefold())) if question.type == "match" else {}
    if pairs:
        letters = [pairs.pop(str(place), "") for place, _ in enumerate(question.right, 1)]
    if pairs or not names.keys() >= {*letters}:
        raise Unreadable(f"'{cell[:40]}' names no option of {question.card}")
    return tuple(names[letter] for letter in letters)


def _read_typed(cell: str) -> list[str]:
    """Return what a person may have typed whose answer a spreadsheet shows so.

    It may show 0.5 as 0,5, or the other way round, and 1.5 as 2.
    """
    texts = [cell]
    if isinstance(cell, ShownNumber):
        texts.append(f"{cell.value:.15g}")
    if read_number(cell) is not None:
        texts += [text.replace(",", ".") for text in texts]
        texts += [text.replace(".", ",") for text in texts]
    return list(dict.fromkeys(texts))


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


def _read_answers(table: LoadedTable, key: AnswerKey) -> list[Attempt]:
    """Return the attempts in a table of answers; what cannot be used is added to its notices.

    Raises Unreadable if it cannot be graded, or nobody can say who is who.
    """
    fields = _find_fields(table.heading)
    positions = [int(field) for field in fields if field.isdecimal()]
    first = table.heading if fields else table.rows[0]
    shown = ", ".join(f"“{cell}”" for cell in first[:12] if cell)
    if not fields:
        raise Unreadable(
            "is no table of answers that is known here: it needs the columns 'name', "
            f"'form' if there are several, and 1, 2, 3 … or Q1, Q2, Q3 …; found: {shown}"
        )
    if not key.forms:
        raise Unreadable("has answers by position, but no key: give exam-key.csv too")
    if twice := [position for position in positions if positions.count(position) > 1]:
        raise Unreadable(f"has two columns for position {twice[0]}")
    asked = {position for questions in key.forms.values() for position in questions}
    if missing := ", ".join(map(str, sorted(asked - {*positions}))):
        table.notices.append(f"no column for position {missing}: left out for all")
    for position, heading in zip(fields, table.heading, strict=True):
        if position.isdecimal() and int(position) not in asked:
            notice = f"column “{heading}” is left out: the key has no position {position}"
            table.notices.append(notice)
    before = len(table.notices)
    attempts: list[Attempt] = []
    known: dict[str, Attempt] = {}
    for number, row in table.list_rows():
        if len(row) > len(fields):
            table.notices.append(f"row {number} has {len(row)} cells, the heading {len(fields)}")
        cells: dict[str, str] = {}
        for name, cell in zip(fields, row, strict=False):
            cells.setdefault(name, cell)  # of two columns for the same, the first counts
        try:
            attempt = _read_row(cells, key, number, table)
        except Unreadable as reason:
            table.notices.append(f"row {number} {reason}")
            continue
        _check_identity(attempt, known)
        attempts.append(attempt)
    if not attempts and "form" not in fields and len(key.forms) > 1:
        del table.notices[before:]
        forms = ", ".join(key.forms)
        raise Unreadable(f"needs a column 'form' that says which one is ({forms}); found: {shown}")
    return attempts


def _read_row(cells: dict[str, str], key: AnswerKey, row: int, table: LoadedTable) -> Attempt:
    """Return the attempt in a row. Raises Unreadable without answers or a form of the key."""
    number = cells.get("number", "")
    names = (cells.get(name, "") for name in ("first name", "name", "last name"))
    person = " ".join(filter(None, names)) or number
    version = _find_version(cells.get("form", ""), person, key)
    if version is None:
        raise Unreadable(f"has no form of the key ({', '.join(key.forms)}): “{person}” is left out")
    questions = key.forms[version]
    answers = {place: cells[str(place)] for place in questions if str(place) in cells}
    if all(not cell or find_value(cell, ["absent"]) for cell in answers.values()):
        raise Unreadable(f"has no answers: “{person}” was absent; '-' makes an empty paper")
    attempt = Attempt(
        candidate=person or f"{table.path.name}:{row}",
        number=number,
        version=version,
        title=key.title,
        pass_mark=key.pass_mark,
        source=f"{table.path}:{row}",
    )
    for place, cell in answers.items():
        question = questions[place]
        try:
            if not cell and question.type in BY_HAND:
                attempt.open += 1
            else:
                attempt.answers.append(_grade(question, cell))
        except Unreadable as reason:
            attempt.open += 1
            table.notices.append(f"row {row}, position {place}: {reason}")
    return attempt


def _find_version(cell: str, person: str, key: AnswerKey) -> str | None:
    """Return the version that a cell names, else the only one or the person's own, or None."""
    versions = {name.casefold(): name for name in key.forms}
    if name := cell.casefold():
        words = {name} & versions.keys() or {*re.split(r"[\s:._-]+", name)} & versions.keys()
        return versions[words.pop()] if len(words) == 1 else None
    return next(iter(key.forms)) if len(key.forms) == 1 else versions.get(person.casefold())


def _check_identity(attempt: Attempt, known: dict[str, Attempt]) -> None:
    """Raise Unreadable if nobody can say whether a row is of the same person as one before.

    One name and one number is another attempt; one name with two numbers is two people. `known`
    has the attempts before it by name and by number.
    """
    name = attempt.candidate.casefold()
    for identity in (name, attempt.number):
        other = known.setdefault(identity, attempt) if identity else attempt
        have_numbers = attempt.number and other.number
        if other is not attempt and not (have_numbers and name == other.candidate.casefold()):
            raise Unreadable(
                f"has “{identity}” twice ({other.source}, {attempt.source}); "
                "give a column 'student number' that says who is who"
            )
