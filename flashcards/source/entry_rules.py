"""What the types of the model cannot say about one entry.

Each rule takes a sound value and tells what does not fit together:
a gap that is not in its text, a row without a cell, an option that is also right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, TypeVar

from flashcards.cards import normalize_text
from flashcards.errors import suggest_nearest
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
from flashcards.source.yaml_reader import Place
from flashcards.text.entry_texts import Leaf, collect_texts, normalize_output
from flashcards.text.images import find_unread_pictures, format_target
from flashcards.text.plain_text import find_line
from flashcards.words.message import Message, Names

T = TypeVar("T")
_MONTH = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?")
_SAY_OTHER = Message("hint-say-other")
MAX_SHOWN = 60
"""Characters of a formula that are told."""


def check_entry(entry: Entry, place: Place) -> None:
    """Tell everything in the entry that does not fit together."""
    if entry.key in entry.about:
        place.tell(("about",), Message("about-itself", key=entry.key), Message("hint-remove"))
    if entry.as_of and "as_of" in place.document.list_names(place.path):
        check_as_of(entry.as_of, place)
    if entry.retired:
        _check_retired(entry.retired, place.enter("retired"))
    _RULES[entry.kind](entry, place)
    for inner, text in collect_texts(entry).items():
        check_markup(text, place.enter(*inner))


def check_as_of(given: str, place: Place) -> None:
    """Tell a month or a day that is not in the calendar; other texts are versions."""
    if (found := _MONTH.fullmatch(given)) and not _is_day(found):
        place.tell(("as_of",), Message("as-of-no-day", given=given), Message("hint-as-of"))


def _is_day(found: re.Match[str]) -> bool:
    """Whether year, month and day, the first if there is none, are in the calendar."""
    try:
        date(int(found[1]), int(found[2]), int(found[3] or 1))
    except ValueError:
        return False
    return True


def _check_retired(reason: str, place: Place) -> None:
    word = reason.strip().lower()
    if word in ("true", "yes", "on", "1"):
        place.tell((), Message("retired-says", reason=reason), Message("hint-retired-why"))
    elif word in ("false", "no", "off", "0"):
        message = Message("retired-no", reason=reason)
        place.tell((), message, Message("hint-remove-field", field="retired"))


def check_markup(text: Leaf, place: Place) -> None:
    """Tell a text, or one of a list, that does more than draw mathematics or takes ages to read."""
    for index, each in enumerate((text,) if isinstance(text, str) else text):
        at = place if isinstance(text, str) else place.enter(index)
        if each.count("[") > MOST_BRACKETS:
            message = Message("too-many-brackets", n=MOST_BRACKETS)
            at.tell((), message, Message("hint-entries-or-picture"))
            continue
        if "![" in each:
            _check_pictures(each, at)
        if "$" in each:
            _check_formulas(each, at)


def _check_pictures(text: str, place: Place) -> None:
    for name, alt in find_unread_pictures(text):
        written = f"![{alt}]({name})"
        hint = Message("hint-picture-target", written=f"![{alt}]({format_target(name)})")
        message = Message("picture-not-shown", written=written)
        place.tell((), message, hint, line=find_line(text, written))


def _check_formulas(text: str, place: Place) -> None:
    """Tell each formula with a command that acts, or that nothing draws, at its line."""
    from flashcards.text.formulas import convert_formula
    from flashcards.text.markdown import FORBIDDEN_TEX, find_formulas

    for formula in dict.fromkeys(find_formulas(text)):
        tex = formula.strip()
        if acting := FORBIDDEN_TEX.search(tex):
            message = Message("formula-forbidden", command=acting[0])
            hint = Message("hint-without-command")
        elif convert_formula(tex, "inline") is None:
            shown = tex if len(tex) <= MAX_SHOWN else f"{tex[:MAX_SHOWN]}…"
            message = Message("formula-undrawn", formula=" ".join(shown.split()))
            hint = Message("hint-check-tex")
        else:
            continue
        place.tell((), message, hint, line=find_line(text, formula))


def _check_concept(entry: Concept, place: Place) -> None:
    if not entry.points:
        place.tell(("points",), Message("no-point"), Message("hint-write", text="{a: …}"))


def _check_compare(entry: Compare, place: Place) -> None:
    things = tuple(entry.compare)
    if not 2 <= len(things) <= MAX_THINGS:
        message = Message("things-number", most=MAX_THINGS, found=len(things))
        few = Message("hint-write", text="{a: …, b: …}")
        hint = few if len(things) < 2 else Message("hint-two-comparisons")
        place.tell(("compare",), message, hint)
    for word in set(things) & set(ROW_WORDS):
        message, hint = Message("thing-name", name=word), Message("hint-thing-name", name=word)
        place.tell(("compare", word), message, hint, of_key=True)
    if not entry.rows:
        hint = Message("hint-write-row", row="size: {aspect: Size, …}")
        place.tell(("rows",), Message("no-row"), hint)
    things = tuple(thing for thing in things if thing not in ROW_WORDS)
    for name, row in entry.rows.items():
        _check_row(name, row, things, place.enter("rows", name))


def _check_row(name: str, row: Row, things: tuple[str, ...], place: Place) -> None:
    for thing in things:
        if thing not in row.cells:
            message = Message("row-no-cell", row=name, thing=thing)
            place.tell((), message, Message("hint-add-line", line=f"{thing}: …"))
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
            place.tell((*field, thing), message, hint, of_key=True)
    _check_wrong_cells(row, things, place)
    for thing in (thing for thing in things if thing in row.cells):
        _check_row_question(thing, row, place)


def _check_wrong_cells(row: Row, things: tuple[str, ...], place: Place) -> None:
    for name in row.wrong:
        if name in things:
            message = Message("wrong-cell-name", name=name)
            hint = Message("hint-other-name", name=f"not-{name[:60]}")
            place.tell(("wrong", name), message, hint, of_key=True)
    cells = (((thing, ""), cell) for thing, cell in row.cells.items())
    wrong = ((("", name), option.text) for name, option in row.wrong.items())
    for (_, name), (thing, other) in _find_equal((*cells, *wrong)):
        if name:
            first = Message("the-wrong-cell", name=other)
            if thing:
                first = Message("the-cell-of", thing=thing)
            message = Message("wrong-cell-same", name=name, other=first)
            place.tell(("wrong", name), message, _SAY_OTHER)


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


def _check_row_question(thing: str, row: Row, place: Place) -> None:
    """Tell what keeps the question about a thing from being a fair one."""
    cells = [normalize_text(cell) for cell in row.cells.values()]
    if thing in row.ask and thing in row.which:
        message, hint = Message("ask-and-which", thing=thing), Message("hint-remove-one")
        place.tell(("which", thing), message, hint, of_key=True)
    if thing in row.ask and (options := len({*cells}) + len(row.wrong)) < FEWEST_OPTIONS:
        message = Message("few-options", thing=thing, found=options)
        place.tell(("ask", thing), message, Message("hint-wrong-cells"))
    if thing not in row.which:
        return
    if len(cells) < FEWEST_OPTIONS:
        message = Message("few-options", thing=thing, found=len(cells))
        place.tell(("which", thing), message, Message("hint-which-needs"))
    elif cells.count(normalize_text(row.cells[thing])) > 1:
        message = Message("not-only-answer", thing=thing)
        place.tell(("which", thing), message, Message("hint-ask-not-which"))


def _check_choose(entry: Choose, place: Place) -> None:
    for side in ("right", "wrong"):
        if not getattr(entry, side):
            taken = {*entry.right, *entry.wrong}
            name = next((letter for letter in "abcdefgh" if letter not in taken), "another")
            hint = Message("hint-write", text=f"{{{name}: …}}")
            place.tell((side,), Message("no-option", side=side), hint)
        if "why" in getattr(entry, side):  # it is the reason of the entry, or of one option
            message, hint = Message("option-name", name="why"), Message("hint-other-name", name="y")
            place.tell((side, "why"), message, hint, of_key=True)
    for name in entry.right.keys() & entry.wrong.keys():
        message = Message("right-and-wrong", name=name)
        hint = Message("hint-other-name", name=f"{name[:60]}-2")
        place.tell(("wrong", name), message, hint, of_key=True)
    _check_equal_options(entry, place)
    _check_locks(entry.options, place)


def _check_equal_options(entry: Choose, place: Place) -> None:
    options = [("right", *each) for each in entry.right.items()]
    options += [("wrong", *each) for each in entry.wrong.items()]
    texts = (((side, name), option.text) for side, name, option in options)
    for (side, name), (other_side, other) in _find_equal(texts):
        first = Message(f"the-{other_side}-option", name=other)
        place.tell((side, name, "text"), Message("option-same", name=name, other=first), _SAY_OTHER)


def _check_locks(options: Mapping[str, Option], place: Place) -> None:
    for end in ("first", "last"):
        locked = [name for name, option in options.items() if option.lock == end]
        if len(locked) > 1:
            message = Message("options-locked", names=Names(locked), end=end)
            place.tell((), message, Message("hint-one-lock"))


def _check_code(entry: Code, place: Place) -> None:
    for name in ("code", "setup", "prints"):
        text = (getattr(entry, name) or "").strip()
        is_line = " " in text and "\n" not in text
        if is_line and place.document.is_folded((*place.path, name)):
            message = Message("prints-folded", field=name)
            place.tell((name,), message, Message("hint-bar-below", field=name))
    if entry.setup and not entry.is_python:
        message = Message("setup-not-run", language=entry.language)
        place.tell(("setup",), message, Message("hint-remove-field", field="setup"), of_key=True)
    outputs = [("", entry.prints), *((name, each.text) for name, each in entry.wrong.items())]
    for name, first in _find_equal(outputs, normalize_output):
        other = Message("the-option", name=first) if first else Message("of-field", field="prints")
        message = Message("option-same", name=name, other=other)
        place.tell(("wrong", name, "text"), message, _SAY_OTHER)


def _check_order(entry: Order, place: Place) -> None:
    if len(entry.steps) < 2:
        message = Message("few-steps", found=len(entry.steps))
        place.tell(("steps",), message, Message("hint-write", text="{a: …, b: …}"))
    for name, first in _find_equal(entry.steps.items()):
        place.tell(("steps", name), Message("step-same", name=name, other=first), _SAY_OTHER)


def _check_nothing(entry: Entry, place: Place) -> None:
    """For kinds whose fields always fit together."""


_RULES: Mapping[Kind, Callable[[Any, Place], None]] = {
    "concept": _check_concept,
    "term": _check_nothing,
    "compare": _check_compare,
    "code": _check_code,
    "choose": _check_choose,
    "order": _check_order,
    "cloze": check_gaps,
    "recall": _check_nothing,
}
