"""Files of a course with the cures that `check` found, applied as `ptquiz check --fix` does."""

from collections.abc import Iterable

from flashcards.errors import Problem
from flashcards.source.edits import apply_edits

Files = dict[str, str | bytes]
"""Names of files to their texts, or bytes where the encoding is the mistake."""


def apply_fixes(files: Files, problems: Iterable[Problem], guesses: bool = True) -> Files:
    """The files with the cures of all problems that have one; guesses too, if told so."""
    fixed = dict(files)
    for name in {problem.at.file for problem in problems}:
        fixes = [each.fix for each in problems if each.fix and each.at.file == name]
        edits = {edit for fix in fixes if guesses or not fix.is_guess for edit in fix.edits}
        text = files.get(name)
        if edits:
            assert isinstance(text, str)
            fixed[name] = apply_edits(text, sorted(edits)) or text
    return fixed
