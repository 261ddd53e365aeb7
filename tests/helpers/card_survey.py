"""Every card of the curriculum in the real Chromium, measured at every width, light and night.

    python -m tests.helpers.card_survey [LANGUAGE …]

All that can be opened is open, the first option is picked, every hint is taken. What is
pale, cut off or too wide is printed; the exit status is 1 if anything is. There are as many
browsers as cores.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from flashcards.anki.compose import PackageOptions
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.card_pages import EMPTY, LOOK, SHOW, Page, Server, pages_of, served
from tests.helpers.chromium import set_width, started_chromium
from tests.helpers.courses import package_of, write_package

WIDTHS = (320, 400, 900)
MODES = ("light", "night")
_AT_ONCE = 50
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
  showCard(page[0], page[1][0]);
  {OPEN}
  return page[1].map(function (classes) {{
    document.body.className = classes;
    return measure();
  }});
}});
"""
"""Of each page one measurement for each of its classes of the body."""

Found = tuple[Page, int, str, list[object]]
"""A page, its width, its mode and its faults."""


def find_faults(found: dict[str, Any], width: int) -> list[object]:
    """What a measurement says against a page."""
    faults: list[object] = [*found["poor"], *found["cut"]]
    if found["width"] > width:
        faults.append(("wide", found["width"]))
    if found["gaps"]:
        faults.append(("hidden gaps", found["gaps"]))
    return faults if found["seen"] else ["empty"]


def survey(chromium: Any, address: str, pages: Sequence[Page]) -> Iterator[Found]:
    """Each page at each width in each mode; `address` is of an empty page."""
    for width in WIDTHS:
        set_width(chromium, width)
        for start in range(0, len(pages), _AT_ONCE):
            some = pages[start : start + _AT_ONCE]
            chromium.get(address)  # a page that shows thousands grows slow
            chromium.execute_script(SHOW)
            shown = [
                [page.body, [page.classes(mode == "night") for mode in MODES]] for page in some
            ]
            measured = chromium.execute_script(MEASURE, shown)
            for page, of_modes in zip(some, measured, strict=True):
                for mode, found in zip(MODES, of_modes, strict=True):
                    yield page, width, mode, find_faults(found, width)


def main(languages: Sequence[str]) -> int:
    """Survey the curriculum in these languages."""
    faulty, count = 0, 0
    with (
        tempfile.TemporaryDirectory() as folder,
        served() as server,
        ThreadPoolExecutor(os.cpu_count()) as workers,
    ):
        pages = _render(Path(folder), server, languages)
        parts = [
            pages[start : start + 8 * _AT_ONCE] for start in range(0, len(pages), 8 * _AT_ONCE)
        ]
        found = workers.map(lambda at: _survey_part(Path(folder, str(at)), server, parts[at]),
                            range(len(parts)))  # fmt: skip
        for part in found:
            count += len(part)
            for page, width, mode, faults in part:
                if faults:
                    faulty += 1
                    print(f"{page.name} {page.side} {width} px {mode}: {faults[:4]}", flush=True)
    print(f"{count} pages, {faulty} with faults")
    return 1 if faulty or not count else 0


def _render(folder: Path, server: Server, languages: Sequence[str]) -> list[Page]:
    """All sides of all cards; the server has their pictures and the empty page."""
    course = builtin_course()
    server.pages["/empty"] = EMPTY.encode()
    with learner(folder / "who") as who:
        for lang in languages:
            made = package_of(course, wanted=PackageOptions(lang))
            who.imports(write_package(folder, made, f"{lang}.apkg"))
            server.pages |= {f"/{name}": data for name, data in made.media.items()}
        return pages_of(who)


def _survey_part(profile: Path, server: Server, pages: Sequence[Page]) -> list[Found]:
    with started_chromium(profile) as chromium:
        return list(survey(chromium, server.address("/empty"), pages))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ("en", "zh")))
