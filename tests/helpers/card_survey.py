"""Every card of the curriculum in the real Chromium, measured at every width, light and night.

    python -m tests.helpers.card_survey [LANGUAGE …]

All that can be opened is open, the first option is picked, every hint is taken. What is
pale, cut off or too wide is printed; the exit status is 1 if anything is.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from flashcards import load_course
from flashcards.anki.compose import PackageOptions
from tests.helpers.anki_engine import learner
from tests.helpers.card_pages import EMPTY, LOOK, SHOW, Page, pages_of, served
from tests.helpers.chromium import set_width, started_chromium
from tests.helpers.courses import package_of, write_package

WIDTHS = (320, 400, 900)
MODES = ("light", "night")
_AT_ONCE = 100
"""Even, so that both sides of a card are shown in one page."""

OPEN = """
document.querySelectorAll('details').forEach(function (fold) { fold.open = true; });
for (var hint; (hint = document.querySelector('.hint:not([style])'));) { hint.click(); }
var pick = document.querySelector('.front .pick, .pairs button');
if (pick) { pick.click(); }
"""
MEASURE = f"""
function measure() {{ {LOOK} }}
return arguments[0].map(function (page) {{
  showCard(page[0], page[1]);
  {OPEN}
  return measure();
}});
"""


def find_faults(found: dict[str, Any], width: int) -> list[object]:
    """What a measurement says against a page."""
    faults: list[object] = [*found["poor"], *found["cut"]]
    if found["width"] > width:
        faults.append(("wide", found["width"]))
    if found["gaps"]:
        faults.append(("hidden gaps", found["gaps"]))
    return faults if found["seen"] else ["empty"]


def survey(
    chromium: Any, address: str, pages: Sequence[Page]
) -> Iterator[tuple[Page, int, str, list[object]]]:
    """Each page with its width, mode and faults; `address` is of an empty page."""
    for width in WIDTHS:
        set_width(chromium, width)
        for mode in MODES:
            for start in range(0, len(pages), _AT_ONCE):
                some = pages[start : start + _AT_ONCE]
                chromium.get(address)  # a page that shows thousands grows slow
                chromium.execute_script(SHOW)
                shown = [[page.body, page.classes(mode == "night")] for page in some]
                measured = chromium.execute_script(MEASURE, shown)
                for page, found in zip(some, measured, strict=True):
                    yield page, width, mode, find_faults(found, width)


def main(languages: Sequence[str]) -> int:
    """Survey the curriculum in these languages."""
    course, faulty, count = load_course(), 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        learner(Path(folder) / "who") as who,
        served() as server,
        started_chromium(Path(folder) / "chromium") as chromium,
    ):
        for lang in languages:
            made = package_of(course, wanted=PackageOptions(lang))
            who.imports(write_package(Path(folder), made, f"{lang}.apkg"))
            server.pages |= {f"/{name}": data for name, data in made.media.items()}
        server.pages["/empty"] = EMPTY.encode()
        for page, width, mode, faults in survey(chromium, server.address("/empty"), pages_of(who)):
            count += 1
            if faults:
                faulty += 1
                print(f"{page.name} {page.side} {width} px {mode}: {faults[:4]}", flush=True)
    print(f"{count} pages, {faulty} with faults")
    return 1 if faulty or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ("en", "zh")))
