"""What `?` shows: the keys of this moment on the screen, the words of line mode in lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.questions import Question
from flashcards.study.ui import QuestionContext
from flashcards.terminal import key_table as table
from flashcards.terminal.key_table import Key, explain_key
from flashcards.terminal.question_view import print_hanging
from flashcards.words.catalog import Words

_LINE_WORDS = {
    "multiple": ("1 3", "tells_several"),
    "order": ("2 1 3", "tells_order"),
    "match": ("2 1 3", "tells_match"),
    "points": ("Enter", "does_show"),
    "reveal": ("Enter", "does_show"),
}
"""By form: an example of an answer in line mode, and what it means."""
LINE_POINTS = (Key((), "1 3", "tells_points"),)
LINE_RATINGS = (Key((), "1–4", "tells_ratings"),)


def print_keys(
    console: Console, words: Words, keys: Sequence[Key], context: QuestionContext
) -> None:
    """Each key with what it does beside it, and what the numbers in the head count."""
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


def list_line_answers(question: Question) -> tuple[Key, ...]:
    """How the question is answered in line mode."""
    if question.form in ("points", "reveal"):
        return (Key((), *_LINE_WORDS[question.form]),)
    if question.form in _LINE_WORDS:
        return (Key((), *_LINE_WORDS[question.form]), table.UNKNOWN)
    if question.form == "single":
        numbers = table.number_keys(range(1, len(question.options) + 1), "does_choose")
        return (numbers, table.UNKNOWN)
    if any("\n" in answer for answer in question.accepted):
        return (table.TYPED_EMPTY._replace(word="does_done"),)
    return (table.TYPED_DONE, table.TYPED_EMPTY)


def print_line_help(
    console: Console, words: Words, answers: Sequence[Key], context: QuestionContext
) -> None:
    """What may be written now: the answer, and the commands that work here."""
    commands = [key for key in table.list_typed_commands(context) if key.shown]
    print_keys(console, words, [*answers, *commands], context)
    console.print(Text(words.say("tells_colon")))
