"""What the learner has set for good: `settings.toml` in the data folder.

One file, read and written here only. A setting is a field of `Settings`; its name in
the file is the same, and `goal` is a table. A file that somebody wrote by hand is
checked: a mistake is told with the name of the setting. Settings of earlier versions
that are gone are ignored.

    new = 10            # new cards a day
    minutes = 5         # what a day may cost
    retention = 0.9     # how much is to be remembered
    language = "zh"     # of the cards, in every command
    width = 80          # columns of text at most
    stage = 2           # with which new cards begin
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.reviews.memory import DAY_BEGINS_MS
from flashcards.reviews.scheduler import are_parameters

LARGEST = 100_000
"""Bytes."""
PARAMETERS = 21
"""How many FSRS has."""
GONE = ("sync", "pause")
"""Settings of earlier versions: they are ignored."""
SHARED_VERSION = 1
_SHARED = ("new", "minutes", "retention", "parameters", "stage", "goal")
"""What the schedule and the plan of a day depend on."""


class SettingsError(FlashcardsError):
    """The settings file has a mistake; the message names it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Every card up to a stage seen in time."""

    date: date
    stage: int | None = None
    """The last stage that counts; None for all."""

    def covers(self, stage: int) -> bool:
        """Whether the cards of a stage count."""
        return self.stage is None or stage <= self.stage


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting, with what holds if the learner set nothing."""

    new: int = 10
    """New cards a day, at most."""
    minutes: float | None = None
    """What a day may cost; None for as long as it takes."""
    retention: float = 0.9
    """The share of cards that is to be remembered when they come back."""
    parameters: tuple[float, ...] | None = field(default=None, repr=False)
    """The learner's own FSRS parameters."""
    language: str | None = None
    """Of the cards, where a course has it and nothing else is asked for."""
    width: int = 100
    """Columns of text at most: longer lines are hard to read."""
    stage: int = 1
    """New cards begin with this stage: what comes before it is known."""
    goal: Goal | None = None


USUAL = Settings()


def load_settings(file: Path, warn: Callable[[str], None] = lambda _: None) -> Settings:
    """The settings in a file, or the usual ones if there is none. Raises SettingsError.

    `warn` is told of settings that are gone.
    """
    try:
        text = load_text(file, LARGEST)
    except FileMissing:
        return USUAL
    return read_settings(text, str(file), warn)


def read_settings(
    text: str, file: str = "settings.toml", warn: Callable[[str], None] = lambda _: None
) -> Settings:
    """The settings in the text of a file, which messages call `file`. Raises SettingsError."""
    import tomllib

    try:
        table = tomllib.loads(text)
        if gone := [name for name in table if name in GONE]:
            warn(f"{file}: ignored, as this version no longer has it: {', '.join(gone)}")
        kept = {name: value for name, value in table.items() if name not in GONE}
        return Settings(**_check_table(kept, _CHECKS))
    except (SettingsError, ValueError, RecursionError) as error:  # TOML's own are ValueErrors
        raise SettingsError(f"{file}: {error}") from None


def write_settings(file: Path, settings: Settings) -> None:
    """Writes the settings that are not the usual ones. Raises FlashcardsError if it cannot."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(file, format_settings(settings).encode())


def format_settings(settings: Settings) -> str:
    """The settings that are not the usual ones, as TOML."""
    plain, table = list[str](), ""
    for each in fields(settings):
        value = getattr(settings, each.name)
        if value == getattr(USUAL, each.name):
            continue
        if isinstance(value, Goal):
            stage = "" if value.stage is None else f"stage = {value.stage}\n"
            table = f"\n[{each.name}]\ndate = {value.date}\n{stage}"
        else:
            plain.append(f"{each.name} = {_format(value)}\n")
    return "".join([*plain, table])


def share_settings(settings: Settings) -> dict[str, Any]:
    """The settings that the schedule depends on, as they travel with a log."""
    values = asdict(settings)
    if goal := settings.goal:
        values["goal"] = {"date": goal.date.isoformat(), "stage": goal.stage}
    values["parameters"] = settings.parameters and list(settings.parameters)
    shared = {name: values[name] for name in _SHARED}
    return {"version": SHARED_VERSION, **shared, "day_start": DAY_BEGINS_MS // 3_600_000}


def merge_settings(own: Settings, theirs: object) -> Settings:
    """The settings after some came with a log: theirs are taken where the learner has set none.

    Raises SettingsError for those of a newer program, of a day that begins at another hour, or
    that are none at all.
    """
    usual = share_settings(USUAL)
    fixed = ("version", "day_start")
    if not isinstance(theirs, dict) or any(theirs.get(name) != usual[name] for name in fixed):
        raise SettingsError("the log brings settings of another version")
    given = {name: theirs[name] for name in _SHARED if theirs.get(name) is not None}
    if isinstance(goal := given.get("goal"), dict):
        given["goal"] = {key: value for key, value in goal.items() if value is not None}
    checked = _check_table(given, _CHECKS)
    if "parameters" in checked and not are_parameters(checked["parameters"]):
        raise SettingsError("the log brings settings of another version")
    return replace(own, **checked) if share_settings(own) == usual else own


def change_setting(settings: Settings, name: str, text: str | None) -> Settings:
    """The settings with one of them as somebody writes it; None takes it back to the usual.

    Raises SettingsError.
    """
    value = getattr(USUAL, name) if text is None else _parse(name, text)
    return replace(settings, **{name: value})


def _parse(name: str, text: str) -> Any:
    """The value of a simple setting. Raises SettingsError."""
    value: object = text
    with suppress(ValueError):  # what is no number is left to the check
        value = float(text) if "." in text else int(text)
    return _CHECKS[name](name, value)


def _format(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'  # checked: nothing in it needs a backslash
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


def _check_table(table: Mapping[str, Any], checks: Mapping[str, Any], within: str = "") -> Any:
    """The values of a table, each checked. Raises SettingsError."""
    for name in table:
        if name not in checks:
            known = ", ".join(checks)
            raise SettingsError(f"there is no setting '{within}{name}'; there are: {known}")
    return {name: checks[name](f"{within}{name}", value) for name, value in table.items()}


def _number(low: float, high: float, kind: type = int) -> Any:
    def check(name: str, value: object) -> Any:
        allowed = (int,) if kind is int else (int, float)
        if type(value) not in allowed or not low <= value <= high:  # type: ignore[operator]
            raise SettingsError(f"'{name}' must be a number from {low} to {high}")
        return kind(value)

    return check


def _date(name: str, value: object) -> date:
    """A day; what comes with a log has it as a text."""
    if isinstance(value, str):
        with suppress(ValueError):
            value = date.fromisoformat(value)
    if not isinstance(value, date) or isinstance(value, datetime):
        raise SettingsError(f"'{name}' must be a date such as 2027-01-31")
    return value


def _language(name: str, value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*", value):
        raise SettingsError(f"'{name}' must be a language such as en or zh")
    return value


def _parameters(name: str, value: object) -> tuple[float, ...]:
    if (
        not isinstance(value, list)
        or len(value) != PARAMETERS
        or any(type(each) not in (int, float) for each in value)
    ):
        raise SettingsError(
            f"'{name}' must be {PARAMETERS} numbers, as 'ptquiz optimize' finds them"
        )
    return tuple(map(float, value))


def _goal(name: str, value: object) -> Goal:
    if not isinstance(value, dict):
        raise SettingsError(f"'{name}' must be a table: [{name}]")
    found = _check_table(value, {"date": _date, "stage": _number(1, 9)}, f"{name}.")
    if "date" not in found:
        raise SettingsError(f"'{name}' has no date")
    return Goal(**found)


_CHECKS = {
    "new": _number(0, 9999),
    "minutes": _number(1, 600, float),
    "retention": _number(0.7, 0.97, float),
    "parameters": _parameters,
    "language": _language,
    "width": _number(20, 1000),
    "stage": _number(1, 9),
    "goal": _goal,
}
