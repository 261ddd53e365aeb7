"""Texts with gaps: a gap that stands for one place is a gap, another is asked by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flashcards.importing.item import Answer, Item, LeftOut
from flashcards.text.markdown import cuts_formula

_ANKI_GAP = re.compile(
    r"\{\{c(\d{1,3})::((?:(?!\{\{c\d|\}\}|::).)*)(?:::(.*?))?\}\}", re.DOTALL | re.IGNORECASE
)
_FIRST, _HINT, _END = 0xF000, "\uf700", "\uf701"
_GAP = re.compile(f"([\uf000-\uf3e7])([^\uf000-\uf701]+){_HINT}([^\uf000-\uf701]*){_END}")
_MARKS = re.compile(f"{_HINT}[^\uf000-\uf701]*{_END}|[\uf000-\uf701]")
_BLANK = "[ … ]"


def mark_gap(number: int, text: str, hint: str = "") -> str:
    """Return a gap with private characters around it, which survive a conversion to Markdown."""
    return f"{chr(_FIRST + number)}{text}{_HINT}{hint}{_END}"


def mark_anki_gaps(html: str) -> str:
    """Return the HTML with its `{{c1::…}}` marked; of gaps inside each other the innermost."""
    return _ANKI_GAP.sub(lambda gap: mark_gap(int(gap[1]), gap[2], gap[3] or ""), html)


def split_cloze(
    item: Item, marked: str, accept: Mapping[int, Sequence[str]] | None = None
) -> list[Item]:
    """Return the item as one text with gaps, and a question for each gap that cannot be one.

    `marked` is Markdown with marks, `accept` are other answers that fill a gap. Raises LeftOut if
    there is no gap.
    """
    text, by_number = _MARKS.sub("", marked), dict[str, list[re.Match[str]]]()
    for gap in _GAP.finditer(marked):
        by_number.setdefault(gap[1], []).append(gap)
    if not by_number:
        raise LeftOut("has no gap")
    items, gaps, has_hints = list[Item](), dict[int, tuple[str, ...]](), False
    for mark, (first, *others) in by_number.items():
        number, hidden = ord(mark) - _FIRST, first[2]
        begin = len(_MARKS.sub("", marked[: first.start()]))
        formula = cuts_formula(text, begin, begin + len(hidden))
        is_broken = formula or "![" in hidden or "\n" in hidden
        if not others and text.count(hidden) == 1 and not is_broken:
            gaps[number] = (hidden, *(accept or {}).get(number, ()))
            has_hints = has_hints or bool(first[3])
        else:
            sign = "$" if formula and "$" not in hidden else ""
            answers = dict.fromkeys(f"{sign}{gap[2].strip()}{sign}" for gap in (first, *others))
            question = re.sub(
                rf"{mark}[^\uf000-\uf701]+{_HINT}([^\uf000-\uf701]*){_END}",
                lambda gap: f"[ {gap[1].strip()} ]" if gap[1].strip() else _BLANK,
                marked,
            )
            answer = Answer("; ".join(answers))
            items.append(replace(item, question=_MARKS.sub("", question), answers=(answer,)))
    if gaps:
        losses = (*item.losses, *(["hints of gaps are lost"] if has_hints else []))
        items.insert(0, replace(item, kind="cloze", question=text, gaps=gaps, losses=losses))
    return items
