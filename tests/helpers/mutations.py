"""Mutations of files: of bytes, lines and parts, and of the tree or tables that they hold.

A mutation is drawn from a `random.Random`, so the same one makes the same file again.
"""

from __future__ import annotations

import copy
import importlib
import io
import json
import random
import sqlite3
import xml.etree.ElementTree as ET
import zipfile
from contextlib import closing, suppress
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


FOREIGN_PIECES = [
    b'"', b'""', b",", b";", b"\t", b"|", b"\n", b"\r\n", b"\x00", b"\xff", b"\xef\xbb\xbf", b"{",
    b"}", b"=", b"~", b"%50%", b"%-1e999%", b"->", b"#", b"####", b"::", b"{{c1::", b"}}", b"<",
    b">", b"</", b"&", b"&#0;", b"&amp;", b"<![CDATA[", b"]]>", b"<img src='x'>", b"<pre>",
    b"<table>", b"[[1]]", b"{1:SA:=a}", b"$$", b"\\(", b"\\", b"`", b"```\n", b"![](",
    b"#separator:tab\n", b"nan", b"-1", b"9" * 40, b"null", b"[", b"]", "\u202e".encode(),
    "中①²".encode(), b"\xe9", b"A B", b"",
]  # fmt: skip
DELIMITERS = [b",", b"\t", b"\n", b";", b"|", b"<", b">", b"{", b"}", b"~", b"=", b" ", b'"', b":"]
ZSTD = b"\x28\xb5\x2f\xfd"
_ODD: list[Any] = [
    None,
    "",
    "x",
    -1,
    0,
    2**62,
    1e300,
    b"\xff\x00",
    "9" * 40,
    "a\x1fb",
    "{}",
    "[]",
    "::",
]


def mutate_yaml(raw: bytes, chance: random.Random) -> bytes:
    """The file as a hand slips: its bytes, its lines, or the tree that it writes down."""
    how = chance.random()
    if how < 0.4:
        return mutate_lines(raw, chance)
    if how < 0.65:
        return mutate_bytes(raw, chance, PIECES)
    text: str = yaml.dump(
        mutate_tree(yaml.load(raw, Loader=yaml.CBaseLoader), chance),
        Dumper=Plain, allow_unicode=True, sort_keys=False, width=2**20,
    )  # fmt: skip
    return mutate_lines(text.encode(), chance) if how > 0.9 else text.encode()


def mutate_foreign(raw: bytes, chance: random.Random) -> bytes:
    """The file of another program, by what it is; one in five is only damaged."""
    if chance.random() < 0.2:
        return mutate_bytes(raw, chance, FOREIGN_PIECES)
    if raw.startswith(b"PK"):
        return _mutate_zip(raw, chance)
    if raw.startswith(ZSTD):
        zstd = import_zstd()
        return bytes(zstd.compress(mutate_foreign(zstd.decompress(raw), chance)))
    if raw.startswith(b"SQLite"):
        return _mutate_database(raw, chance)
    with suppress(ValueError):  # a text may begin with a brace too
        if raw.startswith((b"{", b"[")):
            return json.dumps(mutate_tree(json.loads(raw), chance), ensure_ascii=False).encode()
    if raw.startswith(b"<") and chance.random() < 0.7:
        with suppress(ET.ParseError):
            return _mutate_xml(raw, chance)
    return chance.choice([mutate_lines, _mutate_parts])(raw, chance)


def mutate_bytes(raw: bytes, chance: random.Random, pieces: list[bytes]) -> bytes:
    """The file with pieces put in, taken out and doubled."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice([0, 1, 2, 8, 40]))
        piece = chance.choice(pieces) if chance.random() < 0.8 else raw[at:end] * 2
        piece *= 1000 if chance.random() < 0.02 else 1
        raw = raw[:at] + piece + raw[end:]
    return raw


def mutate_lines(raw: bytes, chance: random.Random) -> bytes:
    """The file with lines set in or out, joined, doubled, moved, cut off or lost."""
    lines = raw.split(b"\n")
    if chance.random() < 0.05:
        chance.shuffle(lines)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        line, end = lines[at], min(len(lines), at + chance.choice([1, 1, 2, 5]))
        match chance.choice(["in", "in", "out", "join", "double", "move", "cut", "lose", "text"]):
            case "in":
                by = b" " * chance.choice([1, 2, 2, 4])
                lines[at:end] = [by + each for each in lines[at:end]]
            case "out":
                by = b" " * chance.choice([1, 2, 2, 4])
                lines[at:end] = [each.removeprefix(by) for each in lines[at:end]]
            case "join":
                lines[at : at + 2] = [b" ".join(lines[at : at + 2])]
            case "double":
                lines[at:at] = lines[at:end]
            case "move":
                lines.insert(chance.randrange(len(lines) + 1), line)
            case "cut":
                lines[at] = line[: chance.randrange(len(line) + 1)]
            case "lose":
                del lines[at:end]
            case _:
                lines[at] = line + chance.choice([b" text", b" {a: b}", b" |", b":", b" #", b'"'])
        lines = lines or [b""]
    return b"\n".join(lines)


def _mutate_parts(raw: bytes, chance: random.Random) -> bytes:
    """The file with what stands between two signs lost, doubled, moved or replaced."""
    delimiter = chance.choice([each for each in DELIMITERS if each in raw] or [b" "])
    parts = raw.split(delimiter)
    for _ in range(chance.randint(1, 3)):
        at, to = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.choice(["lose", "double", "swap", "empty", "odd", "cut"]):
            case "lose" if len(parts) > 1:
                del parts[at]
            case "double":
                parts.insert(to, parts[at])
            case "swap":
                parts[at], parts[to] = parts[to], parts[at]
            case "empty":
                parts[at] = b""
            case "cut":
                parts[at:] = parts[at : at + 1]
            case _:
                parts[at] = chance.choice(FOREIGN_PIECES)
    return delimiter.join(parts)


def mutate_tree(tree: Any, chance: random.Random) -> Any:
    """The tree with nodes deleted, doubled, moved, renamed or of another type."""
    tree = {"top": copy.deepcopy(tree)}
    for _ in range(chance.randint(1, 3)):
        _change(tree, chance)
    return tree.get("top")


def _mutate_xml(raw: bytes, chance: random.Random) -> bytes:
    """The document with elements and attributes lost, doubled, moved or changed."""
    root = ET.fromstring(raw)
    for _ in range(chance.randint(1, 3)):
        owners = [each for each in root.iter() if len(each)]
        if not owners:
            break
        owner, other = chance.choice(owners), chance.choice(owners)
        element = chance.choice(list(owner))
        match chance.choice(["lose", "double", "rename", "text", "attribute", "empty"]):
            case "lose":
                owner.remove(element)
            case "double":
                other.insert(chance.randrange(len(other) + 1), copy.deepcopy(element))
            case "rename":
                element.tag = chance.choice([*(each.tag for each in root.iter()), "x"])
            case "text":
                element.text = str(chance.choice([each for each in VALUES if type(each) is str]))
            case "attribute":
                for name in [*element.attrib][:1]:
                    element.set(name, chance.choice(["", "-1", "nan", "x", "1e999", "100"]))
            case _:
                element[:] = []
    return ET.tostring(root, encoding="utf-8")


def _mutate_zip(raw: bytes, chance: random.Random) -> bytes:
    """The archive with one member changed, renamed or lost."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(list(members))
    what = chance.random()
    if what > 0.2:
        members[name] = mutate_foreign(members[name], chance)
    else:
        data = members.pop(name)
        members |= (
            {chance.choice(["x", f"{name}b", "media", "0", "../x"]): data} if what < 0.1 else {}
        )
    return pack(members)


def pack(members: dict[str, bytes]) -> bytes:
    """An archive of these files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


def _mutate_database(raw: bytes, chance: random.Random) -> bytes:
    """The database with values, rows, columns or tables changed, lost or doubled."""
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(raw[:18] + b"\1\1" + raw[20:])
        base.create_collation("unicase", lambda one, two: (one > two) - (one < two))
        tables = [
            name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        for _ in range(chance.randint(1, 3)):
            table = chance.choice([*(each for each in tables if each in ("col", "notes")), *tables])
            with suppress(sqlite3.Error, IndexError):  # a table that was renamed before
                _change_table(base, table, chance)
        base.commit()
        return bytes(base.serialize())


def _change_table(base: sqlite3.Connection, table: str, chance: random.Random) -> None:
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    column = chance.choice(columns)
    one = f"rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET {chance.randrange(3)})"
    match chance.choice(["value", "value", "text", "text", "rows", "column", "table"]):
        case "value":
            base.execute(f"UPDATE {table} SET {column} = ? WHERE {one}", [chance.choice(_ODD)])
        case "text":
            found = base.execute(f"SELECT {column} FROM {table} WHERE {one}").fetchone()
            value = found[0] if found else ""
            if isinstance(value, bytes):
                value = mutate_foreign(value, chance)
            else:
                value = mutate_foreign(str(value).encode(), chance).decode(errors="replace")
            base.execute(f"UPDATE {table} SET {column} = ? WHERE {one}", [value])
        case "rows":
            base.execute(f"DELETE FROM {table} WHERE {chance.choice([one, 'TRUE'])}")
        case "column":
            base.execute(f"ALTER TABLE {table} RENAME COLUMN {column} TO x")
        case _:
            base.execute(f"ALTER TABLE {table} RENAME TO y")


def import_zstd() -> Any:
    try:
        return importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        return importlib.import_module("backports.zstd")


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
