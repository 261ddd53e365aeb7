"""A quiz to the files of a format, and what to know before they are written."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from flashcards.cards import list_notes
from flashcards.course.model import Course, Quiz, Selection
from flashcards.export import EXPORT_FORMATS
from flashcards.export.quiz_plan import QuizPlan, find_title, plan_quiz
from flashcards.export.report import Exported
from flashcards.fileio import write_outputs
from flashcards.questions import guessing_score
from flashcards.questions.draw import DrawnBlock, DrawnQuiz, draw_quiz
from flashcards.questions.names import translate_quiz
from flashcards.questions.quiz_faults import count_doubled, require_translation
from flashcards.selection import EVERYTHING, require_notes


def export_quiz(
    course: Course,
    quiz: Quiz,
    format_name: str,
    selection: Selection = EVERYTHING,
    printing: Mapping[str, Any] | None = None,
) -> Exported:
    """The files of a quiz in a format, and what became of each question.

    Formats: moodle, canvas, sheet, csv, json. The language is the quiz's own, else
    the source. `selection` leaves out cards, `printing` has the arguments of `export_sheet`.
    Reads the pictures that the questions show. Raises TooFewCards.
    """
    drawn = _draw(course, quiz, selection)
    plan = plan_quiz(course, drawn, quiz.lang or course.source)
    return convert_plan(format_name, plan, **printing or {})


def convert_plan(format_name: str, plan: QuizPlan, **printing: Any) -> Exported:
    """The plan as the files of a format, and what became of each question.

    `printing` are the options of a printed exam.
    """
    module, function = EXPORT_FORMATS[format_name].function.split(".")
    convert = getattr(import_module(f"flashcards.export.{module}"), function)
    return cast("Exported", convert(plan, **printing))


def make_quiz(course: Course, selection: Selection = EVERYTHING, lang: str | None = None) -> Quiz:
    """A quiz of all cards that match, with the id and the title of the course."""
    return Quiz(quiz=course.info.id, title=find_title(course, lang), select=selection, lang=lang)


def summarize_quiz(course: Course, quiz: Quiz, selection: Selection = EVERYTHING) -> dict[str, Any]:
    """What `export_quiz` would ask: title, seed, blocks; questions, forms, points, guessing.

    `guessing` is the percentage of the points that pure guessing is expected to get. If a
    block is short, the blocks say why and there are no questions. Raises TooFewCards if
    nothing matches the selection.
    """
    drawn = _draw(course, quiz, selection)
    summary: dict[str, Any] = {
        "title": quiz.title,
        "seed": drawn.seed,
        "blocks": [_summarize_block(block) for block in drawn.blocks],
    }
    if any(block.is_short for block in drawn.blocks):
        return summary
    forms = [each.question.form for each in drawn.questions]
    points = sum(each.points for each in drawn.questions)
    won = sum(each.points * guessing_score(each.question) for each in drawn.questions)
    return summary | {
        "questions": len(forms),
        "forms": {form: forms.count(form) for form in dict.fromkeys(forms)},
        "points": points,
        "guessing": round(100 * won / points, 1) if points else 0.0,
    }


def _summarize_block(block: DrawnBlock) -> dict[str, Any]:
    return {
        "title": block.pick.title,
        "asked": block.pick.count,
        "found": block.found,
        "taken": len(block.cards),
        "short": block.is_short,
        "why": block.why or "",
        "doubled": count_doubled(block),
    }


def _draw(course: Course, quiz: Quiz, selection: Selection) -> DrawnQuiz:
    lang = quiz.lang or course.source
    every = list_notes(course, lang)
    require_notes(every, selection)
    if quiz.quiz != course.info.id:  # not one that `make_quiz` made
        require_translation(course, quiz, every, lang)
    return draw_quiz(translate_quiz(course, quiz, lang), every, selection=selection)


def write_exported(
    exported: Exported, quiz: Quiz, output: Path | None, *, force: bool = False
) -> list[Path]:
    """Write all files or none: a key must fit its sheet.

    `output` is a file or a folder, `build` by default. Files that are there are replaced only by
    `force`, in `build` all but keys. Raises FlashcardsError.
    """
    alone = len(exported.files) == 1 and ".html" not in exported.files
    files = {
        _find_target(output, quiz, ending, alone): data for ending, data in exported.files.items()
    }
    has_key = any(ending.startswith("-key") for ending in exported.files)
    write_outputs(files, force=force or (output is None and not has_key))
    return [*files]


def _find_target(output: Path | None, quiz: Quiz, ending: str, alone: bool) -> Path:
    """The path as typed; the files of an exam end differently, however many there are."""
    if output is None or output.is_dir():
        return (output or Path("build")) / f"{quiz.quiz}{ending}"
    if alone:
        return output
    is_page = output.suffix.lower() in EXPORT_FORMATS["sheet"].endings
    return output.with_name(f"{output.stem if is_page else output.name}{ending}")
