"""What `export` tells: a dry run, and what became of each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from flashcards.commands.speaker import Speaker
from flashcards.export.report import Exported
from flashcards.model import Course
from flashcards.terminal.output import print_json, print_lines
from flashcards.words.message import Message

_OWN_WORDS = ("reveal", "points")
"""Forms that people do not tell from each other."""


def print_summary(speaker: Speaker, summary: dict[str, Any]) -> None:
    """Print what each block would ask, how it is asked, and what guessing would get."""
    for block in summary["blocks"]:
        speaker.print(_tell_block(speaker, block))
    if "questions" in summary:
        forms = _tell_forms(speaker, summary["forms"])
        speaker.print(Message("questions-told", n=summary["questions"], forms=forms))
        points, percent = float(summary["points"]), float(summary["guessing"])
        speaker.print(Message("points-told", n=points, percent=percent))
    for path in summary.get("files", ()):
        speaker.print(Message("file-written", path=path))


def _tell_block(speaker: Speaker, block: Mapping[str, Any]) -> Message:
    """How many questions a block takes, and what is the matter with that."""
    found, taken = block["found"], block["taken"]
    title = block["title"] or Message("block-all")
    asked = found if block["asked"] is None else block["asked"]
    questions = Message("questions-count", n=asked)
    told = Message("summary-block", title=title, taken=taken, questions=questions, found=found)
    if block["short"]:
        return Message("summary-short", block=told, why=speaker.render(block["why"]))
    if block["doubled"]:
        return Message("summary-doubled", block=told, n=block["doubled"])
    return told


def print_exported(
    speaker: Speaker,
    exported: Exported,
    files: Sequence[Path],
    as_json: bool,
    report: TextIO | None,
    course: Course,
) -> None:
    """Print what became of each question, and which files were written."""
    if as_json:
        print_json({**exported.for_json(), "files": [str(path) for path in files]})
        return
    told = [each.message for each in exported.outcomes]
    told += [Message("outcome-gone", id=gone) for gone in exported.gone]
    told.append(_tell_counts(exported, speaker.name_course(course)))
    told += [Message("file-written", path=path) for path in files]
    if not exported.outcomes:
        told.append(Message("export-unchanged"))
    print_lines(map(speaker.render, told), report)


def _tell_counts(exported: Exported, course: str) -> Message:
    numbers = exported.counts()
    if not (exported.unchanged or exported.gone):
        return Message("exported-counts", **numbers, course=course)
    unchanged, gone = len(exported.unchanged), len(exported.gone)
    return Message(
        "exported-counts-since", **numbers, unchanged=unchanged, gone=gone, course=course
    )


def _tell_forms(speaker: Speaker, forms: Mapping[str, int]) -> str:
    """How many questions are asked in which way."""
    counts: dict[str, int] = {}
    for form, count in forms.items():
        name = "own-words" if form in _OWN_WORDS else form
        counts[name] = counts.get(name, 0) + count
    told = [speaker.render(Message(f"form-{name}", n=count)) for name, count in counts.items()]
    return speaker.words.say("comma").join(told)
