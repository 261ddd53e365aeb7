"""Options as data, and the reader of command lines.

A command's module holds `OPTIONS`, a tuple of `Option`, and `run`, which takes the
values of all of them by name, and before them the `Speaker` for what it has to say.
Help and completion come from the same tables. Lines are read as typer does, which completes
them in a shell but takes longer to load than asking the first question.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from flashcards.errors import UsageError, add_near_name
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


HELP = Option("help", ("--help", "-h"), "help-help", value=bool)
"""What every command has."""
PROGRAM_OPTIONS = (
    Option("version", ("--version", "-V"), "help-version", value=bool),
    switch("install", "--install-completion", "help-install-completion"),
    switch("show", "--show-completion", "help-show-completion"),
)
"""What stands before any command."""


class Command(NamedTuple):
    """Options, and what is called with a `Speaker` and their values; or further commands."""

    options: tuple[Option, ...]
    run: Callable[..., None]
    commands: Mapping[str, Command] = MappingProxyType({})

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


def parse_line(
    options: Sequence[Option], arguments: Sequence[str], has_commands: bool = False
) -> tuple[dict[str, Any], Sequence[str]]:
    """The values that a line gives, by name, and the words that are too many.

    A line that asks for help gives nothing else, whatever is wrong with it. Where a command may
    follow, options end at the first word. Raises UsageError.
    """
    try:
        texts, words = _split_line(options, arguments, has_commands)
    except UsageError:
        if not {*HELP.flags} & {*arguments}:
            raise
        texts, words = {HELP.name: [""]}, []
    if HELP.name in texts:
        return {HELP.name: True}, []
    for option in (each for each in options if words and not each.flags):
        count = len(words) if option.many else 1
        texts[option.name], words = words[:count], words[count:]
    by_name = {option.name: option for option in options}
    values = {name: _read_texts(by_name[name], given) for name, given in texts.items()}
    for option in options:
        if option.required and option.name not in values:
            raise UsageError(Message("argument-missing", name=option.label))
    return values, words


def _split_line(
    options: Sequence[Option], arguments: Sequence[str], has_commands: bool
) -> tuple[dict[str, list[str]], list[str]]:
    """The texts that a line gives each option, by name and in its order, and its other words.

    A value follows its flag (`--count 5`, `-n 5`) or shares its word (`--count=5`, `-n5`). Behind
    `--` nothing is an option.
    """
    flags = {flag: each for each in options for word in each.flags for flag in word.split("/")}
    texts: dict[str, list[str]] = {}
    words: list[str] = []
    waiting = deque(arguments)
    while waiting and not (has_commands and words):
        word = waiting.popleft()
        if word == "--":
            break
        if word == "-" or not word.startswith("-"):
            words.append(word)
        else:
            name, text = _take_option(flags, word, waiting)
            texts.setdefault(name, []).append(text)
    return texts, [*words, *waiting]


def _take_option(flags: Mapping[str, Option], word: str, waiting: deque[str]) -> tuple[str, str]:
    """The name of an option and its value, which may be the next word; of a switch the flag."""
    flag, equals, text = word.partition("=") if word[:2] == "--" else (word[:2], "", word[2:])
    option = flags.get(flag)
    if option is None:
        raise UsageError(_tell_unknown(flag, flags))
    if option.value is bool:
        if equals:
            raise UsageError(Message("option-without-value", option=flag))
        if text:  # other short ones in the same word
            waiting.appendleft(f"-{text}")
        return option.name, flag
    if not (equals or text or waiting):
        raise UsageError(Message("option-needs-value", option=flag))
    return option.name, text if equals or text else waiting.popleft()


def _tell_unknown(flag: str, flags: Iterable[str]) -> Message:
    """That there is no such option, and which long ones are near."""
    from difflib import get_close_matches  # nothing that a right line would wait for

    near = get_close_matches(flag, [each for each in flags if each.startswith("--")])
    if flag.startswith("--") and near:
        return Message("option-unknown-near", option=flag, near=Names(sorted(near)))
    return Message("option-unknown", option=flag)


def _read_texts(option: Option, texts: Sequence[str]) -> Any:
    """The value of an option: all that were given if it may be many, else the last."""
    values = [_read_value(option, text) for text in (texts if option.many else texts[-1:])]
    return values if option.many else values[0]


def _read_value(option: Option, text: str) -> Any:
    if option.value is bool:
        return not text.startswith("--no-")
    if option.value not in (int, float):
        return option.value(text)
    try:
        number = option.value(text if text.isascii() else "")
    except ValueError:
        wrong = Message("value-not-integer" if option.value is int else "value-not-number")
    else:
        if option.minimum is not None and not number >= option.minimum:
            wrong = Message("value-too-small", ge=option.minimum)
        elif option.maximum is not None and not number <= option.maximum:
            wrong = Message("value-too-large", le=option.maximum)
        else:
            return number
    flag, *short = option.flags
    if short:
        raise UsageError(Message("option-short-wrong", option=flag, short=short[0], error=wrong))
    raise UsageError(Message("option-unreadable", option=flag, error=wrong))


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
    told = Message("value-not-allowed", value=value, allowed=Names(option.choices))
    return add_near_name(told, str(value), option.choices)
