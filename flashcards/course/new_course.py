"""The files of a new course, and the JSON Schema with which editors check them."""

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
    LANGUAGE_PATTERN,
    SOURCE_LANGUAGE,
    BriefRecord,
    Choose,
    CourseInfo,
    Deck,
    Quiz,
    ResourceFile,
    TranslationFile,
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
{languages}
"""

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
    why: Only leaves keep their gradient, unless `retain_grad()` is called.
  - recall: Why do frameworks record a graph during the forward pass?
    key: example-why-graph
    answer: To run it backwards and compute gradients.
  - choose: Which call clears the gradients before the next step?
    key: example-clear
    right:
      zero: {{text: "`optimizer.zero_grad()`", why: Gradients accumulate until they are cleared.}}
    wrong:
      back: {{text: "`loss.backward()`", why: It adds to them.}}
      step: {{text: "`optimizer.step()`", why: It uses them and leaves them as they are.}}
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
    decks are to be written in `lang`; their examples are English. Raises as `require_empty`, and
    UsageError for a wrong `lang`.
    """
    require_empty(folder, force)
    files = make_course_files(folder, title, author, lang, course_id)
    written = [path for path in files if not os.path.lexists(path)]
    for path in written:
        write_whole(path, files[path].encode())
    return written


def require_empty(folder: Path, force: bool) -> None:
    """Raise FlashcardsError for a course, and unless by `force` for a folder with other files."""
    if (folder / "decks" / COURSE_FILE).exists():
        raise FlashcardsError(f"{folder} is a course already")
    if not force and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "name another folder, or write beside what is in it with --force"
        raise FlashcardsError(f"{folder} is there already; {hint}")


def make_title(folder: Path) -> str:
    """Return the name of a folder as a title."""
    return re.sub("[-_]", " ", folder.resolve().name).strip().capitalize() or "My course"


def make_course_files(
    folder: Path, title: str | None, author: str, lang: str, course_id: str | None = None
) -> dict[Path, str]:
    """Return the texts of a new course by their paths. Raises UsageError for a wrong `lang`."""
    if not re.fullmatch(LANGUAGE_PATTERN, lang):
        raise UsageError(f"'{lang}' is not a language code such as 'de'.", "--lang")
    quoted = json.dumps(title or make_title(folder), ensure_ascii=False)
    is_english = lang == SOURCE_LANGUAGE
    course = _COURSE.format(
        id=course_id or f"course-{token_hex(8)}",
        title=quoted,
        author=json.dumps(author, ensure_ascii=False),
        languages=f"languages: [{lang}]" if is_english else f"source: {lang}",
    )
    deck = _DECK.format(title=quoted, examples="Examples" if is_english else "English examples")
    return {
        folder / "decks" / COURSE_FILE: POINTER + course,
        folder / "decks" / "first.yaml": POINTER + deck,
        folder / "quizzes" / "first.yaml": POINTER + _QUIZ.format(title=quoted),
        folder / "schema.json": json.dumps(course_schema(), ensure_ascii=False, indent=1) + "\n",
    }


_ANY_SCALAR = ["string", "number", "boolean", "null"]


class _EditorSchema(GenerateJsonSchema):
    """What authors may write: where text is meant, `no` and `1` are text too."""

    def str_schema(self, schema: Any) -> Any:
        return {**super().str_schema(schema), "type": _ANY_SCALAR}

    def model_schema(self, schema: Any) -> Any:
        """Return the schema of a model, with the shorter forms that its validators accept."""
        model = super().model_schema(schema)
        if issubclass(schema["cls"], BriefRecord):
            return {"anyOf": [{"type": _ANY_SCALAR}, model]}
        if schema["cls"] is Choose:
            fields = model["properties"]
            fields["options"] = fields["wrong"]
            fields["right"] = {"description": fields["right"]["description"]}  # texts, or names
            model["required"].remove("wrong")
        return model


@cache
def course_schema() -> dict[str, Any]:
    """Return one JSON Schema for all files of a course, made from the models."""
    files: list[type[BaseModel]] = [Deck, Quiz, CourseInfo, ResourceFile, TranslationFile]
    _, schema = models_json_schema(
        [(model, "validation") for model in files], schema_generator=_EditorSchema
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ptquiz: decks, quizzes, courses, resources and translations",
        "anyOf": [{"$ref": f"#/$defs/{model.__name__}"} for model in files],
        **schema,
    }
