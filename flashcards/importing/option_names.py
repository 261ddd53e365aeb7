"""Names of options, steps, things and rows stay with their texts from one import to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flashcards.importing.leaves import Digests, digest
from flashcards.importing.mapper import name_letters


def keep_names(fields: dict[str, Any], said: Digests) -> dict[str, Any]:
    """The fields with the names that their parts had, found by what they say."""
    made = dict(fields)
    if isinstance(fields.get("options"), Mapping):
        texts = {name: _text(option) for name, option in fields["options"].items()}
        new = _rename(texts, "options", "/text", said)
        made["options"] = {new[name]: option for name, option in fields["options"].items()}
        right = fields["right"]
        made["right"] = new[right] if isinstance(right, str) else [new[name] for name in right]
    if isinstance(fields.get("steps"), Mapping):
        new = _rename(fields["steps"], "steps", "", said)
        made["steps"] = {new[name]: text for name, text in fields["steps"].items()}
    if "compare" in fields:
        made |= _rename_comparison(fields, said)
    return made


def _rename_comparison(fields: Mapping[str, Any], said: Digests) -> dict[str, Any]:
    things = _rename(fields["compare"], "compare", "", said)
    aspects = {name: row["aspect"] for name, row in fields["rows"].items()}
    rows = _rename(aspects, "rows", "/aspect", said)
    return {
        "compare": {things[name]: text for name, text in fields["compare"].items()},
        "rows": {
            rows[name]: {things.get(part, part): value for part, value in row.items()}
            for name, row in fields["rows"].items()
        },
    }


def _text(option: Any) -> str:
    return option["text"] if isinstance(option, Mapping) else str(option)


def _rename(texts: Mapping[str, str], field: str, end: str, said: Digests) -> dict[str, str]:
    """The new name of each part."""
    old = {
        path.split("/")[1]: value
        for path, value in said.items()
        if path.startswith(f"{field}/") and path.endswith(end) and path.count("/") == 1 + bool(end)
    }
    new: dict[str, str] = {}
    for name, text in texts.items():
        same = [each for each, value in old.items() if value == digest(text)]
        if same:
            new[name] = same[0]
            del old[same[0]]
    rest = [name for name in texts if name not in new]
    new |= dict(zip(rest, _choose_names(rest, list(old), new), strict=True))
    return new


def _choose_names(rest: Sequence[str], old: list[str], new: Mapping[str, str]) -> list[str]:
    if len(rest) == len(old):
        return old
    used = {*old, *new.values()}
    free = [name for name in name_letters(len(used) + len(rest)) if name not in used]
    return free[: len(rest)]
