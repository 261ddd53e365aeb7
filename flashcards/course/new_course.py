"""The files of a new course: one entry of each common kind, ready to be replaced."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from secrets import token_hex

from flashcards.course.model import SOURCE_LANGUAGE
from flashcards.course.schema import course_schema
from flashcards.course.types import is_language
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
    """Make a folder with a small course that checks and builds; gives the files written.

    The title is made from the folder's name, the id by chance, if they are not given. The
    decks are to be written in `lang`; their examples are English.
    Raises FlashcardsError if the folder is there already and not empty, UsageError if `lang`
    is no code of a language. By `force` other files may be there, which stay as they are; a
    course may not.
    """
    if (folder / "decks" / COURSE_FILE).exists():
        raise FlashcardsError(f"{folder} is a course already")
    if is_taken(folder, force):
        raise FlashcardsError(f"{folder} is there already; '--force' writes beside what is in it")
    require_language(lang)
    name = folder.resolve().name.replace("-", " ").replace("_", " ").strip().capitalize()
    course_id = course_id or f"course-{token_hex(8)}"
    package = f"{folder.resolve().name or 'course'}.apkg"
    files = make_course_files(course_id, title or name or "My course", author, package, lang)
    written = []
    for path, text in files.items():
        if not os.path.lexists(folder / path):
            write_whole(folder / path, text.encode())
            written.append(folder / path)
    return written


def is_taken(folder: Path, force: bool) -> bool:
    """Whether something is there, among which no course is made unless by `force`."""
    return not force and folder.exists() and (not folder.is_dir() or any(folder.iterdir()))


def make_course_files(
    course_id: str, title: str, author: str, package: str, lang: str
) -> dict[str, str]:
    """Path below the folder to text, for every file of a new course; it builds `package`."""
    quoted, name = (json.dumps(each, ensure_ascii=False) for each in (title, author))
    is_english = lang == SOURCE_LANGUAGE
    languages = f"languages: [{lang}]\n"
    if not is_english:
        languages = f"source: {lang}\n{languages}"
    course = _COURSE.format(id=course_id, title=quoted, author=name, languages=languages)
    deck = _DECK.format(title=quoted, examples="Examples" if is_english else "English examples")
    return {
        "README.md": make_readme(title, package),
        "decks/course.yaml": POINTER + course,
        "decks/first.yaml": POINTER + deck,
        "quizzes/first.yaml": POINTER + _QUIZ.format(title=quoted),
        "schema.json": make_schema_text(),
    }


def make_readme(title: str, package: str) -> str:
    """What to do next, for whoever opens the folder; it builds `package`."""
    return _README.format(title=title, package=_quote(package))


def require_language(lang: str) -> None:
    """Raise UsageError if it is no code of a language, as courses name them."""
    if not is_language(lang):
        raise UsageError(f"'{lang}' is not a language code such as 'de'.", "--lang")


@cache
def make_schema_text() -> str:
    """The JSON Schema that editors check the files of a course with; it is always the same."""
    return json.dumps(course_schema(), ensure_ascii=False, indent=1) + "\n"


def _quote(word: str) -> str:
    """As one word of a command line."""
    return f'"{word}"' if " " in word else word
