"""Programs that are not Python: nobody can run them, and no card should ask what they print.

All programs of a course are parsed as one, which takes half the time; only if that fails
is each parsed by itself. A lone `0` between empty lines keeps one from completing another.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.model import Code, Entry

_BETWEEN = "\n\n0\n"
_PROMPT = re.compile(r"^[ \t]*+(?:>>>|\.\.\.) ", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*+[%!]", re.MULTILINE)


def find_broken_python(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every code entry in Python that Python cannot parse, with the line where it gives up."""
    programs = [entry for entry in entries if isinstance(entry, Code) and entry.is_python]
    if not programs or not _find_fault(_BETWEEN.join(entry.code for entry in programs)):
        return
    for entry in programs:
        if fault := _find_fault(entry.code):
            line, reason = fault
            message = f"this is not Python: {reason}"
            yield Finding(entry.key, ("code",), message, _advise(entry.code), line=line)


def _find_fault(code: str) -> tuple[int, str] | None:
    """The line, from 1, and the reason if a program does not parse."""
    from symtable import symtable  # parses without making code: the quickest that Python has

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(code, "code", "exec")
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return 1, str(error) or "it is nested too deeply"
    return None


def _advise(code: str) -> str:
    if _PROMPT.search(code):
        return "leave out '>>> ' and what was printed"
    if _MAGIC.search(code):
        return "leave out the lines that begin with '%' or '!'"
    if "\n" not in code.strip():
        return "put '|' after 'code:', and each line of the program on a line of its own"
    return "mend the line, or say 'language:' if it is not Python"
