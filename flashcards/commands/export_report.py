"""What `export` tells: a dry run, and what became of each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TextIO

from flashcards.commands.speech import name_course, print_sentence, say_sentence
from flashcards.terminal.output import print_json, print_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from flashcards import Course, Exported

_FORM_WORDS = {
    "single": "with one right option", "multiple": "with several right options", "type": "typed",
    "gap": "with a gap", "order": "to put in order", "match": "to match",
    "reveal": "in own words", "points": "in own words",
}  # fmt: skip
"""How questions are asked, as people say it."""


def print_summary(summary: dict[str, Any]) -> None:
    """Print what each block would ask, how it is asked, and what guessing would get."""
    for block in summary["blocks"]:
        title, taken, found = block["title"] or "all", block["taken"], block["found"]
        asked = found if block["asked"] is None else block["asked"]
        short = f"  SHORT: {block['why']}" if block["short"] else ""
        if block["doubled"] and not short:
            short = f"  NOTE: {block['doubled']} asked more than once; a count asks each once"
        many = f"{taken} of {_count(asked, 'question')}"
        print_sentence(f"{title}: {many} ({found} to choose from){short}")
    if "questions" in summary:
        count = _count(summary["questions"], "question")
        print_sentence(f"{count}: {_tell_forms(summary['forms'])}")
        guessing = f"pure guessing is expected to get {summary['guessing']:g} %"
        print_sentence(f"{_count(summary['points'], 'point')}; {guessing}")
    for path in summary.get("files", ()):
        print_sentence(f"Wrote {path}")


def print_exported(
    exported: Exported, files: Sequence[Path], as_json: bool, report: TextIO | None, course: Course
) -> None:
    """Print what became of each question, and which files were written."""
    if as_json:
        print_json({**exported.for_json(), "files": [str(path) for path in files]})
        return
    print_lines((say_sentence(str(each)) for each in exported.outcomes), report)
    print_lines((say_sentence(f"gone      {each}") for each in exported.gone), report)
    numbers = exported.counts()
    if exported.unchanged or exported.gone:
        numbers |= {"unchanged": len(exported.unchanged), "gone": len(exported.gone)}
    counts = ", ".join(f"{number} {status}" for status, number in numbers.items())
    counts = say_sentence(f"{counts} of {name_course(course)}")
    print_lines([counts, *(say_sentence(f"Wrote {path}") for path in files)], report)
    if not exported.outcomes:
        print_lines([say_sentence("nothing written: nothing has changed")], report)


def _tell_forms(forms: Mapping[str, int]) -> str:
    """How many questions are asked in which way."""
    from flashcards.commands.environment import find_spoken_language
    from flashcards.i18n.catalog import say

    counts: dict[str, int] = {}
    for form, count in forms.items():
        counts[_FORM_WORDS[form]] = counts.get(_FORM_WORDS[form], 0) + count
    told = [say_sentence(f"{count} {words}") for words, count in counts.items()]
    return say(find_spoken_language(None), "comma").join(told)


def _count(number: float, noun: str) -> str:
    return f"{number:g} {noun}{'' if number == 1 else 's'}"
