"""What YAML reads, or refuses, otherwise than its author meant: told, with the line as meant.

Curly quotes that do not quote, backslashes that double quotes change, texts that a comment or
a comma cuts off, words that YAML takes for a name of its own. Sound files need none of this.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from yaml.events import ScalarEvent

from flashcards.errors import Edit, Fix, Position, Problem
from flashcards.source.braces import mend_line
from flashcards.source.decoding import UNSAFE, describe_character, locate_character
from flashcards.source.edits import make_edits, tell_edits
from flashcards.source.quoting import (
    find_lost_backslashes,
    mend_curly,
    mend_quoted,
    quote_text,
    tell_curly,
    tell_lost,
)
from flashcards.source.yaml_lines import find_field
from flashcards.text.plain_text import edit_distance
from flashcards.words.message import Message

if TYPE_CHECKING:
    from flashcards.source.yaml_reader import Document

_WORD = re.compile(r"\S*")
_LONGEST = 200
"""Characters of a word that another one was meant by."""
_IDENTITY = re.compile(r"\s*(?:-\s+)?(?:key|deck|quiz|id)\s*:")
"""A line whose value is a name for good."""


class Misread:
    """Tells a document what is read otherwise than it was meant."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def refuse_curly(self, event: Any) -> None:
        """Tell curly quotes around a whole text, which would be shown."""
        mark, mended_lines = event.start_mark, self._document.mended
        line = self._document.get_line(mark)
        mended = mend_curly(line, mark.column)
        if mended is not None and mark.line + 1 not in mended_lines:
            is_guess = bool(_IDENTITY.match(line))
            self._refuse_line(mark, tell_curly(line[mark.column]), mended, is_guess)
            mended_lines.add(mark.line + 1)

    def check_escapes(self, event: Any) -> None:
        """Tell commands of TeX, and paths, that double quotes turn into other characters."""
        document, mark = self._document, event.start_mark
        raw = self._get_raw(event)
        lost = find_lost_backslashes(raw[1:-1])
        if not lost and (unsafe := UNSAFE.search(event.value)):
            told = Message("text-has-character", character=describe_character(unsafe[0]))
            document.refuse(mark, told, Message("hint-remove-character"))
        if not lost or mark.line + 1 in document.mended:
            return
        at = locate_character(document.text, mark.index + lost[0] + 1, document.file)
        told, line = tell_lost(raw[1:-1], lost[0]), document.get_line(mark)
        if raw in line:
            mended = line.replace(raw, mend_quoted(raw, lost), 1)
            self._refuse_line(mark, told, mended, at=at)
        else:
            document.problems.append(Problem(at, told, Message("hint-double-backslash")))

    def refuse_word(self, event: Any) -> str:
        """Tell an anchor, an alias or a tag; the text that was meant by it."""
        document = self._document
        word = _WORD.match(document.text, event.start_mark.index)
        id = "yaml-anchor" if event.anchor else "yaml-tag"
        told = Message(id, word=word[0] if word else "")
        if mended := self._quote_line(event.start_mark):
            self._refuse_line(event.start_mark, told, mended)
        else:
            document.refuse(event.start_mark, told, Message("hint-write-out"))
        return self._get_raw(event)

    def refuse_cut_off(self, end: Any, column: int) -> None:
        """Tell a text that ends at `end`, because a comment begins in a column, from 0."""
        at, told = Position(self._document.file, end.line + 1, column + 1), Message("yaml-cut-off")
        if mended := self._quote_line(end):
            self._refuse_line(end, told, mended, is_guess=True, at=at)
        else:
            hint = Message("hint-quote-or-own-line")
            self._document.problems.append(Problem(at, told, hint))

    def refuse_document(self, mark: Any) -> None:
        """Tell a second document in a file."""
        told = Message("yaml-second-document")
        self._document.refuse(mark, told, Message("hint-remove-this-line"))

    def read_bare(self, before: Any, key: Any, value: Any) -> str:
        """The whole of a text that a comma in braces ends, and that begins at `before`; told."""
        document, end = self._document, key.end_mark
        is_plain = isinstance(key, ScalarEvent) and not key.style
        if not is_plain or value.start_mark.index != end.index:
            return ""
        if before is None or document.text[before.index] in "\"'":
            return ""
        mark, told = key.start_mark, Message("yaml-comma-inside")
        told_lines = {each.at.line for each in document.problems if each.message == told}
        if mark.line + 1 not in told_lines | document.mended:
            if mended := mend_line(document.get_line(mark)):
                self._refuse_line(mark, told, mended[1])
            else:
                document.refuse(mark, told, Message("hint-quote-it"))
        return document.text[before.index : end.index]

    def replace_word(
        self, at: Position, given: object, message: Message, hint: Message
    ) -> Fix | None:
        """The word of the hint in place of the one that it is meant for.

        That is the value that was given, or what the message names of it.
        """
        line, name = self._document.text.splitlines()[at.line - 1], dict(hint.values)["name"]
        column = at.column - 1 + (line[at.column - 1 : at.column] in ("'", '"'))
        if isinstance(given, str) and given and line.startswith(given, column):
            words = [given, *(str(value).rsplit("/", 1)[-1] for _, value in message.values)]
            words = [each for each in words if len(each) <= _LONGEST and each in given]
            old = min(words, key=lambda each: edit_distance(each, name), default="")
            if old and given.count(old) == 1:
                edit = Edit(at.line, column + given.index(old) + 1, old, name)
                return Fix((edit,), is_guess=hint.id == "hint-did-you-mean")
        return None

    def tell_line(self, number: int, mended: str, is_guess: bool = False) -> tuple[Message, Fix]:
        """What to write in a line, in words and as edits."""
        lines = self._document.text.splitlines()
        before, after = {number: lines[number - 1]}, {number: mended}
        return tell_edits(before, after, 0, number), Fix(make_edits(before, after, 0), is_guess)

    def _refuse_line(
        self,
        mark: Any,
        told: Message,
        mended: str,
        is_guess: bool = False,
        at: Position | None = None,
    ) -> None:
        """Tell what is wrong in a line, with the line as it should be."""
        self._document.refuse(mark, told, *self.tell_line(mark.line + 1, mended, is_guess), at)

    def _quote_line(self, mark: Any) -> str:
        """The line with its text in quotes, or those in its brackets; empty if it has none."""
        line = self._document.get_line(mark)
        if mended := mend_line(line):
            return mended[1]
        field = find_field(line)
        if field is None or field.value[:1] in "[{\"'|>":
            return ""
        return field.prefix + quote_text(field.value)

    def _get_raw(self, event: Any) -> str:
        return self._document.text[event.start_mark.index : event.end_mark.index]
