"""What the learner has set for good: `settings.toml` in the data folder.

A setting is a field of `Settings`; its name in the file is the same, and `goal` is a table:

    language = "zh"     # of the cards, in every command
    minutes = 15        # what a day may cost
"""

import datetime
import json
import tomllib
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.study.grading import Ask

MAX_BYTES = 100_000
GONE = ("sync", "pause", "width")
"""Settings of earlier versions: they are ignored."""


class SettingsError(FlashcardsError):
    """The settings file has a mistake; the message names it."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Goal:
    """Every card up to a stage seen in time."""

    date: datetime.date
    stage: Annotated[int, Field(ge=1, le=9)] | None = None
    """The last stage that counts; None for all."""

    def covers(self, stage: int) -> bool:
        """Return whether the cards of a stage count."""
        return self.stage is None or stage <= self.stage


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Settings:
    """Every setting, with what holds if the learner set nothing."""

    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] | None = None
    """Of the cards, where a course has it and nothing else is asked for."""
    stage: Annotated[int, Field(ge=1, le=9)] = 1
    """New cards begin with this stage: what comes before it is known."""
    minutes: Annotated[float, Field(ge=1, le=600)] = 20.0
    """What a day may cost."""
    new: Annotated[int, Field(ge=0, le=9999)] = 10
    """New cards a day, at most."""
    retention: Annotated[float, Field(ge=0.7, le=0.97)] = 0.9
    """The share of cards that is to be remembered when they come back."""
    ask: Ask = "grow"
    """Cards with options: from memory after the first day, always, or never."""
    parameters: tuple[float, ...] | None = None
    """The learner's own FSRS parameters; `Schedule` knows their bounds."""
    goal: Goal | None = None


USUAL = Settings()


def load_settings(file: Path) -> Settings:
    """Return the settings in a file, or the usual ones if there is none. Raises SettingsError."""
    try:
        table = tomllib.loads(load_text(file, MAX_BYTES))
        return replace_settings(USUAL, {name: table[name] for name in table if name not in GONE})
    except FileMissing:
        return USUAL
    except (SettingsError, ValueError, RecursionError) as error:  # TOML's own are ValueErrors
        raise SettingsError(f"{file}: {error}") from None


def write_settings(file: Path, settings: Settings) -> None:
    """Write the settings that are not the usual ones. Raises FlashcardsError if it cannot."""
    values = TypeAdapter(Settings).dump_python(settings, mode="json", exclude_defaults=True)
    goal = values.pop("goal", None)
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in values.items()]
    if goal:
        lines += ["[goal]\n", *(f"{name} = {value}\n" for name, value in goal.items())]
    write_whole(file, "".join(lines).encode(), private=True)


def replace_settings(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """Return the settings with other values, each checked. Raises SettingsError."""
    try:
        return replace(settings, **values)
    except ValidationError as invalid:
        error = invalid.errors()[0]
        name = ".".join(map(str, error["loc"]))
        if error["type"] == "unexpected_keyword_argument":
            known = ", ".join(field.name for field in fields(Settings))
            raise SettingsError(f"there is no setting '{name}'; there are: {known}") from None
        is_language = error["type"] == "string_pattern_mismatch"
        reason = "It should be a language such as en or zh" if is_language else error["msg"]
        raise SettingsError(f"'{name}': {reason}") from None
