"""YAML files: plain values with their places, problems at those places, and writing.

Every scalar stays the text that was written: `no`, `12:30` and `1e3` are words here. What YAML
reads otherwise than its author meant is a problem: a ` #` in prose, a backslash in double quotes,
curly quotes, anchors. A syntax error ends its file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from flashcards.course.checks import Known, ValuePath, check_record
from flashcards.course.model import (
    KEY_PATTERN,
    LANGUAGE_PATTERN,
    NOT_EMPTY,
    TAG_PATTERN,
    URL_PATTERN,
    Record,
)
from flashcards.errors import MAX_PROBLEMS, Position, Problem, suggest

MAX_DEPTH = 32
MAX_FILE_BYTES = 16 * 1024 * 1024
_MAX_UNCHECKED = 200
"""Brackets and characters of indentation that kill no parser."""

AnyRecord = TypeVar("AnyRecord", bound=Record)

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
"""What YAML's double quotes change: the `\\t` of `\\theta` is a tab, that of `C:\\temp` too."""
_NOT_PROSE = {
    "as_of", "case", "count", "deck", "difficulty", "from", "id", "key", "kind", "lang", "language",
    "lock", "minutes", "needs", "pass_mark", "points", "quiz", "seed", "shuffle", "stage", "status",
    "url",
}  # fmt: skip
"""Fields in which a comment after the value is harmless."""
_LOOK = "look for a missing quote, bracket or indentation at or above this line"
_SYNTAX_ERRORS = {
    "start any token|alias|anchor|tag": "a text cannot begin with this character; put it in quotes",
    "unknown escape": "in double quotes a backslash is an escape; double it, or use single quotes",
    "mapping values": f"': ' inside a text that has no quotes; {_LOOK}",
    "quoted scalar": f"this quote is never closed; {_LOOK}",
    "simple key": f"this line has no field: a colon is missing; {_LOOK}",
    "flow": "these brackets cannot be read: a quote, a comma or a closing bracket is missing",
    "block": f"this line does not fit those above it; {_LOOK}",
}
"""Words of the parser to a plain sentence."""
_BRANCH = re.compile(r"\[key\]|constrained-str|dict\[.*")
"""Steps in the place of pydantic's errors that are not in the data: keys, and parts of unions."""

_PATTERN_RULES = {
    KEY_PATTERN: "must be lower-case letters and digits, joined by single hyphens",
    TAG_PATTERN: "must be lower-case letters, digits and hyphens",
    LANGUAGE_PATTERN: "must be a language code such as 'en'",
    URL_PATTERN: "must be a whole address that begins with https:// or http://",
    NOT_EMPTY: "must not be empty",
}
_RULES = {
    "string_type": "must be text; put it in quotes",
    "string_too_long": "must be at most {max_length} characters",
    "too_long": "must have at most {max_length} parts, not {actual_length}",
    "too_short": "needs at least {min_length}, not {actual_length}",
    "bool": "must be true or false",
    "literal_error": "must be {expected}",
    "int": "must be a whole number",
    "float": "must be a number",
    "greater_than_equal": "must be {ge:g} or more",
    "less_than_equal": "must be {le:g} or less",
    "tuple": "must be a list; write [one, two]",
    "dict": "must be a mapping of names; give each a name that stays: {{a: …, b: …}}",
    "model": "must be a mapping; write 'name: text', one a line",
}
"""What is wrong by the type of pydantic's error, or its first word, and a hint."""


class YamlFile:
    """One YAML file: plain values (dict, list, str), their places, and its problems.

    `data` is None if the file could not be read at all.
    """

    def __init__(self, raw: bytes | str | None, file: str, role: str = "", lang: str = "") -> None:
        self.file = file
        self.role = role
        """What it holds: course, resources, decks, quizzes or translations."""
        self.lang = lang
        """The name of the folder that a translation lies in."""
        self.problems: list[Problem] = []
        self.text = raw if isinstance(raw, str) else (raw or b"").decode(errors="replace")
        self.data: Any = None
        self._node: yaml.Node | None = None
        self._members: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}
        if raw is None or (isinstance(raw, bytes) and not self._decode(raw)):
            return
        try:
            if self._is_too_deep():
                return
            self._node = yaml.compose(self.text, _LOADER)
        except yaml.YAMLError as error:
            self._add_syntax_error(error)
        if self._node:
            self.data = self._convert(self._node)
        elif not self.problems:
            self.add(0, "the file is empty; remove it, or begin it with 'deck: my-deck'")

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the file; none if it is not a mapping."""
        return self.data if isinstance(self.data, dict) else {}

    def _decode(self, raw: bytes) -> bool:
        """Read UTF-8, and return whether it has no characters that nobody sees."""
        try:
            self.text = raw.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            self.text = raw[: error.start].decode() + self.text[error.start :]
            index = len(raw[: error.start].decode())
            self.add(index, "the file is not UTF-8 here; save it as UTF-8")
        else:
            if unsafe := UNSAFE.search(self.text):
                message = f"the invisible character U+{ord(unsafe[0]):04X} is not allowed"
                self.add(unsafe.start(), f"{message}; remove it")
        return not self.problems

    def _is_too_deep(self) -> bool:
        """Report a file that is nested more deeply than parser and `_convert` survive."""
        indent = max(map(len, _INDENT.findall(self.text)), default=0)
        if self.text.count("[") + self.text.count("{") + indent <= _MAX_UNCHECKED:
            return False
        depth = 0
        event: Any
        for event in yaml.parse(self.text, _LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MAX_DEPTH:
                message = f"nested deeper than {MAX_DEPTH} levels"
                hint = "look for brackets that are never closed"
                self.add(event.start_mark.index, f"{message}; {hint}")
                return True
        return False

    def _add_syntax_error(self, error: Any) -> None:
        """Add a syntax error where the text or the brackets begin that it is in."""
        problem = str(getattr(error, "problem", None) or error).split("\n", 1)[0]
        context = str(getattr(error, "context", None) or "")
        mark = getattr(error, "problem_mark", None)
        if re.search("quoted scalar|simple key|flow|alias|anchor|tag", context):
            mark = error.context_mark if "unknown escape" not in problem else mark
        sentences = (_SYNTAX_ERRORS[w] for w in _SYNTAX_ERRORS if re.search(w, problem + context))
        index = min(mark.index if mark else 0, len(self.text.rstrip()))
        self.add(index, next(sentences, f"not YAML: {problem}; {_LOOK}"))

    def _convert(self, node: Any) -> Any:
        """Return a node as plain values, and report what YAML reads otherwise than meant."""
        start = node.start_mark.index
        if self.text[start : start + 1] in ("&", "!"):
            message = "anchors, aliases and tags (&, *, !) are not allowed"
            self.add(start, f"{message}; write the text out, or put it in quotes")
            if not isinstance(node, yaml.ScalarNode):
                return ""  # a few aliases could stand for millions of values
        if isinstance(node, yaml.ScalarNode):
            self._check_quotes(node)
            return node.value
        if isinstance(node, yaml.SequenceNode):
            for item in node.value:
                is_plain = isinstance(item, yaml.ScalarNode) and not item.style
                if node.flow_style and is_plain and "，" in item.value:
                    message = "a wide comma ends no text; write ',', or quote the text"
                    self.add(item.start_mark.index, message)
            return [self._convert(item) for item in node.value]
        members = self._members[id(node)] = {}
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key, at = key_node.value, key_node.start_mark.index
            if not isinstance(key_node, yaml.ScalarNode):
                self.add(at, "a key must be text; write 'key: value'")
            elif key in values:
                first = self._place(members[key][0].start_mark.index)
                message = f"field '{key}' is repeated, first at {first}; remove one of the two"
                self.add(at, message)
            else:
                self._check_quotes(key_node)
                values[key] = self._convert(value_node)
                members[key] = key_node, value_node
                if isinstance(value_node, yaml.ScalarNode) and value_node.style in (None, "", ">"):
                    self._check_unquoted(key, value_node)
        return values

    def _check_quotes(self, node: Any) -> None:
        """Report curly quotes, and backslashes that double quotes turn into other characters."""
        start, text = node.start_mark.index, node.value
        if not node.style and text[:1] > "\x7f" and _CURLY_QUOTED.fullmatch(text):
            message = f"curly quotes such as '{text[0]}' do not quote a text; put it in \"…\""
            self.add(start, message)
        if not node.style and text.endswith('"') and text.count('"') == 1:
            self.add(start, "a quote ends this text, and none begins it; add one, or remove it")
        if node.style != '"':
            return
        hint = "double the backslash, or write it in single quotes"
        if lost := _LOST_BACKSLASH.search(self.text, start, node.end_mark.index):
            message = f"double quotes change '{lost['lost']}' in this text; {hint}"
            self.add(lost.start("lost"), message)
        elif unsafe := UNSAFE.search(text):
            message = f"a backslash makes the invisible character U+{ord(unsafe[0]):04X} here"
            self.add(start, f"{message}; {hint}")

    def _check_unquoted(self, field: str, node: Any) -> None:
        """Report a ` #` in prose, where YAML begins a comment, and programs made one line."""
        comment = None if node.style else _COMMENT.match(self.text, node.end_mark.index)
        if comment and field not in _NOT_PROSE:
            message = "the text is cut off here: ' #' begins a comment; quote the text"
            self.add(comment.end(), message)
        is_joined = node.end_mark.line > node.start_mark.line + (node.style == ">")
        text = node.value.strip()
        if is_joined and field in ("code", "setup", "prints") and " " in text and "\n" not in text:
            message = f"'{field}' has several lines, and YAML makes one of them"
            hint = f"put '|' after '{field}:' and the lines below"
            self.add(node.start_mark.index, f"{message}; {hint}")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(r"\r\n?|\n", self.text))]

    def _place(self, index: int) -> Position:
        """Return the line and column of a character of the text."""
        line = bisect_right(self._line_starts, index)
        return Position(self.file, line, index - self._line_starts[line - 1] + 1)

    def _find(self, path: ValuePath) -> tuple[Any, Any]:
        """Return key and value at a path; steps that are not in the file are left out."""
        key = node = self._node
        for number, name in enumerate(path):
            members = self._members.get(id(node), {})
            is_side = name in ("right", "wrong") and number + 1 < len(path)
            if is_side and "options" in members:
                name = "options"
            if str(name) in members:
                key, node = members[str(name)]
            elif isinstance(node, yaml.SequenceNode) and isinstance(name, int):
                key = node = node.value[name] if name < len(node.value) else node
        return key, node

    def locate(self, path: ValuePath, line: int = 0, key: bool = False) -> Position:
        """Return where the value at a path begins, or its key, or a line of its block, from 1.

        Of a path that is not in the file, the nearest part that is.
        """
        if self._node is None:
            return Position(self.file)
        key_node, node = self._find(path)
        at = self._place((key_node if key else node).start_mark.index)
        if line and isinstance(node, yaml.ScalarNode) and node.style == "|":
            start = self._line_starts[at.line + line - 1]
            text = self.text[start : start + 1000]
            return self._place(start + len(text) - len(text.lstrip()))
        return at

    def add(self, where: ValuePath | int, message: str, line: int = 0, key: bool = False) -> None:
        """Add a problem with the value at a path, a line of its block or its key.

        Or with a character of the text.
        """
        at = self._place(where) if isinstance(where, int) else self.locate(where, line, key)
        if len(self.problems) == MAX_PROBLEMS:
            message = f"more than {MAX_PROBLEMS} problems; fix those above first"
        if len(self.problems) <= MAX_PROBLEMS:
            self.problems.append(Problem(at, message))

    def read(
        self,
        model: type[AnyRecord],
        data: Any,
        path: ValuePath = (),
        known: Known = MappingProxyType({}),
    ) -> AnyRecord | None:
        """Return data as a model; None if there is none, or it has mistakes: all are reported."""
        if data is None:
            return None
        before = len(self.problems)
        try:
            record = model.model_validate(data, context=known)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)[: MAX_PROBLEMS + 1]
            for place, message, is_key in _describe_errors(errors, _list_field_names(model)):
                self.add((*path, *place), message, key=is_key)
            try:  # what is valid is checked further
                record = model.model_validate(_remove_invalid(data, errors))
            except (ValidationError, LookupError, TypeError):
                return None
        for finding in check_record(record, known):
            self.add((*path, *finding.path), finding.message, finding.line, finding.key)
        return record if len(self.problems) == before else None


def _find_place(error: ErrorDetails) -> ValuePath:
    """Return where in the data a value is, or a key, that pydantic found wrong."""
    place = (*error["loc"], *filter(None, [error.get("ctx", {}).get("field")]))
    return tuple(step for step in place if not _BRANCH.fullmatch(str(step)))


def _remove_invalid(data: Any, errors: Iterable[ErrorDetails]) -> Any:
    """Return a copy of data without what is wrong. Raises LookupError or TypeError."""
    places = set()
    for error in errors:
        place = _find_place(error)
        places.add(place[:-1] if error["type"] == "missing" else place)
    rest = deepcopy(data)
    for place in sorted(places, key=len, reverse=True):
        inner = rest
        for name in place[:-1]:
            inner = inner[name]
        del inner[place[-1]]
    return rest


@cache
def _list_field_names(model: type[Record]) -> list[str]:
    """Return the fields of a model, and of the models that its fields hold."""
    schema = model.model_json_schema()
    inner = schema.get("$defs", {}).values()
    return [name for part in (schema, *inner) for name in part.get("properties", ())]


def _describe_errors(
    errors: list[ErrorDetails], known: list[str]
) -> Iterator[tuple[ValuePath, str, bool]]:
    """Yield place, message and whether a key is meant; missing fields last.

    A misspelled field is not missing as well, and a union has an error for each of its types.
    """
    places = [_find_place(error) for error in errors]
    outer = {place[:length] for place in places for length in range(len(place))}
    missing = []
    hints = ""
    for error, place in zip(errors, places, strict=True):
        name = str(place[-1]) if place else "this"
        is_name = error["loc"][-1:] == ("[key]",)
        if error["type"] == "missing":
            missing.append(place)
        elif error["type"] == "extra_forbidden":
            hint = suggest(name, known, "remove it")
            hints += hint
            yield place, f"unknown field '{name}'{hint}", True
        elif error["type"] == "string_type" and name not in known:
            yield place, f"'{name}' must be text{suggest(name, known, 'put it in quotes')}", False
        elif place not in outer:
            yield place, _describe(error, place, is_name), is_name
    for place in missing:
        if f"'{place[-1]}'" not in hints:  # no field was taken for a misspelling of it
            yield place[:-1], f"missing field '{place[-1]}'; add the line '{place[-1]}: …'", False


def _describe(error: ErrorDetails, place: ValuePath, is_name: bool) -> str:
    """Return what is wrong with a value or, if it `is_name`, with the name of one."""
    value, limits = error["input"], error.get("ctx", {})
    if error["type"] == "unknown_name" and is_name:
        place, is_name = place[:-1], False
    name = next((step for step in reversed(place) if isinstance(step, str)), "the file")
    subject = f"name '{value}'" if is_name else f"'{name}'"
    if error["type"] == "string_pattern_mismatch":
        return f"{subject} {_PATTERN_RULES[limits['pattern']]}"
    kind = error["type"] if error["type"] in _RULES else error["type"].split("_")[0]
    sentence = _RULES[kind].format(**limits) if kind in _RULES else error["msg"]
    rule, _, hint = sentence.partition("; ")
    if kind in _RULES and isinstance(value, str) and len(value) < 40 and not is_name:
        rule += f", not '{value}'"
    if error["type"] == "literal_error":
        rule += suggest(str(value).lower(), re.findall("'(.*?)'", limits["expected"]))
    return f"{subject} {rule}; {hint}" if hint else f"{subject} {rule}"


_QUOTED = re.compile(r"[^\x00-\x7f]|.*(?:，|\"$)", re.DOTALL)
"""What may be a curly quote, a comma or a forgotten quote to who reads it."""


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and everything as often as it is there."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text.strip("\n") else '"' if _QUOTED.match(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _represent_list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.Node:
    is_short = not any(isinstance(item, dict | list) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=is_short)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(list, _represent_list)


def format_yaml(values: Mapping[str, Any]) -> str:
    """Return a mapping as the text of a YAML file, of which `YamlFile` makes the same values."""
    options: dict[str, Any] = {"allow_unicode": True, "sort_keys": False, "width": float("inf")}
    return str(yaml.dump(dict(values), Dumper=_Dumper, default_flow_style=False, **options))
