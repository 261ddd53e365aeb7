"""Files to the attempts of one class: every format recognised, nothing left out in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes
from flashcards.results.answer_key import AnswerKey, is_key_heading, join_keys, read_key
from flashcards.results.answer_table import AnswerColumns, find_answer_columns, read_answer_table
from flashcards.results.attempts import (
    AskedQuestion,
    Collected,
    File,
    choose_attempts,
    hide_people,
)
from flashcards.results.exam_file import read_exam_result
from flashcards.results.question_bank import QuestionBank
from flashcards.text.csv_cells import read_table
from flashcards.text.foreign_tables import Unreadable, decode_table
from flashcards.text.workbook import ENDINGS as WORKBOOKS
from flashcards.text.workbook import Sheet, choose_sheet, load_sheets
from flashcards.words.catalog import find_words
from flashcards.words.message import Clauses, Message, Person

LARGEST = 200_000_000
"""Bytes of one file."""
ENDINGS = (".json", ".csv", ".tsv", ".txt", *WORKBOOKS)
"""Of the files that are taken from a folder."""


class NoResults(FlashcardsError):
    """Nothing that was given can be used; `lines` say why, one for each file or row."""

    def __init__(self, lines: Sequence[Message]) -> None:
        self.lines = list(lines) or [Message("results-no-files")]
        super().__init__(Message("results-none-told", lines=Clauses(self.lines)))


def load_results(
    paths: Sequence[Path], bank: QuestionBank, keep: str = "best", names: bool = True
) -> Collected:
    """What is in these files and in the files of these folders.

    `keep` is one of KEEP: which attempts of a person count.
    Raises NoResults if nothing of it can be used; without `names` it names no file.
    """
    found = Collected()
    tables: list[tuple[Path, list[list[str]]]] = []
    gathered: list[tuple[str, Collected]] = []
    known: dict[str, AskedQuestion] = {}
    for path in _list_files(paths):
        try:
            if sheets := load_sheets(path):
                tables.append((path, _choose_rows(found, path, sheets, bank)))
                continue
            text, words = decode_table(load_bytes(path, LARGEST), Message("answers-not-text"))
            if words:
                told = Message("table-western", file=File(path), words=Person(words))
                found.notices.append(told)
            if text.lstrip()[:1] in ("{", "["):
                gathered.append((str(path), read_exam_result(text, path.stem, known)))
            else:
                tables.append((path, _read_rows(text)))
        except (Unreadable, FileRefused) as error:
            _leave_out(found, path, error)
    gathered += _read_tables(found, tables, bank)
    _join(found, gathered)
    if not found.attempts:
        lines = [*found.left_out, *found.notices]
        raise NoResults(lines if names else [*map(hide_people, lines)])
    found.attempts, notices = choose_attempts(found.attempts, keep)
    found.notices += notices
    return found


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS)
            yield from (each for each in inside if not each.is_dir())
        else:
            yield path


def _choose_rows(
    found: Collected, path: Path, sheets: Sequence[Sheet], bank: QuestionBank
) -> list[list[str]]:
    """The rows of the first sheet that is known; others and empty formulas are told."""
    trimmed = [replace(each, rows=_trim_rows(each.rows)) for each in sheets]
    rows, told = choose_sheet(trimmed, lambda rows: _is_known(rows, bank))
    found.notices += [Message("answers-in-file", file=File(path), told=each) for each in told]
    return rows


def _is_known(rows: list[list[str]], bank: QuestionBank) -> bool:
    """Whether rows are a key or answers."""
    if is_key_heading(rows[0]):
        return True
    try:
        return bool(_find_columns(rows, bank))
    except Unreadable:
        return False


def _read_rows(text: str) -> list[list[str]]:
    """The rows of a table, without spaces and marks that hide formulas. Raises Unreadable.

    The delimiter is the one that divides the heading most often.
    """
    head = text.partition("\n")[0]
    return _trim_rows(read_table(text, max(",;\t", key=head.count)))


def _trim_rows(rows: list[list[str]]) -> list[list[str]]:
    """The rows from the first to the last that has a cell. Raises Unreadable if none has.

    Empty rows between others stay: a row is told by its number.
    """
    used = [place for place, row in enumerate(rows) if any(row)]
    if not used:
        raise Unreadable(Message("table-empty"))
    return rows[used[0] : used[-1] + 1]


def _leave_out(found: Collected, path: object, error: FlashcardsError) -> None:
    told = error.message
    if isinstance(error, FileRefused):
        told = Message("answers-refused", why=error.reason)
    found.left_out.append(told.fill(file=File(path)))


def _read_tables(
    found: Collected, tables: Sequence[tuple[Path, list[list[str]]]], bank: QuestionBank
) -> list[tuple[str, Collected]]:
    """What the tables hold; a key belongs to other files."""
    keys, gathered = _find_keys(found, tables), []
    for path, rows in tables:
        try:
            if is_key_heading(rows[0]):
                continue
            columns = _find_columns(rows, bank)
            if not keys:
                raise Unreadable(Message("answers-no-key"))
            answers = read_answer_table(rows, columns, join_keys(keys), bank, str(path))
            gathered.append((str(path), answers))
        except Unreadable as error:
            _leave_out(found, path, error)
    return gathered


def _find_keys(
    found: Collected, tables: Sequence[tuple[Path, list[list[str]]]]
) -> list[tuple[str, AnswerKey]]:
    """All keys, each with its file; what they tell of the exam goes into `found`."""
    keys = []
    for path, rows in tables:
        try:
            if is_key_heading(rows[0]):
                key, title, pass_mark = read_key(rows)
                keys.append((str(path), key))
                found.title = found.title or title
                found.pass_mark = pass_mark if found.pass_mark is None else found.pass_mark
        except Unreadable as error:
            _leave_out(found, path, error)
    return keys


def _find_columns(rows: list[list[str]], bank: QuestionBank) -> AnswerColumns:
    """The columns of a table of answers on paper. Raises Unreadable if it is none."""
    spoken = [find_words(lang) for lang in bank.course.info.languages]
    ids = {"name": "sheet_name", "number": "sheet_student", "form": "sheet_form"}
    printed = {
        field: [words.say(id, name="").strip() for words in spoken] for field, id in ids.items()
    }
    return find_answer_columns(rows[0], printed)


def _join(found: Collected, gathered: Sequence[tuple[str, Collected]]) -> None:
    """All attempts of the exam that most of them are of; some sources do not tell which."""
    counts = Counter(each.exam for _, each in gathered if each.exam for _ in each.attempts)
    found.exam = max(counts, key=counts.__getitem__, default="")
    for name, each in gathered:
        if each.exam not in (found.exam, ""):
            exams = {"exam": each.exam, "other": found.exam}
            found.left_out.append(Message("answers-other-exam", file=File(name), **exams))
            continue
        for attempt in each.attempts:
            attempt.source = f"{name}{attempt.source}"
        found.attempts += each.attempts
        found.questions = found.questions or each.questions
        _join_questions(found.questions, each.questions)
        found.title = found.title or each.title
        found.course = found.course or each.course
        found.pass_mark = each.pass_mark if found.pass_mark is None else found.pass_mark
        found.notices += [
            Message("answers-in-file", file=File(name), told=told) for told in each.notices
        ]


def _join_questions(all_: dict[str, AskedQuestion], more: dict[str, AskedQuestion]) -> None:
    """Add what is not known yet."""
    if more is all_:
        return
    for id, question in more.items():
        all_[id] = _join_question(all_[id], question) if id in all_ else question


def _join_question(one: AskedQuestion, other: AskedQuestion) -> AskedQuestion:
    """The source that tells the right answer."""
    known = one if one.right or not other.right else other
    return replace(
        known,
        is_typed=one.is_typed or other.is_typed,
        by_hand=one.by_hand or other.by_hand,
    )
