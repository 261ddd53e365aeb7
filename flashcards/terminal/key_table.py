"""The keys of each state of the screen: one table for what works, what is shown and `?`.

The line of keys at the foot of a page and the page of help are made from it.

Line mode has the same commands as words after a colon.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.questions import Form
from flashcards.reviews.memory import EVERY_RATING, Rating
from flashcards.study.ui import Action, QuestionContext, Waits
from flashcards.terminal.durations import format_span
from flashcards.terminal.question_view import print_hanging
from flashcards.words.catalog import Words

ACTIONS: Mapping[str, Action] = {
    " ": "next",
    "enter": "next",
    "u": "undo",
    "q": "quit",
    "o": "overrule",
    "s": "suspend",
    "b": "bury",
    "f": "flag",
    "1": "again",
    "2": "hard",
    "3": "good",
    "4": "easy",
}
"""What a key asks of the session, where it is no answer."""
_TYPED = frozenset("uqosbfwrc1234")
"""Keys that can be typed after a colon."""
RATING_WORDS = ("again", "hard", "good", "easy")
RATING_KEYS: Mapping[str, Rating] = {"1": 1, "2": 2, "3": 3, "4": 4}


class Key(NamedTuple):
    """Keys that do the same, as a learner reads them, and what they do."""

    names: tuple[str, ...]
    """As the keyboard gives them."""
    label: str
    """As they are written; a word of the catalog if it begins with `key_`."""
    word: str
    """The words that say what it does."""
    note: str = ""
    """What stands after these words, such as a time."""
    also: tuple[str, ...] = ()
    """Labels of other keys that do the same, told by the help alone."""
    long: str = ""
    """More words for the help, where there is more to say."""
    shown: bool = True
    """Whether it is listed: a key that can do nothing now only says why when it is pressed."""


NEXT = Key((" ", "enter"), "key_space", "does_next", also=("Enter",))
SHOW = Key((" ", "enter"), "key_space", "does_show", also=("Enter",))
DONE = Key(("enter",), "Enter", "does_done")
MOVE = Key(
    ("up", "down", "k", "j", "home", "end"), "↑ ↓", "does_move", also=("k", "j", "Home", "End")
)
PICK = Key((*MOVE.names, "enter"), "↑ ↓ Enter", "does_choose", also=MOVE.also, long="tells_pick")
TICK = Key((" ",), "key_space", "does_tick")
BACK = Key(
    ("escape", "backspace", "u"), "Esc", "does_back", also=("Backspace", "u"), long="tells_back"
)
UNKNOWN = Key(("0",), "0", "does_not_know")
_NO = Key(("n", "escape", "enter", " "), "n", "does_no", also=("Esc", "Enter", "key_space"))
_YES = Key(("y",), "y", "does_yes")
UNDO = Key(("u",), "u", "does_undo", long="tells_undo")
EXAM_BACK = Key(("u",), "u", "does_exam_back", long="tells_exam_back")
OVERRULE = Key(("o",), "o", "does_overrule", long="tells_overrule")
LAST_RIGHT = Key(("o",), "o", "does_overrule_last")
LAST_RATED = Key(("1", "2", "3", "4"), "1–4", "does_rate_last")
SUSPEND = Key(("s",), "s", "does_suspend", long="tells_suspend")
BURY = Key(("b",), "b", "does_bury", long="tells_bury")
FLAG = Key(("f",), "f", "does_flag", long="tells_flag")
WEB = Key(("w",), "w", "does_open", long="tells_open")
REPORT = Key(("r",), "r", "does_report", long="tells_report")
CODE_KEY = Key(("c",), "c", "does_code")
SETUP_KEY = CODE_KEY._replace(word="does_setup", long="tells_setup")
SCROLL = Key(("pageup", "pagedown"), "PgUp PgDn", "does_scroll")
LINE_STEPS = {"up": -1, "k": -1, "down": 1, "j": 1}
"""Keys that scroll by a line where they mean nothing else."""
REDRAW = Key(("c-l",), "Ctrl-L", "does_redraw")
SLEEP = Key(("c-z",), "Ctrl-Z", "does_sleep")
STOP = Key(("c-c", "c-d"), "Ctrl-C", "does_stop", also=("Ctrl-D",))
LEAVE = Key(("q",), "q", "does_quit", long="tells_quit")
EXAM_LEAVE = Key(("q",), "q", "does_quit", long="tells_exam_quit")
HELP = Key(("?",), "?", "does_help")
TYPED_DONE = Key((), "Enter", "does_done")
TYPED_EMPTY = Key((), "key_empty", "does_not_know")
TYPED_LINE = Key((), "Ctrl-J", "does_new_line")
OF_CARD = (SUSPEND, BURY, FLAG)
_NAMED = ("Ctrl", "Enter", "Esc", "Backspace", "Home", "End", "PgUp", "PgDn")
"""Keys that keyboards name differently, in the order of the words of `key_names`."""
_NAME = re.compile(rf"\b(?:{'|'.join(_NAMED)})\b")
_LAST = ("does_quit", "does_help")
"""What stands at the end of a line of keys, however short it is."""
_LABELS = {
    " ": "key_space",
    "enter": "Enter",
    "escape": "Esc",
    "backspace": "Backspace",
    "tab": "Tab",
}
"""How keys are written whose names are not what is on them."""


def confirm_keys(words: Words) -> tuple[Key, Key]:
    """Yes and no, by the letters that the language writes: `j` and `n` where it says `j/N`.

    `y` and `n` count too, as far as they do not mean the other one there.
    """
    no = words.say("yes_no").rpartition("/")[2].strip().casefold()
    letters = [word for word in words.say("yes_answers").casefold().split() if len(word) == 1]
    yes = [each for each in dict.fromkeys((*letters, "y")) if each != no] or ["y"]
    refused = [each for each in (no, "n") if len(each) == 1 and each not in letters]
    return (
        _YES._replace(names=tuple(yes), label=yes[0]),
        _NO._replace(names=(*refused, *_NO.names[1:]), label=refused[0] if refused else "Esc"),
    )


def format_yes_no(words: Words, undo: Key | None = None) -> str:
    """What is told behind a question: the letters of yes and no, and the key that goes back."""
    also = f" · {' '.join(describe_key(words, undo))}" if undo else ""
    return f"({words.say('yes_no')}{also})"


def list_commands(context: QuestionContext, answered: bool) -> tuple[Key, ...]:
    """What works beside the answer; an exam lets nobody look anything up or decide."""
    if context.points is not None:
        return (*((EXAM_BACK,) if context.done else ()), EXAM_LEAVE)
    report = (REPORT,) if context.report else ()
    web = (WEB,) if any(each.address for each in context.read_on) else ()
    if answered:
        return (UNDO, *web, *OF_CARD, *report, LEAVE)
    undo = UNDO._replace(shown=context.can_undo)
    last = LAST_RIGHT._replace(shown=context.can_overrule)
    return (undo, *OF_CARD, last, *web, *report, LEAVE)


def list_typed_commands(context: QuestionContext, *more: Key) -> tuple[Key, ...]:
    """The same and more where letters are an answer: a colon before them, Enter after them."""
    rated = (LAST_RATED._replace(shown=context.done > 0),) if context.points is None else ()
    return tuple(as_typed(key) for key in (*more, *list_commands(context, False), *rated, HELP))


def find_typed_command(text: str) -> str | None:
    """What a typed text commands: `:u` is u, and `:wq` wq, which is no key; None for an answer."""
    if text in ("?", ":?"):
        return "?"
    key = text.removeprefix(":")
    return key if text != key and (key in _TYPED or key.rstrip("!").isalpha()) else None


def describe_no_command(words: Words, key: str, commands: Sequence[Key]) -> str:
    """That what was typed after a colon does nothing here, and what does."""
    shown = (format_key(words, each.label) for each in commands if each.shown)
    return words.say("nothing_here", key=key, keys=" ".join(shown))


def as_typed(key: Key) -> Key:
    """A key where letters are an answer: it is typed after a colon."""
    return key if key is HELP else key._replace(label=":" + key.label.replace("–", "–:"))


def number_keys(numbers: Sequence[int], word: str, long: str = "") -> Key:
    """The numbers of options, of which only nine have a key."""
    names = tuple(str(number) for number in numbers if number <= 9)
    whole = len(names) > 2 and int(names[-1]) - int(names[0]) == len(names) - 1
    return Key(names, f"{names[0]}–{names[-1]}" if whole else " ".join(names), word, long=long)


def place_keys(form: Form, numbers: Sequence[int]) -> tuple[Key, Key]:
    """The numbers of steps or cells that are left, and the keys that point at one."""
    says = "tells_next_step" if form == "order" else "tells_fitting"
    return number_keys(numbers, "does_place", says), PICK._replace(word="does_place", long=says)


def rating_keys(words: Words, waits: Waits, guessed: bool) -> list[Key]:
    """1 to 4, each with the time after which the card comes back."""
    found = []
    for rating, word in zip(EVERY_RATING, RATING_WORDS, strict=True):
        said = "does_guessed" if guessed and rating == EVERY_RATING[0] else word
        wait = format_span(words, waits[rating]) if rating in waits else ""
        found.append(Key((str(rating),), str(rating), said, wait))
    return found


def describe_key(words: Words, key: Key) -> tuple[str, str]:
    """The key as it is written, and what it does."""
    return format_key(words, key.label), f"{words.say(key.word)} {key.note}".strip()


def explain_key(words: Words, key: Key) -> tuple[str, str]:
    """All keys that do it as they are written, and what they do at length."""
    labels = " ".join(format_key(words, each) for each in (key.label, *key.also))
    return labels, f"{words.say(key.long or key.word)} {key.note}".strip()


def format_key_line(words: Words, keys: Sequence[Key], width: int) -> str:
    """As many of the keys as have room in a line, the first ones first.

    Quit and help always stand there, and how to scroll where there is something to scroll.
    """
    keys = [key for key in keys if key.shown]
    always = [" ".join(describe_key(words, key)) for key in keys if key.word in _LAST]
    shown = [_describe_scroll(words, key, width, always) for key in keys if key.word == SCROLL.word]
    if cell_len(" · ".join([*shown, *always])) > width:
        always = always[-1:]  # the help tells the rest
    others = [key for key in keys if key.word not in (*_LAST, SCROLL.word)]
    for key in _merge_keys(words, others):
        longer = [*shown, " ".join(describe_key(words, key))]
        if cell_len(" · ".join([*longer, *always])) > width:
            break
        shown = longer
    return " · ".join([*shown, *always])


def scroll_key(above: int, below: int, waited: Sequence[Key]) -> Key:
    """How to scroll, with the numbers of lines that are out of view."""
    taken = {name for key in waited for name in key.names}
    free = () if taken & LINE_STEPS.keys() else ("↑", "↓", "k", "j")
    note = " ".join(f"{mark}{n}" for mark, n in (("↑", above), ("↓", below)) if n)
    return SCROLL._replace(note=note, also=free)


def describe_stray_key(words: Words, name: str, keys: Sequence[Key]) -> str:
    """That a key does nothing, and the first that does; nothing if it is none on the keyboard."""
    if len(name) > 1 and name not in _LABELS:
        return ""
    first = [key for key in _merge_keys(words, keys) if key.shown][:1]
    told = " · ".join(" ".join(describe_key(words, key)) for key in (*first, HELP))
    return words.say("stray_key", key=format_key(words, _LABELS.get(name, name)), keys=told)


def _describe_scroll(words: Words, key: Key, width: int, always: Sequence[str]) -> str:
    """How to scroll, in the fewest letters if the line is short."""
    full = " ".join(describe_key(words, key))
    if cell_len(" · ".join([full, *always])) <= width:
        return full
    return f"{format_key(words, key.label).split()[-1]} {key.note}".strip()


def _merge_keys(words: Words, keys: Sequence[Key]) -> list[Key]:
    """The keys, those that do the same one after the other as one."""
    merged: list[Key] = []
    for key in keys:
        if merged and merged[-1].word == key.word:
            label = f"{format_key(words, merged[-1].label)} {format_key(words, key.label)}"
            merged[-1] = merged[-1]._replace(label=label)
        else:
            merged.append(key)
    return merged


def format_key(words: Words, label: str) -> str:
    """How a key is written: its word in the catalog, or its name on the keyboards there."""
    if label.startswith("key_"):
        return words.say(label)
    names = dict(zip(_NAMED, words.say("key_names").split(), strict=True))
    return _NAME.sub(lambda found: names[found[0]], label)


def format_ratings(words: Words, keys: Sequence[Key], width: int) -> list[str]:
    """The four ratings with their times in one line, or in two; without the words at last."""
    full = [" ".join(describe_key(words, key)) for key in keys]
    short = [f"{key.label} {key.note}".strip() for key in keys]
    half = (len(full) + 1) // 2
    ways = (
        ["   ".join(full)],
        ["  ".join(full)],
        ["  ".join(full[:half]), "  ".join(full[half:])],
        ["  ".join(short)],
    )
    return next((lines for lines in ways if max(map(cell_len, lines)) <= width), ways[-1])


def format_help_line(words: Words, width: int) -> str:
    """How to scroll the help and to leave it."""
    label, does = describe_key(words, SCROLL)
    down, close = label.split()[-1], words.say("close_help")
    return choose_fitting(
        (f"{label} {does} · {close}", f"{down} · {close}", f"{down} · Esc"), width
    )


def choose_fitting(ways: Sequence[str], width: int) -> str:
    """The first of several ways to say something that has room in a line, else the last."""
    return next((each for each in ways if cell_len(each) <= width), ways[-1])


def print_keys(
    console: Console, words: Words, keys: Sequence[Key], context: QuestionContext
) -> None:
    """The page of help: each key with what it does, and what the numbers in the head count."""
    rows = [explain_key(words, key) for key in keys]
    most = console.width // 3
    wide = max((cell_len(label) for label, _ in rows if cell_len(label) <= most), default=0) + 3
    for label, does in rows:
        room = wide - cell_len(label)
        if room < 3:  # a long label has a line of its own
            console.print(Text(label))
        print_hanging(console, " " * wide if room < 3 else label + " " * room, Text(does))
    if context.left is not None:
        console.print()
        console.print(Text(words.say("tells_head")))
