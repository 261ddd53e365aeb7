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
from flashcards.terminal.output import print_json, print_lines

OPTIONS = (
    Option(
        "against",
        ("--against",),
        "help-plan-against",
        value=Path,
        required=True,
        metavar="metavar-old-package",
    ),
    FOLDER,
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
_LABELS = {
    "default": "as Anki proposes",
    "always": "Update notes: Always",
    "merge": "Merge note types",
}
_OVERWRITES = {
    "default": "Texts of the learner's own that this import would overwrite:",
    "always": "With 'Update notes: Always' it would also overwrite those of:",
    "merge": "With 'Merge note types' it would also overwrite those of:",
}


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
    planned = speaker.choose_file_language(course)
    request = BuildRequest(
        with_retired=with_retired, name=name, namespace=namespace or "", lang=planned
    )
    made = plan_import(course, request, against, now=read_build_clock())
    if as_json:
        print_json(_for_programs(made))
    else:
        head = f"{course.info.title}, imported over {against}"
        other = _tell_other_language(made, planned or course.source)
        print_lines([head, *other, *_describe(made)])


def _tell_other_language(plan: ImportPlan, lang: str) -> list[str]:
    """That the old package is in another language, where nothing of it is in this one."""
    theirs = {name.split("/")[1] for name in plan.left if name.count("/") > 1}
    if not theirs or any(note.outcomes["default"] != "new" for note in plan.notes):
        return []
    named = ", ".join(f"'{each}'" for each in sorted(theirs))
    if lang in theirs:
        return []
    return [f"That package is in {named}, and this plan in '{lang}': give --lang {min(theirs)}"]


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


def _tell_changes(note: PlannedNote) -> str:
    if note.changes:
        return f" (changed: {', '.join(note.changes)})"
    again = note.outcomes["default"] == "updated"
    return " (sent again; nothing that is shown has changed)" if again else ""


def _tell_edit(edit: FieldEdit) -> str:
    """The part of a text that changed, before and after, with some letters around it."""
    if edit.old == edit.new:
        return "only how it is set has changed"
    start = _count_equal(edit.old, edit.new)
    rest = min(len(edit.old), len(edit.new)) - start
    end = min(_count_equal(edit.old[::-1], edit.new[::-1]), rest)
    shown = (_cut(text, start, len(text) - end) for text in (edit.old, edit.new))
    return " → ".join(shown)


def _count_equal(one: str, other: str) -> int:
    """How many letters both texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _cut(text: str, start: int, end: int) -> str:
    """Letters `start` to `end` of a text with their neighbors, in quotes."""
    if not text:
        return "nothing"
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    last = min(last, first + _LONGEST)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    return f"“{before}{text[first:last]}{after}”"


def _tell_counts(plan: ImportPlan) -> list[str]:
    """How many notes are new, updated and so on; once, if the options change nothing."""
    told = {
        options: ", ".join(
            f"{n} {_tell_outcome(what)}" for what, n in plan.counts(options).items() if n
        )
        for options in IMPORT_OPTIONS
    }
    if len(set(told.values())) == 1:
        return [f"Whatever the options of the import: {told['default']}"]
    return [f"{_LABELS[options]}: {counts}" for options, counts in told.items()]


def _tell_outcome(outcome: str) -> str:
    """A word of Anki's log, as authors say it."""
    return "unchanged" if outcome == "duplicate" else outcome


def _tell_overwritten(plan: ImportPlan) -> list[str]:
    """Texts of the learner's own that an import takes away under each choice of options."""
    lines: list[str] = []
    told: set[str] = set()
    for options in IMPORT_OPTIONS:
        lost = [note for note in plan.list_overwritten(options) if note.guid not in told]
        if lost:
            lines.append(_OVERWRITES[options])
        lines += [f"  {note.key}: {note.own.describe()}" for note in lost]
        told |= {note.guid for note in lost}
    return lines


def _describe(plan: ImportPlan) -> list[str]:
    lines = [*_tell_counts(plan), ""]
    telling = [
        note for note in plan.notes if note.outcomes["default"] != "duplicate" or note.changes
    ]
    for note in telling[:_SHOWN]:
        outcome = _tell_outcome(note.outcomes["default"])
        lines.append(f"  {outcome:<12} {note.key}{_tell_changes(note)}")
        lines += [f"    {edit.field}: {_tell_edit(edit)}" for edit in note.edits]
    if len(telling) > _SHOWN:
        lines.append(f"  … and {len(telling) - _SHOWN} more; --json lists all")
    lines += _tell_overwritten(plan)
    if any("moved" in note.changes for note in plan.notes):
        lines.append("Anki leaves the cards that moved in the deck where the learner has them.")
    for deck, homes in plan.empty_decks.items():
        lines.append(f"New and empty: '{deck}'. Its cards stay in '{', '.join(homes)}'.")
    if plan.empty_decks:
        lines.append("Learners who rename the old deck in Anki before the import keep one deck.")
    if plan.left:
        shown = ", ".join(plan.left[:_SHOWN]) + (", …" if len(plan.left) > _SHOWN else "")
        lines.append(f"Only in the old package, left as they are: {shown}")
    return lines
