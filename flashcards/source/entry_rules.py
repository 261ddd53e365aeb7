"""What the types of the model cannot say about one entry.

Each rule takes a sound value and tells the document what does not fit together:
a gap that is not in its text, a row without a cell, an option that is also right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from flashcards.cards import normalize_text
from flashcards.model import (
    FEWEST_OPTIONS,
    MAX_THINGS,
    MOST_BRACKETS,
    ROW_WORDS,
    Choose,
    Code,
    Compare,
    Concept,
    Entry,
    Kind,
    Option,
    Order,
    Row,
)
from flashcards.source.gap_rules import check_gaps
from flashcards.source.near_names import suggest_nearest
from flashcards.source.yaml_reader import Document, Path
from flashcards.text.entry_texts import Leaf, collect_texts, normalize_output
from flashcards.text.images import find_unread_pictures, format_target
from flashcards.text.plain_text import find_line
from flashcards.text.tex import LONGEST_FORMULA
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards.text.tex import TexFault

T = TypeVar("T")
_MONTH = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_SAY_OTHER = Message("hint-say-other")
_MAY_BE_WRONG = re.compile(rf"[\\{{}}^_&%#]|.{{{LONGEST_FORMULA}}}", re.DOTALL)
"""A formula without commands, braces and signs of TeX is only wrong if it is too long."""
_TEX_INSTEAD = {
    r"\bm": r"\boldsymbol",
    r"\pmb": r"\boldsymbol",
    r"\bold": r"\mathbf",
    r"\emph": r"\textit",
    r"\R": r"\mathbb{R}",
    r"\N": r"\mathbb{N}",
    r"\E": r"\mathbb{E}",
    r"\dd": r"\mathrm{d}",
    r"\Var": r"\operatorname{Var}",
    r"\Cov": r"\operatorname{Cov}",
    r"\tr": r"\operatorname{tr}",
}
"""Commands of packages, and what is known here."""
_TEX_SPACES = (r"\hspace", r"\mspace")
"""Commands that take a length."""
_SHORTEST_COMMAND = 4
"""Letters of a command that looks like another by chance."""
LONGEST_SHOWN = 100
"""Letters of a formula that is told in whole."""


def check_entry(entry: Entry, document: Document, path: Path) -> None:
    """Tell everything in the entry that does not fit together."""
    if entry.key in entry.about:
        message = Message("about-itself", key=entry.key)
        document.add_problem((*path, "about"), message, Message("hint-remove"))
    if entry.as_of and "as_of" in document.list_names(path):
        check_as_of(entry.as_of, document, path)
    if entry.retired:
        _check_retired(entry.retired, document, (*path, "retired"))
    _RULES[entry.kind](entry, document, path)
    if document.count("$") or document.count("![") or document.count("[") > MOST_BRACKETS:
        for inner, text in collect_texts(entry).items():
            check_markup(text, document, (*path, *inner))


def check_as_of(given: str, document: Document, path: Path) -> None:
    """Tell a month or a day that is not in the calendar; other texts are versions."""
    if (found := _MONTH.fullmatch(given)) and not _is_day(found):
        message, hint = Message("as-of-no-day", given=given), Message("hint-as-of")
        document.add_problem((*path, "as_of"), message, hint)


def _is_day(found: re.Match[str]) -> bool:
    """Whether year, month and day, the first if there is none, are in the calendar."""
    try:
        date(int(found[1]), int(found[2]), int(found[3] or 1))
    except ValueError:
        return False
    return True


def _check_retired(reason: str, document: Document, path: Path) -> None:
    word = reason.strip().lower()
    if word in ("true", "yes", "on", "1"):
        document.add_problem(
            path, Message("retired-says", reason=reason), Message("hint-retired-why")
        )
    elif word in ("false", "no", "off", "0"):
        message = Message("retired-no", reason=reason)
        document.add_problem(path, message, Message("hint-remove-field", field="retired"))


def check_markup(text: Leaf, document: Document, path: Path) -> None:
    """Tell a text, or one of a list, that does more than draw mathematics or takes ages to read."""
    for index, each in enumerate((text,) if isinstance(text, str) else text):
        at = path if isinstance(text, str) else (*path, index)
        if each.count("[") > MOST_BRACKETS:
            message = Message("too-many-brackets", n=MOST_BRACKETS)
            document.add_problem(at, message, Message("hint-entries-or-picture"))
            continue
        if "![" in each:
            _check_pictures(each, document, at)
        if "$" in each and _MAY_BE_WRONG.search(each):
            _check_formulas(each, document, at)


def _check_pictures(text: str, document: Document, path: Path) -> None:
    for name, alt in find_unread_pictures(text):
        written = f"![{alt}]({name})"
        hint = Message("hint-picture-target", written=f"![{alt}]({format_target(name)})")
        message = Message("picture-not-shown", written=written)
        document.add_problem(path, message, hint, line=find_line(text, written))


def _check_formulas(text: str, document: Document, path: Path) -> None:
    """Tell each formula that is not allowed, or not whole, at its line of a text of several."""
    from flashcards.text.markdown import find_formulas

    for formula in dict.fromkeys(find_formulas(text)):
        forbidden, found = _find_fault(formula)
        if not forbidden and not found:
            continue
        line = find_line(text, formula)
        if forbidden:
            message = Message("formula-forbidden", command=forbidden)
            document.add_problem(path, message, _suggest_tex(forbidden), line=line)
        elif found and len(formula) <= LONGEST_SHOWN and "\n" not in formula:
            message = Message("formula-broken", formula=formula, fault=found.message)
            hint = Message("hint-write", text=f"${found.mended}$")
            document.add_problem(path, message, hint, line=line)
        elif found:
            message = Message("formula-broken-long", fault=found.message)
            document.add_problem(path, message, Message("hint-close-formula"), line=line)


@lru_cache(maxsize=1024)
def _find_fault(formula: str) -> tuple[str, TexFault | None]:
    """What is not allowed in a formula, or what keeps it from being one."""
    from flashcards.text.tex import find_forbidden_tex, find_tex_fault

    if forbidden := find_forbidden_tex(formula):
        return forbidden, None
    return "", find_tex_fault(formula)


def _suggest_tex(forbidden: str) -> Message:
    """What to write in the place of a command that is not allowed."""
    from flashcards.text.tex import COMMANDS

    if forbidden in _TEX_SPACES:
        return Message("hint-quad")
    if forbidden in _TEX_INSTEAD:
        return Message("hint-did-you-mean", name=_TEX_INSTEAD[forbidden])
    known = [f"\\{name}" for name in sorted(COMMANDS)]
    hint = suggest_nearest(forbidden, known) if len(forbidden) > _SHORTEST_COMMAND else None
    return hint or Message("hint-usual-tex")


def _check_concept(entry: Concept, document: Document, path: Path) -> None:
    if not entry.points:
        hint = Message("hint-write", text="{a: …}")
        document.add_problem((*path, "points"), Message("no-point"), hint)


def _check_compare(entry: Compare, document: Document, path: Path) -> None:
    things = tuple(entry.compare)
    if not 2 <= len(things) <= MAX_THINGS:
        message = Message("things-number", most=MAX_THINGS, found=len(things))
        few = Message("hint-write", text="{a: …, b: …}")
        hint = few if len(things) < 2 else Message("hint-two-comparisons")
        document.add_problem((*path, "compare"), message, hint)
    for word in set(things) & set(ROW_WORDS):
        message, hint = Message("thing-name", name=word), Message("hint-thing-name", name=word)
        document.add_problem((*path, "compare", word), message, hint, of_key=True)
    if not entry.rows:
        hint = Message("hint-write-row", row="size: {aspect: Size, …}")
        document.add_problem((*path, "rows"), Message("no-row"), hint)
    things = tuple(thing for thing in things if thing not in ROW_WORDS)
    for name, row in entry.rows.items():
        _check_row(name, row, things, document, (*path, "rows", name))


def _check_row(
    name: str, row: Row, things: tuple[str, ...], document: Document, path: Path
) -> None:
    for thing in things:
        if thing not in row.cells:
            message = Message("row-no-cell", row=name, thing=thing)
            document.add_problem(path, message, Message("hint-add-line", line=f"{thing}: …"))
    for field, noun, named in (
        ((), "row-extra-cell", row.cells),
        (("ask",), "row-extra-question", row.ask),
        (("which",), "row-extra-question", row.which),
        (("why",), "row-extra-reason", row.reasons),
    ):
        for thing in (thing for thing in named if thing not in things):
            message = Message(noun, row=name, thing=thing)
            hint = suggest_nearest(thing, things if field else (*things, *ROW_WORDS))
            hint = hint or Message("hint-add-to-compare")
            document.add_problem((*path, *field, thing), message, hint, of_key=True)
    _check_wrong_cells(row, things, document, path)
    for thing in (thing for thing in things if thing in row.cells):
        _check_row_question(thing, row, document, path)


def _check_wrong_cells(row: Row, things: tuple[str, ...], document: Document, path: Path) -> None:
    for name in row.wrong:
        if name in things:
            message = Message("wrong-cell-name", name=name)
            hint = Message("hint-other-name", name=f"not-{name[:60]}")
            document.add_problem((*path, "wrong", name), message, hint, of_key=True)
    cells = (((thing, ""), cell) for thing, cell in row.cells.items())
    wrong = ((("", name), option.text) for name, option in row.wrong.items())
    for (_, name), (thing, other) in _find_equal((*cells, *wrong)):
        if name:
            first = Message("the-wrong-cell", name=other)
            if thing:
                first = Message("the-cell-of", thing=thing)
            message = Message("wrong-cell-same", name=name, other=first)
            document.add_problem((*path, "wrong", name), message, _SAY_OTHER)


def _find_equal(
    texts: Iterable[tuple[T, str]], normalize: Callable[[str], str] = normalize_text
) -> Iterator[tuple[T, T]]:
    """What has the same text as something before it, and the first that has it."""
    first: dict[str, T] = {}
    for name, text in texts:
        plain = normalize(text)
        if plain in first:
            yield name, first[plain]
        else:
            first[plain] = name


def _check_row_question(thing: str, row: Row, document: Document, path: Path) -> None:
    """Tell what keeps the question about a thing from being a fair one."""
    cells = [normalize_text(cell) for cell in row.cells.values()]
    if thing in row.ask and thing in row.which:
        message, hint = Message("ask-and-which", thing=thing), Message("hint-remove-one")
        document.add_problem((*path, "which", thing), message, hint, of_key=True)
    if thing in row.ask and (options := len({*cells}) + len(row.wrong)) < FEWEST_OPTIONS:
        message = Message("few-options", thing=thing, found=options)
        document.add_problem((*path, "ask", thing), message, Message("hint-wrong-cells"))
    if thing not in row.which:
        return
    if len(cells) < FEWEST_OPTIONS:
        message = Message("few-options", thing=thing, found=len(cells))
        document.add_problem((*path, "which", thing), message, Message("hint-which-needs"))
    elif cells.count(normalize_text(row.cells[thing])) > 1:
        message = Message("not-only-answer", thing=thing)
        document.add_problem((*path, "which", thing), message, Message("hint-ask-not-which"))


def _check_choose(entry: Choose, document: Document, path: Path) -> None:
    for side in ("right", "wrong"):
        if not getattr(entry, side):
            taken = {*entry.right, *entry.wrong}
            name = next((letter for letter in "abcdefgh" if letter not in taken), "another")
            hint = Message("hint-write", text=f"{{{name}: …}}")
            document.add_problem((*path, side), Message("no-option", side=side), hint)
    for name in entry.right.keys() & entry.wrong.keys():
        message = Message("right-and-wrong", name=name)
        hint = Message("hint-other-name", name=f"{name[:60]}-2")
        document.add_problem((*path, "wrong", name), message, hint, of_key=True)
    _check_equal_options(entry, document, path)
    _check_locks(entry.options, document, path)


def _check_equal_options(entry: Choose, document: Document, path: Path) -> None:
    options = [("right", *each) for each in entry.right.items()]
    options += [("wrong", *each) for each in entry.wrong.items()]
    texts = (((side, name), option.text) for side, name, option in options)
    for (side, name), (other_side, other) in _find_equal(texts):
        first = Message(f"the-{other_side}-option", name=other)
        message = Message("option-same", name=name, other=first)
        document.add_problem((*path, side, name, "text"), message, _SAY_OTHER)


def _check_locks(options: Mapping[str, Option], document: Document, path: Path) -> None:
    for end in ("first", "last"):
        locked = [name for name, option in options.items() if option.lock == end]
        if len(locked) > 1:
            message = Message("options-locked", names=Names(locked), end=end)
            document.add_problem(path, message, Message("hint-one-lock"))


def _check_code(entry: Code, document: Document, path: Path) -> None:
    is_line = " " in entry.prints and "\n" not in entry.prints
    if is_line and document.is_folded((*path, "prints")):
        hint = Message("hint-bar-below", field="prints")
        document.add_problem((*path, "prints"), Message("prints-folded"), hint)
    for field in ("setup", "prints_on") if not entry.is_python else ():
        if getattr(entry, field):
            message = Message(f"{field.replace('_', '-')}-not-run", language=entry.language)
            hint = Message("hint-remove-field", field=field)
            document.add_problem((*path, field), message, hint, of_key=True)
    outputs = [(("prints", ""), entry.prints)]
    outputs += [(("prints_on", version), text) for version, text in entry.prints_on.items()]
    outputs += [(("wrong", name), option.text) for name, option in entry.wrong.items()]
    for (field, name), (first_field, first) in _find_equal(outputs, normalize_output):
        if field == "wrong":
            other = {
                "prints": Message("of-field", field="prints"),
                "prints_on": Message("the-prints-on", version=first),
                "wrong": Message("the-option", name=first),
            }
            message = Message("option-same", name=name, other=other[first_field])
            document.add_problem((*path, "wrong", name, "text"), message, _SAY_OTHER)
        elif first_field == "prints":
            message = Message("prints-on-same", version=name)
            document.add_problem((*path, field, name), message, Message("hint-leave-out"))


def _check_order(entry: Order, document: Document, path: Path) -> None:
    if len(entry.steps) < 2:
        message = Message("few-steps", found=len(entry.steps))
        hint = Message("hint-write", text="{a: …, b: …}")
        document.add_problem((*path, "steps"), message, hint)
    for name, first in _find_equal(entry.steps.items()):
        message = Message("step-same", name=name, other=first)
        document.add_problem((*path, "steps", name), message, _SAY_OTHER)


def _check_nothing(entry: Entry, document: Document, path: Path) -> None:
    """For kinds whose fields always fit together."""


_RULES: Mapping[Kind, Callable[[Any, Document, Path], None]] = {
    "concept": _check_concept,
    "term": _check_nothing,
    "compare": _check_compare,
    "code": _check_code,
    "choose": _check_choose,
    "order": _check_order,
    "cloze": check_gaps,
    "recall": _check_nothing,
}
