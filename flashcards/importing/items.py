"""What a source asks: items, each with the fields of the entry that it becomes.

All texts are Markdown.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_lowercase
from textwrap import shorten
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from flashcards.course.model import MAX_THINGS, is_key, is_tag
from flashcards.errors import FlashcardsError
from flashcards.text.headings import find_value

Fields: TypeAlias = dict[str, Any]
"""The plain values of an entry, as a deck file has them; empty ones are left out later."""
PictureLoader: TypeAlias = Callable[[str], bytes]
"""The bytes of a picture by the name that the texts give it. Raises FlashcardsError."""
Status: TypeAlias = Literal["new", "known", "left out"]
"""known: the course asks it already, and what it says stands."""

_Part = TypeVar("_Part")
_MAX_KEY_WORDS, _MAX_KEY = 6, 40
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_BOLD_WORDS = re.compile(r"(?<!\S)(\*\*|\*)(?=\S)(.+?)(?<=\S)\1(?!\S)")
_ESCAPED_SIGN = re.compile(r"\\([!-/:-@\[-`{-~])")
_SMALL_WORDS = {
    "a", "an", "the", "of", "in", "on", "to", "is", "are", "was", "does", "do", "did", "what",
    "which", "how", "why", "when", "and", "or", "for",
}  # fmt: skip


class LeftOut(FlashcardsError):
    """An item that cannot become an entry, and why."""


class Answer(NamedTuple):
    """An answer or an option."""

    text: str
    right: bool = True
    why: str = ""


@dataclass
class Item:
    """One thing that a source asks, and what becomes of it."""

    place: str
    """Where it stands in the source, for people: `row 3`."""
    fields: Fields = field(default_factory=dict)
    key: str = ""
    """What the source wants, then what its entry has."""
    deck: tuple[str, ...] = ()
    """Names from the outermost deck inwards."""
    notes: list[str] = field(default_factory=list)
    """What could not be taken over, or why it is left out."""
    status: Status = "new"
    file: str = ""
    """The name of its file."""


@dataclass
class Material:
    """Everything that one file holds."""

    path: Path
    load_picture: PictureLoader
    items: list[Item] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    """What concerns the whole file."""

    def add(self, item: Item, read: Callable[[Item], Iterable[Fields]]) -> None:
        """Add an item for each entry that `read` makes of one, or one that is left out."""
        try:
            for fields in read(item):
                fields = {**item.fields, **fields}
                self.items.append(replace(item, fields=fields, notes=[*item.notes]))
        except LeftOut as reason:
            self.items.append(replace(item, key="", notes=[str(reason)], status="left out"))


def split_deck(name: str) -> tuple[str, ...]:
    """Return the names in `Biology::Cells`, from the outermost deck inwards."""
    return tuple(part.strip() for part in name.split("::") if part.strip())


def make_recall(question: str, answer: str, why: str = "") -> Fields:
    """Return a question and its answer; without one the explanation is what there is to learn."""
    if not question:
        raise LeftOut("has no question")
    if not answer and not why:
        raise LeftOut("has no answer")
    return {"recall": question, "answer": answer or why, "why": why if answer else ""}


def make_term(term: str, meaning: str, aliases: Sequence[str]) -> Fields:
    """Return a term, which is asked both ways."""
    if not term or not meaning:
        raise LeftOut("has no meaning" if term else "has no term")
    return {"term": make_typeable(term), "meaning": meaning, "aliases": make_names(aliases)}


def make_typed(question: str, answers: Sequence[str], notes: list[str]) -> Fields:
    """Return a question whose answer is typed: a text that ends with a gap."""
    accepted = dict.fromkeys(make_typeable(answer) for answer in answers if answer)
    if not accepted:
        raise LeftOut("has no right answer")
    first, *others = accepted
    if "\n" in first or first in question:  # a gap must be found once in its text
        if others:
            notes.append(f"is not typed here, so these are lost: {', '.join(others)}")
        return make_recall(question, first)
    accept = {"1": make_names(others)} if others else {}
    return {"cloze": f"{question}\n\n{first}", "gaps": {"1": first}, "accept": accept}


def make_typeable(text: str) -> str:
    """Return a short text as somebody can type it: what had to be escaped becomes code."""
    bare = _BOLD_WORDS.sub(r"\2", text)
    plain = _ESCAPED_SIGN.sub(r"\1", bare)
    return bare if plain == bare or "`" in plain else f"`{plain}`"


def make_names(texts: Iterable[str]) -> list[str]:
    """Return other names of a term, or other answers that fill a gap, as somebody types them."""
    return [make_typeable(text).strip("`") for text in texts]


def make_choose(question: str, answers: Sequence[Answer], keeps_order: bool = False) -> Fields:
    """Return a question with options; one such as *None of the above* keeps its place."""
    named = name_parts(answers)
    right = [name for name, answer in named.items() if answer.right]
    if not question:
        raise LeftOut("has no question")
    if not right or len(right) == len(answers):
        raise LeftOut("has no wrong option" if right else "has no right option")
    options: dict[str, str | dict[str, str]] = {}
    for name, answer in named.items():
        lock = "last" if find_value(answer.text, ["last"]) else ""
        more = {field: text for field, text in (("why", answer.why), ("lock", lock)) if text}
        options[name] = {"text": answer.text, **more} if more else answer.text
    return {
        "choose": question,
        "options": options,
        "right": right[0] if len(right) == 1 else right,
        **({"shuffle": False} if keeps_order else {}),
    }


def make_match(question: str, parts: Sequence[tuple[str, str]]) -> Fields:
    """Return pairs as things and cells of one row; a first part that is empty fits nothing."""
    pairs = [pair for pair in parts if pair[0]]
    wrong = [second for first, second in parts if not first]
    if not 2 <= len(pairs) <= MAX_THINGS:
        raise LeftOut(f"has {len(pairs)} pairs; from 2 to {MAX_THINGS} can be matched here")
    cells = [second for _, second in pairs]
    row: dict[str, Any] = {"aspect": question, "question": question, **name_parts(cells)}
    if wrong:
        row["wrong"] = {f"wrong-{name}": text for name, text in name_parts(wrong).items()}
    return {"compare": name_parts([first for first, _ in pairs]), "rows": {"a": row}}


def name_parts(parts: Sequence[_Part]) -> dict[str, _Part]:
    """Return the parts of an entry by short names: a, b … z, x26, x27 …"""
    names = [*ascii_lowercase, *(f"x{number}" for number in range(26, len(parts)))]
    return dict(zip(names, parts, strict=False))


def make_tags(tags: Iterable[str], notes: list[str]) -> list[str]:
    """Return tags as decks have them; one in other letters is lost, which is told."""
    kept = []
    for tag in filter(None, tags):
        latin = _spell_latin(tag.replace("::", ":"))
        plain = re.sub(r"[^a-z0-9:_]+", "-", latin.encode("ascii", "ignore").decode().lower())
        plain = re.sub(r"[-_:]*([-_:])[-_:]*", r"\1", plain).strip("-_:")[:64].strip("-_:")
        if not is_tag(plain) or any(sign.isalnum() and not sign.isascii() for sign in latin):
            notes.append(f"tag '{tag}' is left out: a tag has letters from a to z and digits")
        elif plain not in ("leech", "marked"):  # which Anki itself writes on notes
            kept.append(plain)
    return list(dict.fromkeys(kept))


def _spell_latin(text: str) -> str:
    """Return the text with its accents apart from their letters."""
    return unicodedata.normalize("NFKD", text.replace("ß", "ss"))


class KeyMaker:
    """Gives keys that are not taken; the same questions in the same order get the same."""

    def __init__(self, taken: Collection[str]) -> None:
        self._taken = set(taken)
        self._next: dict[str, int] = {}

    def make(self, wish: str, text: str, otherwise: str) -> str:
        """Return the wished key if it can be one and is free, else one from the text."""
        key = wish if is_key(wish) else ""
        if not key or key in self._taken:
            base = _make_slug(text)
            if base.replace("-", "").isdigit() or not base:  # a number alone says nothing
                base = "-".join(filter(None, (_make_slug(otherwise) or "item", base)))
            key, number = base, self._next.get(base, 1)
            while key in self._taken:
                number += 1
                key = f"{base}-{number}"
            self._next[base] = number
        self._taken.add(key)
        return key


def _make_slug(text: str) -> str:
    """Return the words of a text as a key; empty if it has no Latin letter or digit."""
    text = _PICTURE.sub("", text) if _PICTURE.sub("", text).strip() else text
    latin = _spell_latin(text[:400]).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", latin.lower())
    telling = [word for word in words if word not in _SMALL_WORDS] or words
    shown = " ".join(word[:_MAX_KEY] for word in telling[:_MAX_KEY_WORDS])
    return shorten(shown, _MAX_KEY, placeholder="").replace(" ", "-")
