"""Tables, from workbooks, CSV and TSV: a row is an item.

What the columns hold is said by their headings, or by the user.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from flashcards.course.model import DIFFICULTIES
from flashcards.errors import FlashcardsError, UsageError
from flashcards.importing import items
from flashcards.importing.items import Answer, Fields, Item, LeftOut, Material, split_deck
from flashcards.importing.markdown_text import convert_cell, drop_invisible, drop_private
from flashcards.importing.pictures import make_folder_loader
from flashcards.text.headings import (
    CARD_FIELDS,
    OptionName,
    find_field,
    find_value,
    name_options,
    split_label,
    split_options,
)
from flashcards.text.tables import LoadedTable, load_table

Row = Sequence[str]
Options = Sequence[tuple[OptionName, str]]
"""What the options of a row are called, and their texts."""
_FIRST_OPTION = OptionName("")
"""Of the option that has no column, where the columns are B, C and D."""
_NO_HEADING = ""
"""The field of a column without a heading, as options have below one heading for all of them."""
Pairs = Sequence[tuple[str, str]]
"""Fields, and headings or numbers of columns."""
MAX_HEADING = 80
"""Characters."""
MAX_NAMED = 5
"""Rows and cells that are named in a notice."""
_MANY = ("wrong", "option", "right", "tags", "aliases", "picture", "why")
"""Fields that several columns may hold."""
_ASKED, _ANSWERS = {"question", "term"}, {"answer", "meaning", "right"}
_LIST = re.compile(r"\s*[,;|，；、]\s*")
"""What stands between tags, and between other names."""
_VALUE = re.compile(r"[$€£¥]?\s*([-+]?(?![1-9]\d{0,2}[.,]\d{3}\b)\d+(?:[.,]\d+)?)\s*(%?)[$€£¥]?")
"""A number, with a currency or in percent; not 1,500, which is another one in each language."""
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


def load_table_items(path: Path, pairs: Pairs, lang: str) -> Material:
    """Return the items of a table; numbers of a workbook look as in `lang`.

    Raises FlashcardsError, and UsageError for columns that are not known.
    """
    named = {column.casefold() for _, column in pairs if not column.isdecimal()}

    def is_heading(row: Row) -> bool:
        fields = {*_name_columns(row).values()}
        is_known = bool(_ASKED & fields and _ANSWERS & fields)
        return named <= {cell.casefold() for cell in row} if named else is_known

    table = load_table(path, is_heading, lang)
    width = len(table.heading)
    if width < 2:
        message = "has only one column: a table needs a question and an answer"
        raise FlashcardsError(f"{path.name} {message}")
    try:
        fields = _find_columns(table, pairs)
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}", error.option) from None
    columns = [number for number, field in sorted(fields.items()) if field == "option"]
    names = name_options([table.heading[number] for number in columns])
    options = dict(zip(columns, names, strict=True))
    material = Material(path, make_folder_loader(path.parent))
    material.notices += [*table.notices, _describe_columns(table.heading, fields)]
    topics = {column: "" for column, field in fields.items() if field == "deck"}
    for number, row in table.list_rows():
        for column in topics:  # an empty one, as of merged cells, is that of the row above
            row[column] = topics[column] = row[column] or topics[column]
        item = Item(f"row {number}")
        if surplus := [f"'{cell[:30]}'" for cell in row[width:] if cell]:
            shown = ", ".join(surplus[:MAX_NAMED])
            item.notes.append(f"has more cells than the table, which are not used: {shown}")
        material.add(item, partial(_read_row, row, fields, options))
    return material


def _find_columns(table: LoadedTable, pairs: Pairs) -> dict[int, str]:
    """Return the field of each column by its number from 0.

    Raises UsageError if neither `pairs` nor headings say what the columns are.
    """
    has_heading = any(table.heading)
    first_row = table.heading if has_heading else next(row for _, row in table.list_rows())
    if not pairs and not has_heading:
        cells = ", ".join(f"'{cell[:30]}'" for cell in first_row[:20] if cell)
        message = f"what its columns are cannot be told from its first row: {cells}"
        hint = "Say it with their numbers or headings, for example --map question=1,answer=2"
        raise UsageError(f"{message}. {hint}", "--map")
    if not pairs:
        return _name_columns(table.heading)
    names = [cell.casefold() for cell in table.heading]
    fields: dict[int, str] = {}
    for field, column in pairs:
        if column.casefold() in names:
            fields[names.index(column.casefold())] = field
        elif column.isdecimal() and 1 <= int(column) <= len(names):
            fields[int(column) - 1] = field
        else:
            known = ", ".join(filter(None, first_row))
            raise UsageError(f"there is no column '{column}'; the table has {known}.", "--map")
    return fields


def _name_columns(heading: Row) -> dict[int, str]:
    """Return what the columns hold by their headings; A, B, C are options.

    So are Answer 1, Answer 2. A heading may have a number or a remark in brackets behind it.
    Columns without one hold "".
    """
    fields: dict[int, str] = {}
    labels: dict[int, str] = {}
    short = [(number, cell) for number, cell in enumerate(heading) if len(cell) <= MAX_HEADING]
    # Those without a label first: of a field that one column holds, Answer comes before Answer 1.
    for number, cell in sorted(short, key=lambda pair: split_label(pair[1])[1]):
        base, label = split_label(cell)
        if label and (find_field(base, ("option", "answer")) or (label.isalpha() and not base)):
            labels[number] = label
        names = (cell, re.sub(r"[\W_]*\d+\W*$", "", cell), re.split("[(（]", cell)[0])
        field = next(filter(None, (find_field(name, CARD_FIELDS) for name in names if name)), "")
        if field and (field in _MANY or field not in fields.values()):
            fields[number] = field
    are_more_answers = all(label in "2345678" for label in labels.values())  # behind an Answer
    if len(labels) > 1 and not are_more_answers:
        fields |= dict.fromkeys(labels, "option")
    if "option" in fields.values():
        fields = {n: "right" if name == "answer" else name for n, name in fields.items()}
    return {n: _NO_HEADING for n, cell in enumerate(heading) if not cell} | fields


def _describe_columns(heading: Row, fields: Mapping[int, str]) -> str:
    """Return what each column was taken for, in one line."""
    names = [f"'{cell}'" if cell else f"column {n}" for n, cell in enumerate(heading, 1)]
    used = [f"{names[number]} is {field}" for number, field in sorted(fields.items()) if field]
    unused = [f"{name} is not used" for n, name in enumerate(names) if not fields.get(n)]
    return "; ".join([*used, *unused])


def _read_row(
    row: Row, fields: Mapping[int, str], options: Mapping[int, OptionName], item: Item
) -> list[Fields]:
    """Return the one entry in a row; what it says beside it goes into its item. Raises LeftOut."""
    row = [drop_invisible(drop_private(cell), item.notes) for cell in row]
    cells = defaultdict[str, list[str]](list)
    for number, field in sorted(fields.items()):
        if row[number]:
            cells[field].append(row[number])
    item.key = " ".join(cells["key"])
    item.deck = split_deck(" ".join(cells["deck"]))
    tags = [tag for cell in cells["tags"] for tag in _LIST.split(cell)]
    item.fields["tags"] = items.make_tags(tags, item.notes)
    if stage := " ".join(cells["stage"]):
        digits = re.sub(r"\D+", "", stage)
        if digits in {*"123456789"}:
            item.fields["stage"] = int(digits)
        else:
            item.notes.append(f"stage '{stage}' is not from 1 to 9")
    if difficulty := " ".join(cells["difficulty"]):
        item.fields["difficulty"] = find_value(difficulty, DIFFICULTIES)
        if not item.fields["difficulty"]:
            item.notes.append(f"difficulty '{difficulty}' is not easy, medium or hard")
    named = [(names, row[number]) for number, names in options.items()]
    return [_read_entry(cells, named if cells["option"] else [], item.notes)]


def _read_entry(cells: Mapping[str, list[str]], options: Options, notes: list[str]) -> Fields:
    """Return the fields of the entry in a row. Raises LeftOut."""

    def join(field: str) -> str:
        return "\n\n".join(convert_cell(cell, notes) for cell in cells[field])

    pictures = [re.sub(r"[<>\n]", " ", name) for name in cells["picture"]]
    asked = [join("question") or join("term"), *(f"![](<{name}>)" for name in pictures)]
    question, why = "\n\n".join(filter(None, asked)), join("why")
    right = cells["right"] or cells["answer"]
    listed = [*((cell, True) for cell in right), *((cell, False) for cell in cells["wrong"])]
    if options:
        listed = _list_options(right, options, notes)
    if options or cells["wrong"]:
        answers = [Answer(convert_cell(cell, notes), is_right) for cell, is_right in listed]
        return {**items.make_choose(question, answers), "why": why}
    answer = join("meaning") or "\n\n".join(convert_cell(cell, notes) for cell in right)
    is_named = cells["right"] or len(cells[_NO_HEADING]) > 1
    parts = [part for cell in right for part in split_options(cell)] if is_named else []
    if parts and not any(split_label(part)[0] for part in parts):
        raise LeftOut(f"'{right[0]}' names an option, but there is none; or say --map answer=…")
    aliases = [name for cell in cells["aliases"] for name in _LIST.split(cell) if name]
    if aliases or (cells["term"] and not cells["question"]):
        return {**items.make_term(question, answer, aliases), "why": why}
    return items.make_recall(question, answer, why)


def _list_options(
    cells: Sequence[str], options: Options, notes: list[str]
) -> list[tuple[str, bool]]:
    """Return the texts of the options, and whether the cells name them. Raises LeftOut.

    `B`, `(b)`, `A, C`, `AC`, `A and C` name the options under these letters, `2` the second one,
    `blue` the option with this text. Under B, C and D, another text is the first option itself.
    """
    has_first = any("a" in name.signs for name, _ in options)
    if not has_first:
        options = [(_FIRST_OPTION, ""), *options]
    texts = [text for _, text in options]
    right = set[int]()
    for cell in cells:
        if _find_texts(cell, texts):
            parts = [cell]
        elif _LETTERS.fullmatch(cell):
            parts = [*cell]
        elif re.fullmatch(r"\d([,/+]\d)+", cell) and options[-1][0].is_numbered:
            parts = re.split(r"\D", cell)
        else:
            parts = split_options(cell)
        unknown = [part for part in parts if not _find_texts(part, texts)]
        if not has_first and any(len(part.strip("()[].")) != 1 for part in unknown):
            texts[0] = texts[0] or cell
            parts = [cell]
        right |= {_find_option(part, cell, options, texts, notes) for part in parts}
    return [(text, number in right) for number, text in enumerate(texts) if text]


def _read_value(text: str) -> float | None:
    """Return the number that a text is, 0.5 for 50%; None if it is none."""
    match = _VALUE.fullmatch(text)
    return float(match[1].replace(",", ".")) / (100 if match[2] else 1) if match else None


def _find_texts(cell: str, texts: Sequence[str]) -> list[int]:
    """Return which options have this text, else which are this number, as `3.00` and `3 €` are."""
    value = _read_value(cell)
    same = [n for n, text in enumerate(texts) if value is not None and _read_value(text) == value]
    return [texts.index(cell)] if cell in texts else same


def _find_option(part: str, cell: str, options: Options, texts: list[str], notes: list[str]) -> int:
    """Return which option a letter, a number or a text of a cell names. Raises LeftOut for none.

    A letter counts before a text, and a text before a number; a doubt is noted. Under letters 2
    may be `2 GB`, so a number counts only if no option has a digit.
    """
    sign = part.strip("()[].").casefold()
    by_sign = [n for n, (name, _) in enumerate(options) if len(sign) == 1 and sign in name.signs]
    by_text = _find_texts(part, texts)
    is_under_letters = part.isdigit() and not any(name.is_numbered for name, _ in options)
    may_be_text = is_under_letters and any(re.search(r"\d", text) for text in texts)
    names_nothing = not by_text and (may_be_text or not by_sign)
    if names_nothing or max(len(by_sign), len(by_text)) > 1:
        message = f"the right answer '{cell[:60]}' names none of its options"
        hint = "write A, or A, C for several; for texts say --map right=…,wrong=…"
        raise LeftOut(f"{message}; {hint}")
    counts = "text" if by_text and (part.isdigit() or not by_sign) else "letter"
    (place,) = by_text if counts == "text" else by_sign
    if not texts[place]:
        raise LeftOut(f"the right answer '{part}' names an option that is empty")
    # Under Option 2, 3 and 4 a 2 may be the second or the one that is named so.
    is_without_first = options[0] == (_FIRST_OPTION, "")
    may_be_place = part.isdigit() and not by_text and (is_under_letters or is_without_first)
    if (by_sign and by_text and by_sign != by_text) or may_be_place:
        doubt = f"the right answer '{part}' is a text and a letter or number"
        notes.append(f"{doubt}: the {counts} counts; write ({part}) for the letter")
    return place
