"""What types cannot say of one entry: a gap that is not in its text, a row without a cell.

Every check takes a valid model and yields findings; who reads the file knows their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from flashcards.course.model import (
    MAX_ASKED_THINGS,
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    Entry,
    Order,
    Quiz,
    Row,
)
from flashcards.course.source import Path, suggest
from flashcards.course.texts import Leaf, collect_texts
from flashcards.course.texts import Path as TextPath
from flashcards.text.formulas import convert_formula
from flashcards.text.images import find_unread_pictures
from flashcards.text.markdown import FORBIDDEN_TEX, cuts_formula, find_formulas
from flashcards.text.plain_text import MAX_BRACKETS, find_line, normalize_output, normalize_text

T = TypeVar("T")
MAX_PARTS = 200
"""Points, rows, options, steps, aliases … of one entry."""
MAX_SHOWN = 60
"""Characters of a formula that are shown in a message."""


class Finding(NamedTuple):
    """What is wrong: where in the entry, and whether with a key or a line of what is there."""

    path: Path
    message: str
    key: bool = False
    line: int = 0


def check_entry(entry: Entry) -> Iterator[Finding]:
    """Yield everything in an entry that does not fit together."""
    if entry.key in entry.about:
        yield Finding(("about",), f"entry '{entry.key}' is about itself; remove it")
    if entry.retired and entry.retired.strip().lower() in ("true", "yes", "on", "false", "no"):
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
            yield from check_gaps(entry)
            reasons = entry.why if isinstance(entry.why, dict) else {}
            for field, numbers in (("accept", entry.accept), ("why", reasons)):
                for number in numbers.keys() - entry.gaps.keys():
                    yield Finding((field, number), f"there is no gap {number}", key=True)
        case _:  # of other kinds the types say all
            pass
    for path, text in collect_texts(entry).items():
        yield from check_markup(path, text)


def find_option_flaw(data: Mapping[str, Any]) -> str:
    """Return what is wrong with `options` in one mapping; nothing if `right` names the right."""
    options, names = data["options"], data.get("right")
    names = [names] if isinstance(names, str) else names
    if not isinstance(options, dict) or not isinstance(names, list) or "wrong" in data:
        return "'options' needs 'right' with the names of those that are right, and no 'wrong'"
    unknown = (name for name in names if not isinstance(name, str) or name not in options)
    return next(
        (f"'right' names no option: '{name}'{suggest(str(name), options)}" for name in unknown), ""
    )


def check_quiz(quiz: Quiz) -> Iterator[Finding]:
    """Yield what does not fit together in a quiz."""
    if quiz.picks and quiz.count is not None:
        message = "'count' is for a quiz without 'picks'; each block has a 'count' of its own"
        yield Finding(("count",), message, key=True)
    if quiz.pass_mark is not None and 0 < quiz.pass_mark < 1:
        percent = f"{100 * quiz.pass_mark:g}"
        yield Finding(("pass_mark",), f"'pass_mark' is in percent; did you mean '{percent}'?")


def check_markup(path: TextPath, leaf: Leaf) -> Iterator[Finding]:
    """Yield what a text, or one of a list, cannot show: pictures and formulas."""
    for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
        at: Path = path if isinstance(leaf, str) else (*path, index)
        if text.count("[") > MAX_BRACKETS:
            yield Finding(at, f"more than {MAX_BRACKETS} '[' in one text; make several entries")
            continue
        for name, alt in find_unread_pictures(text) if "![" in text else ():
            written = f"![{alt}]({name})"
            message = f"'{written}' shows no picture: write the name of a file in decks/media"
            message += f", with a space or a bracket between < and >: ![{alt}](<{name}>)"
            yield Finding(at, message, line=find_line(text, written))
        for formula in dict.fromkeys(find_formulas(text)) if "$" in text else ():
            message = ""
            if acting := FORBIDDEN_TEX.search(formula):
                message = f"a formula may not have '{acting[0]}'; write it without this command"
            elif convert_formula(formula.strip(), "inline") is None:
                shown = " ".join(formula[:MAX_SHOWN].split())
                message = f"the formula '{shown}' cannot be drawn; check its braces and commands"
            if message:
                yield Finding(at, message, line=find_line(text, formula))


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
    for name in entry.right.keys() & entry.wrong.keys():
        yield Finding(("wrong", name), f"option '{name}' is both right and wrong", key=True)
    options = [(("right", name), option.text) for name, option in entry.right.items()]
    options += [(("wrong", name), option.text) for name, option in entry.wrong.items()]
    for (side, name), (other_side, other) in _find_equal(options):
        message = f"option '{name}' says the same as the {other_side} option '{other}'"
        yield Finding((side, name, "text"), message)
    for end in ("first", "last"):
        locked = [name for name, option in entry.options.items() if option.lock == end]
        if len(locked) > 1:
            message = f"options {', '.join(locked)} cannot all be {end}; keep 'lock' in one of them"
            yield Finding((), message)


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
    parts = {"": row.cells, "ask": row.ask, "which": row.which, "why": row.reasons}
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
    for number, thing in enumerate(things):
        if thing in row.cells:
            yield from _check_row_question(number, thing, row)


def _check_row_question(number: int, thing: str, row: Row) -> Iterator[Finding]:
    """Yield what keeps the question about a thing from being a fair one."""
    for field in ("ask", "which"):
        if thing in getattr(row, field) and number >= MAX_ASKED_THINGS:
            message = (
                f"only the first {MAX_ASKED_THINGS} things can be asked about, and '{thing}' is "
                f"number {number + 1}; write it further up in 'compare', or ask about another"
            )
            yield Finding((field, thing), message, key=True)
    cells = [normalize_text(cell) for cell in row.cells.values()]
    if thing in row.ask and thing in row.which:
        message = f"'{thing}' has both 'ask' and 'which'; a thing has one question"
        yield Finding(("which", thing), message, key=True)
    if thing in row.ask and (options := len({*cells}) + len(row.wrong)) < MIN_OPTIONS:
        message = f"the question about '{thing}' has only {options} options; add wrong cells"
        yield Finding(("ask", thing), message)
    if thing not in row.which:
        return
    if len(cells) < MIN_OPTIONS:
        message = f"the question about '{thing}' has only {len(cells)} options"
        yield Finding(("which", thing), f"{message}; write 'ask' and 'wrong'")
    elif cells.count(normalize_text(row.cells[thing])) > 1:
        message = f"'{thing}' is not the only answer: another thing has the same cell"
        yield Finding(("which", thing), f"{message}; write 'ask' in place of 'which'")


def check_gaps(entry: Cloze) -> Iterator[Finding]:
    """Yield every gap that is not found once in the text, cuts a formula or overlaps another."""
    spans = {}
    for number, gap in entry.gaps.items():
        times, at = entry.cloze.count(gap), ("gaps", number)
        if times == 0:
            message = f"gap {number} is not in the text: '{gap}'; copy it, letter by letter"
            yield Finding(at, message)
        elif times > 1:
            message = (
                f"gap {number} is in the text {times} times: '{gap}'; rewrite the text so that it "
                f"is there once, or hide a word beside it too and put '{gap}' into 'accept'"
            )
            yield Finding(at, message)
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
