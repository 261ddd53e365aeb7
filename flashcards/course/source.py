"""One YAML file as plain values, each with its place in the file.

Every scalar stays the text that was written: `no`, `12:30` and `1e3` are words here. What YAML
reads otherwise than its author meant is a problem: a ` #` in prose, a backslash in double quotes,
curly quotes, anchors. A syntax error ends its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

import yaml

from flashcards.errors import MAX_PROBLEMS, Position, Problem, ProblemsFound
from flashcards.text.plain_text import read_word_list

MAX_DEPTH = 32
MAX_FILE_BYTES = 16 * 1024 * 1024
_MAX_UNCHECKED_DEPTH = 1000
"""Levels that the parser, which calls itself for each, surely survives."""

Path: TypeAlias = tuple[str | int, ...]
"""The way from the top of a file to a value in it."""

UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
"""Control characters, line breaks that editors do not count, and overrides of the text order."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_INDENT = re.compile(r"^[ \t?-]+", re.MULTILINE)
_COMMENT = re.compile(r"[ \t]+(?=#)")
_CURLY_QUOTED = re.compile("[“„«‘´＂‹][^“-„«»‘’´＂‹›]*[”“»’´＂›]")
_LOST_BACKSLASH = re.compile(
    r"(?<!\\)(?:\\\\)*(?P<lost>\\(?:_|n(?:abla|eg|eq|ot|otin)|r(?:angle|ho|ight|ightarrow)"
    r"|t(?:anh|au|ext[a-z]*|frac|heta|ilde|imes|op|riangle))(?![A-Za-z])"
    r"|(?<=\$)\\[nrt][a-z]|\b[A-Z]:\\(?!\\|n[A-Z\s])\w)"
)
"""Commands of TeX, and paths of Windows, whose first letters are an escape of YAML."""
_NOT_PROSE = read_word_list(
    "as_of case count deck difficulty from id key kind lang language lock minutes needs pass_mark "
    "points quiz seed shuffle stage status url"
)
"""Fields in which a comment after the value is harmless."""

_LOOK = "look for a missing quote, bracket or indentation at or above this line"
_BEGINS = "a text cannot begin with '{sign}'; put the text in quotes: \"…\""
_SYNTAX_ERRORS = {
    "cannot start any token": _BEGINS,
    "alias": _BEGINS,
    "anchor": _BEGINS,
    "tag": _BEGINS,
    "unknown escape": "in double quotes a backslash is an escape; double it, or use single quotes",
    "mapping values": f"': ' inside a text that has no quotes; {_LOOK}",
    "quoted scalar": f"this {{sign}} is never closed; {_LOOK}",
    "simple key": f"this line has no field: a colon is missing; {_LOOK}",
    "flow": "these brackets cannot be read: a quote, a comma or a closing bracket is missing",
    "block": f"this line does not fit those above it; {_LOOK}",
}
"""Words of the parser to a plain sentence."""
_TOLD_AT_THEIR_BEGINNING = ("quoted scalar", "simple key", "flow", "alias", "anchor", "tag")


def decode_source(raw: bytes, file: str) -> str:
    """Return UTF-8 text without characters that nobody sees. Raises ProblemsFound."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ProblemsFound([Problem(Position(file), "the file is UTF-16; save it as UTF-8")])
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        at = _locate_character(raw[: error.start].decode("utf-8"), error.start, file)
        raise ProblemsFound([Problem(at, "the file is not UTF-8 here; save it as UTF-8")]) from None
    if UNSAFE.search(text):
        raise ProblemsFound(
            Problem(
                _locate_character(text, match.start(), file),
                f"the invisible character U+{ord(match[0]):04X} is not allowed; remove it",
            )
            for match in islice(UNSAFE.finditer(text), 100)  # a file with more is not a text
        )
    return text


def _locate_character(text: str, index: int, file: str) -> Position:
    before = text[:index]
    return Position(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


class Source:
    """One YAML file: plain values (dict, list, str), their places, and its problems.

    `data` is None if the file could not be read at all.
    """

    def __init__(self, raw: bytes | str, file: str, lang: str = "") -> None:
        self.file = file
        self.lang = lang
        """The name of the folder that a translation lies in."""
        self.problems: list[Problem] = []
        self.text = raw if isinstance(raw, str) else raw.decode(errors="replace")
        self.data: Any = None
        self._node: yaml.Node | None = None
        self._members: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}
        self._anchored: set[int] = set()
        try:
            if isinstance(raw, bytes):
                self.text = decode_source(raw, file)
            self._node = self._compose()
            self.data = self._convert(self._node, 0)
        except ProblemsFound as error:
            self.problems += error.problems
        except yaml.YAMLError as error:
            self._add_syntax_error(error)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the file; none if it is not a mapping."""
        return self.data if isinstance(self.data, dict) else {}

    def _compose(self) -> yaml.Node:
        """Return the nodes of the only document. Raises ProblemsFound and YAMLError."""
        indent = max(map(len, _INDENT.findall(self.text)), default=0)
        if self.text.count("[") + self.text.count("{") + 2 * indent > _MAX_UNCHECKED_DEPTH:
            depth = 0
            for event in yaml.parse(self.text, _LOADER):
                depth += isinstance(event, yaml.CollectionStartEvent)
                depth -= isinstance(event, yaml.CollectionEndEvent)
                if depth > MAX_DEPTH:
                    raise self._make_too_deep(event)
        loader = _LOADER(self.text)
        try:
            node: yaml.Node | None = loader.get_node() if loader.check_node() else None
            if loader.check_node():
                message = "a second document begins here; remove the line '---'"
                self._report(loader.get_node(), message)
        finally:
            loader.dispose()
        if node is None:
            message = "the file is empty; remove it, or begin it with 'deck: my-deck'"
            raise ProblemsFound([Problem(Position(self.file), message)])
        return node

    def _make_too_deep(self, node: Any) -> ProblemsFound:
        message = f"nested deeper than {MAX_DEPTH} levels; look for brackets that are never closed"
        return ProblemsFound([Problem(self._position(node.start_mark), message)])

    def _add_syntax_error(self, error: Any) -> None:
        """Add the problem that a syntax error is, where the part begins that it is in."""
        problem = str(getattr(error, "problem", None) or error).split("\n", 1)[0]
        context = str(getattr(error, "context", None) or "")
        said = f"{problem} {context}"
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        is_begun = any(part in context for part in _TOLD_AT_THEIR_BEGINNING)
        if is_begun and "unknown escape" not in problem:
            mark = error.context_mark or mark
        lines = self._lines or [""]
        line, column = (mark.line, mark.column) if mark else (0, 0)
        if line >= len(lines):
            line, column = len(lines) - 1, 0
        sign = lines[line][column : column + 1]
        sentences = (_SYNTAX_ERRORS[words] for words in _SYNTAX_ERRORS if words in said)
        message = next(sentences, f"not YAML: {problem}; {_LOOK}").replace("{sign}", sign)
        if sign == "\t":
            message = f"a tab cannot indent; {_LOOK}"
        self._add_at(Position(self.file, line + 1, column + 1), message)

    def _convert(self, node: Any, depth: int) -> Any:
        """Return a node as plain values, and report what YAML reads otherwise than meant."""
        if self.text[node.start_mark.index : node.start_mark.index + 1] in ("&", "!"):
            if id(node) in self._anchored and not isinstance(node, yaml.ScalarNode):
                return ""  # an alias: a few of them could stand for millions of values
            self._anchored.add(id(node))
            message = "anchors, aliases and tags (&, *, !) are not allowed"
            self._report(node, f"{message}; write the text out, or put it in quotes")
        elif isinstance(node, yaml.ScalarNode):
            self._check_quotes(node)
        if isinstance(node, yaml.ScalarNode):
            return node.value
        if depth >= MAX_DEPTH:
            raise self._make_too_deep(node)
        if isinstance(node, yaml.SequenceNode):
            for item in node.value if node.flow_style else ():
                if isinstance(item, yaml.ScalarNode) and not item.style and "，" in item.value:
                    message = "a wide comma does not end a text; write ',', or quote the text"
                    self._report(item, message)
            return [self._convert(item, depth + 1) for item in node.value]
        return self._convert_mapping(node, depth)

    def _convert_mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Any]:
        members: dict[str, tuple[yaml.Node, yaml.Node]] = {}
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            is_cut = node.flow_style and value_node.start_mark.index == key_node.end_mark.index
            if key is None:
                self._report(key_node, "a key must be text; write 'key: value'")
            elif values and is_cut:
                message = "a comma ends a text in braces that has no quotes; put the text in quotes"
                self._report(key_node, "a space is missing after ':'" if ":" in key else message)
            elif key in values:
                first = self._position(members[key][0].start_mark)
                message = f"field '{key}' is repeated, first at {first}; remove one of the two"
                self._report(key_node, message)
            else:
                self._check_quotes(key_node)
                if self.text.startswith(":\t", key_node.end_mark.index):
                    self._report(key_node, "a tab stands behind the colon; write a space")
                values[key] = self._convert(value_node, depth + 1)
                members[key] = key_node, value_node
                if key not in _NOT_PROSE and isinstance(value_node, yaml.ScalarNode):
                    self._check_comment(value_node)
        self._members[id(node)] = members
        return values

    def _check_quotes(self, node: Any) -> None:
        """Report curly quotes, and backslashes that double quotes turn into other characters."""
        if not node.style and node.value[:1] > "\x7f" and _CURLY_QUOTED.fullmatch(node.value):
            message = f"curly quotes such as '{node.value[0]}' do not quote a text; put it in \"…\""
            self._report(node, message)
        if not node.style and node.value.endswith('"') and node.value.count('"') == 1:
            self._report(node, "a quote ends this text, and none begins it; add one, or remove it")
        if node.style != '"':
            return
        start, hint = node.start_mark.index, "double the backslash, or write it in single quotes"
        lost = _LOST_BACKSLASH.search(self.text, start, node.end_mark.index)
        if lost:
            at = _locate_character(self.text, lost.start("lost"), self.file)
            self._add_at(at, f"double quotes change '{lost['lost']}' in this text; {hint}")
        elif unsafe := UNSAFE.search(node.value):
            message = f"a backslash makes the invisible character U+{ord(unsafe[0]):04X} here"
            self._report(node, f"{message}; {hint}")

    def _check_comment(self, node: Any) -> None:
        """Report a ` #` in prose without quotes: a comment to YAML, and a lost text."""
        comment = _COMMENT.match(self.text, node.end_mark.index)
        if comment and not node.style:
            end = self._position(node.end_mark)
            message = (
                "the text is cut off here: ' #' begins a comment; "
                "quote the text, or put the comment on a line of its own"
            )
            self._add_at(end._replace(column=end.column + len(comment[0])), message)

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines()

    def _position(self, mark: Any) -> Position:
        return Position(self.file, mark.line + 1, mark.column + 1)

    def _find(self, path: Sequence[str | int]) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        """Yield key and value of each step of a path, as far as it is in the file.

        A step of the models may have another name there: see `WRITTEN_AS` and `options`.
        """
        node: Any = self._node
        for number, name in enumerate(path):
            if isinstance(node, yaml.SequenceNode):
                if name == "key" and number + 1 < len(path):
                    continue  # `uses` as a list of keys
                if not isinstance(name, int) or not 0 <= name < len(node.value):
                    return
                node = node.value[name]
                yield node, node
                continue
            members = self._members.get(id(node), {})
            is_side = name in ("right", "wrong") and number + 1 < len(path)
            if is_side and "options" in members:
                name = "options"
            elif name == "reasons" and "reasons" not in members:
                name = "why"
            if str(name) in members:
                key, node = members[str(name)]
                yield key, node
            elif name != "cells":
                return

    def get(self, path: Sequence[str | int]) -> Any:
        """Return the value at a path; an empty mapping if nothing is there."""
        value = self.data
        for name in path:
            try:
                value = value[name]
            except (LookupError, TypeError):
                return {}
        return value

    def locate(self, path: Sequence[str | int], key: bool = False, line: int = 0) -> Position:
        """Return where the value at a path begins, or its key, or a line of its block, from 1.

        Of a path that is not in the file, the nearest part that is.
        """
        steps = list(self._find(path))
        if not steps:
            return self._position(self._node.start_mark) if self._node else Position(self.file)
        node = steps[-1][0 if key else 1]
        at = self._position(node.start_mark)
        if line and isinstance(node, yaml.ScalarNode) and node.style == "|":
            text = self._lines[at.line + line - 1]
            return Position(self.file, at.line + line, len(text) - len(text.lstrip()) + 1)
        return at

    def is_folded(self, path: Sequence[str | int]) -> bool:
        """Return whether YAML makes one line of the several of a text."""
        node: Any = [value for _, value in self._find(path)][-1]
        is_plain = isinstance(node, yaml.ScalarNode) and node.style in (None, "", ">")
        return is_plain and node.end_mark.line > node.start_mark.line + (node.style == ">")

    def add(
        self, path: Sequence[str | int], message: str, key: bool = False, line: int = 0
    ) -> None:
        """Add a problem with the value at a path, with its key, or with a line of its block."""
        self._add_at(self.locate(path, key, line), message)

    def _report(self, node: Any, message: str) -> None:
        self._add_at(self._position(node.start_mark), message)

    def _add_at(self, at: Position, message: str) -> None:
        if len(self.problems) == MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS} problems; fix those above first"
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(Problem(at, message))
