"""The pictures of the README, taken from the real things: `make pictures`.

A session is recorded on a pseudo-terminal, cards and exam are shown by Chromium.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from io import BytesIO
from pathlib import Path

import pexpect
import pyte
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

HERE = Path(__file__).parent
PTQUIZ = str(Path(sys.executable).with_name("ptquiz"))
COLUMNS, ROWS = 84, 34
CARDS = ("tensor-save-small-view", "ddp-bucket-size-tradeoff")
COLOURS = {
    "default": "#d4d4d4", "black": "#7f848e", "red": "#ff7b72", "green": "#7ee787",
    "brown": "#e3b341", "blue": "#79c0ff", "magenta": "#d2a8ff", "cyan": "#76e3ea",
    "white": "#f0f6fc", "brightblack": "#8b949e",
}  # fmt: skip
BACKGROUND = "#0d1117"
BOLD = ' font-weight="bold"'
CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 16


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PTQUIZ_HOME"] = str(Path(folder, "home"))
        (HERE / "session.svg").write_text(draw_screen(record_session()), encoding="utf-8")
        with open_chromium(folder) as chromium:
            photograph_page(chromium, Path(folder))
            photograph_cards(chromium, Path(folder))
            photograph_exam(chromium, Path(folder))


def record_session() -> pyte.Screen:
    """The screen after the first answer of a session."""
    child = pexpect.spawn(
        PTQUIZ, ["--key", "tensor-save-small-view", "--seed", "readme"],
        dimensions=(ROWS, COLUMNS), timeout=60, env={**os.environ, "TERM": "xterm-256color"},
    )  # fmt: skip
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    for words, key in (("Enter begin", "\r"), ("choose", "1")):
        read_until(child, stream, screen, words)
        time.sleep(0.5)  # keys count a moment later
        child.send(key)
    read_until(child, stream, screen, "Enter next")
    child.close(force=True)
    return screen


def read_until(
    child: pexpect.spawn, stream: pyte.ByteStream, screen: pyte.Screen, words: str
) -> None:
    """Feed the screen until the words are on it."""
    ends = time.monotonic() + 60
    while not any(words in line for line in screen.display):
        if time.monotonic() > ends:
            raise SystemExit("\n".join([f"never saw {words!r}:", *screen.display]))
        try:
            data = child.read_nonblocking(65536, 1)
        except pexpect.TIMEOUT:
            continue
        stream.feed(data)
        if b"\x1b[6n" in data:  # the program asks where the cursor is
            child.send(f"\x1b[{screen.cursor.y + 1};{screen.cursor.x + 1}R")


def draw_screen(screen: pyte.Screen) -> str:
    """The screen as SVG; empty lines at its end are left out."""
    last = max(number for number, line in enumerate(screen.display) if line.strip())
    width = COLUMNS * CELL_WIDTH + 2 * MARGIN
    height = (last + 1) * CELL_HEIGHT + 2 * MARGIN
    rows = "".join(draw_row(screen.buffer[number], number) for number in range(last + 1))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" '
        'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n{rows}</svg>\n'
    )


def draw_row(cells: dict[int, pyte.screens.Char], number: int) -> str:
    """One line of text elements, a new one where colour or weight changes."""
    runs: list[tuple[int, str, bool, str]] = []
    for column in range(COLUMNS):
        cell = cells[column]
        style = (COLOURS.get(cell.fg, f"#{cell.fg}"), cell.bold)
        if runs and runs[-1][1:3] == style:
            runs[-1] = (*runs[-1][:3], runs[-1][3] + cell.data)
        else:
            runs.append((column, *style, cell.data))
    y = MARGIN + number * CELL_HEIGHT + 14
    return "".join(
        f'<text x="{MARGIN + column * CELL_WIDTH:g}" y="{y}" fill="{colour}" xml:space="preserve"'
        f' textLength="{len(text.rstrip()) * CELL_WIDTH:g}"{BOLD if bold else ""}>'
        f"{escape(text.rstrip())}</text>\n"
        for column, colour, bold, text in runs
        if text.strip()
    )


@contextmanager
def open_chromium(folder: str) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for option in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
        "--no-first-run", "--hide-scrollbars", f"--user-data-dir={folder}/chromium",
    ):  # fmt: skip
        options.add_argument(option)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        yield driver
    finally:
        driver.quit()


def photograph_page(chromium: webdriver.Chrome, folder: Path) -> None:
    """A question on the page to study in, as wide as a phone, after a wrong answer."""
    page = folder / "page.html"
    run_ptquiz("export", "web", "--lang", "en", "--key", CARDS[0], "-o", str(page))
    size = {"width": 390, "height": 760, "deviceScaleFactor": 1, "mobile": True}
    chromium.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    chromium.get(page.as_uri())
    wait_for(chromium, ".begin").click()
    for selector in (".front .options > .no .pick", ".actions .primary", ".actions .verdict"):
        wait_for(chromium, selector).click()
        time.sleep(1)  # two quick taps would be a double tap; and it comes to rest
    save(chromium.get_screenshot_as_png(), "page")
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def wait_for(chromium: webdriver.Chrome, selector: str) -> WebElement:
    """The first such element, as soon as it is there."""
    return WebDriverWait(chromium, 60).until(
        lambda browser: browser.find_element(By.CSS_SELECTOR, selector)
    )


def photograph_cards(chromium: webdriver.Chrome, folder: Path) -> None:
    """The back of a card by day and of another by night."""
    page = folder / "preview.html"
    for name, card in zip(("card-day", "card-night"), CARDS, strict=True):
        run_ptquiz("preview", "--lang", "en", "--key", card, "-o", str(page), "--force")
        chromium.set_window_size(1000, 1400)
        chromium.get(page.as_uri())
        wait_for(chromium, ".pair .card")
        if name == "card-night":
            chromium.execute_script("document.body.classList.add('night_mode','nightMode')")
        save(chromium.find_elements(By.CSS_SELECTOR, ".pair .card")[1].screenshot_as_png, name)


def photograph_exam(chromium: webdriver.Chrome, folder: Path) -> None:
    """The first page of a printed exam."""
    run_ptquiz(
        "export", "sheet", "--quiz", "autograd", "--forms", "A", "--seed", "readme",
        "-o", str(folder / "exam.html"),
    )  # fmt: skip
    chromium.set_window_size(860, 1100)
    chromium.get((folder / "exam.html").as_uri())
    save(chromium.get_screenshot_as_png(), "exam")


def run_ptquiz(*arguments: str) -> None:
    output, code = pexpect.run(
        " ".join([PTQUIZ, *arguments]), withexitstatus=True, timeout=120, env=dict(os.environ)
    )
    if code:
        raise SystemExit(output.decode())


def save(png: bytes, name: str) -> None:
    """Keep a picture in few colours, which keeps the file small."""
    image = Image.open(BytesIO(png)).convert("RGB")
    few = image.quantize(128)
    few.save(HERE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
