"""Files to the attempts of one class; what cannot be used is told and left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text, load_bytes, read_json
from flashcards.results.paper import (
    TYPED,
    Answer,
    Attempt,
    Key,
    Question,
    Unclear,
    add_key,
    is_answers,
    is_key,
    read_answers,
    spell,
)
from flashcards.study.exam import RESULT_FORMAT
from flashcards.text.tables import TABLE_SUFFIXES, load_table

MAX_BYTES = 200_000_000
_MAX_NOTICES = 10
"""Of one table."""
Amount = Annotated[float, Field(ge=0, le=1e15, allow_inf_nan=False)]


class ResultAnswer(BaseModel):
    """A question in a result file; one that was not reached has its card and points alone."""

    card: str
    of: Amount
    form: str = ""
    shown: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    score: float = Field(0, ge=0, le=1)
    duration: Amount | None = None


class ResultFile(BaseModel):
    """The file of `exam --result`, as far as it is needed here."""

    exam: str
    title: str
    candidate: str
    began: Amount
    ended: Amount | None
    away: Amount = 0
    finished: bool
    pass_mark: Amount | None
    answers: list[ResultAnswer]
    unanswered: list[ResultAnswer]


@dataclass
class Collected:
    """The attempts of one exam, and its questions."""

    attempts: list[Attempt] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)
    exam: str = ""
    title: str = ""
    pass_mark: float | None = None
    """In percent."""
    notices: list[str] = field(default_factory=list)
    """Files, rows and cells that could not be used, and what else is to be known."""

    def describe(self, title: str, pass_mark: float | None) -> None:
        """Take title and pass mark of the exam, unless they are known."""
        self.title = self.title or title
        self.pass_mark = pass_mark if self.pass_mark is None else self.pass_mark


def load_results(paths: Sequence[Path], keep: str = "best") -> Collected:
    """Return what is in these files and in the files of these folders.

    `keep` says which attempts of a person count: best, first, last or all. Raises
    FlashcardsError if a key cannot be meant: no grade would be right.
    """
    found, key = Collected(), Key()
    results: list[tuple[Path, ResultFile]] = []
    tables: list[tuple[Path, list[list[str]]]] = []
    for path in _list_files(paths):
        try:
            if path.suffix.lower() in ("", ".json"):
                results.append((path, _load_result(path)))
            else:
                table = load_table(path, lambda rows: is_key(rows[0]) or is_answers(rows[0]))
                tables.append((path, table.rows))
                found.notices += [f"{path}: {notice}" for notice in table.notices]
        except FlashcardsError as error:
            found.notices.append(str(error))
    exams = Counter(result.exam for _, result in results)
    found.exam = max(exams, key=exams.__getitem__, default="")
    for path, result in results:
        if result.exam == found.exam:
            _add_result(path, result, found)
        else:
            found.notices.append(f"{path} is of the exam '{result.exam}', not of '{found.exam}'")
    for path, rows in tables:
        if is_key(rows[0]):
            title, mark = add_key(rows, path, key)
            found.describe(title, mark)
    for path, rows in tables:
        if not is_key(rows[0]):
            _add_table(path, rows, key, found)
    _choose_attempts(found, keep)
    return found


def _list_files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = (each for each in sorted(path.iterdir()) if not each.is_dir())
            yield from (e for e in inside if e.suffix.lower() in (".json", *TABLE_SUFFIXES))
        else:
            yield path


def _choose_attempts(found: Collected, keep: str) -> None:
    """Leave one attempt of each person, unless all are kept; copies go in any case."""
    people: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in found.attempts:
        if attempt in people[attempt.identity]:
            found.notices.append(f"{attempt.source} is given twice and counts once")
        else:
            people[attempt.identity].append(attempt)
    found.attempts = []
    for mine in people.values():
        in_time = sorted(mine, key=lambda attempt: attempt.began)
        best = max(mine, key=lambda attempt: attempt.rank)
        found.attempts += {"best": [best], "first": in_time[:1], "last": in_time[-1:]}.get(
            keep, mine
        )
        if len(mine) > 1 and keep != "all":
            sources = ", ".join(attempt.source for attempt in mine)
            found.notices.append(
                f"“{best.person}” has {len(mine)} attempts ({sources}); the {keep} one counts"
            )


def _load_result(path: Path) -> ResultFile:
    """Return the result in a file. Raises FlashcardsError if it is none of this format."""
    try:
        data = read_json(decode_text(load_bytes(path, MAX_BYTES)))
        if not isinstance(data, dict) or data.get("format") != RESULT_FORMAT:
            raise FlashcardsError(
                f"{path} is no result of 'ptquiz exam' in format {RESULT_FORMAT}, "
                "which this version reads"
            )
        return ResultFile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise FlashcardsError(f"{path} is a damaged result: {where}: {first['msg']}") from None
    except ValueError as error:
        raise FlashcardsError(f"{path} is not whole JSON: {error}") from None


def _add_result(path: Path, result: ResultFile, found: Collected) -> None:
    """Add the attempt in a result; what was not reached counts as wrong, as in the exam."""
    attempt = Attempt(result.candidate.strip() or path.stem, source=str(path))
    attempt.began, attempt.finished = result.began, result.finished
    if result.ended is not None:
        attempt.seconds = (result.ended - result.began - result.away) / 1000
    for each in (*result.answers, *result.unanswered):
        is_typed = each.form in TYPED
        picks = tuple(spell(text, each.right) for text in each.answer) if is_typed else each.answer
        seconds = None if each.duration is None else each.duration / 1000
        attempt.answers[each.card] = Answer(each.score, each.of, picks, seconds)
        question = Question(each.card, each.form, each.of, each.right, each.shown)
        if not found.questions.setdefault(each.card, question).type:
            found.questions[each.card] = question
    if not any(answer.of for answer in attempt.answers.values()):
        found.notices.append(f"{path} is a result of questions that are worth no points")
        return
    found.attempts.append(attempt)
    found.describe(result.title, result.pass_mark)


def _add_table(path: Path, rows: Sequence[Sequence[str]], key: Key, found: Collected) -> None:
    """Add the attempts in a table of answers, or tell why there are none."""
    notices: list[str] = []
    try:
        found.attempts += read_answers(rows, path, key, notices)
        for asked in key.values():
            for _, question in sorted(asked.items()):
                found.questions.setdefault(question.id, question)
    except Unclear as reason:
        found.notices.append(f"{path} {reason}")
    if len(notices) > _MAX_NOTICES:
        notices[_MAX_NOTICES:] = [f"{len(notices) - _MAX_NOTICES} more lines like these"]
    found.notices += [f"{path}: {notice}" for notice in notices]
