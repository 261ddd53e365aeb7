"""What pydantic found wrong, in plain words and at its place in the file.

Only files with a mistake come here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from flashcards import model
from flashcards.errors import suggest_nearest
from flashcards.model import (
    LANGUAGE_RULE,
    LONGEST_TEXT,
    LONGEST_TYPED,
    NAME_RULE,
    TEXT_RULE,
    URL_RULE,
    NumberRange,
    Rule,
)
from flashcards.source.plain_values import list_written_keys, written_path
from flashcards.source.yaml_reader import Document, Path
from flashcards.words.message import Message, Names

_RULES = {rule.pattern: rule for rule in reversed(vars(model).values()) if isinstance(rule, Rule)}
"""Rules by their pattern; of those that differ in length alone, the one of texts."""
_LENGTHS = {LONGEST_TEXT: "hint-several-entries", LONGEST_TYPED: "hint-what-is-typed"}
_NUMBER_ERRORS = ("int", "float", "greater", "less", "finite")
_WHAT: Mapping[object, str] = {dict: "a-mapping", list: "a-list", str: "a-text"}
_LOOKS = {
    "points": "{a: …}",
    "steps": "{a: …, b: …}",
    "right": "{a: …}",
    "wrong": "{b: …, c: …}",
    "gaps": "{1: …}",
    "rows": "{a: {aspect: …}}",
    "compare": "{a: …, b: …}",
}
"""How fields look whose names an author has to find."""


class _Error(NamedTuple):
    """One error of pydantic: where in the value, what kind, and what was given."""

    at: Path
    kind: str
    given: Any
    limits: Mapping[str, Any]
    of_key: bool
    numbers: NumberRange | None
    """The numbers that its field allows, if it has numbers."""

    @property
    def field(self) -> str:
        """The name of the field that it is about."""
        return next((str(name) for name in reversed(self.at) if isinstance(name, str)), "this")


def add_not_a_mapping(document: Document, path: Path, cls: type, data: object) -> None:
    """Tell that something that has fields was written as a text or a list."""
    what = Message(_WHAT[type(data)])
    if not issubclass(cls, model.Entry):
        document.add_problem(path, Message("not-a-mapping", what=what), Message("hint-fields"))
        return
    is_empty = isinstance(data, str) and not data.strip()
    hint = Message("hint-remove-this-line" if is_empty else "hint-fields-of-entry")
    document.add_problem(path, Message("entry-not-a-mapping", what=what), hint)


def add_problems(document: Document, path: Path, cls: type, errors: Sequence[Any]) -> None:
    """Tell every error of a value; a field is not missing if it is only misspelled."""
    meant = _find_meant(cls, errors)
    for error in errors:
        loc: tuple[str | int, ...] = error["loc"]
        if error["type"] == "missing" and loc in meant:
            continue
        of_key = loc[-1:] == ("[key]",)
        at = written_path(loc[:-1] if of_key else loc)
        limits, numbers = error.get("ctx", {}), _find_numbers(cls, loc)
        found = _Error(at, error["type"], error["input"], limits, of_key, numbers)
        if found.kind == "missing":
            _add_missing(document, path, found)
        elif found.kind == "unexpected_keyword_argument":
            beside = document.list_names((*path, *loc[:-1]))
            known = list_written_keys(_list_known_fields(cls, loc[:-1]))
            hint = suggest_nearest(str(loc[-1]), [name for name in known if name not in beside])
            hint = hint or Message("hint-known-keys", names=Names(sorted(known)))
            if issubclass(cls, model.Entry) and len(model.ENTRY_TYPES.keys() & {*beside}) > 1:
                hint = Message("hint-one-kind")  # it begins as two kinds at once
            message = Message("unknown-key", key=str(loc[-1]))
            if loc[-1] == "prints_on":
                message, hint = Message("prints-on-gone"), Message("hint-remove")
            document.add_problem((*path, *loc), message, hint, of_key=True)
        else:
            _add_wrong_value(document, path, found, cls, loc)


def _add_missing(document: Document, path: Path, error: _Error) -> None:
    """Tell a field that is not there."""
    name = str(error.at[-1])
    hint = Message("hint-add-line", line=f"{name}: {_LOOKS.get(name, '…')}")
    document.add_problem((*path, *error.at[:-1]), Message("missing-key", name=name), hint)


def _add_wrong_value(
    document: Document, path: Path, error: _Error, cls: type, loc: Sequence[str | int]
) -> None:
    message, hint = _describe(error)
    if error.kind == "dataclass_type" and hint is None:
        hint = Message("hint-write", text=f"{{{_list_known_fields(cls, loc)[0]}: …}}")
    document.add_problem((*path, *error.at), message, hint, error.of_key)


def _describe(error: _Error) -> tuple[Message, Message | None]:
    """What is wrong with a value, and what to do in words."""
    kind, given, limits = error.kind, error.given, error.limits
    subject = Message("of-name", name=str(given)) if error.of_key else _name_field(error.field)
    if kind == "string_pattern_mismatch":
        rule = _RULES[limits["pattern"]]
        said = Message("breaks-rule", subject=subject, rule=rule.says)
        return said, suggest_word(error.field, str(given), rule)
    if kind in ("string_too_long", "too_long"):
        most, parts = limits["max_length"], kind == "too_long"
        said = Message("too-many-parts" if parts else "too-long", subject=subject, n=most)
        if parts or most in _LENGTHS:
            return said, Message(_LENGTHS.get(most, "hint-several-entries"))
        return said, suggest_word(error.field, str(given), NAME_RULE)
    if kind == "literal_error":
        return _describe_choice(subject, str(given), limits["expected"])
    if error.numbers and isinstance(given, str) and kind.startswith(_NUMBER_ERRORS):
        if error.of_key:
            subject = Message("a-number-in", field=str(error.at[-2]))
        numbers = error.numbers
        said = Message("not-such-a-number", subject=subject, rule=numbers.says, given=given)
        return said, _suggest_number(numbers)
    if kind == "bool_parsing":
        said = Message("not-true-or-false", subject=subject, given=str(given))
        return said, suggest_nearest(str(given), ("true", "false")) or Message("hint-true-or-false")
    return _describe_type(error, subject)


def _describe_choice(subject: Message, given: str, expected: str) -> tuple[Message, Message]:
    allowed = [word.strip(" '") for word in expected.replace(" or ", ", ").split(",")]
    said = Message("not-one-of", subject=subject, allowed=Names(allowed), given=given)
    hint = suggest_nearest(given.lower(), allowed)
    return said, hint or Message("hint-one-of-them", name=allowed[0])


def _describe_type(error: _Error, subject: Message) -> tuple[Message, Message | None]:
    field, kind, given = error.field, error.kind, error.given
    if kind in ("tuple_type", "list_type"):
        return Message("not-a-list", subject=subject), Message("hint-write", text="[one, two]")
    if kind in ("mapping_type", "dict_type"):
        hint = Message("hint-names", text=_LOOKS.get(field, "{name: …}"))
        return Message("not-names", subject=subject), hint
    what = Message(_WHAT.get(type(given), "a-value"))
    if kind == "dataclass_type":
        is_option = bool({*error.at[-2:-1]} & {"right", "wrong"})
        said = "not-text-or-mapping" if is_option else "not-mapping"
        told = Message(said, subject=subject, what=what)
        return told, Message("hint-put-in-quotes") if is_option else None
    hint = Message("hint-put-in-quotes")
    if error.numbers:
        hint = _suggest_number(error.numbers)
    elif isinstance(given, list):
        hint = Message("hint-make-one-text", field=field)
    return Message("not-text", subject=subject, what=what), hint


def _name_field(field: str) -> Message:
    return Message("of-field", field=field)


# What to write instead


def suggest_word(field: str, given: str, rule: Rule) -> Message | None:
    """What to write for a word that breaks a rule."""
    if rule == TEXT_RULE:
        return Message("hint-write-text", field=field)
    if rule == URL_RULE:
        return Message("hint-whole-address")
    if rule == LANGUAGE_RULE:
        return Message("hint-language")
    return _suggest_made_name(given, rule)


def _suggest_made_name(given: str, rule: Rule) -> Message:
    """A name made of a text that the rule does not allow."""
    plain = unicodedata.normalize("NFKD", given).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    if made and rule.allows(made):
        return Message("hint-did-you-mean", name=made)
    return Message("hint-my-key")


def _suggest_number(numbers: NumberRange) -> Message:
    """A number that the range allows."""
    example = numbers.least if numbers.most < 10 else min(10, numbers.most)
    return Message("hint-number", number=f"{example:g}")


# Fields of the model


def _find_meant(cls: type, errors: Sequence[Any]) -> set[tuple[str | int, ...]]:
    """Places of the fields that are meant by keys that nobody knows."""
    meant = set()
    for error in errors:
        if error["type"] == "unexpected_keyword_argument":
            *owner, key = error["loc"]
            known = list_written_keys(_list_known_fields(cls, owner))
            meant |= {(*owner, word) for word in get_close_matches(str(key), known, n=1)}
    return meant


def _find_numbers(cls: type, loc: Sequence[str | int]) -> NumberRange | None:
    _, said = _follow_annotations(cls, loc)
    return cast(NumberRange | None, _find_part(said, lambda part: isinstance(part, NumberRange)))


def _list_known_fields(cls: type, loc: Sequence[str | int]) -> list[str]:
    """Fields of the record that an error path leads to."""
    owner, _ = _follow_annotations(cls, loc)
    return [field.name for field in fields(owner)]


def _follow_annotations(cls: type, loc: Sequence[str | int]) -> tuple[Any, Any]:
    """The last record on an error path, and what the model says of the last field on it."""
    owner: Any = cls
    said: Any = cls
    for name in loc:
        said = get_type_hints(owner, include_extras=True).get(str(name), said)
        owner = _find_part(said, _is_record) or owner
    return owner, said


def _find_part(hint: Any, is_wanted: Callable[[Any], bool]) -> Any:
    """The first part of an annotation that is wanted; None if there is none."""
    if is_wanted(hint):
        return hint
    inner = (_find_part(part, is_wanted) for part in get_args(hint))
    return next((part for part in inner if part is not None), None)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)
