"""Which cures are shown: those with which the file has fewer problems, and no other ones.

Whoever finds a problem may propose a cure for it by the look of a line. Here each is tried on
the whole file, and the course is checked with it: a cure after which the same place is told
once more is none. Only files with problems come here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from flashcards.errors import MAX_PROBLEMS, Fix, Problem
from flashcards.source.broken_yaml import compose, find_fault
from flashcards.source.edits import LINE_BREAK, edit_source, make_edits, tell_edits
from flashcards.source.folder import SourceFile
from flashcards.source.rewrites import REWRITES, Rewrite, RewriteGroup
from flashcards.source.yaml_lines import Chunk, find_dash, split_chunks
from flashcards.words.message import Message

Check: TypeAlias = Callable[[SourceFile], Sequence[Problem]]
"""The problems of a file in its course."""

_MOST_CHARACTERS = 3_000_000
"""Characters that are read in all while the cures of a file are tried."""
_MOST_READ = 80
"""How often a file is read for that."""
_MOST_LINES = 400
"""Lines of a part that is tried in other ways of writing."""
_ALWAYS = ("character-not-allowed",)
"""Problems for which a file is not even parsed: what else is wrong in it shows up afterwards."""
_TYPES = ("not-a-list", "not-names", "not-text", "not-mapping", "not-text-or-mapping")
"""Problems of a value that is of another type than its field."""
_LINES = ("yaml-", "key-repeated")
"""Problems whose cures change what belongs to what."""


class _SpentError(Exception):
    """A file was read too often."""


def keep_sound_cures(
    problems: Iterable[Problem], files: Iterable[SourceFile], check: Check
) -> list[Problem]:
    """The problems, with those of their cures that are sound."""
    problems = list(problems)
    kept: list[Problem] = []
    for file in files:
        own = [each for each in problems if each.at.file == file.name]
        proposed = [each for each in own if each.fix and each.message.id not in _ALWAYS]
        if own:
            trial = _Trial(file, own, check)
            sound = trial.find_sound(proposed)
            own = [each if each not in proposed or each in sound else _drop(each) for each in own]
            own = trial.add_rewrites(own)
        kept += own
    names = {file.name for file in files}
    return [*kept, *(each for each in problems if each.at.file not in names)]


def _drop(problem: Problem) -> Problem:
    """A problem without its cure."""
    is_syntax = problem.message.id.startswith("yaml-")
    hint = Message("hint-look-above" if is_syntax else "hint-not-certain")
    return replace(problem, hint=hint, fix=None)


class _Trial:
    """A file while cures for it are tried."""

    def __init__(self, file: SourceFile, problems: Sequence[Problem], check: Check) -> None:
        self._file = file
        self._problems = problems
        self._check = check
        self._chunks = _split_file(file)
        self._left = min(_MOST_READ, max(2, _MOST_CHARACTERS // (len(file.raw) + 1)))

    def find_sound(self, proposed: Sequence[Problem]) -> list[Problem]:
        """Those of these problems whose cures are sound."""
        if len(self._problems) >= MAX_PROBLEMS:
            return []
        found: list[Problem] = []
        with suppress(_SpentError):
            for each in self._split(proposed):
                found += each
        return found

    def _split(self, proposed: Sequence[Problem]) -> Iterator[Sequence[Problem]]:
        """The largest groups of cures that are sound together: all, or those of a half."""
        if not proposed or self._is_sound(proposed):
            yield proposed
            return
        entries = dict.fromkeys(self._find_chunk(each).start for each in proposed)
        if len(entries) > 1:
            half = set(list(entries)[: len(entries) // 2])
            parts: list[list[Problem]] = [[], []]
            for each in proposed:
                parts[self._find_chunk(each).start in half].append(each)
            yield from self._split(parts[1])
            yield from self._split(parts[0])
        elif len(proposed) > 1:
            for each in proposed:
                yield from self._split([each])

    def _is_sound(self, cured: Sequence[Problem], wholly: bool = False) -> bool:
        """Whether these problems are gone with their cures, and no other is there.

        If not `wholly`, one that was hidden may come up in another place than a word that was put
        right.
        """
        if self._left <= 0:
            raise _SpentError
        self._left -= 1
        expected = Counter(_tell_apart(each, self._chunks) for each in self._problems)
        expected.subtract(_tell_apart(each, self._chunks) for each in cured)
        edits = {edit for each in cured if each.fix for edit in each.fix.edits}
        raw = edit_source(self._file.raw, sorted(edits))
        if raw is None:
            return False
        file = replace(self._file, raw=raw)
        after, chunks = self._check(file), _split_file(file)
        others = Counter(_tell_apart(each, chunks) for each in after) - expected
        new = [each for each in after if _tell_apart(each, chunks) in others]
        return not (new if wholly else [*self._find_left(cured, after, new)])

    def _find_left(
        self, cured: Sequence[Problem], after: Sequence[Problem], new: Sequence[Problem]
    ) -> Iterator[Problem]:
        """What is wrong after cures, for them to be none.

        What changes lines leaves nothing wrong in its entry; a word that was put right, nothing
        in its place, and no value of another type behind it.
        """
        places, lines = {each.at for each in cured}, {each.at.line for each in cured}
        moved = [each for each in cured if each.message.id.startswith(_LINES)]
        moved = [each for each in moved if each.message.id != "yaml-tab"]  # what hides the rest
        is_syntax = any(each.message.id.startswith("yaml-") for each in moved)
        for each in new:
            is_type = each.at.line in lines and each.message.id in _TYPES
            if is_syntax or is_type or each.at in places:
                yield each
        for chunk in map(self._find_chunk, moved):
            entry = range(chunk.start + 1, chunk.start + len(chunk.lines) + 1)
            for each in after:
                if each.at.line in entry and not each.message.id.startswith("names-no-"):
                    yield each

    def add_rewrites(self, problems: list[Problem]) -> list[Problem]:
        """The problems; of each part without a cure the first with another way to write it."""
        parts: dict[int, list[Problem]] = {}
        for each in problems:
            parts.setdefault(_count_above(each, self._chunks), []).append(each)
        found: dict[Problem, Problem] = {}
        with suppress(_SpentError):
            if not any(each.fix for each in problems):
                whole = Chunk(0, [line for each in self._chunks for line in each.lines])
                found = self._rewrite(whole, problems, REWRITES[:1])
            has_dashes = all(find_dash(each) is not None for each in self._chunks if each.is_item)
            is_easy = not found and has_dashes and len(parts) * 8 <= _MOST_READ
            for number, own in parts.items() if is_easy else ():
                if not any(each.fix for each in own):
                    found |= self._rewrite(self._chunks[number], own, REWRITES)
        return [found.get(each, each) for each in problems]

    def _rewrite(
        self, chunk: Chunk, own: Sequence[Problem], groups: Sequence[RewriteGroup]
    ) -> dict[Problem, Problem]:
        """The first problem of some lines with the one rewrite after which none is left."""
        told, *others = sorted(own)
        for group in groups if len(chunk.lines) <= _MOST_LINES else ():
            sound: dict[str, Problem] = {}
            for changed in filter(None, group(chunk.lines)):
                made = [changed.get(number, line) for number, line in enumerate(chunk.lines)]
                lines = [line for line in made if line is not None]
                cured = _tell_rewrite(told, chunk, changed)
                if not find_fault(lines) and self._is_sound([cured, *others], wholly=True):
                    sound[str(compose(lines))] = cured
            if sound:
                only, *rivals = sound.values()
                return {} if rivals else {told: only}
        return {}

    def _find_chunk(self, problem: Problem) -> Chunk:
        """The part of the file that a problem is in."""
        return self._chunks[_count_above(problem, self._chunks)]


def _tell_rewrite(problem: Problem, chunk: Chunk, changed: Rewrite) -> Problem:
    """A problem with lines of a part of a file written otherwise as its cure."""
    before, start = {number: chunk.lines[number] for number in changed}, chunk.start + 1
    hint = tell_edits(before, changed, start, problem.at.line - start)
    return replace(problem, hint=hint, fix=Fix(make_edits(before, changed, start)))


def _split_file(file: SourceFile) -> list[Chunk]:
    return split_chunks(LINE_BREAK.split(file.raw.decode("utf-8-sig", errors="replace")))


def _count_above(problem: Problem, chunks: Sequence[Chunk]) -> int:
    """The number of the part of a file that a problem is in."""
    return max(0, bisect_right(chunks, problem.at.line - 1, key=lambda each: each.start) - 1)


def _tell_apart(problem: Problem, chunks: Sequence[Chunk]) -> tuple[str, str, int]:
    """What a problem says and in which part of a file, without the places, which cures move."""
    values = {name: value for name, value in problem.message.values if name != "first"}
    return problem.message.id, str(values), _count_above(problem, chunks)
