"""Items to entries: what each kind of source becomes here, as the plain values of a deck file.

An item that says no more is a question or a term, as its words tell. Keys are made once from
words, and never twice the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from itertools import count, islice
from string import ascii_lowercase
from typing import Any, TypeVar

from flashcards.cards import MOST_RECALLED
from flashcards.course.model import MAX_THINGS, MIN_OPTIONS
from flashcards.course.types import DIFFICULTIES, is_key, is_tag
from flashcards.importing.item import Answer, Item, ItemKind, LeftOut
from flashcards.importing.markdown_text import make_typeable, make_typed
from flashcards.text.plain_text import normalize_text, read_word_list

Plain = dict[str, Any]
_Part = TypeVar("_Part")
LOST_FEEDBACK = "feedback on single answers is lost"
_LONGEST_TERM = 60
_MOST_TERM_WORDS = 5
_NO_TAGS = {"leech", "marked"}
"""What Anki itself writes on notes."""
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
_LONGEST = 40
_MOST_WORDS = 6
_WORD = re.compile(r"[a-z0-9]+")
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_SMALL = read_word_list(
    "a an the of in on to is are was does do did what which how why when and or for"
)
_SPELLINGS = "ß=ss ẞ=SS æ=ae Æ=AE œ=oe Œ=OE ø=o Ø=O ł=l Ł=L đ=d Đ=D þ=th ð=d ı=i"
_SPELLED = str.maketrans(dict(pair.split("=") for pair in _SPELLINGS.split()))
"""Latin letters that no accent can be taken from."""


def make_entry(item: Item) -> tuple[Plain, list[str]]:
    """The fields of an entry without its key, and what was lost. Raises LeftOut.

    A maker may give fields that are empty: they are left out here. Free text without an answer
    of its own has the explanation for its model answer.
    """
    losses = list(item.losses)
    if item.kind == "essay" and item.why and not item.answers:
        item = item.change(answers=(Answer(item.why),), why="")
    fields = _MAKERS[item.kind](item, losses)
    fields |= _make_common(item, losses)
    return {name: value for name, value in fields.items() if value not in (None, [], {})}, losses


def name_letters(number: int) -> list[str]:
    """So many short names: a, b … z, a2, b2 …"""
    rounds = (
        f"{letter}{turn if turn > 1 else ''}" for turn in count(1) for letter in ascii_lowercase
    )
    return list(islice(rounds, number))


def _name_parts(parts: Sequence[_Part]) -> dict[str, _Part]:
    """The parts of an entry by short names."""
    return dict(zip(name_letters(len(parts)), parts, strict=True))


def _make_common(item: Item, losses: list[str]) -> Plain:
    """What every kind may have; None for what this item has not."""
    stage, difficulty = item.stage, item.difficulty.lower()
    is_stage, is_level = stage in [*"123456789"], difficulty in DIFFICULTIES
    if stage and not is_stage:
        losses.append(f"stage '{stage}' is not from 1 to 9")
    if difficulty and not is_level:
        losses.append(f"difficulty '{item.difficulty}' is not easy, medium or hard")
    return {
        "stage": int(stage) if is_stage else None,
        "difficulty": difficulty if is_level else None,
        "tags": make_tags(item.tags, losses),
        "why": item.why or None,
    }


def make_tags(tags: Sequence[str], losses: list[str]) -> list[str]:
    """Tags as decks have them; those that cannot be written so are lost."""
    made = []
    for tag in tags:
        plain, is_whole = _make_tag(tag)
        if not plain:
            losses.append(f"tag '{tag}' is left out: a tag has letters from a to z and digits")
        elif plain not in _NO_TAGS:
            made.append(plain)
            if not is_whole:
                losses.append(f"tag '{tag}' became '{plain}': a tag has letters from a to z")
    return list(dict.fromkeys(made))


@cache
def _make_tag(tag: str) -> tuple[str, bool]:
    """The tag as decks have it, and whether no part of it in another alphabet is lost.

    It is empty if it cannot be.
    """
    parts = tag.split("::")
    latin = [part for part in parts if has_only_latin(part)]
    plain = re.sub(r"[^a-z0-9:_]+", "-", spell_latin("::".join(latin)).lower()).replace("::", ":")
    plain = re.sub(r"[-_:]*([-_:])[-_:]*", r"\1", plain).strip("-_:")[:64].strip("-_:")
    return plain if is_tag(plain) else "", len(latin) == len(parts)


def _make_card(item: Item, losses: list[str]) -> Plain:
    answer = _join_answers(item)
    if not item.question:
        raise LeftOut("has no question")
    if not answer:
        raise LeftOut("has no answer")
    if not item.is_asked and looks_like_term(item):
        return _make_term(item, losses)
    return {"recall": item.question, "answer": answer}


def looks_like_term(item: Item) -> bool:
    """Whether a card is a word or a few, with a longer text that explains them."""
    return (
        item.kind == "card"
        and fits_term(item.question)
        and not is_question(item.question)
        and len(item.question.split()) <= _MOST_TERM_WORDS
        and 0 < len(item.question) <= len(_join_answers(item))
    )


def fits_term(text: str) -> bool:
    """Whether a text is short enough to be typed."""
    return len(text) <= _LONGEST_TERM and "\n" not in text and "![" not in text


def _make_term(item: Item, losses: list[str]) -> Plain:
    if not item.question or not item.answers:
        raise LeftOut("has no meaning" if item.question else "has no term")
    aliases = [make_typed(answer.text) for answer in item.answers[1:] if answer.right]
    meaning = item.answers[0].text
    return {"term": make_typeable(item.question), "meaning": meaning, "aliases": aliases}


def _make_typed(item: Item, losses: list[str]) -> Plain:
    """A question whose answer is typed: a text that ends with a gap."""
    accepted = [make_typeable(answer.text) for answer in item.answers if answer.right]
    accepted = list(dict.fromkeys(accepted))
    if not accepted:
        raise LeftOut("has no right answer")
    _tell_feedback(item, losses)
    first, *others = accepted
    text = f"{item.question}\n\n{first}"
    if "\n" in first or item.question.count(first):
        if others:
            losses.append(f"is not typed here, so these are lost: {', '.join(others)}")
        return {"recall": item.question, "answer": first}
    accept = {"1": list(map(make_typed, others))} if others else {}
    return {"cloze": text, "gaps": {"1": first}, "accept": accept}


def _make_choose(item: Item, losses: list[str]) -> Plain:
    answers = _name_parts(item.answers)
    right = [name for name, answer in answers.items() if answer.right]
    if not right or len(right) == len(answers):
        raise LeftOut("has no wrong option" if right else "has no right option")
    return {
        "choose": item.question,
        "options": {name: _make_option(answer) for name, answer in answers.items()},
        "right": right[0] if len(right) == 1 else right,
        "shuffle": False if item.keeps_order else None,
    }


def _make_option(answer: Answer) -> Any:
    return {"text": answer.text, "why": answer.why} if answer.why else answer.text


def _make_cloze(item: Item, losses: list[str]) -> Plain:
    if not item.gaps:
        raise LeftOut("has no gap")
    text, gaps, accept = item.question, {}, {}
    for number, (first, *others) in item.gaps.items():
        gaps[str(number)] = make_typeable(first) if text.count(first) == 1 else first
        text = text.replace(first, gaps[str(number)]) if text.count(first) == 1 else text
        if others:
            accept[str(number)] = list(map(make_typed, others))
    return {"cloze": text, "gaps": gaps, "accept": accept}


def _make_order(item: Item, losses: list[str]) -> Plain:
    _tell_feedback(item, losses)
    steps = _name_parts([answer.text for answer in item.answers])
    return {"order": item.question, "steps": steps}


def _make_match(item: Item, losses: list[str]) -> Plain:
    """Pairs are the things of a comparison and their cells in its one row."""
    pairs = [pair for pair in item.pairs if pair[0]]
    wrong = [second for first, second in item.pairs if not first]
    if not 2 <= len(pairs) <= MAX_THINGS:
        raise LeftOut(f"has {len(pairs)} pairs; from 2 to {MAX_THINGS} can be matched here")
    row: Plain = {"aspect": item.question, **_name_parts([second for _, second in pairs])}
    if wrong:
        row["wrong"] = dict(zip(name_letters(len(item.pairs))[len(pairs) :], wrong, strict=True))
    if not _is_matched([second for _, second in pairs]):
        row["question"] = item.question
        if len(pairs) > MOST_RECALLED:
            losses.append(f"row '{item.question}' makes no card yet: write a question for it")
    return {"compare": _name_parts([first for first, _ in pairs]), "rows": {"a": row}}


def _is_matched(cells: Sequence[str]) -> bool:
    """Whether a row with these cells is asked as a whole without a question of its own."""
    return len({*map(normalize_text, cells)}) >= MIN_OPTIONS


def _make_essay(item: Item, losses: list[str]) -> Plain:
    answer = _join_answers(item)
    if not answer:
        raise LeftOut("is a free text without an answer to learn")
    return {"recall": item.question, "answer": answer}


def _join_answers(item: Item) -> str:
    return "\n\n".join(answer.text for answer in item.answers if answer.right and answer.text)


def _tell_feedback(item: Item, losses: list[str]) -> None:
    if any(answer.why for answer in item.answers):
        losses.append(LOST_FEEDBACK)


_MAKERS: Mapping[ItemKind, Callable[[Item, list[str]], Plain]] = {
    "card": _make_card,
    "term": _make_term,
    "typed": _make_typed,
    "choose": _make_choose,
    "cloze": _make_cloze,
    "order": _make_order,
    "match": _make_match,
    "essay": _make_essay,
}


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


def spell_latin(text: str) -> str:
    """The text in ASCII: accents are taken off, letters of other alphabets left out."""
    return text if text.isascii() else _take_off_accents(text).encode("ascii", "ignore").decode()


def has_only_latin(text: str) -> bool:
    """Whether `spell_latin` leaves out no letter and no number."""
    return text.isascii() or not any(
        letter.isalnum() and not letter.isascii() for letter in _take_off_accents(text)
    )


def _take_off_accents(text: str) -> str:
    """The text with its accents as characters of their own."""
    return unicodedata.normalize("NFKD", text.translate(_SPELLED))


def make_slug(text: str, skipped: Collection[str] = _SMALL) -> str:
    """The words of a text as a key; empty if it has no Latin letter or digit."""
    if "![" in text:  # what a picture shows only counts if there are no other words
        text = _PICTURE.sub("", text) if _PICTURE.sub("", text).strip() else text
    words = _WORD.findall(spell_latin(text[:400]).lower())
    telling = [word for word in words if word not in skipped] or words
    made = "-".join(telling[:_MOST_WORDS])
    if len(made) <= _LONGEST:
        return made
    return made[:_LONGEST].rpartition("-")[0] or made[:_LONGEST]


class KeyMaker:
    """Gives keys that are not taken; the same questions in the same order get the same."""

    def __init__(self, taken: Collection[str], skipped: Collection[str] = _SMALL) -> None:
        self._taken = set(taken)
        self._skipped = skipped
        self._next: dict[str, int] = {}

    def make(self, wish: str, text: str, otherwise: str) -> str:
        """The wished key if it can be one and is free; else one from the text."""
        if wish and wish not in self._taken and is_key(wish):
            self._taken.add(wish)
            return wish
        base = make_slug(text, self._skipped)
        if base.replace("-", "").isdigit() or not base:  # a number alone says nothing
            base = "-".join(filter(None, (make_slug(otherwise) or "item", base)))
        key, number = base, self._next.get(base, 1)
        while key in self._taken:
            number += 1
            key = f"{base}-{number}"
        self._next[base] = number
        self._taken.add(key)
        return key
