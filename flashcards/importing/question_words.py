"""What tells a question or a task from a term: its first word, or a sign in it."""

from __future__ import annotations

import re

_TASKS = (
    "what which who whose whom when where why how does did could should"
    " name list write define give explain describe draw sketch compare contrast"
    " calculate compute solve prove translate convert identify choose"
    " discuss distinguish summarize summarise mention tell spell"
    " was welche welcher welches wer wann wo warum wieso weshalb wie wozu woraus nenne nennen"
    " beschreibe beschreiben definiere definieren gib zeichne schreibe berechne"
    " vergleiche zeige skizziere begründe übersetze"
    " que quel quelle quels quelles qui quand où pourquoi comment combien nommez nomme citez cite"
    " définissez définis expliquez décrivez décris donnez donne écrivez calculez comparez dessinez"
    " qué cuál cuáles quién cuándo dónde cómo cuánto cuántos nombra enumera define explica describe"
    " escribe calcula compara dibuja"
)
_SPLIT_VERB = re.compile(r"(?:erkläre|erläutere|liste|zähle|gib|nenne|stelle)\b", re.IGNORECASE)
_NOUNS_TOO = "state label show find fill complete select outline is are do can"
"""Words that begin terms as well, such as *state dict*: a task has more words."""
_FIRST_WORDS, _FIRST_OF_MANY = frozenset(_TASKS.split()), frozenset(_NOUNS_TOO.split())
_CHINESE = re.compile(
    r"什么|甚么|什麼|哪|如何|怎么|怎麼|怎样|为何|多少|是否|[吗嗎]$"
    r"|^(?:请|請|列出|列举|写出|说出|解释|描述|说明|定义|比较|简述|画出|计算|给出|翻译)"
)
_SIGNS = re.compile(r"[?？]|[:：]\s|：|\b(?:vs|versus)\b", re.IGNORECASE)
_FIRST = re.compile(r"[^\W\d_]+")


def is_question(text: str) -> bool:
    """Whether a text asks or tells to do something, as far as its words show."""
    found, words = _FIRST.search(text), len(text.split())
    first = found[0].casefold() if found else ""
    return bool(
        (words > 1 and first in _FIRST_WORDS)
        or (words > 2 and first in _FIRST_OF_MANY)
        or _SPLIT_VERB.match(text)
        or _SIGNS.search(text)
        or _CHINESE.search(text)
    )
