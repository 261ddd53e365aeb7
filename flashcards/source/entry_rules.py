"""What the types of the model cannot say about one entry.

Each rule takes a sound value and tells the document what does not fit together:
a gap that is not in its text, a row without a cell, an option that is also right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flashcards.cards import normalize_text
from flashcards.model import (
    FEWEST_OPTIONS,
    MAX_THINGS,
    MOST_BRACKETS,
    ROW_WORDS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Entry,
    Option,
    Order,
    Row,
)
from flashcards.source.gap_rules import check_gaps
from flashcards.source.hints import suggest_nearest
from flashcards.source.yaml_reader import Document, Path
from flashcards.text.entry_texts import Leaf, collect_texts, normalize_output
from flashcards.text.images import find_unread_pictures, format_target
from flashcards.text.plain_text import find_line
from flashcards.text.tex import LONGEST_FORMULA

if TYPE_CHECKING:
    from flashcards.text.tex import TexFault

_SAY_OTHER = "remove it, or say something else"
_MAY_BE_WRONG = re.compile(rf"[\\{{}}^_&%#]|.{{{LONGEST_FORMULA}}}", re.DOTALL)
"""A formula without commands, braces and signs of TeX is only wrong if it is too long."""
_TEX_INSTEAD = {
    r"\bm": r"\boldsymbol", r"\pmb": r"\boldsymbol", r"\bold": r"\mathbf", r"\emph": r"\textit",
    r"\R": r"\mathbb{R}", r"\N": r"\mathbb{N}", r"\E": r"\mathbb{E}", r"\dd": r"\mathrm{d}",
    r"\Var": r"\operatorname{Var}", r"\Cov": r"\operatorname{Cov}", r"\tr": r"\operatorname{tr}",
}  # fmt: skip
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
        document.add_problem((*path, "about"), f"entry '{entry.key}' is about itself", "remove it")
    if entry.retired:
        _check_retired(entry.retired, document, (*path, "retired"))
    if rule := _RULES.get(type(entry)):
        rule(entry, document, path)
    if document.count("$") or document.count("![") or document.count("[") > MOST_BRACKETS:
        for inner, text in collect_texts(entry).items():
            check_markup(text, document, (*path, *inner))


def _check_retired(reason: str, document: Document, path: Path) -> None:
    word = reason.strip().lower()
    if word in ("true", "yes", "on", "1"):
        message = f"'retired' is shown to learners, and says '{reason}'"
        document.add_problem(path, message, "write why, such as 'It is no longer taught.'")
    elif word in ("false", "no", "off", "0"):
        message = f"'retired: {reason}' retires it: 'retired' is why it is gone"
        document.add_problem(path, message, "remove 'retired'")


def check_markup(text: Leaf, document: Document, path: Path) -> None:
    """Tell a text, or one of a list, that does more than draw mathematics or takes ages to read."""
    for index, each in enumerate((text,) if isinstance(text, str) else text):
        at = path if isinstance(text, str) else (*path, index)
        if each.count("[") > MOST_BRACKETS:
            message = f"more than {MOST_BRACKETS} '[' in one text"
            document.add_problem(at, message, "make several entries, or a picture")
            continue
        if "![" in each:
            _check_pictures(each, document, at)
        if "$" in each and _MAY_BE_WRONG.search(each):
            _check_formulas(each, document, at)


def _check_pictures(text: str, document: Document, path: Path) -> None:
    for name, alt in find_unread_pictures(text):
        written = f"![{alt}]({name})"
        hint = f"write ![{alt}]({format_target(name)}), or give the file a name without spaces"
        message = f"'{written}' shows no picture: its name has a space or a bracket"
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
            message = f"a formula may not have '{forbidden}'"
            document.add_problem(path, message, _suggest_tex(forbidden), line=line)
        elif found:
            short = len(formula) <= LONGEST_SHOWN and "\n" not in formula
            hint = (
                f"write ${found.mended}$" if short else "close what is open, take out what is not"
            )
            shown = f" '${formula}$'" if short else ""
            document.add_problem(path, f"in the formula{shown} {found.message}", hint, line=line)


@lru_cache(maxsize=1024)
def _find_fault(formula: str) -> tuple[str, TexFault | None]:
    """What is not allowed in a formula, or what keeps it from being one."""
    from flashcards.text.tex import find_forbidden_tex, find_tex_fault

    if forbidden := find_forbidden_tex(formula):
        return forbidden, None
    return "", find_tex_fault(formula)


def _suggest_tex(forbidden: str) -> str:
    """What to write in the place of a command that is not allowed."""
    from flashcards.text.tex import COMMANDS

    if forbidden in _TEX_SPACES:
        return r"write '\quad' in place of it and of the braces behind it"
    if forbidden in _TEX_INSTEAD:
        return f"did you mean '{_TEX_INSTEAD[forbidden]}'?"
    known = [f"\\{name}" for name in sorted(COMMANDS)]
    hint = suggest_nearest(forbidden, known) if len(forbidden) > _SHORTEST_COMMAND else ""
    return hint or "write it with the usual commands, or as code between backticks"


def _check_concept(entry: Concept, document: Document, path: Path) -> None:
    if not entry.points:
        document.add_problem((*path, "points"), "'points' has no point", "write {a: …}")


def _check_compare(entry: Compare, document: Document, path: Path) -> None:
    things = tuple(entry.compare)
    if not 2 <= len(things) <= MAX_THINGS:
        message = f"'compare' needs 2 to {MAX_THINGS} things, not {len(things)}"
        hint = "write {a: …, b: …}" if len(things) < 2 else "make two comparisons of it"
        document.add_problem((*path, "compare"), message, hint)
    for word in set(things) & set(ROW_WORDS):
        message = f"a thing cannot be called '{word}'"
        hint = f"give it another name, such as '{word}-2', here and in the rows"
        document.add_problem((*path, "compare", word), message, hint, of_key=True)
    if not entry.rows:
        hint = "write a row below it: 'size: {aspect: Size, …}'"
        document.add_problem((*path, "rows"), "'rows' has no row", hint)
    things = tuple(thing for thing in things if thing not in ROW_WORDS)
    for name, row in entry.rows.items():
        _check_row(name, row, things, document, (*path, "rows", name))


def _check_row(
    name: str, row: Row, things: tuple[str, ...], document: Document, path: Path
) -> None:
    for thing in things:
        if thing not in row.cells:
            message = f"row '{name}' has no cell for '{thing}'"
            document.add_problem(path, message, f"add the line '{thing}: …'")
    for field, noun, named in (
        ((), "a cell", row.cells), (("ask",), "a question", row.ask),
        (("which",), "a question", row.which), (("why",), "a reason", row.reasons),
    ):  # fmt: skip
        for thing in (thing for thing in named if thing not in things):
            message = f"row '{name}' has {noun} for '{thing}', which is not compared"
            hint = suggest_nearest(thing, things if field else (*things, *ROW_WORDS))
            hint = hint or "remove it, or add it to 'compare'"
            document.add_problem((*path, *field, thing), message, hint, of_key=True)
    _check_wrong_cells(row, things, document, path)
    for thing in (thing for thing in things if thing in row.cells):
        _check_row_question(thing, row, document, path)


def _check_wrong_cells(row: Row, things: tuple[str, ...], document: Document, path: Path) -> None:
    seen: dict[str, str] = {}
    for thing, cell in row.cells.items():
        seen.setdefault(normalize_text(cell), f"the cell of '{thing}'")
    for name, option in row.wrong.items():
        if name in things:
            message = f"a wrong cell cannot have the name of a thing: '{name}'"
            hint = f"give it another name, such as 'not-{name[:60]}'"
            document.add_problem((*path, "wrong", name), message, hint, of_key=True)
        if (text := normalize_text(option.text)) in seen:
            message = f"wrong cell '{name}' says the same as {seen[text]}"
            document.add_problem((*path, "wrong", name), message, _SAY_OTHER)
        seen.setdefault(text, f"wrong cell '{name}'")


def _check_row_question(thing: str, row: Row, document: Document, path: Path) -> None:
    """Tell what keeps the question about a thing from being a fair one."""
    cells = [normalize_text(cell) for cell in row.cells.values()]
    if thing in row.ask and thing in row.which:
        message = f"'{thing}' has both 'ask' and 'which'; a thing has one question"
        document.add_problem((*path, "which", thing), message, "remove one of them", of_key=True)
    if thing in row.ask and (options := len({*cells}) + len(row.wrong)) < FEWEST_OPTIONS:
        message = f"the question about '{thing}' has only {options} options"
        document.add_problem((*path, "ask", thing), message, "add cells under 'wrong'")
    if thing not in row.which:
        return
    if len(cells) < FEWEST_OPTIONS:
        message = f"the question about '{thing}' has only {len(cells)} options"
        hint = "'which' needs three or more things; write 'ask' and 'wrong'"
        document.add_problem((*path, "which", thing), message, hint)
    elif cells.count(normalize_text(row.cells[thing])) > 1:
        message = f"'{thing}' is not the only answer: another thing has the same cell"
        document.add_problem((*path, "which", thing), message, "write 'ask' in place of 'which'")


def _check_choose(entry: Choose, document: Document, path: Path) -> None:
    for side in ("right", "wrong"):
        if not getattr(entry, side):
            taken = {*entry.right, *entry.wrong}
            name = next((letter for letter in "abcdefgh" if letter not in taken), "another")
            document.add_problem((*path, side), f"'{side}' has no option", f"write {{{name}: …}}")
    for name in entry.right.keys() & entry.wrong.keys():
        message = f"option '{name}' is both right and wrong"
        hint = f"give it another name, such as '{name[:60]}-2'"
        document.add_problem((*path, "wrong", name), message, hint, of_key=True)
    _check_equal_options(entry, document, path)
    _check_locks(entry.options, document, path)


def _check_equal_options(entry: Choose, document: Document, path: Path) -> None:
    seen: dict[str, str] = {}
    for side, options in (("right", entry.right), ("wrong", entry.wrong)):
        for name, option in options.items():
            text = normalize_text(option.text)
            if text in seen:
                message = f"option '{name}' says the same as the {seen[text]}"
                document.add_problem((*path, side, name, "text"), message, _SAY_OTHER)
            seen.setdefault(text, f"{side} option '{name}'")


def _check_locks(options: Mapping[str, Option], document: Document, path: Path) -> None:
    for end in ("first", "last"):
        locked = [name for name, option in options.items() if option.lock == end]
        if len(locked) > 1:
            message = f"options {', '.join(locked)} cannot all be {end}"
            document.add_problem(path, message, "keep 'lock' in one of them")


def _check_code(entry: Code, document: Document, path: Path) -> None:
    seen = {normalize_output(entry.prints): "'prints'"}
    if entry.prints_on and not entry.is_python:
        message = f"'prints_on' is about PyTorch, and no {entry.language} is run"
        document.add_problem((*path, "prints_on"), message, "remove 'prints_on'", of_key=True)
    for version, output in entry.prints_on.items():
        text = normalize_output(output)
        if seen.get(text) == "'prints'":
            message = f"'prints_on' {version} says the same as 'prints'"
            document.add_problem((*path, "prints_on", version), message, "leave it out")
        seen.setdefault(text, f"'prints_on' {version}")
    for name, option in entry.wrong.items():
        text = normalize_output(option.text)
        if text in seen:
            message = f"option '{name}' says the same as {seen[text]}"
            document.add_problem((*path, "wrong", name, "text"), message, _SAY_OTHER)
        seen.setdefault(text, f"option '{name}'")


def _check_order(entry: Order, document: Document, path: Path) -> None:
    if len(entry.steps) < 2:
        message = f"'steps' needs at least 2 steps, not {len(entry.steps)}"
        document.add_problem((*path, "steps"), message, "write {a: …, b: …}")
    seen: dict[str, str] = {}
    for name, step in entry.steps.items():
        first = seen.setdefault(normalize_text(step), name)
        if first != name:
            message = f"step '{name}' says the same as step '{first}'"
            document.add_problem((*path, "steps", name), message, _SAY_OTHER)


_RULES: Mapping[type[Entry], Callable[[Any, Document, Path], None]] = {
    Concept: _check_concept,
    Compare: _check_compare,
    Choose: _check_choose,
    Code: _check_code,
    Order: _check_order,
    Cloze: check_gaps,
}
