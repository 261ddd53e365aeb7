"""Would `ptquiz verify` notice a wrong answer? Every recorded answer, changed a little.

    python benchmarks/mutated_answers.py PYTHON_WITH_TORCH

Each code entry is run once; then its answer is changed in several small ways (a
digit, a letter, a sign, a missing or doubled line) and compared as verify does.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from flashcards.source import load_course
from flashcards.text.entry_texts import normalize_output
from flashcards.verify.records import list_code_entries
from flashcards.verify.run import PRELUDE, make_environment
from flashcards.verify.sandbox import PreloadedPython


def mutants(answer: str) -> list[str]:
    """The answer, changed a little in each way that changes it at all."""
    lines = answer.splitlines()
    changed = [
        re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), answer, count=1),
        re.sub(r"[A-Za-z]", lambda letter: letter[0].swapcase(), answer, count=1),
        answer.replace("True", "False", 1)
        if "True" in answer
        else answer.replace("False", "True", 1),
        answer[:-1],
        answer + "0",
        "\n".join(lines[:-1]),
        "\n".join([*lines, lines[-1]]),
        "\n".join(reversed(lines)),
        " " + answer,
    ]
    return [text for text in dict.fromkeys(changed) if text.strip() != "" and text != answer]


def main(python: str) -> None:
    tried = missed = 0
    entries = [entry for entry in list_code_entries(load_course()) if not entry.needs]
    with PreloadedPython(python, os.environ) as warm:
        for entry in entries:
            inner = make_environment(os.environ, "{folder}", python)
            out = warm.run_code(PRELUDE + entry.code, inner, 180)
            if out is None or normalize_output(out) != normalize_output(entry.prints):
                sys.exit(f"{entry.key} is not verified here")
            for mutant in mutants(normalize_output(entry.prints)):
                tried += 1
                if normalize_output(mutant) == normalize_output(out):
                    missed += 1
                    print(f"not noticed: {entry.key}: {mutant!r}")
    print(f"{len(entries)} entries, {tried} changed answers, {missed} not noticed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main(sys.argv[1])
