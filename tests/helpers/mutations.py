"""Mutations of files: of bytes and lines, and of the tree that they hold.

A mutation is drawn from a `random.Random`, so the same one makes the same file again.
"""

import copy
import io
import json
import random
import zipfile
from contextlib import suppress
from typing import Any

import yaml

from flashcards.anki.reader import zstd

PIECES = [
    b"\t", b": ", b" #", b"`", b"{", b"}", b"[", b"]", b"- ", b"&a ", b"*a", b"!!x ", b"---\n",
    b"\x00", b"\xff", b"\x1b[0m", b"'", b'"', b"|\n", b">-\n", b"\r", b"?", b"%", b"key: ", b"\n",
    "\u202e".encode(), "中①²".encode(), b"\xef\xbb\xbf", b"9" * 40, b"~", b"", b",", b";", b"=",
    b"%-1e999%", b"::", b"{{c1::", b"}}", b"<", b"</", b"&#0;", b"<![CDATA[", b"]]>",
    b"<img src='x'>", b"<pre>", b"<table>", b"$$", b"\\(", b"\\", b"```\n", b"![](", b"nan", b"-1",
]  # fmt: skip
VALUES: list[Any] = [
    "", " ", "~", "no", "0", "-1", "1e999", "nan", "9" * 40, "x" * 300, "a/b", "a#0", "![](",
    "![x](../x.svg)", "a\u202eb", "\U0001f600", [], {}, [[]], [{}], {"": ""}, {"text": {}},
    ["a", ["b"]], {"a": {"b": {"c": ["d"]}}}, "true", "en", "zh", "1", "term",
]  # fmt: skip
NAMES = [
    "", "key", "term", "code", "concept", "compare", "entries", "deck", "quiz", "lang", "uses",
    "aspect", "why", "text", "points", "rows", "gaps", "1", "501", "Not A Name", "from", "picks",
    "select", "resources", "language", "retired", "wrong", "kyes",
]  # fmt: skip
ZSTD = b"\x28\xb5\x2f\xfd"


def mutate(raw: bytes, chance: random.Random, is_yaml: bool = False) -> bytes:
    """Return the file with a few mistakes, by what it is; one in five is only damaged."""
    if chance.random() < 0.2:
        return _mutate_bytes(raw, chance)
    if raw.startswith(b"PK"):
        return _mutate_zip(raw, chance)
    if raw.startswith(ZSTD):
        return bytes(zstd.compress(mutate(zstd.decompress(raw), chance)))
    if raw.startswith((b"{", b"[")) or (is_yaml and chance.random() < 0.5):
        with suppress(ValueError, yaml.YAMLError):  # a text may begin with a brace too
            tree = _mutate_tree(yaml.load(raw, Loader=yaml.CBaseLoader), chance)
            if not is_yaml:
                return json.dumps(tree, ensure_ascii=False).encode()
            return yaml.dump(tree, Dumper=Plain, allow_unicode=True, sort_keys=False).encode()
    return _mutate_lines(raw, chance)


def _mutate_bytes(raw: bytes, chance: random.Random) -> bytes:
    """Return the file with pieces put in, taken out and doubled."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice([0, 1, 2, 8, 40]))
        piece = chance.choice(PIECES) if chance.random() < 0.8 else raw[at:end] * 2
        piece *= 1000 if chance.random() < 0.02 else 1
        raw = raw[:at] + piece + raw[end:]
    return raw


def _mutate_lines(raw: bytes, chance: random.Random) -> bytes:
    """Return the file with lines set in or out, joined, cut off or with more text."""
    lines = raw.split(b"\n")
    for _ in range(chance.randint(1, 3)):
        at, by = chance.randrange(len(lines)), b" " * chance.choice([1, 2, 4])
        line = lines[at]
        lines[at] = chance.choice([
            by + line, line.removeprefix(by), line[: chance.randrange(len(line) + 1)],
            line + chance.choice([b" text", b" {a: b}", b" |", b":", b" #", b'"']),
            b" ".join([line, lines.pop(at + 1) if at + 1 < len(lines) else b""]),
        ])  # fmt: skip
    return b"\n".join(lines)


def _mutate_tree(tree: Any, chance: random.Random) -> Any:
    """Return the tree with nodes deleted, copied, wrapped, renamed or of another type."""
    tree = {"top": copy.deepcopy(tree)}
    for _ in range(chance.randint(1, 3)):
        places = list(_list_places(tree))
        if not places:
            break
        owner, name = chance.choice(places)
        other, there = chance.choice(places)
        match chance.randrange(5):
            case 0:
                del owner[name]
            case 1:
                owner[name] = copy.deepcopy(other[there])
            case 2:
                owner[name] = chance.choice([[owner[name]], {"text": owner[name]}])
            case 3 if isinstance(owner, dict):
                renamed = chance.choice([*NAMES, f"{name}s"])
                items = [(renamed if key == name else key, owner[key]) for key in owner]
                owner.clear()
                owner.update(items)
            case _:
                owner[name] = copy.deepcopy(chance.choice(VALUES))
    return tree.get("top")


def _list_places(tree: Any) -> Any:
    """Yield every node below the top, as its owner and its name there."""
    for name in list(tree) if isinstance(tree, dict) else range(len(tree)):
        yield tree, name
        if isinstance(tree[name], dict | list):
            yield from _list_places(tree[name])


def _mutate_zip(raw: bytes, chance: random.Random) -> bytes:
    """Return the archive with one member changed, renamed or lost."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(list(members))
    data, what = members.pop(name), chance.random()
    if what > 0.2:
        members[name] = mutate(data, chance)
    elif what > 0.1:
        members[chance.choice(["x", f"{name}b", "media", "0", "../x"])] = data
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


class Plain(yaml.CSafeDumper):
    """Writes a node that is there twice twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True
