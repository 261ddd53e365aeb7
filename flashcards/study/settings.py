"""What the learner has set for good: `settings.toml` in the data folder.

A setting is a field of `Settings`; its name in the file is the same, and `goal` is a table:

    language = "zh"     # of the cards, in every command
    minutes = 15        # what a day may cost
"""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.reviews.memory import DAY_BEGINS_MS, check_parameters

MAX_BYTES = 100_000
GONE = ("sync", "pause", "width")
"""Settings of earlier versions: they are ignored."""
SHARED_VERSION = 1
_SHARED = ("new", "minutes", "retention", "parameters", "stage", "goal")
"""What the schedule and the plan of a day depend on."""
_Whole = Annotated[int, Field(strict=True)]
_Number = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class SettingsError(FlashcardsError):
    """The settings file has a mistake; the message names it."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Goal:
    """Every card up to a stage seen in time."""

    date: datetime.date
    stage: Annotated[_Whole, Field(ge=1, le=9)] | None = None
    """The last stage that counts; None for all."""

    def covers(self, stage: int) -> bool:
        """Return whether the cards of a stage count."""
        return self.stage is None or stage <= self.stage


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Settings:
    """Every setting, with what holds if the learner set nothing."""

    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] | None = None
    """Of the cards, where a course has it and nothing else is asked for."""
    stage: Annotated[_Whole, Field(ge=1, le=9)] = 1
    """New cards begin with this stage: what comes before it is known."""
    minutes: Annotated[_Number, Field(ge=1, le=600)] = 20.0
    """What a day may cost."""
    new: Annotated[_Whole, Field(ge=0, le=9999)] = 10
    """New cards a day, at most."""
    retention: Annotated[_Number, Field(ge=0.7, le=0.97)] = 0.9
    """The share of cards that is to be remembered when they come back."""
    parameters: Annotated[tuple[float, ...], AfterValidator(check_parameters)] | None = None
    """The learner's own FSRS parameters."""
    goal: Goal | None = None


USUAL = Settings()
_JSON = TypeAdapter(Settings)


def load_settings(file: Path, warn: Callable[[str], None] = lambda _: None) -> Settings:
    """Return the settings in a file, or the usual ones if there is none.

    `warn` gets a message about settings that are gone. Raises SettingsError.
    """
    try:
        table = tomllib.loads(load_text(file, MAX_BYTES))
        if gone := [name for name in table if name in GONE]:
            warn(f"{file}: ignored, as this version no longer has it: {', '.join(gone)}")
        return replace_settings(USUAL, {name: table[name] for name in table if name not in GONE})
    except FileMissing:
        return USUAL
    except (SettingsError, ValueError, RecursionError) as error:  # TOML's own are ValueErrors
        raise SettingsError(f"{file}: {error}") from None


def write_settings(file: Path, settings: Settings) -> None:
    """Write the settings that are not the usual ones. Raises FlashcardsError if it cannot."""
    values, usual = _JSON.dump_python(settings, mode="json"), _JSON.dump_python(USUAL, mode="json")
    del values["goal"]
    lines = [
        f"{name} = {json.dumps(values[name])}" for name in values if values[name] != usual[name]
    ]
    if goal := settings.goal:
        lines += ["", "[goal]", f"date = {goal.date}"]
        lines += [] if goal.stage is None else [f"stage = {goal.stage}"]
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(file, "".join(f"{line}\n" for line in lines).encode())


def change_setting(settings: Settings, name: str, text: str | None) -> Settings:
    """Return the settings with one of them as somebody writes it; None takes it back.

    Raises SettingsError.
    """
    value: object = getattr(USUAL, name) if text is None else text
    if text is not None:
        with suppress(ValueError):  # what is no number is left to the check
            value = float(text) if "." in text else int(text)
    return replace_settings(settings, {name: value})


def share_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings that the schedule depends on, as they travel with a log."""
    values = _JSON.dump_python(settings, mode="json")
    shared = {name: values[name] for name in _SHARED}
    return {"version": SHARED_VERSION, **shared, "day_start": DAY_BEGINS_MS // 3_600_000}


def merge_settings(own: Settings, theirs: object) -> Settings:
    """Return the settings after some came with a log: theirs if the learner has set none.

    Raises SettingsError for those of a newer program, of a day that begins at another hour, or
    that are none at all.
    """
    usual = share_settings(USUAL)
    fixed = ("version", "day_start")
    if not isinstance(theirs, dict) or any(theirs.get(name) != usual[name] for name in fixed):
        raise SettingsError("the log brings settings of another version")
    values = {name: theirs[name] for name in _SHARED if theirs.get(name) is not None}
    checked = replace_settings(USUAL, values)
    same = share_settings(own) == usual
    return replace(checked, language=own.language) if same else own


def replace_settings(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return the settings with other values, each checked. Raises SettingsError."""
    known = [field.name for field in fields(Settings)]
    for name in values:
        if name not in known:
            raise SettingsError(f"there is no setting '{name}'; there are: {', '.join(known)}")
    try:
        return replace(settings, **values)
    except ValidationError as invalid:
        error = invalid.errors()[0]
        place = ".".join(map(str, error["loc"]))
        is_language = error["type"] == "string_pattern_mismatch"
        reason = "It should be a language such as en or zh" if is_language else error["msg"]
        raise SettingsError(f"'{place}': {reason}") from None
