"""Where things are on this machine: the user's folders, and how a course folder is shown."""

import os
import shutil
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

_BROWSERS = (
    *("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "msedge"),
    *("microsoft-edge", "microsoft-edge-stable"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "${PROGRAMFILES}/Google/Chrome/Application/chrome.exe",
    "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe",
    "${PROGRAMFILES(X86)}/Microsoft/Edge/Application/msedge.exe",
)
"""Names of programs, and where macOS and Windows install them."""


def home() -> Path:
    """Return the folder of the learner's data: reviews that must never be lost."""
    if moved := os.environ.get("PTQUIZ_HOME"):
        return Path(moved).expanduser()
    return user_data_path("ptquiz", appauthor=False)


def cache_folder() -> Path:
    """Return the folder of what can be made again at any time: copies of loaded courses."""
    if "PTQUIZ_HOME" in os.environ:
        return home() / "cache"
    return user_cache_path("ptquiz", appauthor=False)


def find_browser() -> Path | None:
    """Return a Chrome, Chromium or Edge of this machine."""
    programs = (shutil.which(os.path.expandvars(name)) for name in _BROWSERS)
    return next((Path(program) for program in programs if program), None)


def builtin_folder() -> Path:
    """Return the curriculum: inside the installed package, in a checkout beside it."""
    package = Path(__file__).parent
    installed = package / "_builtin"
    return installed if installed.is_dir() else package.parent


def is_builtin(root: str) -> bool:
    """Return whether a folder is that of the curriculum."""
    return Path(root).resolve() == builtin_folder().resolve()


def folder_label(folder: Path) -> str:
    """Return what positions in a course begin with: its folder as typed."""
    typed = folder.as_posix().rstrip("/")
    return "" if typed in ("", ".") else typed
