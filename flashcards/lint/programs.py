"""Programs on cards: not Python, too long or too wide, in a language that nobody highlights."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Iterator
from symtable import symtable

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.model import PYTHON_NAMES, Cloze, Code
from flashcards.text.highlight import find_lexer
from flashcards.words.message import Message

MOST_LINES = 24
WIDEST_LINE = 80

_PROMPT = re.compile(r"^[ \t]*+(?:>>>|\.\.\.) ", re.MULTILINE)
_MAGIC = re.compile(r"^[ \t]*+[%!]", re.MULTILINE)


def find_broken_python(view: EntryView[Code]) -> Iterator[EntryProblem]:
    """Programs that Python cannot parse: no card should ask what they print."""
    code = view.entry.code
    if view.entry.is_python and (error := _find_syntax_error(code)):
        line, reason = error
        message = Message("program-broken", reason=reason)
        yield view.tell(("code",), message, _find_hint(code), line)


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
