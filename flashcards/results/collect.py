"""Files to the attempts of one class; what cannot be used is told and left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes, read_json
from flashcards.results.answer_key import TYPED, Key, is_key, read_key, spell
from flashcards.results.answer_table import find_columns, read_answers
from flashcards.results.attempts import Answer, AskedQuestion, Attempt, Collected
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.csv_cells import read_table
from flashcards.text.foreign_tables import Unreadable, decode_table
from flashcards.text.workbook import ENDINGS as WORKBOOKS
from flashcards.text.workbook import choose_sheet, load_sheets

KEEP = ("best", "first", "last", "all")
"""Which attempts of one person count."""
ENDINGS = (".json", ".csv", ".tsv", ".txt", *WORKBOOKS)
"""Of the files that are taken from a folder."""
MAX_FILE = 200_000_000
_MAX_NUMBER = 1e15
_MAX_NOTICES = 10
"""Of one file."""


class NoResults(FlashcardsError):
    """Nothing that was given can be used; `lines` say why."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        super().__init__("there are no results in what was given")


def load_results(paths: Sequence[Path], keep: str = "best") -> Collected:
    """Return what is in these files and in the files of these folders.

    `keep` is one of KEEP: which attempts of a person count. Raises NoResults.
    """
    found, exams = Collected(), Counter[str]()
    tables: list[tuple[Path, list[list[str]]]] = []
    results: list[tuple[Path, Mapping[str, Any], Attempt]] = []
    for path in _list_files(paths):
        try:
            read = _load_file(path, found.notices)
            if isinstance(read, list):
                tables.append((path, read))
            else:
                results.append((path, read, read_result(read, path, found.questions)))
                exams[str(read["exam"])] += 1
        except FlashcardsError as error:
            found.notices.append(_tell(error, path))
    found.exam = max(exams, key=exams.__getitem__, default="")
    for path, data, attempt in results:
        if str(data["exam"]) != found.exam:
            found.notices.append(f"{path} is of the exam '{data['exam']}', not of '{found.exam}'")
            continue
        found.attempts.append(attempt)
        found.title = found.title or str(data["title"])
        found.pass_mark = data["pass_mark"] if found.pass_mark is None else found.pass_mark
    _grade_tables(tables, found)
    if not found.attempts:
        raise NoResults(found.notices)
    _choose_attempts(found, keep)
    return found


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS)
            yield from (each for each in inside if not each.is_dir())
        else:
            yield path


def _tell(error: FlashcardsError, path: Path) -> str:
    """Return why a file is not used; readers of tables leave its name out."""
    return f"{path} {error}" if isinstance(error, Unreadable) else str(error)


def _load_file(path: Path, notices: list[str]) -> list[list[str]] | Mapping[str, Any]:
    """Return the rows of a table, or the data of a result. Raises FlashcardsError."""
    if sheets := load_sheets(path):
        trimmed = [replace(each, rows=_trim(each.rows)) for each in sheets]
        rows, told = choose_sheet(trimmed, lambda rows: _is_known(rows, path))
        notices += [f"{path}: {each}" for each in told]
        return rows
    refusal = "is not UTF-8 text; save it as .xlsx, .ods or CSV UTF-8"
    text, words = decode_table(load_bytes(path, MAX_FILE), refusal)
    if words:
        notices.append(
            f"{path} is not UTF-8 and was read as Windows-1252: see whether “{words}” is right"
        )
    if text.lstrip()[:1] not in ("{", "["):
        return _trim(read_table(text, max(",;\t", key=text.partition("\n")[0].count)))
    try:
        data = read_json(text)
    except ValueError as error:
        raise FlashcardsError(f"{path} is not whole JSON: {error}") from None
    if not isinstance(data, dict) or "exam" not in data or "answers" not in data:
        raise FlashcardsError(f"{path} is JSON, but no result of 'ptquiz exam'")
    return data


def _trim(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows from the first to the last that has a cell."""
    used = [place for place, row in enumerate(rows) if any(row)]
    return rows[used[0] : used[-1] + 1] if used else [[""]]


def _is_known(rows: list[list[str]], path: Path) -> bool:
    try:
        return is_key(rows[0]) or bool(find_columns(rows[0], path))
    except FlashcardsError:
        return False


def read_result(
    data: Mapping[str, Any], path: Path, questions: dict[str, AskedQuestion]
) -> Attempt:
    """Return the attempt in the file of `exam --result`, and add its questions to those known.

    What was not reached counts as wrong, as in the exam. Raises FlashcardsError.
    """
    if data.get("format") != RESULT_FORMAT:
        known = f"this version reads {RESULT_FORMAT}"
        raise FlashcardsError(f"{path} has format {data.get('format')!r}; {known}")
    try:
        attempt = _read_attempt(data, path, questions)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise FlashcardsError(
            f"{path} is a damaged result: {type(error).__name__} at {error}"
        ) from None
    if not attempt.worth:
        raise FlashcardsError(f"{path} is a result of questions that are worth no points")
    return attempt


def _read_attempt(
    data: Mapping[str, Any], path: Path, questions: dict[str, AskedQuestion]
) -> Attempt:
    answers, asked = {}, {}
    for each in data["answers"]:
        (card,) = _texts([each["card"]])
        form, of = str(each["form"]), _number(each["of"])
        right, shown, picks = (_texts(each[name]) for name in ("right", "shown", "answer"))
        if form in TYPED:
            picks = tuple(spell(text, right) for text in picks)
        score, seconds = _number(each["score"], 1), _number(each["duration"]) / 1000
        answers[card] = Answer(score, of, picks, seconds)
        asked[card] = AskedQuestion(card, form, of, right, shown)
    for each in data["unanswered"]:
        (card,) = _texts([each["card"]])
        answers[card] = Answer(0.0, _number(each["of"]))
        asked[card] = AskedQuestion(card, "", answers[card].of)
    _ = str(data["title"]), data["pass_mark"] is None or _number(data["pass_mark"])
    person = str(data["candidate"]).strip() or path.stem
    began, away = _number(data["began"]), _number(data.get("away", 0))
    ended = data["ended"]
    took = None if ended is None else (_number(ended) - began - away) / 1000
    for card, question in asked.items():
        if card not in questions or not questions[card].form:
            questions[card] = question
    return Attempt(
        person,
        person.casefold(),
        answers,
        seconds=took,
        began=began,
        finished=bool(data["finished"]),
        source=str(path),
    )


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"names {value!r}")
    return tuple(value)


def _number(value: Any, most: float = _MAX_NUMBER) -> float:
    if not 0 <= value <= most:
        raise ValueError(f"number {value!r}")
    return float(value)


def _grade_tables(tables: Sequence[tuple[Path, list[list[str]]]], found: Collected) -> None:
    """Add the attempts in tables of answers, graded by the keys among the tables."""
    keys: list[tuple[Path, Key]] = []
    for path, rows in sorted(tables, key=lambda table: not is_key(table[1][0])):
        told: list[str] = []
        try:
            if is_key(rows[0]):
                key, title, mark = read_key(rows, path)
                keys.append((path, key))
                found.title = found.title or title
                found.pass_mark = mark if found.pass_mark is None else found.pass_mark
            else:
                columns, key = find_columns(rows[0], path), _join_keys(keys, path)
                found.attempts += read_answers(rows, columns, key, path, told)
                for question in _list_questions(key):
                    found.questions.setdefault(question.id, question)
        except FlashcardsError as error:
            found.notices.append(_tell(error, path))
        found.notices += [f"{path}: {line}" for line in told[:_MAX_NOTICES]]
        if len(told) > _MAX_NOTICES:
            found.notices.append(f"{path}: {len(told) - _MAX_NOTICES} more lines like these")


def _join_keys(keys: Sequence[tuple[Path, Key]], path: Path) -> Key:
    """Return the forms of all keys.

    Raises FlashcardsError if there are none, or two that differ.
    """
    if not keys:
        raise FlashcardsError(f"{path} has answers by position, but no key: give exam-key.csv too")
    joined: Key = {}
    owners: dict[str, Path] = {}
    for owner, key in keys:
        for form, rows in key.items():
            if joined.setdefault(form, rows) != rows:
                two = f"'{owners[form]}' and '{owner}'"
                raise FlashcardsError(
                    f"{path} has answers by position, and two keys differ in form '{form}': {two}; "
                    "give only the key of the papers"
                )
            owners.setdefault(form, owner)
    return joined


def _list_questions(key: Key) -> Iterator[AskedQuestion]:
    """Yield the questions of a key in the order of its first form."""
    for rows in key.values():
        for _, row in sorted(rows.items()):
            yield AskedQuestion(row.question, row.type, row.points, row.right, row.options)


def _choose_attempts(found: Collected, keep: str) -> None:
    """Leave one attempt of each person, unless all are kept; copies go in any case."""
    people: dict[str, list[Attempt]] = {}
    for attempt in found.attempts:
        mine = people.setdefault(attempt.identity, [])
        if attempt in mine:
            found.notices.append(f"{attempt.source} is given twice and counts once")
        else:
            mine.append(attempt)
    found.attempts = []
    for mine in people.values():
        if len(mine) > 1 and keep != "all":
            places = ", ".join(each.source for each in mine)
            told = f"“{mine[0].person}” has {len(mine)} attempts ({places}); the {keep} one counts"
            found.notices.append(told)
        found.attempts += _choose(mine, keep)


def _choose(mine: list[Attempt], keep: str) -> list[Attempt]:
    """Return what counts; the best is never one with unreadable cells, if there is another."""
    if keep == "all":
        return mine
    if keep == "best":
        return [max(mine, key=lambda each: (not each.unreadable, each.points / each.worth))]
    in_time = sorted(mine, key=lambda each: each.began)
    return [in_time[0] if keep == "first" else in_time[-1]]
