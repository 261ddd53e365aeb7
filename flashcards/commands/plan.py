"""`ptquiz plan`: what importing a new build would do to a learner of an old one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashcards.anki.build import BuildRequest, plan_import
from flashcards.anki.import_plan import IMPORT_OPTIONS, FieldEdit, ImportPlan, PlannedNote
from flashcards.commands.build import NAME, NAMESPACE
from flashcards.commands.environment import read_build_clock
from flashcards.commands.options import Option
from flashcards.commands.shared_options import FOLDER, JSON, LANG, WITH_RETIRED
from flashcards.commands.speaker import Speaker
from flashcards.terminal.output import print_json, print_line, print_lines
from flashcards.words.message import Message, Names, quote

OPTIONS = (
    Option(
        "against",
        ("--against",),
        "help-plan-against",
        value=Path,
        required=True,
        metavar="metavar-old-package",
    ),
    *FOLDER,
    WITH_RETIRED,
    NAME,
    NAMESPACE,
    LANG,
    JSON,
)
_AROUND, _LONGEST = 25, 120
"""Letters around a change that are shown, and the most of one text."""
_SHOWN = 40
"""Notes that are listed for people; `--json` lists all."""


def run(
    speaker: Speaker,
    against: Path,
    folder: Path | None,
    with_retired: bool,
    name: str | None,
    namespace: str | None,
    as_json: bool,
) -> None:
    """Say for every note what Anki's import log will say, and what changed."""
    course = speaker.load_course(folder)
    lang = speaker.choose_file_language(course)
    request = BuildRequest(
        with_retired=with_retired, name=name, namespace=namespace or "", lang=lang
    )
    plan = plan_import(course, request, against, now=read_build_clock())
    if as_json:
        print_json(_for_programs(plan))
        return
    head = Message("plan-head", course=course.info.title, path=against)
    other = _tell_other_language(plan, lang or course.source)
    print_lines(map(speaker.render, [head, *other, *_tell_counts(plan)]))
    print_line()
    _print_notes(speaker, plan)
    print_lines(map(speaker.render, [*_tell_overwritten(plan), *_tell_decks(plan)]))


def _for_programs(plan: ImportPlan) -> dict[str, Any]:
    notes = [
        {
            "key": note.key,
            "guid": note.guid,
            "log": note.outcomes,
            "changes": list(note.changes),
            "edits": [edit._asdict() for edit in note.edits],
            "own": {"fields": note.own.fields, "tags": note.own.tags},
        }
        for note in plan.notes
    ]
    counts = {options: plan.counts(options) for options in IMPORT_OPTIONS}
    empty = {deck: list(homes) for deck, homes in plan.empty_decks.items()}
    return {"counts": counts, "notes": notes, "left": list(plan.left), "empty_decks": empty}


def _tell_other_language(plan: ImportPlan, lang: str) -> list[Message]:
    """That the old package is in another language, where nothing of it is in this one."""
    theirs = sorted({name.split("/")[1] for name in plan.left if name.count("/") > 1})
    is_new = all(note.outcomes["default"] == "new" for note in plan.notes)
    if not theirs or lang in theirs or not is_new:
        return []
    named = Names(f"'{each}'" for each in theirs)
    return [Message("plan-other-language", theirs=named, lang=lang, wanted=theirs[0])]


def _tell_counts(plan: ImportPlan) -> list[Message]:
    """How many notes are new, updated and so on; once, if the options change nothing."""
    counts = {
        options: Names(
            Message("plan-count", count=count, outcome=Message(f"plan-{outcome}"))
            for outcome, count in plan.counts(options).items()
            if count
        )
        for options in IMPORT_OPTIONS
    }
    if len(set(counts.values())) == 1:
        return [Message("plan-with-any-options", counts=counts["default"])]
    return [Message(f"plan-with-{options}", counts=told) for options, told in counts.items()]


def _print_notes(speaker: Speaker, plan: ImportPlan) -> None:
    """A line for every note to which something happens, and below it what changed."""
    telling = [
        note for note in plan.notes if note.outcomes["default"] != "duplicate" or note.changes
    ]
    for note in telling[:_SHOWN]:
        outcome = speaker.render(Message(f"plan-{note.outcomes['default']}"))
        print_line(f"  {outcome:<12} {speaker.render(_tell_changes(note))}")
        for edit in note.edits:
            print_line(f"    {edit.field}: {speaker.render(_tell_edit(edit))}")
    if len(telling) > _SHOWN:
        print_line(f"  {speaker.render(Message('plan-more', count=len(telling) - _SHOWN))}")


def _tell_changes(note: PlannedNote) -> Message:
    """The note, and what its author changed."""
    if note.changes:
        changes = Names(Message(f"plan-change-{each}") for each in note.changes)
        return Message("plan-changed", key=note.key, changes=changes)
    if note.outcomes["default"] == "updated":
        return Message("plan-sent-again", key=note.key)
    return quote(note.key)


def _tell_edit(edit: FieldEdit) -> Message:
    """The part of a text that changed, before and after, with some letters around it."""
    if edit.old == edit.new:
        return Message("plan-only-layout")
    start = _count_equal(edit.old, edit.new)
    rest = min(len(edit.old), len(edit.new)) - start
    end = min(_count_equal(edit.old[::-1], edit.new[::-1]), rest)
    old, new = (_cut(text, start, len(text) - end) for text in (edit.old, edit.new))
    return Message("plan-edit", old=old, new=new)


def _count_equal(one: str, other: str) -> int:
    """How many letters both texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, start: int, end: int) -> Message:
    """Letters `start` to `end` of a text with their neighbors, in quotes."""
    if not text:
        return Message("plan-nothing")
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    last = min(last, first + _LONGEST)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    return quote(f"“{before}{text[first:last]}{after}”")


def _tell_overwritten(plan: ImportPlan) -> list[Message]:
    """Texts of the learner's own that an import takes away under each choice of options."""
    lines: list[Message] = []
    told: set[str] = set()
    for options in IMPORT_OPTIONS:
        lost = [note for note in plan.list_overwritten(options) if note.guid not in told]
        if lost:
            lines.append(Message(f"plan-overwrites-{options}"))
        lines += [Message("plan-own-text", key=note.key, own=note.own.describe()) for note in lost]
        told |= {note.guid for note in lost}
    return lines


def _tell_decks(plan: ImportPlan) -> list[Message]:
    """What the import leaves where it is."""
    lines = []
    if any("moved" in note.changes for note in plan.notes):
        lines.append(Message("plan-cards-stay"))
    for deck, homes in plan.empty_decks.items():
        lines.append(Message("plan-empty-deck", deck=deck, homes=Names(homes)))
    if plan.empty_decks:
        lines.append(Message("plan-rename-deck"))
    if plan.left:
        more = ["…"] if len(plan.left) > _SHOWN else []
        lines.append(Message("plan-left", names=Names([*plan.left[:_SHOWN], *more])))
    return lines
