"""What an export does, once its options are read: the quiz, its plan, and what is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.errors import AlreadyTold, FlashcardsError, UsageError
from flashcards.terminal.output import print_json, print_line

if TYPE_CHECKING:
    from flashcards.cards import Note
    from flashcards.export.quiz_plan import Plan
    from flashcards.export.report import Exported
    from flashcards.model import Course, Quiz, Selection
    from flashcards.questions.draw import Block


class Job:
    """What the options ask for: a course, a quiz made of them, and its cards."""

    def __init__(
        self, folder: Path | None, format_name: str, choice: Selection, quiz: str | None,
        own: Mapping[str, Any],
    ) -> None:  # fmt: skip
        from flashcards.cards import list_notes
        from flashcards.paths import course_at
        from flashcards.questions.names import check_names, find_language
        from flashcards.questions.quiz import seed_of
        from flashcards.selection import matching_some

        self.format_name = format_name
        self.course: Course = course_at(folder)
        check_names(self.course, choice)
        self.quiz = _quiz(self.course, choice, quiz, own)
        self.lang = find_language(self.course, self.quiz.lang)
        self.all_notes: list[Note] = list_notes(self.course, self.lang)
        self.choice = choice
        matching_some(self.all_notes, choice)
        self.seed = seed_of(self.quiz)

    def blocks(self) -> list[Block]:
        from flashcards.questions import Neighbours
        from flashcards.questions.draw import drawn

        every = self.all_notes
        return drawn(self.quiz, every, self.seed, Neighbours(every), self.choice)

    def plan(self) -> Plan:
        from flashcards import __version__
        from flashcards.export.quiz_plan import Plan, planned, texts
        from flashcards.text.images import find_pictures, load_pictures

        quiz, info = self.quiz, self.course.info
        title = _course_title(self.course, self.lang)
        asked = planned(quiz, self.all_notes, self.seed, self.choice)
        shown = [shown.name for text in texts(asked) for shown in find_pictures(text)]
        return Plan(
            title=quiz.title,
            course=quiz.course or title,
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
        """Write the quiz as a file; one that says something else is an author's, and stays."""
        from dataclasses import replace

        from flashcards.fileio import FileMissing, FileRefused, load_bytes, write_whole
        from flashcards.source.quiz_writer import quiz_text

        named = replace(self.quiz, quiz=_slug(path.stem), seed=self.seed, lang=self.lang)
        text = quiz_text(named).encode()
        try:
            if load_bytes(path, len(text)) == text:
                return
        except FileMissing:
            write_whole(path, text)
            return
        except FileRefused:
            pass
        raise FlashcardsError(f"{path} is there already; choose another name for --save-spec")


def _quiz(course: Course, choice: Selection, name: str | None, own: Mapping[str, Any]) -> Quiz:
    """The quiz that is named, or one of this choice; what the options say of their own holds."""
    from dataclasses import replace

    from flashcards.model import Quiz
    from flashcards.questions.quiz import quiz_named

    if name is None:
        title = _course_title(course, own["lang"])
        base = Quiz(quiz=course.info.id, title=title, select=choice)
    else:
        base = quiz_named(course, name)
    if base.picks and own["count"] is not None:
        raise UsageError("the blocks of the quiz say how many.", "--count")
    return replace(base, **{field: value for field, value in own.items() if value is not None})


def _course_title(course: Course, lang: str | None) -> str:
    """In the language of the cards, if it has been translated."""
    return course.titles.get(lang or "", {}).get("course", course.info.title)


def exported_by(plan: Plan, format_name: str, printing: dict[str, Any]) -> Exported:
    from flashcards.export.formats import FORMATS

    return FORMATS[format_name](plan, **printing)


def tell_dry(job: Job, spec: Path | None, as_json: bool) -> None:
    blocks = job.blocks()
    plan = None if any(block.is_short for block in blocks) else job.plan()
    told: dict[str, Any] = {
        "title": job.quiz.title,
        "seed": job.seed,
        "blocks": [
            {"title": b.pick.title, "asked": b.pick.count, "found": b.found,
             "taken": len(b.cards), "short": b.is_short, "why": b.why}
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
        if spec is not None:
            job.write_spec(spec)
            told["files"] = [str(spec)]
    print_json(told) if as_json else _print_dry(told, blocks)
    if plan is None:
        raise AlreadyTold


def _print_dry(told: dict[str, Any], blocks: list[Block]) -> None:
    for block in blocks:
        short = f"  SHORT: {block.why}" if block.is_short else ""
        print_line(f"{block} ({block.found} to choose from){short}")
    if "questions" in told:
        forms = ", ".join(f"{count} {form}" for form, count in told["forms"].items())
        print_line(f"{told['questions']} questions: {forms}")
        guessing = f"pure guessing is expected to get {told['guessing']:g} %"
        print_line(f"{told['points']:g} points; {guessing}")
    for path in told.get("files", ()):
        print_line(f"Wrote {path}")


def tell(
    exported: Exported, job: Job, output: Path | None, spec: Path | None, strict: bool,
    as_json: bool,
) -> None:  # fmt: skip
    held = len(exported.outcomes) > exported.counts()["refused"]
    writes = held and not (strict and exported.lost)
    files = _written(exported, job, output, spec) if writes else []
    if as_json:
        print_json({**exported.for_programs(), "files": [str(path) for path in files]})
    else:
        for outcome in exported.outcomes:
            print_line(outcome)
        print_line(", ".join(f"{number} {status}" for status, number in exported.counts().items()))
        for path in files:
            print_line(f"Wrote {path}")
    if not held:
        raise FlashcardsError(f"nothing written: {job.format_name} can hold none of these cards")
    if not writes:
        lost = len(exported.lost)
        questions = "1 question" if lost == 1 else f"{lost} questions"
        raise FlashcardsError(f"nothing written: {questions} would lose something")


def _written(exported: Exported, job: Job, output: Path | None, spec: Path | None) -> list[Path]:
    """Write all files or, if one cannot be there, none: a key must fit its sheet."""
    from flashcards.fileio import check_target, write_whole

    alone = job.format_name != "sheet"
    files = {_target(output, job, end, alone): data for end, data in exported.files.items()}
    for path in files:
        check_target(path)
        if path == spec:
            raise FlashcardsError(f"cannot write {path}: --save-spec names it too; use another -o")
    if spec is not None:
        job.write_spec(spec)
    for path, data in files.items():
        write_whole(path, data)
    return [*files] if spec is None else [*files, spec]


def _target(output: Path | None, job: Job, ending: str, alone: bool) -> Path:
    """The path as typed; the files of an exam end differently, however many there are."""
    if output is None or output.is_dir():
        return (output or Path("build")) / f"{job.quiz.quiz}{ending}"
    if alone:
        return output
    is_page = output.suffix.lower() in (".html", ".htm")
    return output.with_name(f"{output.stem if is_page else output.name}{ending}")


def _slug(name: str) -> str:
    import re

    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:64] or "quiz"
