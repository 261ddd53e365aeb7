"""A row of a table to an item; what is ambiguous in a cell is decided for its whole column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath

from flashcards.importing.columns import Columns
from flashcards.importing.item import Answer, Item, ItemKind, LeftOut
from flashcards.importing.right_options import decide_reading, find_right
from flashcards.text.images import ENDINGS
from flashcards.words.message import Message, Names

_COMMAS = re.compile(r"\s*[,;，；、]\s*")
_SPACES = re.compile(r"\s+")
_WHOLE = re.compile(r"\Z(?!)")
"""Splits nothing."""


class RowReader:
    """Reads the rows of one table."""

    def __init__(
        self, columns: Columns, rows: Sequence[Sequence[str]], convert: Callable[[str], str],
        tags_at_spaces: bool = False,
    ) -> None:  # fmt: skip
        """`convert` makes Markdown of a cell; `rows` are without the heading."""
        self._columns = columns
        self._convert = convert
        tags = [cell for row in rows for cell in self._find_cells(row, "tags")]
        self._tags = _SPACES if tags_at_spaces else _choose_separator(tags)
        self.splits_words = self._tags is _SPACES and any(_SPACES.search(cell) for cell in tags)
        """Whether tags of several words may have been meant, and are several tags now."""
        self._right = decide_reading([(self._find_right(r), self._list_options(r)) for r in rows])

    def read(self, row: Sequence[str], place: str) -> Item:
        """The item in a row. Raises LeftOut."""
        if len(row) == 1 and max(self._columns.fields, default=0):
            raise LeftOut(Message("import-one-cell", cell=row[0][:40]))
        texts = {
            field: list(self._find_cells(row, field))
            for field in set(self._columns.fields.values())
        }
        losses: list[Message] = []

        def join(field: str) -> str:
            return "\n\n".join(self._convert(cell) for cell in texts.get(field, ()))

        raw = {field: " ".join(cells) for field, cells in texts.items()}
        question = join("question") or join("term")
        if pictures := texts.get("picture"):
            question = "\n\n".join([question, *map(_write_picture, pictures)]).strip()
        kind, answers = self._find_answers(row, texts, losses)
        tags = [tag for cell in texts.get("tags", ()) for tag in self._tags.split(cell) if tag]
        return Item(
            place, kind=kind, question=question, answers=answers, why=join("why"),
            id=raw.get("key", ""), key=raw.get("key", ""), tags=tuple(tags),
            deck=tuple(part.strip() for part in raw.get("deck", "").split("::") if part.strip()),
            stage=raw.get("stage", ""), difficulty=raw.get("difficulty", ""), losses=tuple(losses),
            is_asked=not self._columns.is_guess,
        )  # fmt: skip

    def _find_cells(self, row: Sequence[str], field: str) -> Iterator[str]:
        numbers = self._columns.find(field)
        return (row[number] for number in numbers if number < len(row) and row[number])

    def _find_right(self, row: Sequence[str]) -> list[str]:
        return list(self._find_cells(row, "right")) or list(self._find_cells(row, "answer"))

    def _list_options(self, row: Sequence[str]) -> list[str]:
        """Every option by its place; an empty cell keeps its place."""
        numbers = self._columns.find("option")
        return [row[number] if number < len(row) else "" for number in numbers]

    def _find_answers(
        self, row: Sequence[str], texts: dict[str, list[str]], losses: list[Message]
    ) -> tuple[ItemKind, tuple[Answer, ...]]:
        right = self._find_right(row)
        if texts.get("option"):
            options = self._list_options(row)
            names = find_right(right, options, self._right, losses)
            return "choose", tuple(
                Answer(self._convert(each), right=number in names)
                for number, each in enumerate(options)
                if each
            )
        if wrong := texts.get("wrong"):
            sides = ((right, True), (wrong, False))
            return "choose", tuple(
                Answer(self._convert(each), side) for cells, side in sides for each in cells
            )
        return self._find_text(texts, right)

    def _find_text(
        self, texts: dict[str, list[str]], right: Sequence[str]
    ) -> tuple[ItemKind, tuple[Answer, ...]]:
        answers = [self._convert(each) for each in texts.get("meaning") or right]
        aliases = [
            part.strip() for each in texts.get("aliases", ()) for part in re.split("[,;|]", each)
        ]
        is_term = "term" in texts or aliases
        joined = ["\n\n".join(answers)] if answers else []
        return "term" if is_term else "card", tuple(map(Answer, [*joined, *filter(None, aliases)]))


def _choose_separator(cells: Sequence[str]) -> re.Pattern[str]:
    """What stands between tags in a column: commas if there is one, else spaces.

    Where a space would cut off a bare number, as in `week 2`, a cell is one tag.
    """
    if any(_COMMAS.search(cell) for cell in cells):
        return _COMMAS
    cut = any(part.isdecimal() for cell in cells for part in cell.split()[1:])
    return _WHOLE if cut else _SPACES


def _write_picture(name: str) -> str:
    if not name.lower().endswith(ENDINGS) or "\n" in name:
        raise LeftOut(Message("import-picture-must-end", name=name[:60], endings=Names(ENDINGS)))
    return f"![{PurePosixPath(name).stem}](<{name}>)"
