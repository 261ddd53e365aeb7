"""What types cannot say of one record: a gap that is not in its text, a row without a cell.

Every check takes a valid model and yields findings; who reads the file knows their places.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from flashcards.course.model import (
    MAX_ASKED_THINGS,
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    CourseInfo,
    Entry,
    Option,
    Order,
    Quiz,
    Record,
    ResourceFile,
    Row,
    Varied,
    list_reasons,
)
from flashcards.course.texts import collect_texts
from flashcards.course.variants import (
    PRINTS,
    find_placeholders,
    list_texts,
    list_values,
    list_variants,
)
from flashcards.errors import FlashcardsError, suggest
from flashcards.text.formulas import convert_formula
from flashcards.text.images import find_pictures, find_unread_pictures, load_picture
from flashcards.text.markdown import FORBIDDEN_TEX, cuts_formula, find_formulas
from flashcards.text.plain_text import MAX_BRACKETS, find_line, normalize_output, normalize_text

Known: TypeAlias = Mapping[str, Any]
"""The names that a course has, by the nouns of `model.refer_to`; of a `picture` also its path."""
ValuePath: TypeAlias = tuple[str | int, ...]
"""The way from the top of a file, or of a record, to a value in it."""

MAX_PARTS = 200
"""Points, rows, options, steps, aliases … of one entry."""
MAX_SHOWN = 60
"""Characters of a formula that are shown in a message."""
_ASKED = ("setup", "code", "question", "choose")
"""What a variant shows as its question."""
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
            yield from _check_entry(record, known.get("picture"))
        case Quiz():
            if record.picks and record.count is not None:
                yield Finding(("count",), "each block of 'picks' has its own 'count'", key=True)
            if record.pass_mark is not None and 0 < record.pass_mark < 1:
                hint = f"did you mean '{100 * record.pass_mark:g}'?"
                yield Finding(("pass_mark",), f"'pass_mark' is in percent; {hint}")
        case CourseInfo():
            for lang in {record.source, *record.promises}.difference(record.languages):
                yield Finding(("languages",), f"'languages' lacks '{lang}'; add it")
        case ResourceFile():
            for key, resource in record.resources.items():
                if resource.status != "alive" and resource.now is None:
                    message = "missing field 'now': where it is, or what to read instead"
                    yield Finding(("resources", key), message)
        case _:
            pass


def _check_entry(entry: Entry, media: Mapping[str, str] | None) -> Iterator[Finding]:
    if entry.retired and entry.retired.strip().lower() in _NO_REASONS:
        yield Finding(("retired",), "'retired' is the reason why it is no longer taught; write it")
    for name, value in entry:
        if isinstance(value, dict | tuple) and len(value) > MAX_PARTS:
            yield Finding((name,), f"'{name}' must have at most {MAX_PARTS} parts")
    faults: list[Finding] = list(_check_varied(entry) if isinstance(entry, Varied) else ())
    yield from faults
    first: dict[tuple[str, ...], int] = {}
    for number, variant in enumerate(() if faults else list_variants(entry), 1):
        findings = [*_check_kind(variant), *_check_markup(variant, media)]
        if isinstance(entry, Varied) and entry.vary:
            asked = tuple(text for path, text in list_texts(variant) if path[0] in _ASKED)
            if (other := first.setdefault(asked, number)) != number:
                yield Finding(("vary", number - 1), f"asks the same as variant {other}")
            findings = [
                finding._replace(message=f"in variant {number}: {finding.message}")
                for finding in findings
            ]
        yield from findings


def _check_kind(entry: Entry) -> Iterator[Finding]:
    match entry:
        case Compare():
            yield from _check_compare(entry)
        case Code():
            outputs = {(PRINTS,): entry.prints, **_list_options("wrong", entry.wrong)}
            yield from _find_equal(outputs, normalize_output)
        case Choose():
            yield from _check_choose(entry)
        case Order():
            yield from _find_equal({("steps", name): step for name, step in entry.steps.items()})
        case Cloze():
            yield from _check_gaps(entry)
        case _:  # of other kinds the types say all
            pass


def _check_varied(entry: Varied) -> Iterator[Finding]:
    """Yield values that are missing, unknown, not used or cannot be computed."""
    if not entry.vary:
        for field in ("compute", "same"):
            if getattr(entry, field):
                yield Finding((field,), f"'{field}' goes with 'vary', which is missing", key=True)
        return
    if len(entry.vary) == 1:
        yield Finding(("vary",), "'vary' must have at least two variants; add one, or remove it")
    if isinstance(entry, Code) and entry.prints:
        yield Finding((PRINTS,), "each variant has its own 'prints'; move this into 'vary'")
    used = {PRINTS} if isinstance(entry, Code) else set()  # may be missing, and need not be used
    names = list(dict.fromkeys(name for row in entry.vary for name in row))
    for number, row in enumerate(entry.vary):
        for name in (name for name in names if name not in row and name not in used):
            yield Finding(("vary", number), f"missing value '{name}'; every variant has the same")
    for name in entry.compute.keys() & {*names}:
        yield Finding(("compute", name), f"'{name}' is a value of 'vary' as well", key=True)
    known = [*names, *entry.compute]
    for path, text in list_texts(entry):
        placeholders = find_placeholders(text)
        used |= placeholders
        for name in placeholders.difference(known):
            hint = suggest(name, known, "add it to 'vary'; '$${' writes '${'")
            line = find_line(text, f"${{{name}}}")
            yield Finding(path, f"there is no value '{name}'{hint}", line)
    used |= {*re.findall(r"[a-z_]\w*", " ".join(entry.compute.values()))}
    try:
        for row in entry.vary:
            list_values(entry, row)
    except FlashcardsError as error:
        yield Finding(("compute",), str(error))
    for name in (name for name in known if name not in used):
        at = ("compute", name) if name in entry.compute else ("vary", 0, name)
        yield Finding(at, f"'{name}' is not used; write '${{{name}}}', or remove it", key=True)


def _check_markup(entry: Entry, media: Mapping[str, str] | None) -> Iterator[Finding]:
    """Yield pictures and formulas that cannot be shown; `media` has the paths of pictures."""
    if isinstance(entry, Cloze) and entry.language:
        return  # it is code
    for path, leaf in collect_texts(entry).items():
        for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
            at: ValuePath = path if isinstance(leaf, str) else (*path, index)
            if text.count("[") > MAX_BRACKETS:
                yield Finding(at, f"more than {MAX_BRACKETS} '[' in one text; divide it")
                continue
            for part, message in _find_unshowable(text, media):
                yield Finding(at, message, find_line(text, part))


def _find_unshowable(text: str, media: Mapping[str, str] | None) -> Iterator[tuple[str, str]]:
    """Yield each part of a text that cannot be shown, and why."""
    for picture in find_pictures(text):
        if media is not None and (fault := _find_picture_fault(picture.name, media)):
            yield f"]({picture.name}", fault
    for name, alt in find_unread_pictures(text):
        message = "no picture is shown; write the name of a file in decks/media between < and >"
        yield f"![{alt}]({name})", f"{message}: ![{alt}](<{name}>)"
    for formula in dict.fromkeys(find_formulas(text)):
        if acting := FORBIDDEN_TEX.search(formula):
            yield formula, f"a formula may not have '{acting[0]}'"
        elif convert_formula(formula.strip(), "inline") is None:
            shown = " ".join(formula[:MAX_SHOWN].split())
            yield formula, f"the formula '{shown}' cannot be drawn; check its braces and commands"


def _find_picture_fault(name: str, media: Mapping[str, str]) -> str:
    if name not in media:
        hint = suggest(name, media, "put the file itself there, and give its name alone")
        return f"there is no picture '{name}' in decks/media{hint}"
    try:
        load_picture(Path(media[name]), name)
    except FlashcardsError as error:
        return str(error)
    return ""


def _list_options(field: str, options: Mapping[str, Option]) -> dict[ValuePath, str]:
    return {(field, name): option.text for name, option in options.items()}


def _find_equal(
    texts: Mapping[ValuePath, str], normalize: Callable[[str], str] = normalize_text
) -> Iterator[Finding]:
    """Yield what says the same as a text before it."""
    first: dict[str, ValuePath] = {}
    for path, text in texts.items():
        other = first.setdefault(normalize(text), path)
        if other != path:
            yield Finding(path, f"'{path[-1]}' says the same as '{other[-1]}'")


def _check_choose(entry: Choose) -> Iterator[Finding]:
    for side in ("right", "wrong"):
        if "why" in getattr(entry, side):  # it is the reason of the entry, or of one option
            yield Finding((side, "why"), "an option cannot be called 'why'; indent it", key=True)
    if entry.option_order and sorted(entry.option_order) != sorted(entry.options):
        yield Finding(("option_order",), "'option_order' must name every option once")
    for name in entry.right.keys() & entry.wrong.keys():
        yield Finding(("wrong", name), f"option '{name}' is both right and wrong", key=True)
    yield from _find_equal(
        {**_list_options("right", entry.right), **_list_options("wrong", entry.wrong)}
    )


def _check_compare(entry: Compare) -> Iterator[Finding]:
    for word in entry.compare.keys() & Row.model_fields.keys():
        yield Finding(("compare", word), f"a thing cannot be called '{word}'", key=True)
    things = [thing for thing in entry.compare if thing not in Row.model_fields]
    for name, row in entry.rows.items():
        for finding in (*_check_row(row, things), *_check_questions(row, things)):
            yield finding._replace(path=("rows", name, *finding.path))


def _check_row(row: Row, things: list[str]) -> Iterator[Finding]:
    """Yield cells that are missing, names of no thing, and wrong cells that say what is right."""
    for thing in things:
        if thing not in row.cells:
            yield Finding((), f"missing cell '{thing}'; add the line '{thing}: …'")
    reasons = list_reasons(row.why)
    parts = {(): row.cells, ("ask",): row.ask, ("which",): row.which, ("why",): reasons}
    for path, named in parts.items():
        for thing in named.keys() - {*things}:
            hint = suggest(thing, [*things, *Row.model_fields], "remove it, or add it to 'compare'")
            yield Finding((*path, thing), f"'{thing}' is not compared{hint}", key=True)
    for name in row.wrong.keys() & {*things}:
        yield Finding(("wrong", name), f"'{name}' is the name of a thing; rename it", key=True)
    cells: dict[ValuePath, str] = {(thing,): cell for thing, cell in row.cells.items()}
    for finding in _find_equal({**cells, **_list_options("wrong", row.wrong)}):
        if finding.path[0] == "wrong":  # things may have the same cell
            yield finding


def _check_questions(row: Row, things: list[str]) -> Iterator[Finding]:
    """Yield what keeps a question about one thing from being a fair one."""
    cells = {thing: normalize_text(cell) for thing, cell in row.cells.items()}
    for field, questions in (("ask", row.ask), ("which", row.which)):
        for thing in questions.keys() & {*things[MAX_ASKED_THINGS:]}:
            message = f"only the first {MAX_ASKED_THINGS} things can be asked about"
            yield Finding((field, thing), message, key=True)
    for thing in row.ask.keys() & row.which.keys():
        yield Finding(("which", thing), f"'{thing}' has both 'ask' and 'which'", key=True)
    options = len({*cells.values()}) + len(row.wrong)
    for thing in row.ask.keys() & cells.keys():
        if options < MIN_OPTIONS:
            yield Finding(("ask", thing), f"has only {options} options; add wrong cells")
    for thing in row.which.keys() & cells.keys():
        if len(cells) < MIN_OPTIONS:
            yield Finding(("which", thing), f"has only {len(cells)} options; write 'ask' instead")
        elif [*cells.values()].count(cells[thing]) > 1:
            message = (
                "another thing has the same cell, so this has two answers; write 'ask' instead"
            )
            yield Finding(("which", thing), message)


def _check_gaps(entry: Cloze) -> Iterator[Finding]:
    """Yield every gap that is not found once in the text, cuts a formula or overlaps another."""
    spans = {}
    for number, gap in entry.gaps.items():
        times = entry.cloze.count(gap)
        at = ("gaps", number)
        if times == 0:
            yield Finding(at, f"gap {number} is not in the text: '{gap}'")
        elif times > 1:
            message = f"gap {number} is in the text {times} times: '{gap}'"
            yield Finding(at, f"{message}; hide a word beside it too, and 'accept' this one")
        else:
            start = entry.cloze.index(gap)
            spans[number] = start, start + len(gap)
            is_markdown = "$" in entry.cloze and entry.language is None
            if is_markdown and cuts_formula(entry.cloze, *spans[number]):
                yield Finding(at, f"gap {number} cuts a formula: '{gap}'; hide all of it")
    for (first, a), (second, b) in combinations(spans.items(), 2):
        if a == b or a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]:
            yield Finding(("gaps", second), f"gap {second} overlaps gap {first}")
    for field, numbers in (("accept", entry.accept), ("why", list_reasons(entry.why))):
        for number in numbers.keys() - entry.gaps.keys():
            yield Finding((field, number), f"there is no gap {number}", key=True)
