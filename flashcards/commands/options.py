"""Options as data: the typer command and the quick reader of plain lines come from one table.

A command's module holds `OPTIONS`, a tuple of `Option`, and `run`, which takes the
values of all of them by name, and before them the `Speaker` for what it has to say.
Loading typer takes longer than asking the first question, so a plain command line is
read by `parse_plain`; whatever that does not take for certain (help, a wrong value, a
completion request) is left to typer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from flashcards.errors import UsageError
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards.commands.speaker import Speaker
    from flashcards.model import Course


class Option(NamedTuple):
    """One option, or one argument if it has no flags.

    `name` is the parameter of `run`. `help` and `metavar` name the messages that explain it
    and that stand for its value. A value must be one of `choices`, if there are any;
    `check` gives a complaint about a value, or nothing. `find` looks for a value that was
    not given. Shells complete the choices, or what `complete` finds in the course that the
    command line names. What is another way to say something has `rewrite`, which says it with
    the other options; `run` is not told of it. A `hidden` one is taken, and told nowhere.
    """

    name: str
    flags: tuple[str, ...] = ()
    help: str = ""
    value: type = str
    many: bool = False
    required: bool = False
    default: Any = None
    minimum: float | None = None
    maximum: float | None = None
    metavar: str = ""
    choices: Sequence[str] = ()
    check: Callable[[Any], Message | None] | None = None
    complete: Callable[[Course], Iterable[str]] | None = None
    find: Callable[[], Any] | None = None
    rewrite: Callable[[Speaker, dict[str, Any]], None] | None = None
    hidden: bool = False

    @property
    def label(self) -> str | Message:
        """The option as messages name it: by its flag, or by what stands for an argument."""
        return self.flags[0] if self.flags else Message(self.metavar)


def switch(name: str, flag: str, help: str) -> Option:
    """An option without a value: it is on or not."""
    return Option(name, (flag,), help, value=bool, default=False)


class Command(NamedTuple):
    """Options, and what is called with a `Speaker` and their values."""

    options: tuple[Option, ...]
    run: Callable[..., None]

    def call(self, speaker: Speaker, given: Mapping[str, Any]) -> None:
        """Run with the values given, and the defaults of the others."""
        given = dict(given)
        for option in self.options:
            if option.rewrite and option.name in given:
                option.rewrite(speaker, given)
        values = complete_values(self.options, given)
        speaker.listen(self.options, given)
        values.pop("lang", None)  # the speaker knows it
        self.run(speaker, **values)


def parse_plain(options: Sequence[Option], arguments: Sequence[str]) -> dict[str, Any] | None:
    """The values given on a plain command line, by name; None if typer should look at it."""
    flags = {flag: each for each in options for word in each.flags for flag in word.split("/")}
    places = [option for option in options if not option.flags]
    given: dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        is_option = word.startswith("-") and word != "-"
        flag, equals, text = word.partition("=") if word.startswith("--") else (word, "", word)
        option = flags.get(flag) if is_option else _take_place(places)
        if option is None:
            return None
        if option.value is bool:
            value = None if equals else not flag.startswith("--no-")
        else:
            value = _read_value(option, next(words, "") if is_option and not equals else text)
        if value is None:
            return None
        given[option.name] = [*given.get(option.name, ()), value] if option.many else value
    return None if any(option.required for option in options if option.name not in given) else given


def _take_place(places: list[Option]) -> Option | None:
    """The next argument; the last may be many."""
    return places[0] if places and places[0].many else places.pop(0) if places else None


def _read_value(option: Option, text: str) -> Any:
    """The value of an option; None if it is not plain."""
    if not text or not text.isprintable() or (text.startswith("-") and text != "-"):
        return None
    if option.value not in (int, float):
        return option.value(text)
    digits = text.replace(".", "", 1) if option.value is float and text[-1] != "." else text
    if not digits.isascii() or not digits.isdigit() or text[0] == "." or len(digits) > 9:
        return None
    number = option.value(text)
    low = option.minimum is not None and number < option.minimum
    high = option.maximum is not None and number > option.maximum
    return None if low or high else number


def complete_values(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value, tuples for those of many. Raises UsageError for an impossible one."""
    values = {}
    for option in (each for each in options if not each.rewrite):
        value = given.get(option.name, option.default)
        if value is None and option.find is not None:
            value = option.find()
        values[option.name] = tuple(value or ()) if option.many else value
        if option.name in given:
            for each in values[option.name] if option.many else (value,):
                _check(option, each)
    return values


def _check(option: Option, value: Any) -> None:
    if option.choices and value not in option.choices:
        raise UsageError(_tell_choice(option, value), option.label)
    if option.check and (complaint := option.check(value)):
        raise UsageError(complaint, option.label)


def _tell_choice(option: Option, value: Any) -> Message:
    """That a value is none of those allowed; several in one are to be given one by one."""
    parts = [part.strip() for part in str(value).split(",")]
    if option.many and len(parts) > 1 and set(parts) <= set(option.choices):
        flag = option.flags[0]
        return Message("option-repeat", example=" ".join(f"{flag} {part}" for part in parts))
    from flashcards.source.near_names import add_near_name

    told = Message("value-not-allowed", value=value, allowed=Names(option.choices))
    return add_near_name(told, str(value), option.choices)
