"""Every `torch.…` name in the cards, looked up in the real PyTorch.

An entry that names what is gone or deprecated must say so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from flashcards.course.model import Cloze, Code, Course, Entry
from flashcards.course.texts import collect_texts

_NAME = re.compile(r"(?<![\w./-])torch(?:\.[A-Za-z_]\w*)+(?![\w/-]|\.\w)")
_QUOTED = re.compile(r"```text\n.*?```", re.DOTALL)
"""A message that is quoted as it came: its names are those of its time and place."""
_MADE_AT_RUN_TIME = ("torch.ops.", "torch.classes.", "torch.npu")
"""Namespaces of registered operators, and the module that a renamed backend gets."""
_FILE_ENDINGS = (".py", ".html", ".cpp", ".h", ".so", ".md", ".org")
_ADMITS = {
    "deprecated": re.compile(r"deprecat|supersed|legacy|old name|renamed", re.I),
    "gone": re.compile(
        r"removed|gone|no longer|supersed|replaced|not exist|never existed|old name|renamed"
        r"|historic",
        re.I,
    ),
}
"""What an entry says that knows of it, by the state of the name."""

PROBE = r"""
import importlib, inspect, json, re, sys, warnings
warnings.simplefilter("ignore")
import torch
def find(name):
    parts = name.split(".")
    value, path = torch, "torch"
    for part in parts[1:]:
        path += "." + part
        try:
            value = getattr(value, part)
        except (AttributeError, RuntimeError):
            try:
                value = importlib.import_module(path)
            except Exception:
                return "gone"
    if isinstance(getattr(value, "__deprecated__", None), str):
        return "deprecated"
    doc = (getattr(value, "__doc__", None) or "")[:600].lower()
    return "deprecated" if ".. deprecated::" in doc or warns(value, name) else "there"
def warns(value, name):
    try:
        source = inspect.getsource(value)
    except (TypeError, OSError):
        return False
    return bool(re.search("`" + re.escape(name) + r"(\([^`]*\))?`+ is deprecated", source))
print(json.dumps({name: find(name) for name in json.load(sys.stdin)}))
"""
"""A program that reads names and prints what each is: "there", "gone" or "deprecated"."""


class Symbol(NamedTuple):
    """A name in an entry that PyTorch no longer has, or advises against."""

    key: str
    name: str
    state: str
    """"gone" or "deprecated"."""


def find_torch_names(entry: Entry) -> set[str]:
    """The `torch.…` names that an entry uses, in its texts and its code."""
    parts = [
        " ".join(leaf) if isinstance(leaf, tuple) else leaf
        for leaf in collect_texts(entry).values()
    ]
    if isinstance(entry, Code) and entry.is_python:
        parts.append(entry.program)
    found = {name for part in parts for name in _NAME.findall(_QUOTED.sub("", part))}
    return {
        name
        for name in found
        if not name.startswith(_MADE_AT_RUN_TIME) and not name.endswith(_FILE_ENDINGS)
    }


def find_used_names(course: Course) -> dict[str, set[str]]:
    """Keys of the entries that are taught to the `torch.…` names in them."""
    return {
        entry.key: names
        for deck in course.decks
        for entry in deck.entries
        if not entry.retired and (names := find_torch_names(entry))
    }


def find_unmentioned_removals(course: Course, states: Mapping[str, str]) -> list[Symbol]:
    """torch names that are gone or deprecated, where neither the entry nor its deck says so.

    The title of a deck stands above each of its cards.
    """
    return [
        Symbol(entry.key, name, states[name])
        for deck in course.decks
        for entry in deck.entries
        for name in sorted(find_torch_names(entry))
        if not entry.retired
        and (admits := _ADMITS.get(states.get(name, "")))
        and not admits.search(f"{deck.title} {_words(entry)}")
    ]


def _words(entry: Entry) -> str:
    code = entry.cloze if isinstance(entry, Cloze) else ""
    return " ".join([code, *(str(leaf) for leaf in collect_texts(entry).values())])
