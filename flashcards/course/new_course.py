"""The files of a new course, and the JSON Schema with which editors check them."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from flashcards.course.model import (
    ENTRY_TYPES,
    KEY_PATTERN,
    SOURCE_LANGUAGE,
    CourseInfo,
    Deck,
    Quiz,
    ResourceFile,
    TranslationFile,
    is_language,
)
from flashcards.errors import FlashcardsError, UsageError
from flashcards.fileio import COURSE_FILE, write_whole

POINTER = "# yaml-language-server: $schema=../schema.json\n"
"""The first line of deck and quiz files: where editors find the schema."""

_COURSE = """\
id: {id}  # permanent: it is the namespace of all keys; never change it
title: {title}
author: {author}
licence: CC BY 4.0
{languages}"""

_DECK = """\
deck: first
title: {title}
stage: 1
tags: [example]
entries:
  # {examples}: write yours in their place. A key is for good: texts may change, keys may not.
  # A word that means other things elsewhere says where: `scope: autograd` below its key.
  - term: leaf tensor
    key: example-leaf
    meaning: A tensor that no recorded operation produced.
    why: Only leaves get their gradient kept by default.
  - recall: Why do frameworks record a graph during the forward pass?
    key: example-why-graph
    answer: To run it backwards and compute gradients.
  - choose: Which call clears the gradients before the next step?
    key: example-clear
    right:
      zero:
        text: "`optimizer.zero_grad()`"
        why: Gradients accumulate until they are cleared.
    wrong:
      back:
        text: "`loss.backward()`"
        why: It adds to them.
      step:
        text: "`optimizer.step()`"
        why: It uses them and leaves them as they are.
  - compare: {{dp: DataParallel, ddp: DistributedDataParallel}}
    key: example-dp-ddp
    rows:
      process:
        aspect: Processes
        question: How many processes do the two wrappers start on 4 GPUs?
        dp: one for all GPUs
        ddp: one per GPU
        wrong: {{node: one per machine}}
        ask: {{ddp: How many processes does DistributedDataParallel start on 4 GPUs?}}
        why:
          dp: All replicas run as threads of one interpreter.
          ddp: No interpreter lock is shared, so the GPUs do not wait for each other.
"""

_QUIZ = """\
quiz: first
title: {title}
select:
  deck: [first]
count: 3
pass_mark: 60
minutes: 10
seed: "1"
"""

_README = """\
# {title}

    ptquiz check .                    every mistake with file, line and column
    ptquiz --course .                 study in the terminal
    ptquiz build . -o {package}       an Anki package

Decks are in `decks/`, quizzes in `quizzes/`, pictures in `decks/media/`.
"""


def write_new_course(
    folder: Path,
    *,
    title: str | None = None,
    author: str = "the author",
    course_id: str | None = None,
    lang: str = SOURCE_LANGUAGE,
    force: bool = False,
) -> list[Path]:
    """Make a folder with a small course that checks and builds, and return the files written.

    The title is made from the folder's name, the id by chance, if they are not given. The
    decks are to be written in `lang`; their examples are English. Other files may be there by
    `force`, and stay; a course may not. Raises FlashcardsError, UsageError for a wrong `lang`.
    """
    if (folder / "decks" / COURSE_FILE).exists():
        raise FlashcardsError(f"{folder} is a course already")
    if is_taken(folder, force):
        raise FlashcardsError(f"{folder} is there already; '--force' writes beside what is in it")
    require_language(lang)
    name = folder.resolve().name
    title = title or re.sub("[-_]", " ", name).strip().capitalize() or "My course"
    course_id = course_id or f"course-{token_hex(8)}"
    written = []
    for path, text in make_course_files(course_id, title, author, name, lang).items():
        if not os.path.lexists(folder / path):
            write_whole(folder / path, text.encode())
            written.append(folder / path)
    return written


def is_taken(folder: Path, force: bool) -> bool:
    """Return whether something is there, among which no course is made unless by `force`."""
    return not force and folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def make_course_files(
    course_id: str, title: str, author: str, name: str, lang: str
) -> dict[str, str]:
    """Return the texts of a new course by their paths below its folder, which is called `name`."""
    quoted = json.dumps(title, ensure_ascii=False)
    is_english = lang == SOURCE_LANGUAGE
    course = _COURSE.format(
        id=course_id,
        title=quoted,
        author=json.dumps(author, ensure_ascii=False),
        languages=f"languages: [{lang}]\n" if is_english else f"source: {lang}\n",
    )
    deck = _DECK.format(title=quoted, examples="Examples" if is_english else "English examples")
    return {
        "README.md": make_readme(title, f"{name or 'course'}.apkg"),
        "decks/course.yaml": POINTER + course,
        "decks/first.yaml": POINTER + deck,
        "quizzes/first.yaml": POINTER + _QUIZ.format(title=quoted),
        "schema.json": json.dumps(course_schema(), ensure_ascii=False, indent=1) + "\n",
    }


def make_readme(title: str, package: str) -> str:
    """Return what to do next, for whoever opens the folder; it builds `package`."""
    return _README.format(title=title, package=f'"{package}"' if " " in package else package)


def require_language(lang: str) -> None:
    """Raise UsageError if it is no code of a language, as courses name them."""
    if not is_language(lang):
        raise UsageError(f"'{lang}' is not a language code such as 'de'.", "--lang")


_ANY_SCALAR = ["string", "number", "boolean", "null"]
_FILES = {"quiz": "Quiz", "deck": "Deck", "id": "CourseInfo", "lang": "TranslationFile"}
"""The field that tells what a file is; without any it is a list of resources."""


class _TextSchema(GenerateJsonSchema):
    """Scalars as YAML shows them to an editor: where text is meant, `no` and `1` are text too."""

    def str_schema(self, schema: Any) -> Any:
        return {**super().str_schema(schema), "type": _ANY_SCALAR}

    def dict_schema(self, schema: Any) -> Any:
        mapping = super().dict_schema(schema)
        if "patternProperties" in mapping:
            mapping["additionalProperties"] = False
        elif schema.get("keys_schema", {}).get("type") == "int":
            mapping["propertyNames"] = {"pattern": r"^[0-9]+$"}
        return mapping

    def nullable_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> Any:
        return self.generate_inner(schema["schema"])


@cache
def course_schema() -> dict[str, Any]:
    """Return one JSON Schema for all files of a course, made from the models."""
    files = (Deck, Quiz, CourseInfo, ResourceFile, TranslationFile)
    models: list[type[BaseModel]] = [*ENTRY_TYPES.values(), *files]
    _, schema = models_json_schema(
        [(model, "validation") for model in models], schema_generator=_TextSchema
    )
    definitions = schema["$defs"]
    for definition in definitions.values():
        for field in definition["properties"].values():
            field.pop("title", None)
    _allow_shorthand(definitions)
    deck = definitions["Deck"]
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


def _allow_shorthand(definitions: dict[str, Any]) -> None:
    """Let authors write what validators with `mode="before"` accept."""
    for name in ("Option", "OutputOption", "WordChoice"):
        definitions[name] = {"anyOf": [{"type": _ANY_SCALAR}, definitions[name]]}
    choose = definitions["Choose"]
    fields = choose["properties"]
    names = fields.pop("option_order")
    fields["options"] = {**fields["right"], "description": names["description"]}
    fields["right"] = {
        "anyOf": [fields["right"], names["items"], {"type": "array", "items": names["items"]}],
        "description": fields["right"]["description"],
    }
    choose["required"].remove("wrong")
    choose["oneOf"] = [{"required": ["wrong"]}, {"required": ["options"]}]
    definitions["Row"]["propertyNames"] = {"pattern": KEY_PATTERN}
    uses = definitions["Uses"]["properties"]["key"]
    definitions["Uses"] = {"anyOf": [{**uses, "title": "keys of entries"}, definitions["Uses"]]}
