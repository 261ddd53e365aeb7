"""What pydantic found wrong, at its place in the file, with what to write in its stead.

Only files with a mistake come here. A hint says what to write wherever that can be told from
what was written; where the names of things would have to be made up, it shows how they look.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from flashcards import model
from flashcards.model import (
    LANGUAGE_RULE,
    LONGEST_TEXT,
    LONGEST_TYPED,
    NAME_RULE,
    TAG_RULE,
    TEXT_RULE,
    URL_RULE,
    VERSION_RULE,
    NumberRange,
    Rule,
)
from flashcards.source.field_names import list_field_names
from flashcards.source.near_names import (
    find_meant,
    find_other_name,
    suggest_name,
    suggest_nearest,
)
from flashcards.source.plain_values import list_written_keys, written_path
from flashcards.source.yaml_reader import Document, Path
from flashcards.words.message import Message, Names

_RULES = {rule.pattern: rule for rule in reversed(vars(model).values()) if isinstance(rule, Rule)}
"""Rules by their pattern; of those that differ in length alone, the one of texts."""
_LENGTHS = {LONGEST_TEXT: "hint-several-entries", LONGEST_TYPED: "hint-what-is-typed"}
_NUMBER_ERRORS = ("int", "float", "greater", "less", "finite")
_WHAT: Mapping[object, str] = {dict: "a-mapping", list: "a-list", str: "a-text"}
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_HOST = re.compile(r"(?!www\.)[\w-]+(?:\.[\w-]+)+(?:/|\Z)")
_NO_NAME = re.compile("[^A-Za-z0-9\\s_\u200b-\u2015\u2212-]")
"""What a name loses when it is made of a text: then nobody knows how it should be."""
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


def add_problems(
    document: Document, path: Path, cls: type, data: Mapping[str, Any], errors: Sequence[Any]
) -> None:
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
            _add_missing(document, path, found, data)
        elif found.kind == "unexpected_keyword_argument":
            beside = document.list_names((*path, *loc[:-1]))
            known = list_written_keys(_list_known_fields(cls, loc[:-1]))
            hint = suggest_known_key(str(loc[-1]), known, beside)
            if issubclass(cls, model.Entry) and len(model.ENTRY_TYPES.keys() & {*beside}) > 1:
                hint = Message("hint-one-kind")  # it begins as two kinds at once
            message = Message("unknown-key", key=str(loc[-1]))
            document.add_problem((*path, *loc), message, hint, of_key=True)
        else:
            _add_wrong_value(document, path, found, cls, loc)


def _add_missing(document: Document, path: Path, error: _Error, data: Any) -> None:
    """Tell a field that is not there; a key is made from the first text beside it."""
    name, owner = str(error.at[-1]), _follow(data, error.at[:-1])
    line = f"{name}: {_LOOKS.get(name, '…')}"
    if name in ("key", "deck", "quiz", "id"):
        texts = [text[:40] for text in owner.values() if isinstance(text, str)]
        line = f"{name}: {next(filter(None, map(make_name, texts)), f'my-{name}')}"
    at = (*path, *error.at[:-1])
    in_braces = document.peek(at).startswith("{")
    hint = Message("hint-add-inside" if in_braces else "hint-add-line", line=line)
    document.add_problem(at, Message("missing-key", name=name), hint)


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
        return said, _suggest_number("" if error.of_key else given, numbers)
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
        hint = _suggest_number("", error.numbers)
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
    if rule == VERSION_RULE:
        return Message("hint-version")
    if rule == URL_RULE:
        meant = f"https://{given}" if _HOST.match(given) else ""
        return suggest_name(meant if rule.allows(meant) else "") or Message("hint-whole-address")
    if rule == LANGUAGE_RULE:
        return Message("hint-language")
    return _suggest_made_name(given, rule)


def _suggest_made_name(given: str, rule: Rule) -> Message:
    """A name like this one that the rule allows."""
    parts = [part.strip() for part in re.split("[\uff0c\u3001;,]", given)]
    if rule == TAG_RULE and len(parts) > 1 and all(map(TAG_RULE.allows, parts)):
        return Message("hint-several", name=", ".join(parts))
    given = re.sub(r"\.ya?ml$", "", given)
    made = make_name(given)
    is_phrase = rule == TAG_RULE and " " in given.strip()
    is_doubtful = is_phrase or bool(_NO_NAME.search(given.strip(",;#")))
    sound = made and rule.allows(made) and not is_doubtful
    return suggest_name(made if sound else "") or Message("hint-my-key")


def make_name(text: str) -> str:
    """A name made of a text; empty if the text has neither Latin letters nor digits."""
    plain = re.sub("[\u2010-\u2015\u2212]", "-", text)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:64].strip("-")


def suggest_known_key(key: str, known: Sequence[str], beside: Collection[str] = ()) -> Message:
    """Why a key may be unknown: misspelled, another name for one, or a text that a comma split.

    What stands `beside` it cannot be meant.
    """
    free = [name for name in known if name not in beside]
    is_other_kinds = key in list_field_names()  # a field as well, and no slip
    meant = find_other_name(key, free) if is_other_kinds else find_meant(key, free)
    if invisible := next((each for each in key if unicodedata.category(each) == "Cf"), ""):
        name = meant or key.replace(invisible, "")
        return Message("hint-invisible", code=f"{ord(invisible):04X}", name=name)
    return suggest_name(meant) or Message("hint-known-keys", names=Names(sorted(known)))


def _suggest_number(given: str, numbers: NumberRange) -> Message:
    """A number that the range allows, if possible the one that was meant."""
    written = unicodedata.normalize("NFKC", given).strip()
    if not numbers.whole:
        written = re.sub(r"(?<=\d),(?=\d)", ".", written)
    digits = re.findall(r"[0-9]+(?:\.[0-9]+)?", written)
    word = written.lower()
    meant = float(_NUMBERS.index(word)) if word in _NUMBERS else None
    if len(digits) == 1 and written.count(".") <= 1 and "-" not in written:
        meant = float(digits[0])
    fits = meant is not None and numbers.least <= meant <= numbers.most
    if fits and (not numbers.whole or meant == int(meant or 0)):
        return Message("hint-did-you-mean", name=f"{meant:g}")
    example = numbers.least if numbers.most < 10 else min(10, numbers.most)
    return Message("hint-number", number=f"{example:g}")


# Fields of the model


def _find_meant(cls: type, errors: Sequence[Any]) -> set[tuple[str | int, ...]]:
    """Places of the fields that are meant by keys that nobody knows."""
    meant = set()
    for error in errors:
        if error["type"] == "unexpected_keyword_argument":
            *owner, key = error["loc"]
            if word := find_meant(str(key), list_written_keys(_list_known_fields(cls, owner))):
                meant.add((*owner, word))
    return meant


def _follow(data: Any, path: Sequence[str | int]) -> Mapping[str, Any]:
    """The mapping at a path of plain values; an empty one if there is none."""
    for name in path:
        data = data.get(name) if isinstance(data, Mapping) else None
    return data if isinstance(data, Mapping) else {}


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
