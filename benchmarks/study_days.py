"""How far apart the cards of one note come: the whole curriculum, learned in the real Anki.

    make days

Anki's default options, 20 new cards a day, every review done. One line for each language.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from flashcards import BuildRequest, build_package, load_course
from tests.helpers.anki_days import study_days
from tests.helpers.anki_engine import learner

LANGUAGES = ("en", "zh")
_MOST_DAYS = 1000


def main() -> None:
    for lang in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            days, gaps = study_all(Path(folder), lang)
        apart = ", ".join(f"{gaps[each]} × {each}" for each in sorted(gaps))
        print(f"{lang}: {days} days; days between two cards of a note: {apart}")


def study_all(folder: Path, lang: str) -> tuple[int, Counter[int]]:
    """How many days it takes, and how often two cards of a note were so many days apart."""
    package = folder / "deck.apkg"
    build_package(load_course(), BuildRequest(package, lang=lang), now=1_700_000_000)
    last: dict[str, int] = {}
    gaps: Counter[int] = Counter()
    with learner(folder / "student") as who:
        who.imports(package)
        for day, cards in enumerate(study_days(who, _MOST_DAYS)):
            if not cards:
                return day, gaps
            for guid, _ in cards:
                gaps.update([day - last[guid]] if guid in last else [])
                last[guid] = day
    raise SystemExit(f"{lang}: new cards are left after {_MOST_DAYS} days")


if __name__ == "__main__":
    main()
