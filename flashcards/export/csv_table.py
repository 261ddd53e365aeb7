"""CSV: one row a question, for spreadsheets and other programs."""

from __future__ import annotations

from collections.abc import Iterable

from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Exported, Losses, convert_all, describe_pictures
from flashcards.questions import Question
from flashcards.questions.draw import DrawnQuestion
from flashcards.text.csv_cells import write_table

_LAST = ("case", "explanation")

Row = dict[str, str]


def export_csv(plan: QuizPlan) -> Exported:
    """One CSV file in UTF-8 with a heading."""
    made, outcomes = convert_all(plan, make_row, controls=True)
    rows = [item for _, item in made]
    names = _columns(rows)
    table = write_table(names, ([row.get(name, "") for name in names] for row in rows))
    return Exported({".csv": table}, outcomes)


def make_row(drawn: DrawnQuestion, losses: Losses) -> Row:
    """The columns of one question; those that are not there are empty."""
    question, note = drawn.question, drawn.question.card.note
    losses += describe_pictures(drawn)
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
        **_answers(question),
        "case": "yes" if question.accepted and question.case else "",
        "explanation": question.explanation,
    }


def _answers(question: Question) -> Row:
    match question.form:
        case "type" | "gap":
            return _numbered("right", question.accepted)
        case "reveal":
            return _numbered("right", [question.answer])
        case "order" | "match":
            return {
                **_numbered("thing", [text for _, text, _ in question.things]),
                **_numbered("right", [option.text for option in question.fitting]),
                **_numbered("wrong", [option.text for option in question.surplus]),
            }
        case _:
            right = [option for option in question.options if option.right]
            wrong = [option for option in question.options if not option.right]
            return {
                **_numbered("right", [option.text for option in right]),
                **_numbered("right_why", [option.why or "" for option in right]),
                **_numbered("wrong", [option.text for option in wrong]),
                **_numbered("wrong_why", [option.why or "" for option in wrong]),
            }


def _numbered(name: str, texts: Iterable[str]) -> Row:
    return {f"{name}_{place}": text for place, text in enumerate(texts, 1) if text}


def _columns(rows: list[Row]) -> list[str]:
    """The columns that any row has, each answer beside its reason, between what all rows have."""
    present = {name for each_row in rows for name in each_row}
    numbered = [name for name in present if name[-1].isdigit()]
    most = max((int(name.rpartition("_")[2]) for name in numbered), default=0)
    many = [
        f"{name}_{place}"
        for group in (("thing",), ("right", "right_why"), ("wrong", "wrong_why"))
        for place in range(1, most + 1)
        for name in group
    ]
    first = [name for row in rows[:1] for name in row if name not in (*numbered, *_LAST)]
    return [*first, *(name for name in many if name in present), *_LAST]
