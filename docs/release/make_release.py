"""Everything that a release hands out, into build/release: `make rehearsal`.

Wheel, both packages, checksums, the changelog's section, and text and screenshots for a
shared-deck page. The course is released in a copy, so that the release record here stays as it
is, or missing before the first release; if it is up to date, these are the bytes of the real
release. With `--final`, which the release job passes, a record or a changelog that is not ready is
an error, and there are no screenshots.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Template

import flashcards
from flashcards import Course, Note, list_notes, load_course
from tests.helpers.anki_engine import Learner, learner
from tests.helpers.card_pages import pages_of

ROOT = Path(__file__).parents[2]
OUT = ROOT / "build" / "release"
WORK = ROOT / "build" / "rehearsal"
LANGUAGES = ("en", "zh")
LOCK = Path("decks", "deck.lock")
KINDS = {
    "en": {
        "concept": "concepts to explain", "term": "terms", "compare": "comparisons",
        "code": "programs to predict", "choose": "questions with options",
        "order": "things to put in order", "cloze": "texts with gaps", "recall": "open questions",
    },
    "zh": {
        "concept": "个概念", "term": "个术语", "compare": "组对比", "code": "段代码",
        "choose": "道选择题", "order": "道排序题", "cloze": "道填空题", "recall": "道问答题",
    },
}  # fmt: skip
SHOTS = (("phone-day", 400, False), ("desktop-night", 900, True))
"""Name, width in pixels, whether it is night."""


def main(final: bool) -> None:
    for folder in (OUT, WORK):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    os.environ["PTQUIZ_HOME"] = str(WORK / "home")
    course = copy_course()
    (OUT / "NOTES.md").write_text(find_changes(flashcards.__version__), encoding="utf-8")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(OUT))
    for lang in LANGUAGES:
        make_package(lang)
        text = write_page(course, lang)
        (OUT / f"shared-deck-{lang}.md").write_text(text, encoding="utf-8")
    write_checksums()
    for lang in LANGUAGES:
        with learner(WORK / lang) as who:
            who.imports(OUT / f"pytorch-{lang}.apkg")
            who.check_everything()
            if not final:
                photograph(who, lang)
    for path in sorted(OUT.rglob("*")):
        if path.is_file():
            print(f"{path.stat().st_size:>9,}  {path.relative_to(ROOT)}")
    todo = list_todo(ROOT / LOCK, WORK / "course" / LOCK, OUT / "NOTES.md")
    print("\n".join(f"To do before the release: {each}" for each in todo))
    if final and todo:
        raise SystemExit(1)


def list_todo(lock: Path, released: Path, notes: Path) -> list[str]:
    """What is not ready yet: the release record, or the heading of the changes."""
    todo = []
    if not lock.exists() or lock.read_bytes() != released.read_bytes():
        todo.append("ptquiz build --release, and commit decks/deck.lock")
    if "(unreleased)" in notes.read_text(encoding="utf-8").splitlines()[0]:
        todo.append("write the date of the release into CHANGELOG.md")
    return todo


def run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def copy_course() -> Course:
    for name in ("decks", "quizzes"):
        shutil.copytree(ROOT / name, WORK / "course" / name)
    return load_course(WORK / "course")


def make_package(lang: str) -> None:
    """The package; the first one writes the copy's lock."""
    target = OUT / f"pytorch-{lang}.apkg"
    code = "import sys; from flashcards.cli import run; sys.exit(run(sys.argv[1:]))"
    folder = str(WORK / "course")
    run(sys.executable, "-c", code, "build", folder, "--release", "--lang", lang, "-o", str(target))


def find_changes(version: str) -> str:
    """The changelog's section about a version."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version)}\b.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise SystemExit(f"CHANGELOG.md says nothing about version {version}")
    return found[0]


def write_checksums() -> None:
    """Hashes of the files."""
    files = sorted([*OUT.glob("*.apkg"), *OUT.glob("*.whl")])
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    (OUT / "SHA256SUMS").write_text("\n".join([*sums, ""]))


def write_page(course: Course, lang: str) -> str:
    """The text of a shared-deck page."""
    notes = list_notes(course, lang)
    template = (Path(__file__).parent / f"shared-deck.{lang}.md").read_text(encoding="utf-8")
    titles = course.titles.get(lang, {})
    stages = [
        {
            "title": titles.get(f"stages/{stage}", info.title),
            "goal": titles.get(f"goals/{stage}", info.goal or ""),
            "cards": count_cards(note for note in notes if note.stage == stage),
        }
        for stage, info in course.info.stages.items()
    ]
    return Template(template, keep_trailing_newline=True).render(
        title=titles.get("course", course.info.title), notes=len(notes), cards=count_cards(notes),
        stages=stages, kinds=list_kinds(notes, lang),
        has={note.entry.kind for note in notes}, home=course.info.home,
        version=flashcards.__version__, date=datetime.now(UTC).date().isoformat(),
        licence=course.info.licence, author=course.info.author,
    )  # fmt: skip


def count_cards(notes: Iterable[Note]) -> int:
    return sum(len(note.ordinals) for note in notes)


def list_kinds(notes: Iterable[Note], lang: str) -> str:
    """How many notes there are of each kind, most first."""
    counts = Counter(note.entry.kind for note in notes)
    comma = ", " if lang == "en" else "、"
    return comma.join(f"{count} {KINDS[lang][kind]}" for kind, count in counts.most_common())


def photograph(who: Learner, lang: str) -> None:
    """Both sides of the first card of each kind, as the engine renders them, in Chromium."""
    from tests.helpers.chromium import set_width, started_chromium

    firsts = {(page.kind, page.side): page for page in reversed(pages_of(who))}
    shown = Path(who.col.media.dir(), "page.html")
    (OUT / "screenshots").mkdir(exist_ok=True)
    with started_chromium(WORK / f"browser-{lang}") as chromium:
        for (kind, side), page in firsts.items():
            for name, width, night in SHOTS:
                shown.write_text(page.html(night), encoding="utf-8")
                set_width(chromium, width)
                chromium.get(shown.as_uri())
                target = OUT / "screenshots" / f"{lang}-{kind}-{side}-{name}.png"
                target.write_bytes(take_picture(chromium, width))


def take_picture(chromium: Any, width: int) -> bytes:
    """A PNG of the whole page, however long it is."""
    height = chromium.execute_script("return document.documentElement.scrollHeight")
    area = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    options = {"captureBeyondViewport": True, "clip": area}
    return base64.b64decode(chromium.execute_cdp_cmd("Page.captureScreenshot", options)["data"])


if __name__ == "__main__":
    main(final="--final" in sys.argv[1:])
