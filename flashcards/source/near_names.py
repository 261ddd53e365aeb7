"""What may be meant by a name that nobody knows: the one that it is a slip of."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from flashcards.text.plain_text import edit_distance
from flashcards.words.message import Message

_OTHER_NAMES = {
    "key": "id name slug clave schlüssel clé 键",
    "deck": "id name",
    "recall": "question front q card flashcard pregunta frage 问题 提问",
    "term": "front word término begriff terme 术语",
    "choose": "mcq multiple_choice quiz 选择题",
    "cloze": "fill blank",
    "compare": "comparison versus",
    "order": "ordering",
    "code": "program snippet",
    "concept": "idea",
    "answer": "back respuesta antwort réponse 答案 回答",
    "scope": "context field domain area",
    "meaning": "definition description answer back significado definición bedeutung 含义 定义 释义",
    "points": "description puntos punkte 要点",
    "why": "explanation reason because rationale explain motivo warum 解析 解释 原因 说明",
    "prints": "answer output result expected stdout salida ausgabe 输出",
    "right": "correct true correcta richtig juste 正确 对",
    "wrong": "incorrect distractors false incorrectas falsch faux 错误 错",
    "tags": "tag labels etiquetas 标签",
    "tag": "tags",
    "aliases": "alias synonyms sinónimos synonyme 别名 同义词",
    "see": "source sources links references",
    "steps": "items sequence pasos schritte étapes 步骤",
    "entries": "items cards questions notes",
    "picks": "questions",
    "gaps": "blanks huecos lücken 空 填空",
    "count": "number",
    "minutes": "time duration",
    "stage": "week module",
    "confused_with": "similar",
    "lang": "language",
    "language": "lang",
    "licence": "license",
    "title": "name question título titel titre 标题 题目",
    "url": "link href",
    "author": "authors",
}
"""Fields, and what people call them; of two fields with one such name the first is likelier."""
_SHORT = 4
"""Letters below which a word is near to too many others, unless two letters are swapped."""
_LONGEST = 100


def suggest_nearest(word: str, known: Iterable[str]) -> Message | None:
    """A hint that names the known word which this one is a slip of."""
    return suggest_name(find_nearest(word, known))


def suggest_name(name: str) -> Message | None:
    """A hint that this name was meant; None for no name."""
    return Message("hint-did-you-mean", name=name) if name else None


def add_near_name(told: Message, name: str, known: Iterable[str]) -> Message:
    """What is told of a name that nobody knows, with the known one that may be meant."""
    known = sorted(known)
    within = [each for each in known if name and name.lower() in each.lower()]
    near = find_nearest(name, known) or min(within, key=len, default="")
    return Message("near-name", told=told, near=near) if near else told


def find_meant(word: str, known: Iterable[str]) -> str:
    """The known word that looks like this one, or that it is another name for; empty if none."""
    known = list(known)
    return find_other_name(word, known) or find_nearest(word, known)


def find_other_name(word: str, known: Iterable[str]) -> str:
    """The known word that this one is another name for; empty if none."""
    known = list(known)
    plain = word.strip().lower().replace(" ", "_").replace("-", "_")
    if plain in known:
        return plain
    named = (field for field, names in _OTHER_NAMES.items() if plain in names.split())
    return next((field for field in named if field in known), "")


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The one known word that this is a slip of; empty if there is none, or several are as near.

    What shares most of its letters by chance is no slip: `t-test` is none of `chi2-test`.
    """
    known = list(dict.fromkeys(known))
    same = [each for each in known if each.lower() == word.lower()]
    if same:
        return same[0] if len(same) == 1 else ""
    if len(word) > _LONGEST:
        return ""
    near = sorted(
        (edit_distance(word.lower(), each.lower()), each)
        for each in difflib.get_close_matches(word, known, n=4, cutoff=0.6)
        if max(len(word), len(each)) >= _SHORT or sorted(word) == sorted(each)
    )
    near = [pair for pair in near if pair[0] <= max(1, len(word) // 3)]
    if not near or (len(near) > 1 and near[0][0] == near[1][0]):
        return ""
    return near[0][1]
