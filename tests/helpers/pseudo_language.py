"""A language for tests: every message of English within «…», as one more file of a copied package.

Whatever a learner is shown outside of these marks was not said by a message.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import flashcards
from flashcards.words import FOLDER

LANG = "xx"
LISTS = {"weekdays": " ", "key_names": " ", "preview_filters": " ", "month_names": ", "}
"""Messages that are several words, and what divides them."""
BARE = {
    "decimal", "letters", "yes_no", "yes_answers", "comma", "list_comma", "between_names",
    "between_sentences", "colon", "day_of_year", "day_of_month",
}  # fmt: skip
"""What is no word: signs between words, letters to type, the form of a day."""
_INNERMOST = re.compile("«[^«»]*»")


def wrap(id, text):
    """A text of English within marks, list by list where it is one."""
    if isinstance(text, dict):
        return {form: wrap(id, each) for form, each in text.items()}
    if id in BARE or not text.strip():
        return text
    if id in LISTS:
        return LISTS[id].join(f"«{each}»" for each in text.split(LISTS[id]))
    head, tail = (re.match(r"\s*", text)[0], re.search(r"\s*$", text)[0])
    return f"{head}«{text.strip()}»{tail}"


def wrap_all():
    """The file of English with every message within marks."""
    groups = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))
    return {
        about: {id: wrap(id, text) for id, text in group.items()} for about, group in groups.items()
    }


def make_package(folder, groups):
    """A copy of the package with one more language, and nothing else changed."""
    own = Path(flashcards.__file__).parent
    made = shutil.copytree(own, folder / "flashcards")  # with what was compiled
    file = made / "words" / f"{LANG}.json"
    file.write_text(json.dumps(groups, ensure_ascii=False), encoding="utf-8")
    return folder


def run_pseudo(package, home, *line, keys="", cwd=None):
    """What a command says to somebody who reads that language, on both streams."""
    env = {**os.environ, "PYTHONPATH": str(package), "PTQUIZ_HOME": str(home), "LANG": LANG,
           "LC_ALL": LANG, "PYTHONUTF8": "1", "COLUMNS": "100"}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "flashcards", *map(str, line)],
        input=keys, capture_output=True, encoding="utf-8", env=env, cwd=cwd or package,
    )  # fmt: skip
    return done.stdout + done.stderr


def strip_marked(text):
    """The text without all that stands within marks, also in each other."""
    while (shorter := _INNERMOST.sub("", text)) != text:
        text = shorter
    return text
