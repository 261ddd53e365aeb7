"""Languages of code whose names nobody knows: the code would have no colours."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.model import PYTHON_NAMES, Cloze, Code, Entry


def find_unknown_languages(entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every code or gap text in a language that cannot be highlighted."""
    from flashcards.text.highlight import find_lexer

    for entry in entries:
        name = entry.language if isinstance(entry, Code | Cloze) else None
        if name and name not in PYTHON_NAMES and find_lexer(name) is None:
            message = f"'{name}' is no language that can be highlighted"
            yield Finding(entry.key, ("language",), message, _advise(name))


def _advise(name: str) -> str:
    from pygments.lexers import get_all_lexers

    known = [alias for _, aliases, _, _ in get_all_lexers() for alias in aliases]
    near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.7)
    return f"did you mean '{near[0]}'?" if near else "write 'text' if it has no colors to show"
