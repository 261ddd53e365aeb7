"""Mutations of YAML files: of their bytes, and of the tree that they write down."""

from __future__ import annotations

import copy
import random
from typing import Any

import yaml

PIECES = [
    b"\t", b": ", b" #", b"`", b"{", b"}", b"[", b"]", b"- ", b"&a ", b"*a", b"!!x ", b"---\n",
    b"\x00", b"\xff", b"\x1b[0m", b"'", b'"', b"|\n", b">-\n", b"\r", b"?", b"%", b"key: ", b"\n",
    "\u202e".encode(), "中".encode(), b"\xef\xbb\xbf", b"99999999999999999999", b"~", b"",
]  # fmt: skip
VALUES: list[Any] = [
    "", " ", "~", "no", "0", "-1", "1e999", "nan", "9" * 40, "x" * 300, "a/b", "a#0", "![](",
    "![x](../x.svg)", "![](arrow.svg)", "a\u202eb", "\U0001f600", [], {}, [[]], [{}], {"": ""},
    {"text": {}}, ["a", ["b"]], {"a": {"b": {"c": ["d"]}}}, "true", "en", "zh", "1", "term",
]  # fmt: skip
NAMES = [
    "", "key", "term", "code", "concept", "compare", "entries", "deck", "quiz", "lang", "uses",
    "aspect", "why", "text", "points", "rows", "gaps", "1", "501", "Not A Name", "中", "from",
    "picks", "select", "resources", "language", "retired", "wrong", "kyes",
]  # fmt: skip


def of_bytes(raw: bytes, chance: random.Random) -> bytes:
    """The file with pieces put in, taken out and doubled, or its lines in another order."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice([0, 1, 2, 8, 40]))
        piece = chance.choice(PIECES) if chance.random() < 0.8 else raw[at:end] * 2
        raw = raw[:at] + piece + raw[end:]
    if chance.random() < 0.15:
        lines = raw.split(b"\n")
        chance.shuffle(lines)
        raw = b"\n".join(lines)
    return raw


def of_structure(tree: Any, chance: random.Random) -> bytes:
    """The tree with nodes deleted, doubled, moved, renamed or of another type, as YAML."""
    tree = {"top": copy.deepcopy(tree)}
    for _ in range(chance.randint(1, 3)):
        _change(tree, chance)
    text: str = yaml.dump(
        tree.get("top"), Dumper=Plain, allow_unicode=True, sort_keys=False, width=2**20
    )
    return text.encode()


class Plain(yaml.CSafeDumper):
    """Writes a node that is there twice twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _change(tree: Any, chance: random.Random) -> None:
    places = list(_places(tree))
    if not places:
        return
    owner, name = chance.choice(places)
    what = chance.choice(["delete", "double", "move", "swap", "retype", "rename", "wrap"])
    if what == "delete":
        del owner[name]
    elif what == "double" and isinstance(owner, list):
        owner.insert(chance.randrange(len(owner) + 1), owner[name])
    elif what in ("double", "move"):
        _put(copy.deepcopy(owner[name]), *chance.choice(places), chance)
    elif what == "swap":
        other, there = chance.choice(places)
        owner[name], other[there] = copy.deepcopy(other[there]), copy.deepcopy(owner[name])
    elif what == "rename" and isinstance(owner, dict):
        renamed = chance.choice(NAMES) if chance.random() < 0.6 else f"{name}s"
        items = [(renamed if key == name else key, value) for key, value in owner.items()]
        owner.clear()
        owner.update(items)
    elif what == "wrap":
        owner[name] = chance.choice([[owner[name]], {"text": owner[name]}, [owner[name]] * 2])
    else:
        owner[name] = copy.deepcopy(chance.choice(VALUES))


def _put(value: Any, owner: Any, name: Any, chance: random.Random) -> None:
    """Put a node into another one, or in its place."""
    target = owner[name]
    if isinstance(target, list):
        target.insert(chance.randrange(len(target) + 1), value)
    elif isinstance(target, dict):
        target[chance.choice(NAMES)] = value
    else:
        owner[name] = value


def _places(tree: Any) -> Any:
    """Every node below the top, as its owner and its name there."""
    for name in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, name
        if isinstance(tree[name], dict | list):
            yield from _places(tree[name])
