"""The files of a new course beside its decks: made anew, or as an exported course has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any

from flashcards.fileio import COURSE_FILE
from flashcards.model import SOURCE_LANGUAGE
from flashcards.source.folder import DECKS, QUIZZES, RESOURCES_FILE
from flashcards.source.new_course import (
    POINTER,
    make_readme,
    make_schema_text,
    require_language,
)
from flashcards.source.translations import HEADINGS
from flashcards.source.yaml_writer import write_yaml


def make_course_files(
    folder: Path, title: str, author: str, exported: Mapping[str, Any] | None,
    deck_order: Sequence[str], lang: str,
) -> dict[Path, str]:  # fmt: skip
    """Path to text, that which makes it a course last; `exported` is all but the decks of a course.

    Other decks are written in `lang`. Raises UsageError if that is no code of a language.
    """
    require_language(lang)
    decks = folder / DECKS
    info: dict[str, Any] = {
        "id": f"course-{token_hex(8)}", "title": title, "author": author,
        "licence": "CC BY 4.0",
    }  # fmt: skip
    if lang != SOURCE_LANGUAGE:
        info["source"] = lang
    info["languages"] = [lang]
    if len(deck_order) > 1:
        info["decks"] = list(deck_order)
    exported = exported or {}
    texts = {
        **{folder / name: text for name, text in exported.get("kept", {}).items()},
        folder / "schema.json": make_schema_text(),
        folder / "README.md": make_readme(
            (exported.get("course") or info)["title"], f"{folder.resolve().name}.apkg", lang
        ),
    }
    if resources := exported.get("resources"):
        texts[decks / RESOURCES_FILE] = write_yaml({"resources": resources})
    for name, quiz in exported.get("quizzes", {}).items():
        texts[folder / QUIZZES / f"{name}.yaml"] = POINTER + write_yaml(quiz)
    for lang, overlay in exported.get("translations", {}).items():
        texts[decks / lang / "translation.yaml"] = _write_overlay(lang, overlay)
    texts[decks / COURSE_FILE] = POINTER + write_yaml(exported.get("course") or info)
    return texts


def _write_overlay(lang: str, overlay: Mapping[str, Any]) -> str:
    """A translation with all its titles and entries."""
    names = {heading: name for name, heading in HEADINGS.items()}
    titles: dict[str, Any] = {}
    for path, title in overlay.get("titles", {}).items():
        heading, _, key = path.partition("/")
        if key:
            titles.setdefault(names[heading], {})[key] = title
        else:
            titles[names[heading]] = title
    parts = {name: value for name, value in overlay.items() if name != "titles" and value}
    return write_yaml({"lang": lang, **titles, **parts})
