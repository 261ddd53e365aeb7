"""The JSON Schema of the YAML files, for editors and independent validators.

It comes from the same schemas that the reader checks by. Where text is meant it
allows numbers, booleans and null too, because the reader keeps them as the
text that the author wrote. Every field has a description, and editors that know
snippets offer whole entries: both stand in `field_descriptions.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from pydantic.json_schema import GenerateJsonSchema

from flashcards.model import ENTRY_TYPES, ROW_WORDS, CourseInfo, Deck, Quiz, Resource, WordChoice
from flashcards.source.translations import HEADINGS
from flashcards.source.validate import make_record_schema

_SAID = json.loads(Path(__file__).with_name("field_descriptions.json").read_text("utf-8"))
KINDS = _SAID["kinds"]
"""What the word that begins an entry means."""
ENTRY_SNIPPETS = _SAID["entry snippets"]
"""An entry of each kind, with places to fill in."""
FIELDS = {
    name: {**_SAID["common"], name: KINDS[name], **own} if name in KINDS else own
    for name, own in _SAID["own"].items()
}
"""What the fields of each type in the schema are for."""
DIALECT = "https://json-schema.org/draft/2020-12/schema"
_RECORDS = {"quiz": Quiz, "course": CourseInfo, "resource": Resource, "word": WordChoice}
_MARKS = {
    "quiz": "quiz",
    "deck": "deck",
    "id": "course",
    "lang": "translation",
    "resources": "resources",
}
"""The field that tells what a file is, the most certain first."""
_ANY_SCALAR = ["string", "number", "boolean", "null"]
_NO_KIND = f"An entry needs one of these fields, which says its kind: {', '.join(ENTRY_TYPES)}."
"""What editors that know `errorMessage` say of an entry of an unknown kind."""


class _TextSchema(GenerateJsonSchema):
    """Scalars as YAML shows them to an editor."""

    def str_schema(self, schema: Any) -> Any:
        made = super().str_schema(schema)
        return {**made, "type": _ANY_SCALAR}

    def int_schema(self, schema: Any) -> Any:
        return _make_number(super().int_schema(schema), r"^\s*[0-9]+\s*$")

    def float_schema(self, schema: Any) -> Any:
        return _make_number(super().float_schema(schema), r"^\s*[0-9.]+\s*$")

    def dict_schema(self, schema: Any) -> Any:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made["additionalProperties"] = False
        elif schema.get("keys_schema", {}).get("type") == "int":
            made["propertyNames"] = {"pattern": r"^[0-9]+$"}
        return made

    def bool_schema(self, schema: Any) -> Any:
        return {"enum": [True, False, "true", "false", "yes", "no", "on", "off"]}

    def nullable_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])


def _make_number(made: Any, digits: str) -> Any:
    return {"anyOf": [made, {"type": "string", "pattern": digits}]}


def course_schema() -> dict[str, Any]:
    """One schema for all files of a course: deck, quiz, course, resources or translation."""
    definitions: dict[str, Any] = {}
    for name, kind in ENTRY_TYPES.items():
        definitions[name] = _make_definition(kind, definitions, name)
    _allow_shorthand(definitions)
    for name, value in _RECORDS.items():
        definitions[name] = _make_definition(value, definitions, name)
    definitions["StageInfo"]["title"] = "{title: …}"
    uses = definitions["course"]["properties"]["uses"]
    keys = definitions["Uses"]["properties"]["key"]
    definitions["course"]["properties"]["uses"] = {"anyOf": [keys, uses]}
    definitions["deck"] = _make_deck(definitions)
    definitions["resources"] = _make_resources()
    definitions["translation"] = _make_translation()
    _describe_fields(definitions)
    definitions["deck"]["properties"]["entries"]["items"] |= _make_any_entry(definitions)
    return {
        "$schema": DIALECT,
        "title": "ptquiz: decks, quizzes, courses, resources and translations",
        "type": "object",
        **_make_any_file(),
        "$defs": definitions,
    }


def _make_any_file() -> dict[str, Any]:
    """What a file must be by the first field that tells it; one of all without such a field."""
    made: dict[str, Any] = {"oneOf": [{"$ref": f"#/$defs/{kind}"} for kind in _MARKS.values()]}
    for mark, kind in reversed(_MARKS.items()):
        then = {"$ref": f"#/$defs/{kind}"}
        made = {"if": {"required": [mark]}, "then": then, "else": made}
    return made


def _make_definition(cls: type, definitions: dict[str, Any], kind: str = "") -> dict[str, Any]:
    made = _TextSchema().generate(cast(Any, make_record_schema(cls)))
    definitions.update(made.pop("$defs", {}))
    made["title"] = kind or cls.__name__.lower()
    return dict(made)


def _allow_shorthand(definitions: dict[str, Any]) -> None:
    """Let options be texts, rows hold their cells, and `why` have a text for each part."""
    option = definitions["Option"]
    definitions["Option"] = {"anyOf": [{"type": _ANY_SCALAR}, option]}
    option["title"] = "an option with a reason"
    _allow_one_list(definitions["choose"])
    for owner in (definitions["Row"], definitions["cloze"]):
        fields = owner["properties"]
        fields["why"] = {"anyOf": [fields["why"], fields.pop("reasons")]}
    row = definitions["Row"]
    [(pattern, cell)] = row["properties"].pop("cells")["patternProperties"].items()
    words = "|".join(ROW_WORDS)
    cells = {f"^(?!({words})$){pattern.removeprefix('^')}": {**cell, "description": _SAID["cell"]}}
    row["patternProperties"] = cells
    row["required"] = ["aspect"]


def _describe_fields(definitions: dict[str, Any]) -> None:
    """Say of every field what it is for; titles that only repeat names go."""
    for name, texts in FIELDS.items():
        made = definitions[name]
        for each in made["anyOf"] if "anyOf" in made and "properties" not in made else (made,):
            for field, value in each.get("properties", {}).items():
                value.pop("title", None)
                each["properties"][field] = {**value, "description": texts[field]}
    for name, body in _SAID["file snippets"].items():
        definitions[name]["defaultSnippets"] = [
            {"label": f"a new {name}", "description": f"A {name} file to fill in.", "body": body}
        ]


def _make_any_entry(definitions: dict[str, Any]) -> dict[str, Any]:
    """What an editor offers where an entry begins: its words, and an entry of each kind."""
    common = definitions["recall"]["properties"]
    fields = {name: common[name] for name in common if name not in ("recall", "answer")}
    fields["why"] = {"description": fields["why"]["description"]}  # a text, or one for each part
    first = {kind: {"description": text} for kind, text in KINDS.items()}
    snippets = [
        {"label": f"{kind} …", "description": KINDS[kind], "body": body}
        for kind, body in ENTRY_SNIPPETS.items()
    ]
    return {
        "properties": fields,
        "if": {"anyOf": [{"required": [kind]} for kind in KINDS]},
        "else": {"properties": first},
        "defaultSnippets": snippets,
    }


def _allow_one_list(choose: dict[str, Any]) -> None:
    """Let options stand in one list, with the names of those that are right."""
    fields = choose["properties"]
    names = fields.pop("listed")
    fields["options"] = {**fields["right"]}
    fields["right"] = {"anyOf": [fields["right"], names["items"], names]}
    choose["required"] = [name for name in choose["required"] if name != "wrong"]
    choose["oneOf"] = [{"required": ["wrong"]}, {"required": ["options"]}]


def _make_deck(definitions: dict[str, Any]) -> dict[str, Any]:
    made = _make_definition(Deck, definitions, "deck")
    definitions.pop("Entry", None)
    made["properties"]["entries"] = {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "required": ["key"],
            "allOf": [
                {"if": {"required": [kind]}, "then": {"$ref": f"#/$defs/{kind}"}}
                for kind in ENTRY_TYPES
            ],
            "anyOf": [{"required": [kind], "errorMessage": _NO_KIND} for kind in ENTRY_TYPES],
        },
    }
    made["required"] = sorted({*made["required"], "entries"})
    return made


def _make_resources() -> dict[str, Any]:
    names = {"pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 64}
    listed = {
        "type": "object",
        "propertyNames": names,
        "additionalProperties": {"$ref": "#/$defs/resource"},
    }
    return {
        "type": "object",
        "required": ["resources"],
        "properties": {"resources": listed},
        "additionalProperties": False,
    }


def _make_translation() -> dict[str, Any]:
    text = {"type": _ANY_SCALAR}
    texts = {"type": "object", "additionalProperties": text}
    words = {"anyOf": [text, {"$ref": "#/$defs/word"}]}
    digits = {"type": ["string", "number"], "pattern": "^[0-9a-f]{6}$"}
    entry = {"type": "object", "properties": {"from": {**digits, "description": _SAID["from"]}}}
    return {
        "type": "object",
        "required": ["lang"],
        "properties": {
            "lang": {"type": "string"},
            **dict.fromkeys(HEADINGS, texts),
            "course": text,
            "pictures": {"type": "object", "additionalProperties": texts},
            "words": {"type": "object", "additionalProperties": words},
            "entries": {"type": "object", "additionalProperties": entry},
        },
        "additionalProperties": False,
    }
