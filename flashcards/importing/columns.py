"""What the columns of a table hold: guessed from their headings, or as the user says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flashcards.errors import UsageError

_KNOWN = {
    "question": "question front prompt q stem question-text 问题 题目 正面",
    "answer": "answer back response answer-text 答案 背面",
    "term": "term word vocabulary expression 术语 词 单词",
    "meaning": "meaning definition def description translation 定义 释义 含义",
    "right": "correct right correct-answer right-answer correct-option solution 正确答案",
    "wrong": "wrong distractor incorrect wrong-answer incorrect-answer 错误答案 干扰项",
    "option": "option choice alternative answer-option 选项",
    "why": "why explanation feedback note notes comment rationale extra 解释 解析 说明",
    "tags": "tag tags label labels keyword keywords 标签",
    "deck": "deck category chapter topic unit section lesson module 章节 分类 牌组",
    "stage": "stage 阶段",
    "difficulty": "difficulty 难度",
    "key": "key id guid identifier 编号",
    "picture": "picture image img photo figure 图片",
    "aliases": "alias aliases synonym synonyms also-accepted accept accepted 同义词 别名",
}
FIELDS = tuple(_KNOWN)
"""What a column can be taken for."""
_FIELD_OF = {name: field for field, names in _KNOWN.items() for name in names.split()}
_MANY = ("wrong", "option", "right", "tags", "aliases", "picture", "why")
_LETTER = re.compile(r"(?:option-|choice-|answer-)?([a-h])")


@dataclass(frozen=True)
class Columns:
    """The field of each column by its number from 0, and whether the first row is a heading."""

    fields: Mapping[int, str]
    has_heading: bool

    def find(self, field: str) -> list[int]:
        """The columns of a field, from left to right."""
        return [number for number, name in self.fields.items() if name == field]

    def describe(self, heading: Sequence[str]) -> str:
        """What each column was taken for, in one line."""
        names = [
            f"'{heading[number]}'" if self.has_heading else f"column {number + 1}"
            for number in range(len(heading))
        ]
        told = [f"{names[number]} is {field}" for number, field in sorted(self.fields.items())]
        unused = [name for number, name in enumerate(names) if number not in self.fields]
        return "; ".join([*told, *(f"{name} is not used" for name in unused)])


def read_mapping(text: str) -> list[tuple[str, str]]:
    """Pairs of field and column from `question=Front,answer=2`. Raises UsageError."""
    pairs = []
    for part in text.split(","):
        field, equals, column = (piece.strip() for piece in part.partition("="))
        if not equals or not column or field not in FIELDS:
            told = f"'{part.strip()}' is not FIELD=COLUMN with one of {', '.join(FIELDS)}."
            raise UsageError(told, "--map")
        pairs.append((field, column))
    return pairs


def write_mapping(pairs: Sequence[tuple[str, str]]) -> str:
    """The text that `read_mapping` reads."""
    return ",".join(f"{field}={column}" for field, column in pairs)


def read_count(text: str) -> int:
    """The number that stands there; 0 if it is none."""
    return int(text) if re.fullmatch("[0-9]{1,9}", text) else 0


def guess_columns(rows: Sequence[Sequence[str]]) -> Columns:
    """What the columns of a table hold, judged by its first row."""
    heading = [_normalize(cell) for cell in rows[0]]
    found = _name_columns(heading)
    if len({*found.values()} & {"question", "answer", "term", "meaning", "right"}) >= 2:
        return Columns(found, has_heading=True)
    width = max(len(row) for row in rows)
    return Columns(
        {number: ("question", "answer")[number] for number in range(min(width, 2))}, False
    )


def map_columns(rows: Sequence[Sequence[str]], pairs: Sequence[tuple[str, str]]) -> Columns:
    """The columns that the user named, by heading or number from 1. Raises UsageError."""
    heading = [cell.casefold() for cell in rows[0]]
    width = max(len(row) for row in rows)
    named = any(column.casefold() in heading for _, column in pairs)
    fields = {}
    for field, column in pairs:
        if column.casefold() in heading:
            fields[heading.index(column.casefold())] = field
        elif 1 <= read_count(column) <= width:
            fields[read_count(column) - 1] = field
        else:
            known = ", ".join(cell for cell in rows[0] if cell)
            raise UsageError(f"there is no column '{column}'; the table has {known}.", "--map")
    return Columns(fields, named or guess_columns(rows).has_heading)


def _name_columns(heading: Sequence[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for number, name in enumerate(heading):
        field = _FIELD_OF.get(name) or _FIELD_OF.get(re.sub(r"-?\d+$", "", name), "")
        if field and (field in _MANY or field not in found.values()):
            found[number] = field
    letters = [number for number, name in enumerate(heading) if _LETTER.fullmatch(name)]
    if len(letters) >= 2:
        found |= dict.fromkeys(letters, "option")
        found |= {n: "right" for n, field in found.items() if field == "answer"}
    return found


def _normalize(cell: str) -> str:
    return re.sub(r"[\s_-]+", "-", cell.strip().rstrip(":#.").casefold())
