"""Where things are on this machine: the user's folders, and how a course folder is shown."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

_BROWSERS = (
    *("google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "msedge"),
    *("microsoft-edge", "microsoft-edge-stable"),
)
_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
_PROGRAMS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)


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


def find_browser(root: Path = Path("/")) -> Path | None:
    """Return a Chrome, Chromium or Edge of this machine: by its name, or where it is installed."""
    paths = [Path(path) for name in _BROWSERS if (path := shutil.which(name))]
    for folder in (root / "Applications", Path.home() / "Applications"):
        paths += [folder / f"{app}.app/Contents/MacOS/{app}" for app in _APPS]
    for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        paths += [Path(os.environ[name], app) for app in _PROGRAMS if name in os.environ]
    return next((path for path in paths if path.is_file()), None)


def builtin_folder() -> Path:
    """Return the curriculum: inside the installed package, in a checkout beside it."""
    package = Path(__file__).parent
    installed = package / "_builtin"
    return installed if installed.is_dir() else package.parent


def is_builtin(root: str) -> bool:
    """Return whether a folder is that of the curriculum."""
    return Path(root).resolve() == builtin_folder().resolve()


def folder_label(folder: Path) -> str:
    """Return what places in a course begin with: its folder as typed."""
    typed = folder.as_posix().rstrip("/")
    return "" if typed in ("", ".") else typed


def label_of(folder: Path | None) -> str:
    """Return a folder as the user typed it; the built-in one as seen from the working folder."""
    if folder:
        return folder_label(folder)
    relative = os.path.relpath(builtin_folder())
    if ".." in relative:
        return builtin_folder().as_posix()
    return "" if relative == "." else relative
