"""What `export csv` wrote: its cells are Markdown already, and its forms are known."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from flashcards.importing.item import Answer, Item, Material
from flashcards.importing.plain_markdown import clean_text, escape_markdown
from flashcards.words.message import Message

_COLUMNS = {"id", "form", "lang", "instruction", "question", "code", "explanation"}
"""Columns that no other table has together."""
_BLANK = "[ … ]"


def is_own_table(heading: Sequence[str]) -> bool:
    """Whether a table with this heading was written by `export csv`."""
    return {*heading} >= _COLUMNS


def read_own_table(rows: Sequence[Sequence[str]], material: Material) -> Material:
    """The material with an item for each row below the heading."""
    told = Message("import-own-table")
    material.notices.append(Message("import-in-file", file=material.name, told=told))
    for number, row in enumerate(rows[1:], 2):
        if any(row):
            cells = dict(zip(rows[0], map(clean_text, row), strict=False))
            if cells.keys() >= _COLUMNS:
                material.items.append(_read_row(cells, f"row {number}"))
            else:
                told = Message("import-own-row-short", cells=len(row), width=len(rows[0]))
                material.left_out.append((f"row {number}", told))
    return material


def _read_row(cells: Mapping[str, str], place: str) -> Item:
    id = cells["id"]
    item = Item(
        place, id=id, key=re.split("[#/@]", id)[0], question=_write_question(cells),
        why=cells.get("explanation", ""), tags=tuple(cells.get("tags", "").split()),
        stage=cells.get("stage", ""), difficulty=cells.get("difficulty", ""),
    )  # fmt: skip
    right = [Answer(text, True, why) for text, why in _list_answers(cells, "right")]
    match cells["form"]:
        case "type" | "gap":
            return _fill(item, [text for text, _ in _list_answers(cells, "right", plain=True)])
        case "order":
            return item.change(kind="order", answers=tuple(right))
        case "match":
            things = [text for text, _ in _list_answers(cells, "thing")]
            texts = [answer.text for answer in right]
            return item.change(kind="match", pairs=tuple(zip(things, texts, strict=False)))
        case "single" | "multiple":
            wrong = [Answer(text, False, why) for text, why in _list_answers(cells, "wrong")]
            return item.change(kind="choose", answers=(*right, *wrong))
        case _:
            return item.change(kind="essay", answers=tuple(right))


def _write_question(cells: Mapping[str, str]) -> str:
    """The question with its code, and with what is to be done where that is the question."""
    asked = cells["instruction"] if "?" in cells["instruction"] else ""
    if "?" in cells["question"] or (cells["code"] and cells["question"]):
        asked = ""
    code = f"```\n{cells['code']}\n```" if cells["code"] else ""
    return "\n\n".join(filter(None, (asked, cells["question"], code)))


def _list_answers(
    cells: Mapping[str, str], name: str, plain: bool = False
) -> list[tuple[str, str]]:
    """Text and reason of `right_1`, `right_2` …; what is typed or printed is no Markdown."""
    found, number = [], 1
    while text := cells.get(f"{name}_{number}", ""):
        if not plain and cells["code"]:
            text = f"```\n{text}\n```" if "\n" in text or "`" in text else f"`{text}`"
        in_code = plain and _BLANK in cells["code"]
        shown = escape_markdown(text) if plain and not in_code else text
        found.append((shown, cells.get(f"{name}_why_{number}", "")))
        number += 1
    return found


def _fill(item: Item, accepted: Sequence[str]) -> Item:
    """A text whose gap is filled, or else a question whose answer is typed."""
    first = accepted[0] if accepted else ""
    text = item.question.replace(_BLANK, first, 1)
    if _BLANK not in item.question or not first or text.count(first) != 1:
        return item.change(kind="typed", answers=tuple(map(Answer, accepted)))
    return item.change(kind="cloze", question=text, gaps={1: tuple(accepted)})
