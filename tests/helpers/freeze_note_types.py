"""Writes the note types of today into the file that freezes them.

    python -m tests.helpers.freeze_note_types

Once a deck is published, this may only ever add a kind: a field or template that is
added, removed or moved breaks the deck of every learner. The languages of the curriculum stand
for all of them: only id and name depend on the language.
"""

import json
from pathlib import Path
from typing import Any

from flashcards.anki.note_types import NoteType
from flashcards.course.model import KINDS
from flashcards.words import Words

FROZEN = Path(__file__).parents[1] / "anki" / "data" / "note_types.json"


def describe_note_types() -> dict[str, Any]:
    """Return ids and names of the note types, their fields and templates, in their order."""
    return {
        f"{lang}/{kind}": _describe(NoteType(kind, Words(lang)))
        for lang in ("en", "zh")
        for kind in KINDS
    }


def _describe(note_type: NoteType) -> dict[str, Any]:
    needed = [note_type.field_names[place] for _, _, [place] in note_type._req]
    return {
        "id": note_type.model_id,
        "name": note_type.name,
        "cloze": note_type.model_type == note_type.CLOZE,
        "sort": note_type.field_names[note_type.sort_field_index],
        "fields": [[field["id"], field["name"]] for field in note_type.fields],
        "templates": [
            [template["id"], template["name"], needs]
            for template, needs in zip(note_type.templates, needed, strict=True)
        ],
    }


if __name__ == "__main__":
    types = describe_note_types().items()
    lines = ",\n".join(f'"{name}": {json.dumps(note_type)}' for name, note_type in types)
    FROZEN.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
