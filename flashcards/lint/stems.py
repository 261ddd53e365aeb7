"""Questions that are not sentences: a heading with a colon, a text that stops in the middle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.lint.finding import Finding
from flashcards.lint.prompts import Prompt
from flashcards.model import Code, Compare, Entry
from flashcards.text.plain_text import strip_blocks

LONGEST_HEAD = 7
"""Words before a colon that can be a heading; more are a clause."""

_GLUED = re.compile(r"(?:\?|…|\.\.\.)['\"”]?\s*:|:\s*(?:…|\.\.\.)")
_HEAD = re.compile(r"((?:[^:.?!`]|`[^`]*`)*):\s+([^?]*)$", re.DOTALL)
_WHICH_ONE = re.compile(r"\.\s+which (?:one|of them|thing)?\s*(?:is (?:it|this|meant))?\?$", re.I)
_CLOSED = re.compile(r"[?.!？。！][)\"”’*_`]*$")
_IMPERATIVE = re.compile(
    r"(?:name|give|explain|say|tell|complete|describe|write|compute|predict|choose|pick|match|"
    r"put|state|define|sketch|derive|show|find|order|sort|fill|compare|estimate)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|could|must|should|will|would|may|might|"
    r"says?|shows?|prints?|reports?|runs?|fails?|calls?|uses?|gives?|sees?|gets?|raises?|reads?|"
    r"writes?|needs?|wants?|returns?|takes?|holds?|keeps?|trains?|adds?|logs?|stops?|suppose|given)\b",
    re.IGNORECASE,
)


def find_broken_stems(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[Finding]:
    """Every question of the entry that nobody would say aloud."""
    hint = "write a whole question, one that can be understood alone"
    for prompt in prompts:
        text = strip_blocks(prompt.text).strip()
        if _is_glued(text) or not (_is_closed(text) or prompt.text.rstrip().endswith("```")):
            message = "the question is not a sentence"
            if not (isinstance(entry, Code) and text.endswith(":")):
                yield Finding(entry.key, prompt.path, message, hint)
    if isinstance(entry, Compare):
        for name, row in entry.rows.items():
            if row.aspect.rstrip().endswith((":", "…", "...")):
                message = "the aspect is not a heading: it stops in the middle"
                yield Finding(entry.key, ("rows", name, "aspect"), message, "name what is compared")


def _is_glued(text: str) -> bool:
    """Whether a heading, a colon and a piece of an answer take the place of a sentence."""
    if ":" not in text:
        return False
    if _GLUED.search(text) or _WHICH_ONE.search(text):
        return True
    head = _HEAD.match(text)
    if head is None or _IMPERATIVE.match(text):
        return False
    return len(head[1].split()) <= LONGEST_HEAD and not _FINITE.search(head[1])


def _is_closed(text: str) -> bool:
    return _CLOSED.search(text) is not None or _IMPERATIVE.match(text) is not None
