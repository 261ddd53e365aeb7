"""What an export does, once its options are read: the quiz, its plan, and what is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from flashcards.commands import options as opt
from flashcards.problems import AlreadyTold, FlashcardsError

if TYPE_CHECKING:
    from flashcards.cards import Note
    from flashcards.export.plan import Block, Plan
    from flashcards.export.report import Exported
    from flashcards.model import Course, Quiz, Selection


class Job:
    """What the options ask for: a course, a quiz made of them, and its cards."""

    def __init__(
        self, folder: Path | None, format_name: str, choice: Selection, quiz: str | None,
        lang: str | None, count: int | None, title: str | None, points: float | None,
        seed: str | None,
    ) -> None:  # fmt: skip
        from flashcards.cards import notes
        from flashcards.commands.places import course_at
        from flashcards.select import matching_some

        self.format_name = format_name
        self.course: Course = course_at(folder)
        self.quiz = _quiz(self.course, choice, quiz, count, title, points, seed, format_name)
        self.lang = opt.language(self.course, lang or self.quiz.lang)
        self.all_notes: list[Note] = notes(self.course, self.lang)
        self.notes = matching_some(self.all_notes, choice)
        self.seed = self.quiz.seed or self.quiz.quiz

    def blocks(self) -> list[Block]:
        from flashcards.export.plan import drawn
        from flashcards.questions import Neighbours

        return drawn(self.quiz, self.notes, self.seed, Neighbours(self.all_notes))

    def plan(self) -> Plan:
        from flashcards import __version__
        from flashcards.export.plan import Plan, planned, texts
        from flashcards.pictures import load_pictures
        from flashcards.render.markdown import pictures

        quiz, info = self.quiz, self.course.info
        asked = planned(quiz, self.notes, self.seed, self.all_notes)
        shown = [name for text in texts(asked) for name in pictures(text)]
        return Plan(
            title=quiz.title,
            course=quiz.course or info.title,
            asked=asked,
            seed=self.seed,
            version=__version__,
            author=quiz.author or info.author,
            lang=self.lang,
            shuffle=quiz.shuffle,
            minutes=quiz.minutes,
            pass_mark=quiz.pass_mark,
            pictures=load_pictures(self.course, shown),
        )

    def write_spec(self, path: Path) -> None:
        from dataclasses import replace

        from flashcards.anki.writing import write_whole
        from flashcards.export.spec import quiz_text

        named = replace(self.quiz, quiz=_slug(path.stem), seed=self.seed, lang=self.lang)
        write_whole(path, quiz_text(named).encode())


def _quiz(
    course: Course, choice: Selection, name: str | None, count: int | None, title: str | None,
    points: float | None, seed: str | None, format_name: str,
) -> Quiz:  # fmt: skip
    """The quiz that is named, or one made of the options."""
    from dataclasses import replace

    from flashcards.commands.quizzes import quiz_named
    from flashcards.model import Quiz

    if name is None:
        base = Quiz(
            quiz=course.info.id, title=course.info.title, select=choice,
            shuffle=format_name == "sheet",
        )  # fmt: skip
    else:
        base = quiz_named(course, name)
    if base.picks and count is not None:
        raise typer.BadParameter("the blocks of the quiz say how many.", param_hint="--count")
    changes: dict[str, Any] = {"count": count, "title": title, "points": points, "seed": seed}
    return replace(base, **{name: value for name, value in changes.items() if value is not None})


def exported_by(plan: Plan, format_name: str, printing: dict[str, Any]) -> Exported:
    from flashcards.export.formats import FORMATS

    return FORMATS[format_name](plan, **printing)


def tell_dry(job: Job, as_json: bool) -> None:
    blocks = job.blocks()
    plan = None if any(block.is_short for block in blocks) else job.plan()
    told: dict[str, Any] = {
        "title": job.quiz.title,
        "seed": job.seed,
        "blocks": [
            {"title": b.pick.title, "asked": b.pick.count, "found": b.found,
             "taken": len(b.cards), "short": b.is_short}
            for b in blocks
        ],
    }  # fmt: skip
    if plan is not None:
        forms = [asked.question.form for asked in plan.asked]
        told |= {
            "questions": len(plan.asked),
            "forms": {form: forms.count(form) for form in dict.fromkeys(forms)},
            "points": plan.points,
            "guessing": round(100 * plan.chance, 1),
        }
    _print_json(told) if as_json else _print_dry(told, blocks)
    if plan is None:
        raise AlreadyTold


def _print_dry(told: dict[str, Any], blocks: list[Block]) -> None:
    for block in blocks:
        short = "  SHORT" if block.is_short else ""
        print(f"{block} ({block.found} to choose from){short}")
    if "questions" in told:
        forms = ", ".join(f"{count} {form}" for form, count in told["forms"].items())
        print(f"{told['questions']} questions: {forms}")
        print(f"{told['points']:g} points; pure guessing is expected to get {told['guessing']:g} %")


def tell(exported: Exported, job: Job, output: Path | None, strict: bool, as_json: bool) -> None:
    held = len(exported.outcomes) > exported.counts()["refused"]
    writes = held and not (strict and exported.lost)
    files = _written(exported, job, output) if writes else []
    if as_json:
        _print_json({**exported.for_programs(), "files": [str(path) for path in files]})
    else:
        for outcome in exported.outcomes:
            print(outcome)
        print(", ".join(f"{number} {status}" for status, number in exported.counts().items()))
        for path in files:
            print(f"Wrote {path}")
    if not held:
        raise FlashcardsError(f"nothing written: {job.format_name} can hold none of these cards")
    if not writes:
        raise FlashcardsError(
            f"nothing written: {len(exported.lost)} questions would lose something"
        )


def _written(exported: Exported, job: Job, output: Path | None) -> list[Path]:
    from flashcards.anki.writing import write_whole

    written = []
    for ending, data in exported.files.items():
        path = _target(output, job, ending, alone=len(exported.files) == 1)
        write_whole(path, data)
        written.append(path)
    return written


def _target(output: Path | None, job: Job, ending: str, alone: bool) -> Path:
    """The path as typed; where there are several files, what belongs to it ends differently."""
    if output is None or output.is_dir():
        return (output or Path("build")) / f"{job.quiz.quiz}{ending}"
    if alone:
        return output
    stem = output.name.removesuffix(output.suffix) if output.suffix else output.name
    return output.with_name(f"{stem}{ending}")


def _slug(name: str) -> str:
    import re

    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:64] or "quiz"


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=1))
