"""Rules about programs on cards."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Iterator
from symtable import symtable

from flashcards.course.model import Cloze, Code
from flashcards.lint.entry_view import EntryView
from flashcards.lint.registry import Finding, rule
from flashcards.text.highlight import find_lexer
from flashcards.text.plain_text import PYTHON_NAMES

MAX_LINES = 24
MAX_COLUMNS = 80


@rule("broken-python")
def check_python(view: EntryView) -> Iterator[Finding]:
    """Python cannot parse the program."""
    if isinstance(view.entry, Code) and view.entry.is_python:
        for field, code in (("setup", view.entry.setup or ""), ("code", view.entry.code)):
            if error := _find_syntax_error(code):
                line, reason = error
                hint = _get_hint(code)
                yield Finding((field,), f"this is not Python: {reason}; {hint}", line)


@rule("code-size")
def check_size(view: EntryView) -> Iterator[Finding]:
    """A program has more lines or columns than a phone shows."""
    lines = view.entry.code.splitlines() if isinstance(view.entry, Code) else []
    if len(lines) > MAX_LINES:
        yield Finding(("code",), f"has more than {MAX_LINES} lines of code; cut it")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_COLUMNS:
            sentence = f"the code is wider than {MAX_COLUMNS} columns; break the line"
            yield Finding(("code",), sentence, number)
            return


@rule("unknown-language")
def check_language(view: EntryView) -> Iterator[Finding]:
    """The `language` of code is none that can be highlighted."""
    name = view.entry.language if isinstance(view.entry, Code | Cloze) else None
    if name and name not in PYTHON_NAMES and find_lexer(name) is None:
        from pygments.lexers import get_all_lexers

        known = [alias for _, aliases, _, _ in get_all_lexers() for alias in aliases]
        near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.7)
        hint = f"did you mean '{near[0]}'?" if near else "write 'text' if it has no colors to show"
        yield Finding(("language",), f"'{name}' is no language that can be highlighted; {hint}")


def _find_syntax_error(code: str) -> tuple[int, str] | None:
    """Return the line, from 1, and the reason if a program does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(code, "code", "exec")  # parses without making code
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return 1, str(error) or "it is nested too deeply"
    return None


def _get_hint(code: str) -> str:
    """Return what to do with a text that is not Python, by what it most likely is."""
    if re.search(r"^[ \t]*+(?:>>>|\.\.\.) ", code, re.MULTILINE):
        return "leave out '>>> ' and what was printed"
    if re.search(r"^[ \t]*+[%!]", code, re.MULTILINE):
        return "leave out the lines that begin with '%' or '!'"
    if "\n" not in code.strip():
        return "put '|' after 'code:', and each line of the program on a line of its own"
    return "correct the line, or say 'language:' if it is another language"
