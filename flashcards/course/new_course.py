"""The files of a new course, and the JSON Schema with which editors check them."""

import json
import os
import re
import shlex
from functools import cache
from pathlib import Path
from secrets import token_hex
from string import Template
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
"""The first line of YAML files: where editors find the schema."""

_STARTER = Path(__file__).parent / "starter"
"""A folder for each language: the files of a new course, with `$title` where the title goes."""


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

    The title is made from the folder's name, the id by chance, if they are not given. The decks
    are to be written in `lang`, and so are the examples if ptquiz has them in that language; else
    they are English. Raises as `require_empty`, and UsageError for a wrong `lang`.
    """
    require_empty(folder, force)
    title = title or make_title(folder)
    files = make_course_files(folder, title, author, lang, course_id)
    name = shlex.quote(folder.resolve().name)
    files[folder / "README.md"] = _fill_starter("README.md", lang, title=title, folder=name)
    for file in ("decks/first.yaml", "quizzes/first.yaml"):
        files[folder / file] = _fill_starter(file, lang)
    written = [path for path in files if not os.path.lexists(path)]
    for path in written:
        write_whole(path, files[path].encode())
    return written


def require_empty(folder: Path, force: bool) -> None:
    """Raise FlashcardsError for a course, and unless by `force` for a folder with other files."""
    if (folder / "decks" / COURSE_FILE).exists():
        raise FlashcardsError(
            f"{folder} is a course already; edit the files in its folder "
            "decks, or choose another name for the new course"
        )
    if not force and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "name another folder, or write beside what is in it with --force"
        raise FlashcardsError(f"{folder} is there already; {hint}")


def make_title(folder: Path) -> str:
    """Return the name of a folder as a title."""
    return re.sub("[-_]", " ", folder.resolve().name).strip().capitalize() or "My course"


def make_course_files(
    folder: Path, title: str, author: str, lang: str, course_id: str | None = None
) -> dict[Path, str]:
    """Return the texts of `course.yaml` and the schema of a new course, by their paths.

    Raises UsageError for a wrong `lang`.
    """
    if not re.fullmatch(LANGUAGE_PATTERN, lang):
        raise UsageError(f"'{lang}' is not a language code such as 'de'.", "--lang")
    course = _fill_starter(
        f"decks/{COURSE_FILE}",
        lang,
        id=course_id or f"course-{token_hex(8)}",
        title=json.dumps(title, ensure_ascii=False),
        author=json.dumps(author, ensure_ascii=False),
        languages=f"languages: [{lang}]" if lang == SOURCE_LANGUAGE else f"source: {lang}",
    )
    return {
        folder / "decks" / COURSE_FILE: course,
        folder / "schema.json": json.dumps(course_schema(), ensure_ascii=False, indent=1) + "\n",
    }


def _fill_starter(file: str, lang: str, **values: str) -> str:
    """Return a file of the starter in a language, or else in English, with values filled in."""
    names = (lang, lang.partition("-")[0], SOURCE_LANGUAGE)
    paths = [_STARTER / name / file for name in names]
    path = next(path for path in paths if path.is_file())
    return Template(path.read_text(encoding="utf-8")).safe_substitute(values)


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
