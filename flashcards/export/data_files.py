"""CSV, one row a question, and JSON, in which nothing is lost: for spreadsheets and programs."""

import base64
import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from flashcards import __version__
from flashcards.cards import find_picture_names
from flashcards.export.quiz_plan import Exported, Losses, QuizPlan, convert_all
from flashcards.questions.draw import DrawnQuestion
from flashcards.questions.question import Question
from flashcards.text.csv_cells import format_table

JSON_FORMAT = 1
"""The version of the file."""
_NUMBERED = (("thing",), ("right", "right_why"), ("wrong", "wrong_why"))
"""Columns of which there are several; each answer stands beside its reason."""
_LAST = ("case", "explanation")
Columns = dict[str, str]


def export_csv(plan: QuizPlan) -> Exported:
    """Return one CSV file in UTF-8 with a heading."""
    items, outcomes = convert_all(plan, _make_row)
    rows = [row for _, row in items]
    names = _list_columns(rows)
    table = format_table(names, ([row.get(name, "") for name in names] for row in rows))
    return Exported({".csv": table}, outcomes)


def _make_row(drawn: DrawnQuestion, losses: Losses) -> Columns:
    """Return the columns of one question; those that are not there are empty."""
    question, note = drawn.question, drawn.question.card.note
    losses += [f"the picture {name} is only described" for name in find_picture_names(note)]
    right = [*question.accepted, *(option.text for option in question.options if option.right)]
    if "" in right:
        losses.append("that nothing is printed is an empty cell")
    return {
        "id": drawn.id,
        "form": question.form,
        "lang": note.lang,
        "stage": str(note.stage),
        "difficulty": note.entry.difficulty,
        "tags": " ".join(note.entry.tags),
        "points": f"{drawn.points:g}",
        "instruction": question.instruction,
        "question": question.stem,
        "code": question.code or "",
        **_make_answers(question),
        "case": "yes" if question.accepted and question.case else "",
        "explanation": question.explanation,
    }


def _make_answers(question: Question) -> Columns:
    match question.form:
        case "type" | "gap":
            return _number("right", question.accepted)
        case "reveal":
            return _number("right", [question.answer])
        case "order" | "match":
            return {
                **_number("thing", [text for _, text, _ in question.things]),
                **_number("right", [option.text for option in question.fitting]),
                **_number("wrong", [option.text for option in question.distractors]),
            }
        case _:
            right = [option for option in question.options if option.right]
            wrong = [option for option in question.options if not option.right]
            return {
                **_number("right", [option.text for option in right]),
                **_number("right_why", [option.why or "" for option in right]),
                **_number("wrong", [option.text for option in wrong]),
                **_number("wrong_why", [option.why or "" for option in wrong]),
            }


def _number(name: str, texts: Iterable[str]) -> Columns:
    return {f"{name}_{place}": text for place, text in enumerate(texts, 1) if text}


def _list_columns(rows: list[Columns]) -> list[str]:
    """Return the columns that any row has, the numbered ones before those that come last."""
    used = dict.fromkeys(column for row in rows for column in row)
    numbers = range(1, len(used))  # no group has more than there are columns
    numbered = [f"{name}_{n}" for group in _NUMBERED for n in numbers for name in group]
    plain = [column for column in used if column not in (*numbered, *_LAST)]
    return [*plain, *(column for column in numbered if column in used), *_LAST]


def export_json(plan: QuizPlan) -> Exported:
    """Return one JSON file; pictures are in it."""
    items, outcomes = convert_all(plan, lambda drawn, losses: _make_data(drawn))
    whole = {
        "format": JSON_FORMAT,
        "title": plan.quiz.title,
        "course": plan.course,
        "author": plan.author,
        "lang": plan.words.lang,
        "seed": plan.seed,
        "version": __version__,
        "content": plan.digest,
        "minutes": plan.quiz.minutes,
        "pass_mark": plan.quiz.pass_mark,
        "points": plan.points,
        "questions": [data for _, data in items],
        "pictures": {n: base64.b64encode(data).decode() for n, data in plan.pictures.items()},
    }
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    return Exported({".json": text.encode()}, outcomes)


def _make_data(drawn: DrawnQuestion) -> dict[str, Any]:
    """Return one question; what its form does not have is left out."""
    question, note = drawn.question, drawn.question.card.note
    data: dict[str, Any] = {
        "id": drawn.id,
        "key": note.entry.key,
        "form": question.form,
        "points": drawn.points,
        "block": drawn.block,
        "stage": note.stage,
        "kind": note.entry.kind,
        "difficulty": note.entry.difficulty,
        "tags": list(note.entry.tags),
        "instruction": question.instruction,
        "question": question.stem,
        "heading": question.heading,
        "code": question.code,
        "code_language": question.code_language if question.code is not None else None,
        "setup": question.setup,
        "options": [asdict(option) for option in question.options],
        "keeps_order": drawn.keeps_order,
        "sequence": list(question.sequence),
        "things": [
            {"name": name, "text": text, "fits": fits} for name, text, fits in question.things
        ],
        "accepted": list(question.accepted),
        "case": question.case if question.accepted else None,
        "answer": question.answer,
        "answer_code": question.answer_code,
        "explanation": question.explanation,
    }
    return {name: value for name, value in data.items() if value not in (None, [], "")}
