"""Where things are on this machine: the user's folders, and how a course folder is shown."""

from __future__ import annotations

import os
from pathlib import Path

_BROWSERS = (
    *("google-chrome", "google-chrome-stable", "chromium", "chromium-browser"),
    *("microsoft-edge", "microsoft-edge-stable", "chrome", "msedge"),
)
_BROWSER_APPS = ("Google Chrome", "Chromium", "Microsoft Edge")
_BROWSER_FILES = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)


def home() -> Path:
    """The learner's data: reviews that must never be lost."""
    if moved := os.environ.get("PTQUIZ_HOME"):
        return Path(moved).expanduser()
    from platformdirs import user_data_path

    return user_data_path("ptquiz", appauthor=False)


def cache_folder() -> Path:
    """What can be made again at any time: copies of loaded courses."""
    if "PTQUIZ_HOME" in os.environ:
        return home() / "cache"
    from platformdirs import user_cache_path

    return user_cache_path("ptquiz", appauthor=False)


def find_browser(root: Path = Path("/")) -> Path | None:
    """The Chrome, Chromium or Edge of this machine: Linux by its name, macOS, Windows by folder."""
    import shutil  # three milliseconds that every other start is spared

    named = [Path(found) for name in _BROWSERS if (found := shutil.which(name))]
    apps = (root / "Applications", Path.home() / "Applications")
    named += [up / f"{app}.app/Contents/MacOS/{app}" for up in apps for app in _BROWSER_APPS]
    names = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
    programs = [Path(folder) for name in names if (folder := os.environ.get(name))]
    named += [folder / file for file in _BROWSER_FILES for folder in programs]
    return next((path for path in named if path.is_file()), None)


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
