"""All that an author wrote, as JSON: `ptquiz import` makes the same course of it again."""

from __future__ import annotations

import base64
import json
from contextlib import suppress
from pathlib import Path

from flashcards.fileio import FileMissing, load_text
from flashcards.model import Course
from flashcards.source.folder import LOCK_FILE
from flashcards.source.plain_values import make_plain_course
from flashcards.text.images import load_pictures
from flashcards.verify.records import LARGEST_RECORDS, RECORDS_FILE

FORMAT = 1
TYPE = "ptquiz entries"
KEPT = (LOCK_FILE, RECORDS_FILE)
"""Files that ptquiz keeps beside the decks: what was released, what was verified."""


def export_entries(course: Course) -> bytes:
    """One JSON file with course, decks, resources, quizzes, translations and pictures.

    What was released and verified is in it too, so that the course that comes back is the same to
    whoever learns it. Raises FlashcardsError if one of its files cannot be read.
    """
    whole = {
        "type": TYPE,
        "format": FORMAT,
        **make_plain_course(course),
        "kept": _load_kept(Path(course.root)),
        "pictures": {
            name: base64.b64encode(data).decode()
            for name, data in load_pictures(course, _list_own_pictures(course)).items()
        },
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _load_kept(root: Path) -> dict[str, str]:
    found = {}
    for name in KEPT:
        with suppress(FileMissing):
            found[name] = load_text(root / name, LARGEST_RECORDS, links=False)
    return found


def _list_own_pictures(course: Course) -> list[str]:
    own = course.root.replace("\\", "/").rstrip("/") + "/"
    return [name for name, path in course.media.items() if path.replace("\\", "/").startswith(own)]
