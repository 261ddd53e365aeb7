"""The real Chromium, driven."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput

CHROMIUM = Path("/usr/bin/chromium")
SHELL = Path("/usr/lib/chromium/chromium-headless-shell")
_MOUSE = "primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
"""A machine without a window has no mouse, and style sheets would know."""
_PATIENCE = 20.0
"""Seconds for which a page may be slow to do what it was told."""


@contextmanager
def started_chromium(profile: Path | None = None) -> Iterator[Any]:
    """A browser without a window, with a profile of its own.

    One whose profile is looked at afterwards is Chromium as it is installed; else it is the same
    engine without all that belongs to a window, at a third of its processor time.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM if profile else SHELL)
    if profile:
        options.add_argument(f"--user-data-dir={profile}")
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--hide-scrollbars",
        "--force-prefers-reduced-motion",  # what only begins to appear has no text yet
        f"--blink-settings={_MOUSE}",
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(100)
    try:
        yield driver
    finally:
        driver.quit()


def set_width(chromium: Any, width: int) -> None:
    """The window as wide as so many pixels; a narrow one is a phone."""
    chromium.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500},
    )


def list_requests(chromium: Any) -> list[str]:
    """The address of everything that the browser asked for since the last look."""
    rows = [json.loads(entry["message"])["message"] for entry in chromium.get_log("performance")]
    return [
        row["params"]["request"]["url"]
        for row in rows
        if row["method"] == "Network.requestWillBeSent"
    ]


def eventually(look: Callable[[], object], expected: object = True) -> None:
    """Judge what `look` finds once it is as expected, after 20 s in any case.

    A page acts on a click, a key or a touch in its own time, and some events come later still.
    """
    ends = time.monotonic() + _PATIENCE
    while (found := _try(look)) != expected and time.monotonic() < ends:
        time.sleep(0.02)
    assert found == expected


def _try(look: Callable[[], object]) -> object:
    try:
        return look()
    except WebDriverException as gone:  # replaced or left while it was looked at
        return gone


def tap(chromium: Any, element: Any) -> None:
    """Touch an element that is in view."""
    finger = PointerInput(POINTER_TOUCH, "finger")
    ActionChains(chromium, devices=[finger]).click(element).perform()
