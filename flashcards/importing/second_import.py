"""The second import of a source: which item is which, and who changed what.

Items are found again by the source's own ids, or else by what they say and where they stand.
An entry has three sides then: what the source said, what it says now, what the author made of
it. Names of options, steps, things and rows stay with their texts.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from flashcards.importing.entry_maker import name_letters
from flashcards.importing.import_record import NOTHING, Digests, RecordedItem, Values, digest
from flashcards.importing.item import Item
from flashcards.model import Entry
from flashcards.words.message import Message

_DRESSING = ("tags", "why", "stage", "difficulty", "deck")
"""What does not tell one question from another."""
_NAMED_PARTS = {"options": "/text", "steps": "", "compare": "", "rows": "/aspect"}
"""Fields whose parts have names, and where below a name its text stands."""


@dataclass
class MappedItem:
    """An item that became an entry, not yet with its own key."""

    item: Item
    fields: dict[str, Any]
    entry: Entry
    values: Values
    said: Digests
    notes: list[Message]

    @property
    def kind(self) -> str:
        return self.entry.kind

    @property
    def deck(self) -> str:
        """The deck of the source as the record writes it."""
        return "::".join(self.item.deck)


def identify(
    items: Sequence[MappedItem],
    known: Mapping[str, RecordedItem],
    file: str,
    taken: Collection[str],
) -> list[str]:
    """The id of each item: its own, that of an item imported before, or a new number.

    An item without an id is only found among those of the same file that are not `taken`.
    """
    ids = list(_take_own_ids(items))
    without = [number for number, id in enumerate(ids) if not id]
    others = {*ids, *taken}
    mine = {id: each for id, each in known.items() if each.file == file and id not in others}
    found = _match({n: items[n] for n in without}, mine) if mine else {}
    used = {*known, *ids}
    fresh = (str(number) for number in count(1) if str(number) not in used)
    for number in without:
        ids[number] = found.get(number) or next(fresh)
    return ids


def _take_own_ids(items: Sequence[MappedItem]) -> Iterator[str]:
    """The ids of the source; the second item with the same one is told apart."""
    seen: dict[str, int] = {}
    for id in (each.item.id for each in items):
        seen[id] = times = seen.get(id, 0) + 1
        yield id if times == 1 or not id else f"{id}#{times}"


def _match(items: Mapping[int, MappedItem], known: Mapping[str, RecordedItem]) -> dict[int, str]:
    """Items found again: all the same, the same question, else an answer that only one has.

    With neither the question nor the answer in common it is another item.
    """
    found: dict[int, str] = {}
    free = {id: bound for id, bound in known.items() if id.isdigit()}
    for part in (_all_of, _question_of, _answer_of):
        waiting: dict[object, deque[str]] = {}
        for id, bound in free.items():
            waiting.setdefault(part(bound), deque()).append(id)
        left = {number: part(item) for number, item in items.items() if number not in found}
        times = Counter(left.values())
        for number, said in left.items():
            same = waiting.get(said, deque())
            is_one = len(same) == times[said] == 1
            if is_one or (same and part is not _answer_of):
                found[number] = same.popleft()
                del free[found[number]]
    return found


def _all_of(item: MappedItem | RecordedItem) -> object:
    return item.kind, tuple(item.said.items())


def _question_of(item: MappedItem | RecordedItem) -> object:
    return tuple(said for path, said in item.said.items() if path.split("/")[0] == item.kind)


def _answer_of(item: MappedItem | RecordedItem) -> object:
    skipped = (item.kind, *_DRESSING)
    return tuple(said for path, said in item.said.items() if path.split("/")[0] not in skipped)


@dataclass
class Merged:
    """The values to write, and who changed what."""

    values: Values = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    """Paths that the source changed and the author did not."""
    kept: list[str] = field(default_factory=list)
    """Paths that both changed: the author's stand."""
    edited: list[str] = field(default_factory=list)
    """Paths that only the author changed."""
    wrote: Digests = field(default_factory=dict)
    """Where what was written last is not what the source says now."""


def merge(said: Digests, wrote: Digests, source: Values, author: Mapping[str, Any]) -> Merged:
    """Change what only the source changed; where the author changed something, it stays."""
    merged = Merged()
    for path in dict.fromkeys([*author, *source, *said]):
        now, mine = _digest(source, path), _digest(author, path)
        before = said.get(path, NOTHING)
        written = wrote.get(path, before)
        takes = now != before and mine == written
        if takes and mine != now:
            merged.taken.append(path)
        elif mine not in (written, now):
            (merged.edited if now == before else merged.kept).append(path)
        value = source.get(path) if takes or mine == now else author.get(path)
        if value is not None:
            merged.values[path] = value
        if not takes and mine != now:
            merged.wrote[path] = written
    return merged


def keep_author(merged: Merged, said: Digests, wrote: Digests, author: Values) -> Merged:
    """The same with nothing taken: what the author has does not fit to what the source says."""
    wrote = wrote | {path: wrote.get(path, said.get(path, NOTHING)) for path in merged.taken}
    return Merged(
        dict(author), [], [*merged.kept, *merged.taken], merged.edited, merged.wrote | wrote
    )


def _digest(values: Mapping[str, Any], path: str) -> str:
    return digest(values[path]) if path in values else NOTHING


def keep_names(fields: dict[str, Any], said: Digests) -> dict[str, Any]:
    """The fields with the names that their parts had, found by what they say."""
    made, names = dict(fields), dict[str, dict[str, str]]()
    for part_of, end in _NAMED_PARTS.items():
        if isinstance(parts := fields.get(part_of), Mapping):
            texts = {name: _find_text(part, end) for name, part in parts.items()}
            names[part_of] = _rename(texts, part_of, end, said)
            made[part_of] = {names[part_of][name]: part for name, part in parts.items()}
    if new := names.get("options"):
        right = fields["right"]
        made["right"] = new[right] if isinstance(right, str) else [new[name] for name in right]
    if things := names.get("compare"):
        made["rows"] = {
            name: {things.get(part, part): value for part, value in row.items()}
            for name, row in made["rows"].items()
        }
    return made


def _find_text(part: Any, end: str) -> str:
    """What tells a part from others: an option without a reason is its text alone."""
    return part[end.removeprefix("/")] if isinstance(part, Mapping) else str(part)


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
