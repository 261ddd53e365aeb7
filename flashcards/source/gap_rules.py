"""What a text with gaps must be: each gap found once, outside of formulas, none across another."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from flashcards.model import Cloze
from flashcards.source.hints import find_lost_dollar, suggest_gap, suggest_longer_gap
from flashcards.source.yaml_reader import Document, Path


def check_gaps(entry: Cloze, document: Document, path: Path) -> None:
    """Tell every gap that cannot be one, and what is said of gaps that are not there."""
    if not entry.gaps:
        hint = "write {1: …} with words of the text"
        document.add_problem((*path, "gaps"), "'gaps' has no gap", hint)
    check_places(entry, document, path)
    for number in entry.accept.keys() - entry.gaps.keys():
        _refuse_number(number, document, (*path, "accept"), entry)
    for number in entry.reasons.keys() - entry.gaps.keys():
        _refuse_number(number, document, (*path, "why"), entry)


def check_places(entry: Cloze, document: Document, path: Path) -> None:
    """Tell every gap that is not found once, cuts a formula or overlaps another."""
    spans = {}
    for number, gap in entry.gaps.items():
        times, at = entry.cloze.count(gap), (*path, "gaps", str(number))
        if not times and (part := find_lost_dollar(gap, entry.cloze)):
            message = f"a formula of the text has lost a dollar sign: '{part}'"
            document.add_problem((*path, "cloze"), message, f"write {gap} there")
            continue
        if times != 1:
            where = f"is in the text {times} times" if times else "is not in the text"
            hint = suggest_gap(gap, entry.cloze)
            if times:
                hint = suggest_longer_gap(number, gap, entry.cloze, entry.accept.get(number, ()))
            document.add_problem(at, f"gap {number} {where}: '{gap}'", hint)
            continue
        start = entry.cloze.index(gap)
        spans[number] = (start, start + len(gap))
        if "$" in entry.cloze and entry.language is None:
            _check_formula(entry.cloze, spans[number], number, document, at)
    _check_overlaps(spans, document, path)


def _check_formula(
    text: str, span: tuple[int, int], number: int, document: Document, path: Path
) -> None:
    from flashcards.text.markdown import find_cut_formula

    if formula := find_cut_formula(text, *span):
        hint = "write the sentence so that the gap stands outside of formulas"
        if text.count(formula) == 1 and "\n" not in formula:
            written = formula.replace("'", "''")
            hint = f"take the whole formula: '{written}'; or {hint}"
        document.add_problem(
            path, f"gap {number} is inside a formula: '{text[slice(*span)]}'", hint
        )


def _refuse_number(number: int, document: Document, path: Path, entry: Cloze) -> None:
    known = ", ".join(map(str, entry.gaps))
    hint = f"remove it, or write the number of a gap: {known}"
    document.add_problem((*path, str(number)), f"there is no gap {number}", hint, of_key=True)


def _check_overlaps(spans: Mapping[int, tuple[int, int]], document: Document, path: Path) -> None:
    for (first, a), (second, b) in combinations(spans.items(), 2):
        if a == b or a[0] < b[0] < a[1] < b[1] or b[0] < a[0] < b[1] < a[1]:
            message = f"gap {second} overlaps gap {first}"
            document.add_problem(
                (*path, "gaps", str(second)), message, "a gap may lie inside another"
            )
