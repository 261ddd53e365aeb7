"""What types cannot say of one record: a gap that is not in its text, a row without a cell.

Every check takes a valid model and yields findings; who reads the file knows their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias, TypeVar

from flashcards.course.model import (
    MAX_ASKED_THINGS,
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    CourseInfo,
    Entry,
    Order,
    Quiz,
    Record,
    ResourceFile,
    Row,
    list_reasons,
)
from flashcards.course.texts import collect_texts
from flashcards.errors import suggest
from flashcards.text.formulas import convert_formula
from flashcards.text.images import find_pictures, find_unread_pictures
from flashcards.text.markdown import FORBIDDEN_TEX, cuts_formula, find_formulas
from flashcards.text.plain_text import MAX_BRACKETS, find_line, normalize_output, normalize_text

T = TypeVar("T")
Known: TypeAlias = Mapping[str, Any]
"""The names that a course has, by the nouns of `model.refer_to`; for `picture` a function that
says what is wrong with the one of a name."""
ValuePath: TypeAlias = tuple[str | int, ...]
"""The way from the top of a file, or of a record, to a value in it."""

MAX_PARTS = 200
"""Points, rows, options, steps, aliases … of one entry."""
MAX_SHOWN = 60
"""Characters of a formula that are shown in a message."""
_NO_REASONS = ("true", "yes", "on", "false", "no")


class Finding(NamedTuple):
    """What is wrong with a record, or poor in it."""

    path: ValuePath
    message: str
    """What is wrong, and after a semicolon what to do about it."""
    line: int = 0
    """The line of a text of several lines, from 1; 0 if all of it is meant."""
    key: bool = False
    """Whether the name of what is there is meant."""


def check_record(record: Record, known: Known) -> Iterator[Finding]:
    """Yield everything in a record that does not fit together, or cannot be shown."""
    match record:
        case Entry():
            yield from _check_entry(record)
            if not (isinstance(record, Cloze) and record.language):
                yield from _check_markup(record, known.get("picture"))
        case Quiz():
            if record.picks and record.count is not None:
                message = (
                    "'count' is for a quiz without 'picks'; each block has a 'count' of its own"
                )
                yield Finding(("count",), message, key=True)
            if record.pass_mark is not None and 0 < record.pass_mark < 1:
                percent = f"{100 * record.pass_mark:g}"
                message = f"'pass_mark' is in percent; did you mean '{percent}'?"
                yield Finding(("pass_mark",), message)
        case CourseInfo():
            if record.source not in record.languages:
                message = f"'languages' must have '{record.source}', in which the decks are written"
                yield Finding(("languages",), f"{message}; add it")
            for lang in record.promises.keys() - {*record.languages}:
                message = f"'{lang}' is not among the languages; add '{lang}' to 'languages'"
                yield Finding(("promises", lang), message, key=True)
        case ResourceFile():
            for key, resource in record.resources.items():
                if resource.status != "alive" and resource.now is None:
                    message = f"missing field 'now': where a resource that is '{resource.status}'"
                    yield Finding(("resources", key), f"{message} is, or what to read instead")
        case _:
            pass


def _check_entry(entry: Entry) -> Iterator[Finding]:
    if entry.retired and entry.retired.strip().lower() in _NO_REASONS:
        yield Finding(("retired",), "'retired' is the reason why it is no longer taught; write it")
    for name, value in entry:
        if isinstance(value, dict | tuple) and len(value) > MAX_PARTS:
            yield Finding((name,), f"'{name}' must have at most {MAX_PARTS} parts")
    match entry:
        case Compare():
            yield from _check_compare(entry)
        case Code():
            yield from _check_code(entry)
        case Choose():
            yield from _check_choose(entry)
        case Order():
            for name, other in _find_equal(entry.steps.items()):
                yield Finding(("steps", name), f"step '{name}' says the same as step '{other}'")
        case Cloze():
            yield from _check_gaps(entry)
        case _:  # of other kinds the types say all
            pass


def _check_markup(entry: Entry, find_flaw: Callable[[str], str] | None) -> Iterator[Finding]:
    """Yield pictures and formulas that cannot be shown; `find_flaw` looks at pictures by name."""
    for path, leaf in collect_texts(entry).items():
        for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
            at: ValuePath = path if isinstance(leaf, str) else (*path, index)
            if text.count("[") > MAX_BRACKETS:
                yield Finding(at, f"more than {MAX_BRACKETS} '[' in one text; make several entries")
                continue
            for part, message in (*_check_pictures(text, find_flaw), *_check_formulas(text)):
                yield Finding(at, message, find_line(text, part))


def _check_pictures(text: str, find_flaw: Callable[[str], str] | None) -> Iterator[tuple[str, str]]:
    if "![" not in text:
        return
    for picture in find_pictures(text):
        if find_flaw and (flaw := find_flaw(picture.name)):
            yield f"]({picture.name}", flaw
    for name, alt in find_unread_pictures(text):
        written = f"![{alt}]({name})"
        message = f"'{written}' shows no picture: write the name of a file in decks/media"
        message += f", with a space or a bracket between < and >: ![{alt}](<{name}>)"
        yield written, message


def _check_formulas(text: str) -> Iterator[tuple[str, str]]:
    for formula in dict.fromkeys(find_formulas(text)):
        if acting := FORBIDDEN_TEX.search(formula):
            message = f"a formula may not have '{acting[0]}'; write it without this command"
            yield formula, message
        elif convert_formula(formula.strip(), "inline") is None:
            shown = " ".join(formula[:MAX_SHOWN].split())
            message = f"the formula '{shown}' cannot be drawn; check its braces and commands"
            yield formula, message


def _find_equal(
    texts: Iterable[tuple[T, str]], normalize: Callable[[str], str] = normalize_text
) -> Iterator[tuple[T, T]]:
    """Yield what has the same text as something before it, and the first that has it."""
    first: dict[str, T] = {}
    for name, text in texts:
        plain = normalize(text)
        if plain in first:
            yield name, first[plain]
        else:
            first[plain] = name


def _check_choose(entry: Choose) -> Iterator[Finding]:
    for side in ("right", "wrong"):
        if "why" in getattr(entry, side):  # it is the reason of the entry, or of one option
            yield Finding((side, "why"), "an option cannot be called 'why'; indent it", key=True)
    if entry.option_order and sorted(entry.option_order) != sorted(entry.options):
        message = "'option_order' must name every option once"
        yield Finding(("option_order",), f"{message}; write all of them under 'options' instead")
    for name in entry.right.keys() & entry.wrong.keys():
        yield Finding(("wrong", name), f"option '{name}' is both right and wrong", key=True)
    options = [(("right", name), option.text) for name, option in entry.right.items()]
    options += [(("wrong", name), option.text) for name, option in entry.wrong.items()]
    for (side, name), (other_side, other) in _find_equal(options):
        message = f"option '{name}' says the same as the {other_side} option '{other}'"
        yield Finding((side, name, "text"), message)


def _check_code(entry: Code) -> Iterator[Finding]:
    if entry.setup and not entry.is_python:
        message = f"'setup' is run before the code, and no {entry.language} is run; remove 'setup'"
        yield Finding(("setup",), message, key=True)
    outputs = [("prints", entry.prints)]
    outputs += [(name, option.text) for name, option in entry.wrong.items()]
    for name, first in _find_equal(outputs, normalize_output):
        yield Finding(("wrong", name, "text"), f"option '{name}' says the same as '{first}'")


def _check_compare(entry: Compare) -> Iterator[Finding]:
    for word in entry.compare.keys() & Row.model_fields.keys():
        message = f"a thing cannot be called '{word}'; give it another name, such as '{word}-2'"
        yield Finding(("compare", word), message, key=True)
    things = [thing for thing in entry.compare if thing not in Row.model_fields]
    for name, row in entry.rows.items():
        for finding in _check_row(name, row, things):
            yield finding._replace(path=("rows", name, *finding.path))


def _check_row(name: str, row: Row, things: list[str]) -> Iterator[Finding]:
    for thing in things:
        if thing not in row.cells:
            yield Finding((), f"row '{name}' has no cell for '{thing}'; add the line '{thing}: …'")
    parts = {"": row.cells, "ask": row.ask, "which": row.which, "why": list_reasons(row.why)}
    for field, named in parts.items():
        for thing in named.keys() - {*things}:
            known = things if field else [*things, *Row.model_fields]
            hint = suggest(thing, known, "remove it, or add it to 'compare'")
            message = f"row '{name}' names '{thing}', which is not compared{hint}"
            yield Finding((field, thing) if field else (thing,), message, key=True)
    for wrong in row.wrong.keys() & {*things}:
        message = f"a wrong cell cannot have the name of a thing: '{wrong}'; rename it"
        yield Finding(("wrong", wrong), message, key=True)
    cells = [((thing, False), cell) for thing, cell in row.cells.items()]
    cells += [((wrong, True), option.text) for wrong, option in row.wrong.items()]
    for (wrong, is_wrong), (other, _) in _find_equal(cells):
        if is_wrong:
            message = f"wrong cell '{wrong}' says the same as the cell '{other}'"
            yield Finding(("wrong", wrong), message)
    for number, thing in enumerate(things, 1):
        if thing in row.cells:
            yield from _check_row_question(number, thing, row)


def _check_row_question(number: int, thing: str, row: Row) -> Iterator[Finding]:
    """Yield what keeps the question about a thing, the so-manyth, from being a fair one."""
    cells = [normalize_text(cell) for cell in row.cells.values()]
    for field in ("ask", "which"):
        if thing in getattr(row, field) and number > MAX_ASKED_THINGS:
            message = f"only the first {MAX_ASKED_THINGS} things can be asked about"
            hint = f"'{thing}' is number {number}: write it further up in 'compare'"
            yield Finding((field, thing), f"{message}; {hint}", key=True)
    if thing in row.ask and thing in row.which:
        message = f"'{thing}' has both 'ask' and 'which'; a thing has one question"
        yield Finding(("which", thing), message, key=True)
    if thing in row.ask and (options := len({*cells}) + len(row.wrong)) < MIN_OPTIONS:
        message = f"the question about '{thing}' has only {options} options; add wrong cells"
        yield Finding(("ask", thing), message)
    if thing in row.which and len(cells) < MIN_OPTIONS:
        message = f"the question about '{thing}' has only {len(cells)} options"
        yield Finding(("which", thing), f"{message}; write 'ask' and 'wrong'")
    elif thing in row.which and cells.count(normalize_text(row.cells[thing])) > 1:
        message = f"'{thing}' is not the only answer: another thing has the same cell"
        yield Finding(("which", thing), f"{message}; write 'ask' in place of 'which'")


def _check_gaps(entry: Cloze) -> Iterator[Finding]:
    """Yield every gap that is not found once in the text, cuts a formula or overlaps another."""
    spans = {}
    for number, gap in entry.gaps.items():
        times = entry.cloze.count(gap)
        at = ("gaps", number)
        if times == 0:
            message = f"gap {number} is not in the text: '{gap}'; copy it, letter by letter"
            yield Finding(at, message)
        elif times > 1:
            message = f"gap {number} is in the text {times} times: '{gap}'"
            hint = f"hide a word beside it too, and put '{gap}' into 'accept'"
            yield Finding(at, f"{message}; {hint}")
        else:
            start = entry.cloze.index(gap)
            spans[number] = start, start + len(gap)
            is_markdown = "$" in entry.cloze and entry.language is None
            if is_markdown and cuts_formula(entry.cloze, *spans[number]):
                message = f"gap {number} is inside a formula: '{gap}'; hide words outside of it"
                yield Finding(at, message)
    for (first, a), (second, b) in combinations(spans.items(), 2):
        if a == b or a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]:
            message = f"gap {second} overlaps gap {first}; a gap may lie inside another"
            yield Finding(("gaps", second), message)
    for field, numbers in (("accept", entry.accept), ("why", list_reasons(entry.why))):
        for number in numbers.keys() - entry.gaps.keys():
            yield Finding((field, number), f"there is no gap {number}", key=True)
