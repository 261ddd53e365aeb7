"""JSON: everything that a question says, for programs. Nothing is lost."""

from __future__ import annotations

import base64
import json
from typing import Any

from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Exported, Losses, convert_all
from flashcards.questions.draw import DrawnQuestion

FORMAT = 1


def export_json(plan: QuizPlan) -> Exported:
    """One JSON file; pictures are in it."""
    made, outcomes = convert_all(plan, make_data, controls=True)
    whole = {
        "format": FORMAT,
        "title": plan.title,
        "course": plan.course,
        "author": plan.author,
        "lang": plan.lang,
        "seed": plan.seed,
        "version": plan.version,
        "content": plan.digest,
        "minutes": plan.minutes,
        "pass_mark": plan.pass_mark,
        "points": plan.points,
        **({"pools": _list_pools(plan)} if plan.draws else {}),
        "questions": [item for _, item in made],
        "pictures": {name: base64.b64encode(data).decode() for name, data in plan.pictures.items()},
    }
    text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
    return Exported({".json": text.encode()}, outcomes)


def _list_pools(plan: QuizPlan) -> list[dict[str, Any]]:
    """Each block whose questions are drawn from: its title, how many, of how many."""
    return [
        {"block": group[0].block, "draw": plan.draws[section], "of": len(group)}
        for section, group in plan.sections.items()
        if section in plan.draws
    ]


def make_data(drawn: DrawnQuestion, losses: Losses) -> dict[str, Any]:
    """One question; what its form does not have is left out."""
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
        "code": question.code,
        "code_language": question.code_language if question.code is not None else None,
        "options": [
            {"name": o.name, "text": o.text, "right": o.right, "why": o.why, "literal": o.literal}
            for o in question.options
        ],
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
