"""All that an author wrote, as JSON: `ptquiz import` makes the same course of it again."""

from __future__ import annotations

import base64
import json

from flashcards.model import Course
from flashcards.source.plain_values import make_plain_course
from flashcards.text.images import load_pictures

FORMAT = 1
TYPE = "ptquiz entries"


def export_entries(course: Course) -> bytes:
    """One JSON file with course, decks, resources, quizzes, translations and pictures.

    Raises FlashcardsError if a picture cannot be read.
    """
    whole = {
        "type": TYPE,
        "format": FORMAT,
        **make_plain_course(course),
        "pictures": {
            name: base64.b64encode(data).decode()
            for name, data in load_pictures(course, _list_own_pictures(course)).items()
        },
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _list_own_pictures(course: Course) -> list[str]:
    own = course.root.replace("\\", "/").rstrip("/") + "/"
    return [name for name, path in course.media.items() if path.replace("\\", "/").startswith(own)]
