"""Result files of `ptquiz exam` and answers on paper, graded by their key, to attempts.

What cannot be used is left out with a notice; a key that cannot be meant is an error.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes, read_json
from flashcards.study.answer_rules import fold_name, list_readings
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.headings import PERSON_FIELDS, find_field, find_value, read_number
from flashcards.text.tables import TABLE_SUFFIXES, LoadedTable, load_table

MAX_BYTES = 200_000_000
MAX_ROWS_ABOVE = 10
"""Rows among which the heading of a table is looked for."""
BY_HAND, TYPED, SEQUENCES = ("reveal", "points"), ("type", "gap"), ("order", "match")
"""Forms of questions that a person grades, that are typed, and whose answer is a sequence."""
FORMS = (*BY_HAND, *TYPED, *SEQUENCES, "single", "multiple")
KEY_COLUMNS = {"form", "position", "question_id", "answer", "points", "type", "options"}
_POSITION = re.compile(r"(\D{0,30}?)[\s.#:_-]*(\d{1,3})\s*(?:\(.*\)|\D{0,2})")
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
    duration: Amount | None = None
    """Milliseconds."""
    status: Literal["graded", "waiting", "unreadable"] = "graded"
    """Of a cell on paper: a question in one's own words waits for a person to grade it."""
    position: int = 0
    """On paper."""


class Attempt(BaseModel):
    """What one person did at one time: a file of `exam --result`, or a row of a table."""

    candidate: str
    answers: list[Answer]
    unanswered: list[Answer] = []
    exam: str = ""
    title: str = ""
    began: Amount = 0
    ended: Amount | None = None
    away: Amount = 0
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
        """Points of all that is graded."""
        return sum(answer.of for answer in self.answers if answer.status == "graded")


Key: TypeAlias = dict[str, Attempt]
"""The forms of a printed exam by name, each as an attempt in which nothing is answered."""


class Unclear(FlashcardsError):
    """A cell that is no answer, or a table that cannot be graded."""


def load_results(paths: Sequence[Path], keep: str = "best") -> tuple[list[Attempt], list[str]]:
    """Return the attempts in these files and in the files of these folders, and notices.

    `keep` says which attempts of a person count: best, first, last or all. Raises
    FlashcardsError if a key cannot be meant: no grade would be right.
    """
    results, notices, tables = list[Attempt](), list[str](), dict[Path, LoadedTable]()
    for path in dict.fromkeys(_list_files(paths)):
        try:
            if path.suffix.lower() in ("", ".json"):
                results.append(_load_result(path))
            else:
                table = load_table(path, lambda rows: _find_heading(rows) is not None)
                notices += [f"{path}: {notice}" for notice in table.notices]
                tables[path] = table.drop_rows(_find_heading(table.rows) or 0)
        except FlashcardsError as error:
            notices.append(str(error))
    exams = Counter(result.exam for result in results)
    exam = max(exams, key=exams.__getitem__, default="")
    attempts = [result for result in results if result.exam == exam]
    for result in results:
        if result.exam != exam:
            notices.append(f"{result.source} is of the exam '{result.exam}', not of '{exam}'")
    key = Key()
    for path, table in tables.items():
        if _is_key(table.rows[0]):
            _add_key(path, table, key)
    for path, table in tables.items():
        if not _is_key(table.rows[0]):
            attempts += _read_answers(path, table, key, notices)
    return [*_choose_attempts(attempts, keep, notices)], notices


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files, and those in folders that may have results."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for file in sorted(path.iterdir()):
            if file.suffix.lower() in (".json", *TABLE_SUFFIXES) and not file.is_dir():
                yield file


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
    """Yield one attempt of each person, unless all are kept."""
    people: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in sorted(attempts, key=lambda attempt: attempt.began):
        people[(attempt.number or attempt.candidate).casefold() or attempt.source].append(attempt)
    for same in people.values():
        choices = {"best": [max(same, key=_rank)], "first": same[:1], "last": same[-1:]}
        yield from choices.get(keep, same)
        if len(same) > 1 and keep != "all":
            sources = ", ".join(attempt.source for attempt in same)
            count = f"“{same[0].candidate}” has {len(same)} attempts ({sources})"
            notices.append(f"{count}; the {keep} one counts")


def _rank(attempt: Attempt) -> tuple[bool, float]:
    """Return how good an attempt is; the best is never one with unreadable cells."""
    worth = sum(answer.of for answer in attempt.answers)
    is_whole = all(answer.status != "unreadable" for answer in attempt.answers)
    return is_whole, attempt.points / worth if worth else 0.0


def _find_heading(rows: Sequence[Sequence[str]]) -> int | None:
    """Return the place of a heading that is known; None if there is none."""
    heads = enumerate(rows[:MAX_ROWS_ABOVE])
    known = (n for n, row in heads if _is_key(row) or _is_answers(_find_fields(row)))
    return next(known, None)


def _is_key(heading: Sequence[str]) -> bool:
    return {*heading} >= KEY_COLUMNS


def _add_key(path: Path, table: LoadedTable, key: Key) -> None:
    """Add the forms of a key to those known. Raises FlashcardsError if it cannot be meant."""
    heading = table.rows[0]
    for number, row in enumerate(table.rows[1:], table.first + 1):
        if not any(row):
            continue
        cells = dict.fromkeys([*heading, "title", "pass_mark"], "")
        cells |= dict(zip(heading, row, strict=False))
        mark = read_number(cells["pass_mark"])
        mark = mark if mark is not None and 0 <= mark <= 100 else None
        form = Attempt(candidate="", answers=[], title=cells["title"], pass_mark=mark)
        try:
            _add_question(key.setdefault(cells["form"], form).answers, cells)
        except Unclear as reason:
            raise FlashcardsError(f"{path} is a key whose row {number} {reason}") from None
    for name, form in key.items():
        if not form.total:
            raise FlashcardsError(f"{path} is a key whose form '{name}' is worth no points")


def _add_question(questions: list[Answer], cells: dict[str, str]) -> None:
    """Add the question in a row of a key. Raises Unclear with what is wrong."""
    card, form = cells["question_id"], cells["type"]
    position, points = read_number(cells["position"]), read_number(cells["points"])
    if position is None or position % 1 or points is None or not card:
        raise Unclear("has no position, question or points")
    if points < 0:
        raise Unclear("has negative points")
    if any(question.position == position for question in questions):
        raise Unclear(f"has position {position:g} a second time: give one key of each form")
    if any(question.card == card for question in questions):
        raise Unclear(f"has question {card} a second time")
    if form not in FORMS:
        raise Unclear(f"has the type '{form}', which is not known")
    question = Answer(card=card, of=points, form=form, position=int(position))
    question.shown = tuple(cells["options"].split())
    if form in TYPED:
        question.right = tuple(filter(None, cells["answer"].split(" | ")))
    elif form not in BY_HAND:
        question.right = _read_letters(question, re.sub(r"\d", "", cells["answer"]))
    if not question.right and form not in BY_HAND:
        raise Unclear("has no answer")
    questions.append(question)


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
    status = "graded" if cell or question.form not in BY_HAND else "waiting"
    return question.model_copy(update={"answer": picks, "score": score, "status": status})


def _read_sequence(question: Answer, cell: str) -> tuple[str, ...]:
    """Return the options in a cell such as `B A` or `1B 2A`. Raises Unclear."""
    pairs = {int(number): letter for number, letter in _PAIR.findall(cell)}
    if question.form == "order" or not pairs:
        return _read_letters(question, cell)
    if max(pairs) > len(question.right):
        raise Unclear(f"'{cell[:40]}' names no option of {question.card}")
    letters = (pairs.get(place, "") for place in range(1, max(pairs) + 1))
    return tuple("".join(_read_letters(question, letter)) for letter in letters)


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


def _is_answers(fields: Sequence[str]) -> bool:
    return any(map(str.isdecimal, fields)) and bool({*fields} & {*PERSON_FIELDS} - {"form"})


def _read_answers(path: Path, table: LoadedTable, key: Key, notices: list[str]) -> list[Attempt]:
    """Return the attempts in a table of answers; what cannot be used is added to `notices`."""
    fields, lines = _find_fields(table.rows[0]), list[str]()
    try:
        _check_columns(table.rows[0], fields, key, lines)
        attempts = list[Attempt]()
        for number, row in enumerate(table.rows[1:], table.first + 1):
            if any(row):
                source = f"{path}:{number}"
                attempts += _read_row(row, fields, key, source, lines)
        _check_identities(attempts)
        return attempts
    except Unclear as reason:
        notices.append(f"{path} {reason}")
        return []
    finally:
        notices += [f"{path}: {line}" for line in lines]


def _check_columns(
    heading: Sequence[str], fields: Sequence[str], key: Key, notices: list[str]
) -> None:
    """Note what heading and key do not share.

    Raises Unclear if it is no table of answers, or there is no key for it.
    """
    if not _is_answers(fields):
        shown = ", ".join(f"“{cell}”" for cell in heading[:12] if cell)
        raise Unclear(
            "is no table of answers that is known here: it needs the columns 'name', "
            f"'form' if there are several, and 1, 2, 3 … or Q1, Q2, Q3 …; found: {shown}"
        )
    if not key:
        raise Unclear("has answers by position, but no key: give exam-key.csv too")
    columns = [name for name in fields if name.isdecimal()]
    if twice := [name for name in columns if columns.count(name) > 1]:
        raise Unclear(f"has two columns for position {twice[0]}")
    asked = {str(question.position): question for form in key.values() for question in form.answers}
    if extra := [name for name in columns if name not in asked]:
        notices.append(f"the key has no position {', '.join(extra)}")
    needed = (name for name, question in asked.items() if question.form not in BY_HAND)
    if missing := [name for name in needed if name not in columns]:
        notices.append(f"no column for position {', '.join(missing)}: left out for all")


def _read_row(
    row: Sequence[str], fields: Sequence[str], key: Key, source: str, notices: list[str]
) -> Iterator[Attempt]:
    """Yield the attempt in a row with answers and a form of the key."""
    cells = dict(reversed([*zip(fields, row, strict=False)]))
    names = (cells.get(name, "") for name in ("first name", "name", "last name"))
    number = cells.get("number", "")
    person = " ".join(filter(None, names)) or number
    label = f"row {source.rpartition(':')[2]}"
    form = _find_form(cells.get("form", "") if "form" in fields else person, key)
    if form is None and len(key) == 1 and not cells.get("form"):
        form = next(iter(key.values()))
    if form is None:
        notices.append(f"{label} has no form of the key ({', '.join(key)}): “{person}” is left out")
        return
    typed = {question.position: cells.get(str(question.position), "") for question in form.answers}
    if all(not cell or find_value(cell, ["absent"]) for cell in typed.values()):
        notices.append(f"{label} has no answers: “{person}” was absent; '-' makes an empty paper")
        return
    if len(row) != len(fields):
        notices.append(f"{label} has {len(row)} cells, the heading {len(fields)}")
    answers = []
    for question in form.answers:
        answer = question.model_copy(update={"status": "unreadable"})
        try:
            if str(question.position) in fields or question.form in BY_HAND:
                answer = grade_cell(question, typed[question.position])
        except Unclear as reason:
            notices.append(f"{label}, position {question.position}: {reason}")
        answers.append(answer)
    person = person or Path(source).name
    values = {"candidate": person, "number": number, "answers": answers, "source": source}
    yield form.model_copy(update=values)


def _find_form(cell: str, key: Key) -> Attempt | None:
    """Return the form of this name, or whose name is a word in it; None if it is not known."""
    forms = {name.casefold(): form for name, form in key.items()}
    words = {cell.casefold(), *re.split(r"[\s:._-]+", cell.casefold())} & forms.keys()
    return forms[words.pop()] if len(words) == 1 else None


def _check_identities(attempts: Sequence[Attempt]) -> None:
    """Raise Unclear if nobody can say whether two rows are of one person."""
    known: dict[str, Attempt] = {}
    for attempt in attempts:
        name = attempt.candidate.casefold()
        for sign in {name, attempt.number or name}:
            other = known.setdefault(sign, attempt)
            same_name = name == other.candidate.casefold()
            if other is not attempt and not (same_name and attempt.number and other.number):
                raise Unclear(
                    f"has “{sign}” twice ({other.source}, {attempt.source}); "
                    "give a column 'student number' that says who is who"
                )
