"""The JSON Schema of the YAML files, for editors and independent validators.

It comes from the models. Where text is meant it allows numbers, booleans and null too, because
the loader keeps them as the text that was written.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from flashcards.course.model import (
    ENTRY_TYPES,
    ROW_WORDS,
    CourseInfo,
    Deck,
    Quiz,
    ResourceFile,
    TranslationFile,
)

_ANY_SCALAR = ["string", "number", "boolean", "null"]
_FILES = {"quiz": "Quiz", "deck": "Deck", "id": "CourseInfo", "lang": "TranslationFile"}
"""The field that tells what a file is; without any it is a list of resources."""


class _TextSchema(GenerateJsonSchema):
    """Scalars as YAML shows them to an editor."""

    def str_schema(self, schema: Any) -> Any:
        return {**super().str_schema(schema), "type": _ANY_SCALAR}

    def dict_schema(self, schema: Any) -> Any:
        made = super().dict_schema(schema)
        if "patternProperties" in made:
            made["additionalProperties"] = False
        elif schema.get("keys_schema", {}).get("type") == "int":
            made["propertyNames"] = {"pattern": r"^[0-9]+$"}
        return made

    def nullable_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])


@cache
def course_schema() -> dict[str, Any]:
    """Return one schema for all files of a course: deck, quiz, course, resources, translation."""
    models: list[type[BaseModel]] = [
        *ENTRY_TYPES.values(),
        Deck,
        Quiz,
        CourseInfo,
        ResourceFile,
        TranslationFile,
    ]
    _, made = models_json_schema(
        [(model, "validation") for model in models], schema_generator=_TextSchema
    )
    definitions = made["$defs"]
    for definition in definitions.values():
        for field in definition["properties"].values():
            field.pop("title", None)
    _allow_shorthand(definitions)
    _require_entries(definitions["Deck"])
    fingerprint = {
        "type": ["string", "number"],
        "pattern": "^[0-9a-f]{6}$",
        "description": "The text that it was made from; 'ptquiz translate --accept KEY' writes it.",
    }
    texts = definitions["TranslationFile"]["properties"]["entries"]
    texts["additionalProperties"] = {"type": "object", "properties": {"from": fingerprint}}
    file: dict[str, Any] = {"$ref": "#/$defs/ResourceFile"}
    for mark, name in reversed(_FILES.items()):
        then = {"$ref": f"#/$defs/{name}"}
        file = {"if": {"required": [mark]}, "then": then, "else": file}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ptquiz: decks, quizzes, courses, resources and translations",
        "type": "object",
        **file,
        "$defs": definitions,
    }


def _require_entries(deck: dict[str, Any]) -> None:
    """Let each entry of a deck be of the kind that its field says."""
    deck["required"].append("entries")
    deck["properties"]["entries"] |= {
        "minItems": 1,
        "items": {
            "type": "object",
            "required": ["key"],
            "allOf": [
                {"if": {"required": [kind]}, "then": {"$ref": f"#/$defs/{model.__name__}"}}
                for kind, model in ENTRY_TYPES.items()
            ],
            "anyOf": [{"required": [kind]} for kind in ENTRY_TYPES],
        },
    }


def _allow_shorthand(definitions: dict[str, Any]) -> None:
    """Let authors write what validators with `mode="before"` accept."""
    for name in ("Option", "OutputOption", "WordChoice"):
        definitions[name] = {"anyOf": [{"type": _ANY_SCALAR}, definitions[name]]}
    choose = definitions["Choose"]
    fields = choose["properties"]
    names = fields.pop("listed")
    fields["options"] = {**fields["right"], "description": names["description"]}
    fields["right"] = {
        "anyOf": [fields["right"], names["items"], {"type": "array", "items": names["items"]}],
        "description": fields["right"]["description"],
    }
    choose["required"].remove("wrong")
    choose["oneOf"] = [{"required": ["wrong"]}, {"required": ["options"]}]
    for name in ("Row", "Cloze"):
        fields = definitions[name]["properties"]
        why, reasons = fields["why"], fields.pop("reasons")
        fields["why"] = {"anyOf": [why, reasons], "description": why["description"]}
    row = definitions["Row"]
    cells = row["properties"].pop("cells")
    [(pattern, cell)] = cells["patternProperties"].items()
    pattern = f"^(?!({'|'.join(ROW_WORDS)})$){pattern.removeprefix('^')}"
    row["patternProperties"] = {pattern: {**cell, "description": cells["description"]}}
    row["required"] = ["aspect"]
    uses = definitions["Uses"]["properties"]["key"]
    definitions["Uses"] = {"anyOf": [{**uses, "title": "keys of entries"}, definitions["Uses"]]}
