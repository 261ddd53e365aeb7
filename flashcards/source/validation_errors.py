"""What pydantic found wrong, at its place in the file, in sentences, with what to write."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from flashcards import model
from flashcards.model import LONGEST_TEXT, LONGEST_TYPED, NAME_RULE, NumberRange, Rule
from flashcards.source.advice import (
    advise_fields,
    advise_list,
    advise_mapping,
    advise_missing,
    advise_name,
    advise_number,
    advise_text,
    advise_word,
)
from flashcards.source.bracket_repairs import mend_line_in_brackets
from flashcards.source.hints import (
    find_meant,
    suggest_known_key,
    suggest_nearest,
)
from flashcards.source.shorthand import list_written_keys, written_path
from flashcards.source.yaml_reader import Document, Path

_RULES = {rule.pattern: rule for rule in reversed(vars(model).values()) if isinstance(rule, Rule)}
"""Rules by their pattern; of those that differ in length alone, the one of texts."""
_SHORTER = "make several entries of it, each read in a minute"
_LENGTHS = {LONGEST_TEXT: _SHORTER, LONGEST_TYPED: "write what somebody would type"}
_NUMBER_ERRORS = ("int", "float", "greater", "less", "finite")
_TEXT_ERRORS = ("string_type", "dataclass_type")
_WHAT: Mapping[object, str] = {dict: "a mapping", list: "a list", str: "text"}


def add_not_a_mapping(document: Document, path: Path, cls: type, data: object) -> None:
    """Tell that something that has fields was written as a text or a list."""
    noun, hint = "this", "write its fields, one a line: 'name: text'"
    if issubclass(cls, model.Entry):
        noun, hint = "an entry", "write its fields, one a line, the first after '- '"
        if isinstance(data, str):
            hint = f"write: - term: {data}" if data.strip() else "remove this line"
    document.add_problem(path, f"{noun} must be a mapping, not {_WHAT[type(data)]}", hint)


def add_problems(
    document: Document, path: Path, cls: type, data: Mapping[str, Any], errors: Sequence[Any]
) -> None:
    """Tell every error of a value; a field is not missing if it is only misspelled."""
    meant = _find_meant(cls, errors)
    texts = _find_texts_in_braces(data, errors)
    for side, name in texts:
        at = (*path, side, name)
        message = f"'{name}' must be text or a mapping with 'text', not this mapping"
        line = document.peek(at, whole=True)
        hint = _advise_quotes(document, at) or advise_text(name, {}, line)
        document.add_problem(at, message, hint)
    for error in errors:
        if error["loc"][:2] in texts:
            continue
        if error["type"] != "missing" or error["loc"] not in meant:
            _add_problem(document, path, error, cls, data)


def _find_texts_in_braces(data: Mapping[str, Any], errors: Sequence[Any]) -> list[tuple[str, str]]:
    """Options that are a mapping to YAML and a text to their author, such as `{1, 2}`."""
    found = []
    for side, *names in dict.fromkeys(error["loc"][:2] for error in errors):
        options = _follow(data, (side,)) if side in ("right", "wrong") else {}
        option = options.get(names[0]) if names else None
        fields = ("text", "why", "lock")
        if isinstance(option, Mapping) and not any(find_meant(name, fields) for name in option):
            found.append((side, names[0]))
    return found


def _advise_quotes(document: Document, path: Path) -> str:
    """The line of a value with quotes around it; empty if the value ends in another line."""
    line, column = document.peek(path, whole=True), document.locate(path).column - 1
    found = mend_line_in_brackets(line, column, is_member=True)
    return found[1] if found else ""


def _find_meant(cls: type, errors: Sequence[Any]) -> set[tuple[str | int, ...]]:
    """Places of the fields that are meant by keys that nobody knows."""
    meant = set()
    for error in errors:
        if error["type"] == "unexpected_keyword_argument":
            *owner, key = loc = error["loc"]
            if word := find_meant(str(key), list_written_keys(_list_known_fields(cls, loc))):
                meant.add((*owner, word))
    return meant


def _add_problem(document: Document, path: Path, error: Any, cls: type, data: Any) -> None:
    loc: tuple[str | int, ...] = error["loc"]
    of_key = loc[-1:] == ("[key]",)
    inner = written_path(loc[:-1] if of_key else loc)
    kind: str = error["type"]
    if kind == "missing":
        owner = (*path, *inner[:-1])
        hint = advise_missing(str(inner[-1]), _follow(data, inner[:-1]))
        if document.peek(owner).startswith("{"):
            hint = f"{hint.replace('the line ', '')} inside the braces"
        document.add_problem(owner, f"missing key '{inner[-1]}'", hint)
    elif kind == "unexpected_keyword_argument":
        key = str(loc[-1])
        hint = suggest_known_key(key, list_written_keys(_list_known_fields(cls, loc)))
        document.add_problem((*path, *loc), f"unknown key '{key}'", hint, of_key=True)
    else:
        line = document.peek((*path, *inner), whole=True)
        taken = _list_taken(_follow(data, inner[:-1]), inner)
        message, hint = _describe_error(error, inner, of_key, line, taken)
        if inner == ("compare",):
            hint = advise_mapping("compare", error["input"], line, (), _list_cells(data))
        if kind in _TEXT_ERRORS and not isinstance(error["input"], str):
            hint = _advise_quotes(document, (*path, *inner)) or hint
        if kind == "dataclass_type" and not hint:
            hint = advise_fields(_list_known_fields(cls, (*loc, ""))[0], error["input"])
        document.add_problem((*path, *inner), message, hint, of_key)


def _list_taken(owner: Mapping[str, Any], path: Path) -> list[str]:
    """Names of the options on the other side, which may not be used again."""
    other = {"right": "wrong", "wrong": "right"}.get(str(path[-1]) if path else "", "")
    return list(owner[other]) if isinstance(owner.get(other), Mapping) else []


def _list_cells(data: Mapping[str, Any]) -> list[str]:
    """The names of the cells in the first row of a comparison."""
    first = next(iter(_follow(data, ("rows",)).values()), None)
    return list(_follow(first, ("cells",)))


def _follow(data: Any, path: Sequence[str | int]) -> Mapping[str, Any]:
    """The mapping at a path of plain values; an empty one if there is none."""
    for name in path:
        data = data.get(name) if isinstance(data, Mapping) else None
    return data if isinstance(data, Mapping) else {}


def _describe_error(
    error: Any, loc: Sequence[str | int], of_key: bool, line: str, taken: Collection[str]
) -> tuple[str, str]:
    kind, given, limits = error["type"], error["input"], error.get("ctx", {})
    field = next((str(name) for name in reversed(loc) if isinstance(name, str)), "this")
    subject = f"name '{given}'" if of_key else f"'{field}'"
    if kind == "string_pattern_mismatch":
        rule = _RULES[limits["pattern"]]
        return f"{subject} {rule.says}", advise_word(field, str(given), rule, line)
    if kind == "string_too_long":
        message = f"{subject} must be at most {limits['max_length']} characters"
        shorter = _LENGTHS.get(limits["max_length"])
        return message, shorter or advise_name(str(given), NAME_RULE)
    if kind == "too_long":
        return f"{subject} must have at most {limits['max_length']} parts", _SHORTER
    if kind == "literal_error":
        return _describe_wrong_choice(subject, str(given), limits["expected"])
    number = _collect_number_ranges().get(_find_number_field(loc))
    if number and isinstance(given, str) and kind.startswith(_NUMBER_ERRORS):
        subject = f"a number in '{loc[-2]}'" if of_key else subject
        return f"{subject} {number.says}, not '{given}'", advise_number(given, number)
    if kind == "dataclass_type":
        wanted = "text or a mapping" if {*loc[-2:-1]} & {"right", "wrong"} else "a mapping"
        hint = advise_text(field, given, line) if wanted[0] == "t" else ""
        return f"{subject} must be {wanted}, not {_WHAT[type(given)]}", hint
    return _describe_wrong_type(kind, field, given, line, taken)


def _describe_wrong_choice(subject: str, given: str, expected: str) -> tuple[str, str]:
    allowed = [word.strip(" '") for word in expected.replace(" or ", ", ").split(",")]
    hint = suggest_nearest(given.lower(), allowed) or f"write one of them, such as '{allowed[0]}'"
    return f"{subject} must be one of {', '.join(allowed)}, not '{given}'", hint


def _describe_wrong_type(
    kind: str, field: str, given: object, line: str, taken: Collection[str]
) -> tuple[str, str]:
    what, subject = _WHAT.get(type(given), "this"), f"'{field}'"
    if kind in ("tuple_type", "list_type"):
        return f"{subject} must be a list", advise_list(given)
    if kind in ("mapping_type", "dict_type"):
        return f"{subject} must be a mapping of names", advise_mapping(field, given, line, taken)
    if kind == "bool_parsing":
        hint = "write 'true' or 'false'"
        return f"{subject} must be true or false, not '{given}'", hint
    return f"{subject} must be text, not {what}", advise_text(field, given, line)


def _find_number_field(loc: Sequence[str | int]) -> str:
    names = [name for name in loc if isinstance(name, str)]
    return next((name for name in reversed(names) if name in _collect_number_ranges()), "")


@cache
def _collect_number_ranges() -> dict[str, NumberRange]:
    """The numbers that each numeric field of the model allows."""
    found: dict[str, NumberRange] = {}
    for cls in vars(model).values():
        if isinstance(cls, type) and is_dataclass(cls):
            hints = get_type_hints(cls, include_extras=True)
            for field in fields(cls):
                if (between := _find_range(hints[field.name])) is not None:
                    found.setdefault(field.name, between)
    return found


def _find_range(hint: Any) -> NumberRange | None:
    if isinstance(hint, NumberRange):
        return hint
    metadata = getattr(hint, "__metadata__", ())
    inner = (_find_range(part) for part in (*metadata, *get_args(hint)))
    return next((between for between in inner if between is not None), None)


def _list_known_fields(cls: type, loc: Sequence[str | int]) -> list[str]:
    """Fields of the value that an error path leads to."""
    owner: Any = cls
    for name in loc[:-1]:
        if isinstance(name, str) and is_dataclass(owner):
            hint = get_type_hints(owner).get(name)
            owner = _find_dataclass(hint) or owner
    return [field.name for field in fields(owner)]


def _find_dataclass(hint: Any) -> Any:
    if isinstance(hint, type) and is_dataclass(hint):
        return hint
    return next((found for part in get_args(hint) if (found := _find_dataclass(part))), None)
