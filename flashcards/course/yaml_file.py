"""YAML files: plain values with their places, problems at those places, and writing.

Every scalar stays the text that was written: `no`, `12:30` and `1e3` are words here. What YAML
reads otherwise than its author meant is a problem: a ` #` in prose, a backslash in double quotes,
curly quotes, anchors. A syntax error ends its file.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import cache
from textwrap import indent
from types import MappingProxyType
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from flashcards.course.checks import Finding, Known, ValuePath, check_record
from flashcards.course.model import PATTERN_RULES, Entry, Record
from flashcards.course.other_names import find_meant_field
from flashcards.errors import MAX_PROBLEMS, Position, Problem, suggest

MAX_DEPTH = 32
MAX_FILE_BYTES = 16 * 1024 * 1024

AnyRecord = TypeVar("AnyRecord", bound=Record)

UNSAFE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]"
)
"""Control characters, line breaks that editors do not count, and overrides of the text order."""

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_COMMENT = re.compile(r"[ \t]+(?=#)")
_CURLY_QUOTED = re.compile("[“„«‘´＂‹][^“-„«»‘’´＂‹›]*[”“»’´＂›]")
_TEX = r"""\\(?:_|n(?:abla|eg|eq|ot|otin)|r(?:angle|ho|ight|ightarrow)
    |t(?:anh|au|ext[a-z]*|frac|heta|ilde|imes|op|riangle))(?![A-Za-z])"""
_AFTER_DOLLAR = r"(?<=\$)\\[nrt][a-z]"
_WINDOWS_PATH = r"\b[A-Z]:\\(?!\\|n[A-Z\s])\w"  # in "Q:\nWhy?" the line break is meant
_LOST_BACKSLASH = re.compile(
    rf"(?<!\\)(?:\\\\)*(?P<lost>{_TEX}|{_AFTER_DOLLAR}|{_WINDOWS_PATH})", re.VERBOSE
)
"""What YAML's double quotes change: the `\\t` of `\\theta` is a tab, that of `C:\\temp` too."""
_NOT_PROSE = {
    "about", "as_of", "case", "count", "deck", "decks", "difficulty", "from", "id", "key", "kind",
    "lang", "language", "languages", "lock", "minutes", "needs", "pass_mark", "points", "quiz",
    "see", "seed", "shuffle", "stage", "status", "tag", "tags", "url",
}  # fmt: skip
"""Fields in which a comment after the value is harmless."""
_PROGRAMS = ("code", "setup", "prints")
_LOOK = "look for a missing quote, bracket or indentation at or above this line"
_SYNTAX_ERRORS = {
    "too deep": f"nested deeper than {MAX_DEPTH} levels; look for brackets that are never closed",
    "a second document": "a second document begins here; remove the line of dashes",
    "start any token|alias|anchor|tag": "a text cannot begin with this character; put it in quotes",
    "unknown escape": "in double quotes a backslash is an escape; double it, or use single quotes",
    "mapping values": "': ' stands in a text without quotes; put the text in quotes",
    "quoted scalar": f"this quote is never closed; {_LOOK}",
    "simple key": f"this line has no field: a colon is missing; {_LOOK}",
    "flow": "these brackets cannot be read: a quote, a comma or a closing bracket is missing",
    "block": f"this line does not fit those above it; {_LOOK}",
}
"""Words of the parser to a plain sentence."""
_FIELD_NAME = re.compile(r"[ \t]+(?P<name>[\w-]+)")
"""All that a line has before its colon, if it is meant as a field."""
_EXAMPLE = re.compile(r"\{.*\}")
"""An example of a mapping, in the description of a field."""
_UNION_STEP = re.compile(r"\[key\]|constrained-str|dict\[.*")
"""Steps in the paths of pydantic's errors that are not in the data: keys, and types of unions."""
_RULES = {
    **PATTERN_RULES,
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
    "dict": "must be a mapping",
    "model": "must be a mapping; write 'name: text', one a line",
}
"""What a value must be, and a hint: by its pattern, or the type of pydantic's error, or the first
word of that."""


class YamlFile:
    """One YAML file: plain values (dict, list, str), their places, and its problems.

    `data` is None if the file could not be read at all.
    """

    def __init__(self, raw: bytes | None, file: str, role: str = "", lang: str = "") -> None:
        self.file = file
        self.role = role
        """What it holds: course, resources, decks, quizzes or translations."""
        self.lang = lang
        """The name of the folder that a translation lies in."""
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        """What a translation lacks, and where a comment may have been meant as text."""
        self.text = (raw or b"").decode(errors="replace").removeprefix("\ufeff")
        self.data: Any = None
        self._events: dict[tuple[str, ...], tuple[Any, Any]] = {}
        """Path of each value to the parser's events of its key and of itself."""
        if raw is not None and self._is_safe(raw):
            try:
                self.data = self._parse()
            except yaml.YAMLError as error:
                self._add_syntax_error(error)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the file; none if it is not a mapping."""
        return self.data if isinstance(self.data, dict) else {}

    def _is_safe(self, raw: bytes) -> bool:
        """Return whether the file is UTF-8 without characters that nobody sees."""
        try:
            raw.decode()
        except UnicodeDecodeError as error:
            index = len(raw[: error.start].decode())
            self._add_at(index, "the file is not UTF-8 here; save it as UTF-8")
        if unsafe := UNSAFE.search(self.text):
            character = f"U+{ord(unsafe[0]):04X}"
            self._add_at(unsafe.start(), f"the invisible character {character} is not allowed")
        return not self.problems

    def _parse(self) -> Any:
        """Return the values of the file, None if it is empty. Raises YAMLError."""
        events: Any = yaml.parse(self.text, _LOADER)
        next(events)  # the stream begins
        if isinstance(next(events), yaml.StreamEndEvent):
            self._add_at(0, "the file is empty; remove it, or begin it with 'deck: my-deck'")
            return None
        first = next(events)
        data = self._read_value(first, first, (), events)
        next(events)  # the document ends
        if not isinstance(event := next(events), yaml.StreamEndEvent):
            raise yaml.MarkedYAMLError(problem="a second document", problem_mark=event.start_mark)
        return data

    def _add_syntax_error(self, error: Any) -> None:
        """Add a syntax error where the text or the brackets begin that it is in."""
        problem = str(getattr(error, "problem", None) or error).split("\n", 1)[0]
        context = str(getattr(error, "context", None) or "")
        mark = getattr(error, "problem_mark", None)
        if re.search("quoted scalar|simple key|flow|alias|anchor|tag", context):
            mark = error.context_mark if "unknown escape" not in problem else mark
        sentences = (_SYNTAX_ERRORS[w] for w in _SYNTAX_ERRORS if re.search(w, problem + context))
        sentence = next(sentences, f"not YAML: {problem}; {_LOOK}")
        index = min(mark.index if mark else 0, len(self.text.rstrip()))
        line_before = self.text[self.text.rfind("\n", 0, index) + 1 : index]
        if "mapping values" in problem and (field := _FIELD_NAME.fullmatch(line_before)):
            name = f"'{field['name']}' is indented further than the field above it"
            sentence = f"{name}; indent them equally"
        self._add_at(index, sentence)

    def _read_value(
        self, event: Any, key_event: Any, path: tuple[str, ...], events: Iterator[Any]
    ) -> Any:
        """Return the value that begins with an event, and note where it and all in it are.

        Reports what YAML reads otherwise than it was meant.
        """
        self._events.setdefault(path, (key_event, event))
        start = event.start_mark.index
        if isinstance(event, yaml.AliasEvent) or event.anchor or event.tag:
            message = "anchors, aliases and tags (&, *, !) are not allowed"
            self._add_at(start, f"{message}; write the text out, or put it in quotes")
        if isinstance(event, yaml.AliasEvent):
            return f"*{event.anchor}"
        if isinstance(event, yaml.ScalarEvent):
            for index, message in self._find_traps(event, path):
                self._add_at(index, message)
            return event.value
        if len(path) == MAX_DEPTH:
            raise yaml.MarkedYAMLError(problem="too deep", problem_mark=event.start_mark)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            for item in events:
                if isinstance(item, yaml.SequenceEndEvent):
                    break
                value = self._read_value(item, item, (*path, str(len(items))), events)
                if event.flow_style and isinstance(value, str) and "，" in value and not item.style:
                    self._add_at(item.start_mark.index, "a wide comma ends no text; write ','")
                items.append(value)
            return items
        values: dict[str, Any] = {}
        for key in events:
            if isinstance(key, yaml.MappingEndEvent):
                break
            name = self._read_value(key, key, (*path, ""), events)
            if not isinstance(name, str):
                self._add_at(key.start_mark.index, "a key must be text; write 'key: value'")
            elif name in values:
                first = self.locate((*path, name), key=True)
                self._add_at(key.start_mark.index, f"field '{name}' is repeated, first at {first}")
            value = self._read_value(next(events), key, (*path, str(name)), events)
            if isinstance(name, str):
                values.setdefault(name, value)
        return values

    def _find_traps(self, event: Any, path: ValuePath) -> Iterator[tuple[int, str]]:
        """Yield where YAML reads a text otherwise than it was meant; a key has an empty name."""
        field = next((name for name in reversed(path) if not str(name).isdigit()), "")
        start, end, text = event.start_mark, event.end_mark, event.value
        if event.style == '"':
            hint = "double the backslash, or write it in single quotes"
            if lost := _LOST_BACKSLASH.search(self.text, start.index, end.index):
                yield lost.start("lost"), f"double quotes change '{lost['lost']}' here; {hint}"
            elif unsafe := UNSAFE.search(text):
                yield start.index, f"a backslash makes U+{ord(unsafe[0]):04X} here; {hint}"
        elif event.style in (None, ""):
            comment = _COMMENT.match(self.text, end.index)
            if comment and field and field not in _NOT_PROSE:
                self._warn_of_comment(comment.end())
            if text[:1] > "\x7f" and _CURLY_QUOTED.fullmatch(text):
                yield start.index, f"the curly quote '{text[0]}' quotes no text; write \"…\""
            if text.endswith('"') and text.count('"') == 1:
                yield start.index, "a quote ends this text, and none begins it"
        if field in _PROGRAMS and event.style in (None, "", ">"):
            is_joined = end.line > start.line + (event.style == ">") and "\n" not in text.strip()
            if is_joined and " " in text.strip():
                yield start.index, f"YAML makes one line of these lines; write '|' after '{field}:'"

    def _warn_of_comment(self, index: int) -> None:
        """Warn that a text which people read ends at a comment."""
        if len(self.warnings) < MAX_PROBLEMS:
            hint = "put the text in quotes if it goes on"
            message = f"' #' begins a comment, so the text ends before it; {hint}"
            self.warnings.append(Problem(self._locate_index(index), message, rule="comment"))

    def _find_events(self, path: ValuePath) -> tuple[Any, Any]:
        """Return key and value at a path, or at the nearest part of it that is in the file.

        What is `right` or `wrong` in a `Choose` may stand under `options` in the file.
        """
        names = tuple(map(str, path))
        sides = ("right", "wrong")
        outer = tuple("options" if name in sides else name for name in names[:-1])
        in_options = (*outer, *names[-1:])
        while names not in self._events:
            if in_options in self._events:
                return self._events[in_options]
            names, in_options = names[:-1], in_options[:-1]
        return self._events[names]

    def locate(self, path: ValuePath, line: int = 0, key: bool = False) -> Position:
        """Return where the value at a path begins, or its key, or a line of its block, from 1.

        Of a path that is not in the file, the nearest part that is.
        """
        if not self._events:
            return Position(self.file)
        key_event, event = self._find_events(path)
        mark = (key_event if key else event).start_mark
        if line and isinstance(event, yaml.ScalarEvent) and event.style == "|":
            written = self.text.splitlines()[mark.line + line]
            indent = len(written) - len(written.lstrip())
            return Position(self.file, mark.line + line + 1, indent + 1)
        return Position(self.file, mark.line + 1, mark.column + 1)

    def add_field(self, path: ValuePath, name: str, text: str, after: Iterable[str]) -> str:
        """Return the text of the file with one more field in the mapping at a path.

        It stands behind the last of the fields that are named, in the style of the mapping.
        """
        events = [self._find_events((*path, field)) for field in after]
        key_event, event = max(events, key=lambda pair: pair[0].start_mark.index)
        end = event.end_mark
        if getattr(self._find_events(path)[1], "flow_style", False):
            added = f", {name}: {json.dumps(text, ensure_ascii=False)}"
            return self.text[: end.index] + added + self.text[end.index :]
        lines = self.text.splitlines(keepends=True)
        number = end.line + (end.column > 0)
        while not lines[number - 1].strip():
            number -= 1
        if not lines[number - 1].endswith("\n"):
            lines[number - 1] += "\n"
        added = indent(format_yaml({name: text}), " " * key_event.start_mark.column)
        line_end = "\r\n" if "\r\n" in self.text else "\n"
        lines.insert(number, added.replace("\n", line_end))
        return "".join(lines)

    def add(self, path: ValuePath, message: str, line: int = 0, key: bool = False) -> None:
        """Add a problem with the value at a path, a line of its block or its key."""
        self._add(self.locate(path, line, key), message)

    def _add_at(self, index: int, message: str) -> None:
        """Add a problem with a character of the text."""
        if len(self.problems) <= MAX_PROBLEMS:
            self._add(self._locate_index(index), message)

    def _locate_index(self, index: int) -> Position:
        """Return the place of a character of the text."""
        line, last = self.text.count("\n", 0, index) + 1, self.text.rfind("\n", 0, index)
        return Position(self.file, line, index - last)

    def _add(self, at: Position, message: str) -> None:
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
        findings: list[Finding] = []
        try:
            record = model.model_validate(data, context=known)
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)[: MAX_PROBLEMS + 1]
            findings += _describe_errors(errors, model, data)
            try:  # what is valid is checked further
                record = model.model_validate(_remove_invalid(data, errors))
            except (ValidationError, LookupError, TypeError):
                record = None
        if record:
            findings += check_record(record, known)
        for finding in findings:
            self.add((*path, *finding.path), finding.message, finding.line, finding.key)
        return None if findings else record


def _find_path(error: ErrorDetails) -> ValuePath:
    """Return the path in the data of what pydantic found wrong: a value, or the name of one."""
    path = (*error["loc"], *filter(None, [error.get("ctx", {}).get("field")]))
    return tuple(step for step in path if not _UNION_STEP.fullmatch(str(step)))


def _remove_invalid(data: Any, errors: Iterable[ErrorDetails]) -> Any:
    """Return a copy of data without what is wrong. Raises LookupError or TypeError."""
    paths = set()
    for error in errors:
        path = _find_path(error)
        paths.add(path[:-1] if error["type"] == "missing" else path)
    rest = deepcopy(data)
    for path in sorted(paths, key=len, reverse=True):
        inner = rest
        for name in path[:-1]:
            inner = inner[name]
        del inner[path[-1]]
    return rest


@cache
def _list_descriptions(model: type[Record]) -> dict[str, str]:
    """Return the fields of a model, and of the models that its fields hold, with what they are."""
    schema = model.model_json_schema()
    descriptions: dict[str, str] = {}
    for part in (schema, *schema.get("$defs", {}).values()):
        for name, field in part.get("properties", {}).items():
            descriptions.setdefault(name, field.get("description", ""))
    return descriptions


def _describe_errors(
    errors: list[ErrorDetails], model: type[Record], data: Any
) -> Iterator[Finding]:
    """Yield what pydantic found wrong with data.

    A field under another name is not missing as well, and a union has an error for each of its
    types.
    """
    known = _list_descriptions(model)
    paths = [_find_path(error) for error in errors]
    outer = {path[:length] for path in paths for length in range(len(path))}
    unknown = [p for p, error in zip(paths, errors, strict=True) if _is_unknown_field(error)]
    meant = {path: _find_meant_field(path, model) for path in unknown}
    found = {*meant.values()}
    if "options" in found:
        found |= {"right", "wrong"}
    for error, path in zip(errors, paths, strict=True):
        name = str(path[-1]) if path else "this"
        if error["type"] == "missing":
            misspelled = get_close_matches(name, [str(other[-1]) for other in unknown])
            if name not in found and not misspelled:
                yield Finding(path[:-1], f"missing field '{name}'; add the line '{name}: …'")
        elif _is_unknown_field(error):
            hint = suggest(name, known, "remove it")
            if other := meant[path]:
                hint = "; remove it" if other in data else f"; did you mean '{other}'?"
            yield Finding(path, f"unknown field '{name}'{hint}", key=True)
        elif error["type"] == "string_type" and name not in known:
            message = f"'{name}' must be text{suggest(name, known, 'put it in quotes')}"
            yield Finding(path, message)
        elif path not in outer:
            is_name = error["loc"][-1:] == ("[key]",)
            example = _find_example(path, known)
            yield Finding(path, _describe(error, path, example), key=is_name)


def _is_unknown_field(error: ErrorDetails) -> bool:
    return error["type"] == "extra_forbidden"


def _find_meant_field(path: ValuePath, model: type[Record]) -> str:
    """Return the field that an unknown one of an entry means, as other tools call it, or ""."""
    if not issubclass(model, Entry):
        return ""
    field = find_meant_field(str(path[-1]), model.kind)
    return field if len(path) == 1 or field == "why" else ""


def _find_example(path: ValuePath, known: Mapping[str, str]) -> str:
    """Return how the mapping that a path leads to is written, as its description shows it."""
    field = next((str(step) for step in reversed(path) if step in known), "")
    example = _EXAMPLE.search(known.get(field, ""))
    return example[0] if example else "{name: text}"


def _describe(error: ErrorDetails, path: ValuePath, example: str) -> str:
    """Return what is wrong with a value, or with the name of one."""
    value, limits, kind = error["input"], error.get("ctx", {}), error["type"]
    rule = _RULES.get(limits.get("pattern", kind)) or _RULES.get(kind.split("_")[0])
    if rule is None:
        return error["msg"]  # of our own validators
    rule, _, hint = rule.format(**limits).partition("; ")
    if error["loc"][-1:] == ("[key]",):
        rule += f"; for example {example}" if kind.startswith("int") else ""
        return f"name '{value}' {rule}"
    name = next((step for step in reversed(path) if isinstance(step, str)), "the file")
    if isinstance(value, str) and len(value) < 40 and "pattern" not in limits:
        rule += f", not '{value}'"
    if kind == "dict_type":
        hint = f"for example {example}"
    if kind == "literal_error":
        rule += suggest(str(value).lower(), re.findall("'(.*?)'", limits["expected"]))
    return f"'{name}' {rule}; {hint}" if hint else f"'{name}' {rule}"


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and everything as often as it is there."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    """As a block, or quoted if somebody might read its characters as quotes or commas."""
    is_block, is_quoted = "\n" in text.strip("\n"), not text.isascii() or '"' in text
    style = "|" if is_block else '"' if is_quoted else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)


def format_yaml(values: Mapping[str, Any]) -> str:
    """Return a mapping as the text of a YAML file, of which `YamlFile` makes the same values."""
    options: dict[str, Any] = {"allow_unicode": True, "sort_keys": False, "width": float("inf")}
    return str(yaml.dump(dict(values), Dumper=_Dumper, default_flow_style=False, **options))
