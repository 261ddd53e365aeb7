"""Programs on cards: not Python, too long or too wide, in a language that nobody highlights."""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Iterator
from symtable import symtable

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.model import PYTHON_NAMES, Cloze, Code
from flashcards.text.highlight import find_lexer
from flashcards.text.plain_text import CODE_BLOCK
from flashcards.words.message import Message

MOST_LINES = 24
WIDEST_LINE = 80

_PROMPT = re.compile(r"^[ \t]*+(?:>>>|\.\.\.) ", re.MULTILINE)
_COMMENT = re.compile(r"#(.*)")
_DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_MAGIC = re.compile(r"^[ \t]*+[%!]", re.MULTILINE)


def find_broken_python(view: EntryView[Code]) -> Iterator[EntryProblem]:
    """Programs that Python cannot parse: no card should ask what they print."""
    entry = view.entry
    parts = {"setup": entry.setup or "", "code": entry.code} if entry.is_python else {}
    for field, code in parts.items():
        if error := _find_syntax_error(code):
            line, reason = error
            message = Message("program-broken", reason=reason)
            yield view.tell((field,), message, _find_hint(code), line)


def find_poor_setups(view: EntryView[Code]) -> Iterator[EntryProblem]:
    """Setups that leave the code which is shown without a sense of its own.

    What is printed must come from the code; a name that it takes from there must be explained
    in the question or in a comment. Imported names speak for themselves.
    """
    entry = view.entry
    if not entry.setup or not entry.is_python or _find_syntax_error(entry.program):
        return
    setup, shown = ast.parse(entry.setup), _find_syntax_error(entry.code)
    if any(isinstance(each, ast.Name) and each.id == "print" for each in ast.walk(setup)):
        yield view.tell(("setup",), Message("setup-prints"), Message("hint-print-in-code"))
    told = " ".join((entry.question or "", *_COMMENT.findall(entry.code)))
    for name in sorted(_list_made_names(setup) & _list_names(entry.code)) if not shown else ():
        if not re.search(rf"\b{name}\b", told):
            message = Message("setup-name-untold", name=name)
            yield view.tell(("code",), message, Message("hint-tell-name"))


def find_unknown_languages(view: EntryView[Code | Cloze]) -> Iterator[EntryProblem]:
    """Languages of code whose names nobody knows: the code would have no colours."""
    name = view.entry.language
    if name and name not in PYTHON_NAMES and find_lexer(name) is None:
        message = Message("language-unknown", name=name)
        yield view.tell(("language",), message, _find_language_hint(name))


def find_large_programs(view: EntryView[Code]) -> Iterator[EntryProblem]:
    """Programs that a phone cannot show without scrolling, line for line."""
    lines = view.entry.code.splitlines()
    if len(lines) > MOST_LINES:
        yield view.tell(("code",), Message("program-long", most=MOST_LINES))
    for number in (number for number, line in enumerate(lines, 1) if len(line) > WIDEST_LINE):
        yield view.tell(("code",), Message("program-wide", most=WIDEST_LINE), line=number)
        return


def is_in_code(entry: Cloze, gap: str) -> bool:
    """Whether a gap is in a block of code, or all of its text is: by `language`, or as Python."""
    in_block = any(gap in found[0] for found in CODE_BLOCK.finditer(entry.cloze))
    return entry.language is not None or in_block or not _find_syntax_error(entry.cloze)


def _list_made_names(setup: ast.Module) -> set[str]:
    """What a setup defines for the code after it, without what it imports."""
    defined = {each.name for each in setup.body if isinstance(each, _DEFINITION)}
    assigned = (
        each for part in setup.body if isinstance(part, ast.Assign) for each in part.targets
    )
    inner = (each for target in assigned for each in ast.walk(target))
    return defined | {each.id for each in inner if isinstance(each, ast.Name)}


def _list_names(code: str) -> set[str]:
    """Every name that a program uses."""
    return {each.id for each in ast.walk(ast.parse(code)) if isinstance(each, ast.Name)}


def _find_syntax_error(code: str) -> tuple[int, str | Message] | None:
    """The line, from 1, and the reason if a program does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(code, "code", "exec")  # parses without making code: the quickest way
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return 1, str(error) or Message("program-too-deep")
    return None


def _find_hint(code: str) -> Message:
    """What a program that is not Python most likely is, and what to do about it."""
    if _PROMPT.search(code):
        return Message("hint-no-prompts")
    if _MAGIC.search(code):
        return Message("hint-no-magic")
    if "\n" not in code.strip():
        return Message("hint-own-lines")
    return Message("hint-mend-line")


def _find_language_hint(name: str) -> Message:
    """A language of nearly the same name, or how to say that there is none."""
    from pygments.lexers import get_all_lexers

    known = [alias for _, aliases, _, _ in get_all_lexers() for alias in aliases]
    near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.7)
    return Message("hint-near", name=near[0]) if near else Message("hint-no-colors")
