"""Writes the note types of today into the file that freezes them.

    python -m tests.helpers.freeze_note_types

Once a deck is published, this may only ever add a kind: a field or template that is
added, removed or moved breaks the deck of every learner. The languages of the curriculum stand
for all of them: only id and name depend on the language.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from flashcards.anki.note_types import NoteType, make_note_types
from flashcards.words import Words

FROZEN = Path(__file__).parents[1] / "anki" / "data" / "note_types.json"


def describe_note_types() -> dict[str, Any]:
    """Ids and names of the note types, their fields and templates, in their order."""
    types = {lang: make_note_types(Words(lang)) for lang in ("en", "zh")}
    return {
        f"{lang}/{kind}": _describe(each)
        for lang, of_language in types.items()
        for kind, each in of_language.items()
    }


def _describe(each: NoteType) -> dict[str, Any]:
    return {
        "id": each.model_id,
        "name": each.name,
        "cloze": each.model_type == each.CLOZE,
        "sort": each.field_names[each.sort_field_index],
        "fields": [[field["id"], field["name"]] for field in each.fields],
        "templates": [
            [template["id"], template["name"], each.field_names[place]]
            for template, (_, _, [place]) in zip(each.templates, each._req, strict=True)
        ],
    }


def format_note_types() -> str:
    """The text of the file: one line for each field and template, so that a diff reads well."""
    text = json.dumps(describe_note_types(), indent=1)
    return _join_pairs(text) + "\n"


def _join_pairs(text: str) -> str:
    """Lists of an id and names on one line each."""
    return re.sub(r"\[\s+(\d+),\s+([^\[\]]+?)\s+\]", _one_line, text)


def _one_line(found: Any) -> str:
    return f"[{found[1]}, {', '.join(part.strip() for part in found[2].split(','))}]"


if __name__ == "__main__":
    FROZEN.write_text(format_note_types(), encoding="utf-8")
