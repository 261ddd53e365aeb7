"""Plain values to YAML as an author would write it; the reader gives the same values back.

A text of one line stands in its line, quoted only where it must be; one of several lines is
a block. No width is kept: a text is never folded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_STEP = "  "
_PLAIN = re.compile(
    r"(?![\s!&*?|>@%`\"'#,\[\]{}:~=<.\u201c\u201e\u00ab\u2018-])(?!.*(?::\s|:\Z|\s#|\s\Z))[^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff]+"
)
"""A text that needs no quotes behind `name: `."""
_PLAIN_IN_LIST = re.compile(r"[A-Za-z0-9_(](?:[\w().+/ -]*[\w().+/-])?", re.ASCII)
_BLOCK = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\r]*")
"""What a block of lines can hold."""


def write_yaml(value: Mapping[str, Any]) -> str:
    """The lines of a mapping, as a whole file."""
    lines: list[str] = []
    _write_mapping(lines, value, "")
    return "\n".join([*lines, ""])


def write_text(text: str) -> str:
    """A text of one line behind `name: `."""
    if _PLAIN.fullmatch(text):
        return text
    return _quote(text)


def _write_mapping(lines: list[str], value: Mapping[str, Any], indent: str) -> None:
    for name, inner in value.items():
        _write_field(lines, str(name), inner, indent)


def _write_item(lines: list[str], value: Mapping[str, Any], indent: str) -> None:
    if not value:
        lines.append(f"{indent}- {{}}")
        return
    first = len(lines)
    _write_mapping(lines, value, indent + _STEP)
    lines[first] = f"{indent}- {lines[first][len(indent) + 2 :]}"


def _write_field(lines: list[str], name: str, value: Any, indent: str) -> None:
    name = name if name.isalnum() or _PLAIN_IN_LIST.fullmatch(name) else _quote(name)
    if isinstance(value, str):
        _write_scalar(lines, f"{indent}{name}:", value, indent)
    elif isinstance(value, Mapping):
        lines.append(f"{indent}{name}:" if value else f"{indent}{name}: {{}}")
        _write_mapping(lines, value, indent + _STEP)
    elif isinstance(value, list | tuple):
        _write_list(lines, f"{indent}{name}:", value, indent)
    else:
        lines.append(f"{indent}{name}: {_make_text(value)}")


def _write_list(lines: list[str], head: str, values: Sequence[Any], indent: str) -> None:
    if all(
        "\n" not in (each if type(each) is str else str(each)) and not isinstance(each, Mapping)
        for each in values
    ):
        items = (_make_text(each) for each in values)
        shown = (each if _PLAIN_IN_LIST.fullmatch(each) else _quote(each) for each in items)
        lines.append(f"{head} [{', '.join(shown)}]")
        return
    lines.append(head)
    inner = indent + _STEP  # without it, editors offer no fields on an empty line
    for each in values:
        if isinstance(each, Mapping):
            _write_item(lines, each, inner)
        else:
            _write_scalar(lines, f"{inner}-", _make_text(each), inner)


def _write_scalar(lines: list[str], head: str, text: str, indent: str) -> None:
    if "\n" not in text or not _BLOCK.fullmatch(text) or not text.strip("\n"):
        lines.append(f"{head} {write_text(text)}")
        return
    body = text.rstrip("\n")
    ends = len(text) - len(body)
    deeper = "2" if body[0] in " \n\t" else ""
    chomping = {0: "-", 1: ""}.get(ends, "+")
    lines.append(f"{head} |{deeper}{chomping}")
    inner = indent + _STEP
    lines += [inner + line if line else "" for line in body.split("\n")]
    lines += [""] * (ends - 1)


def _make_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _quote(text: str) -> str:
    if not _BLOCK.fullmatch(text) or "\n" in text:
        return json.dumps(text)
    if "\\" not in text and '"' not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"
