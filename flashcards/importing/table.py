"""Tables, from workbooks, CSV and TSV: a row is an item.

What the columns hold is said by their headings, or by the user.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from flashcards.errors import FlashcardsError, UsageError
from flashcards.importing.item import (
    Answer,
    Item,
    ItemKind,
    LeftOut,
    Material,
    make_folder_loader,
)
from flashcards.importing.markdown_text import CELL_NOTES, convert_cell, drop_private
from flashcards.text.headings import CARD_FIELDS, VALUES, find_field, normalize_heading
from flashcards.text.images import ENDINGS
from flashcards.text.tables import LoadedTable, load_table

Rows = Sequence[Sequence[str]]
ALPHABETS = ("abcdefgh", "абвгдежз")
"""Letters of options."""
MAX_HEADING = 80
"""Characters."""
MAX_ROWS_ABOVE = 10
"""Rows among which the headings are looked for."""
MAX_NAMED = 5
"""Rows and cells that are named in a notice."""
_LABELS = ("deck", "stage", "difficulty", "tags")
"""Fields whose cell may be merged over many rows."""
_MANY = ("wrong", "option", "right", "tags", "aliases", "picture", "why")
"""Fields that several columns may hold."""
_ASKED, _ANSWERS = {"question", "term"}, {"answer", "meaning", "right"}
_LETTER = re.compile(rf"(?:(.+)-)?[{''.join(ALPHABETS)}]")
_LIST = re.compile(r"\s*[,;|，；、]\s*")
"""What stands between tags, and between other names."""
_AND = re.compile(
    rf"\s*(?:[,;&/+ 、，；和]|\b(?:{'|'.join(VALUES['and'].split())})\b)\s*", re.IGNORECASE
)
"""What stands between several right options."""
_LETTERS = re.compile("[A-H]+")


def parse_mapping(text: str) -> list[tuple[str, str]]:
    """Return pairs of field and column from `question=Front,answer=2`. Raises UsageError."""
    pairs = []
    for part in filter(None, text.split(",")):
        field, _, column = (piece.strip() for piece in part.partition("="))
        if not column or field not in CARD_FIELDS:
            fields = ", ".join(CARD_FIELDS)
            raise UsageError(f"'{part.strip()}' is not FIELD=COLUMN with one of {fields}.", "--map")
        pairs.append((field, column))
    return pairs


def load_table_items(path: Path, pairs: Sequence[tuple[str, str]], lang: str) -> Material:
    """Return the items of a table; `pairs` are fields and columns, numbers look as in `lang`.

    Raises FlashcardsError, and UsageError for columns that are not known.
    """

    def fits(rows: list[list[str]]) -> bool:
        try:
            return find_columns(rows, pairs)[1] > 0 or bool(pairs)
        except FlashcardsError:
            return False

    table = load_table(path, fits, lang)
    try:
        fields, above = find_columns(table.rows, pairs)
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}", error.option) from None
    except FlashcardsError as error:
        raise FlashcardsError(f"{path.name} {error}") from None
    heading = table.rows[above - 1] if above else []
    width = max([len(heading) or _find_width(table.rows), *(n + 1 for n in fields)])
    material = Material(path, make_folder_loader(path.parent))
    material.notices += [*table.notices, _describe_columns(heading, fields, width)]
    if above > 1:
        material.notices.append(f"what stands above row {table.first + above - 1} is not read")
    if not above and not pairs:
        material.notices.append(
            "the first row has no headings that are known, so it is a question and its answer; "
            "to ask words both ways use --map term=1,meaning=2"
        )
    reader = _RowReader(fields, width)
    for number, row in [*_fill_merged(table, fields)][above:]:
        if any(row):
            material.add(f"row {number}", partial(reader.read, row, f"row {number}"))
    for note, places in reader.noted.items():
        more = f" and {len(places) - MAX_NAMED} more" if len(places) > MAX_NAMED else ""
        material.notices.append(f"{CELL_NOTES[note]} in {', '.join(places[:MAX_NAMED])}{more}")
    return material


def find_columns(rows: Rows, pairs: Sequence[tuple[str, str]]) -> tuple[dict[int, str], int]:
    """Return the field of each column by its number from 0, and how many rows stand above.

    Above are those up to the headings. Two columns without headings are a question and an
    answer. Raises FlashcardsError if there is only one, UsageError if neither `pairs` nor
    headings say what the columns are.
    """
    named = [_name_columns(row) for row in rows[:MAX_ROWS_ABOVE]]
    at = next((n for n, fields in enumerate(named) if _is_heading(fields)), -1)
    if max(map(len, rows)) < 2:
        raise FlashcardsError("has only one column: a table needs a question and an answer")
    if pairs:
        return _map_columns(rows, pairs, at)
    if at >= 0:
        return named[at], at + 1
    if _find_width(rows) == 2 and not named[0]:
        return {0: "question", 1: "answer"}, 0
    cells = ", ".join(f"'{cell[:30]}'" for cell in rows[0][:20] if cell)
    raise UsageError(
        f"what its columns are cannot be told from its first row: {cells}. Say it with their "
        "numbers or headings, for example --map question=1,answer=2",
        "--map",
    )


def _map_columns(
    rows: Rows, pairs: Sequence[tuple[str, str]], at: int
) -> tuple[dict[int, str], int]:
    """Return what the user says; raises UsageError for a column that is not there."""
    heading, fields, named = [cell.casefold() for cell in rows[max(at, 0)]], dict[int, str](), False
    for field, column in pairs:
        number = int(column) if re.fullmatch("[0-9]{1,4}", column) else 0
        if column.casefold() in heading:
            fields[heading.index(column.casefold())] = field
            named = True
        elif 1 <= number <= max(map(len, rows)):
            fields[number - 1] = field
        else:
            known = ", ".join(filter(None, rows[max(at, 0)]))
            raise UsageError(f"there is no column '{column}'; the table has {known}.", "--map")
    return fields, max(at, 0) + 1 if named or at >= 0 else 0


def _is_heading(fields: Mapping[int, str]) -> bool:
    kinds = {*fields.values()}
    return bool(kinds & _ASKED) and bool(kinds & _ANSWERS)


def _name_columns(heading: Sequence[str]) -> dict[int, str]:
    """Return what the columns hold by their headings; A, B, C are options.

    A heading may have a number or a remark in brackets behind it.
    """
    fields, letters = dict[int, str](), list[int]()
    for number, cell in enumerate(heading):
        if len(cell) > MAX_HEADING:
            continue
        letter = _LETTER.fullmatch(normalize_heading(cell))
        if letter and (not letter[1] or find_field(letter[1], ("option", "answer"))):
            letters.append(number)
        names = (cell, re.sub(r"[\W_]*\d+\W*$", "", cell), re.split("[(（]", cell)[0])
        field = next(filter(None, (find_field(name, CARD_FIELDS) for name in names if name)), "")
        if field and (field in _MANY or field not in fields.values()):
            fields[number] = field
    if len(letters) > 1:
        fields |= dict.fromkeys(letters, "option")
    if "option" in fields.values():
        fields = {n: "right" if name == "answer" else name for n, name in fields.items()}
    return fields


def _find_width(rows: Rows) -> int:
    """Return how many cells most rows have."""
    widths = Counter(len(row) for row in rows if any(row))
    return max(widths, key=lambda width: (widths[width], width), default=0)


def _describe_columns(heading: Sequence[str], fields: Mapping[int, str], width: int) -> str:
    """Return what each column was taken for, in one line."""
    shown = [f"'{cell}'" if cell else "" for cell in heading] + [""] * width
    names = [shown[number] or f"column {number + 1}" for number in range(width)]
    used = [f"{names[number]} is {field}" for number, field in sorted(fields.items())]
    unused = [f"{name} is not used" for n, name in enumerate(names) if n not in fields]
    return "; ".join([*used, *unused])


def _fill_merged(table: LoadedTable, fields: Mapping[int, str]) -> Iterator[tuple[int, list[str]]]:
    """Yield numbered rows; a label such as a topic is in all rows over which its cell is merged."""
    labels = [number for number, field in fields.items() if field in _LABELS]
    merged: dict[int, tuple[str, int]] = {}
    for number, cells in enumerate(table.rows, table.first):
        row = [*map(drop_private, cells)]
        for column in labels if any(row) else ():
            label, last = merged.get(column, ("", 0))
            if number <= last:
                row[column : column + 1] = [label]
            else:
                own = "".join(row[column : column + 1])
                merged[column] = own, table.merged.get((number, column + 1), 0)
        yield number, row


class _RowReader:
    """Reads the rows of one table."""

    def __init__(self, fields: Mapping[int, str], width: int) -> None:
        self.noted: dict[str, list[str]] = defaultdict(list)
        """Places by what is noted of their cells."""
        self._fields, self._width = fields, width

    def read(self, row: Sequence[str], place: str) -> list[Item]:
        """Return the one item in a row. Raises LeftOut."""
        notes, losses = set[str](), list[str]()
        cells = defaultdict[str, list[str]](list)
        for number, cell in enumerate(row):
            if cell and number in self._fields:
                cells[self._fields[number]].append(cell)

        def join(field: str) -> str:
            return "\n\n".join(convert_cell(cell, notes) for cell in cells[field])

        if over := [f"'{cell[:30]}'" for cell in row[self._width :] if cell]:
            shown = ", ".join(over[:MAX_NAMED])
            losses.append(f"has more cells than the table, which are not used: {shown}")
        options = [cell for n, cell in enumerate(row) if self._fields.get(n) == "option"]
        kind, answers = _read_answers(cells, options, notes, losses)
        question = [join("question") or join("term"), *map(_format_picture, cells["picture"])]
        deck = " ".join(cells["deck"]).split("::")
        item = Item(
            place,
            kind,
            " ".join(cells["key"]),
            "\n\n".join(filter(None, question)),
            answers,
            why=join("why"),
            tags=tuple(tag for cell in cells["tags"] for tag in _LIST.split(cell)),
            deck=tuple(part.strip() for part in deck if part.strip()),
            stage=" ".join(cells["stage"]),
            difficulty=" ".join(cells["difficulty"]),
            losses=tuple(losses),
        )
        for note in sorted(notes):
            self.noted[note].append(place)
        return [item]


def _read_answers(
    cells: Mapping[str, list[str]], options: Sequence[str], notes: set[str], losses: list[str]
) -> tuple[ItemKind, tuple[Answer, ...]]:
    """Return what a row becomes, and its answers. Raises LeftOut."""
    right = cells["right"] or cells["answer"]
    if any(options):
        places = _find_right(right, options, losses)
        listed = [(cell, number in places) for number, cell in enumerate(options) if cell]
    elif wrong := cells["wrong"]:
        listed = [*((cell, True) for cell in right), *((cell, False) for cell in wrong)]
    else:
        texts = [convert_cell(cell, notes) for cell in cells["meaning"] or right]
        aliases = [name for cell in cells["aliases"] for name in _LIST.split(cell)]
        is_term = bool(aliases or (cells["term"] and not cells["question"]))
        answers = filter(None, ["\n\n".join(texts), *aliases])
        return "term" if is_term else "recall", tuple(map(Answer, answers))
    return "choose", tuple(Answer(convert_cell(cell, notes), is_) for cell, is_ in listed)


def _find_right(cells: Sequence[str], options: Sequence[str], losses: list[str]) -> set[int]:
    """Return numbers of the options that the cells name by letter, text or number.

    A letter counts before the text of an option, and a text before a number; a doubt is noted.
    Raises LeftOut if they name none.
    """
    texts, places = _find_texts(cells, options), _find_places(cells, options)
    answer = ", ".join(cells)[:60]
    is_letter = not any(character.isdigit() for character in answer)
    if texts and places and texts != places:
        doubt = f"the right answer '{answer}' is a text and a letter or number"
        counts = "letter" if is_letter else "text"
        losses.append(f"{doubt}: the {counts} counts; write ({answer}) for the letter")
    right = (places or texts) if is_letter else (texts or places)
    if cells and not right:
        message = f"the right answer '{answer}' names none of its options"
        raise LeftOut(f"{message}; write A, or A, C for several")
    return right


def _find_texts(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Return numbers of the options whose texts the cells are; none if some cell is none."""
    parts = [
        part for cell in cells for part in ([cell] if cell in options else _AND.split(cell)) if part
    ]
    return {*map(options.index, parts)} if all(part in options for part in parts) else set()


def _find_places(cells: Sequence[str], options: Sequence[str]) -> set[int]:
    """Return numbers of the options whose letters or numbers the cells are: A, 2, (C), AC."""
    signs = list[str]()
    for part in filter(None, (part for cell in cells for part in _AND.split(cell))):
        several = _LETTERS.fullmatch(part) and len({*part}) == len(part) and part not in options
        signs += part if several else [part.strip("()[].")]
    rows = (*ALPHABETS, "12345678")
    places = {
        max(row.find(sign.casefold()) if len(sign) == 1 else -1 for row in rows) for sign in signs
    }
    return places if places and min(places) >= 0 and max(places) < len(options) else set()


def _format_picture(name: str) -> str:
    if not name.lower().endswith(ENDINGS) or "\n" in name:
        raise LeftOut(f"its picture '{name[:60]}' must end with {', '.join(ENDINGS)}")
    return f"![{PurePosixPath(name).stem}](<{name}>)"
