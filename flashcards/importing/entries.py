"""Items to entries: what each kind of item becomes, as the plain values of a deck file.

Pictures that they show are put into the course under a name of their own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath
from string import ascii_lowercase
from typing import Any, TypeVar
from urllib.parse import unquote

from flashcards.course.model import DIFFICULTIES, MAX_THINGS, MIN_OPTIONS, is_key, is_tag
from flashcards.errors import FlashcardsError
from flashcards.fileio import load_bytes
from flashcards.importing.item import Answer, Item, LeftOut, PictureLoader
from flashcards.importing.markdown_text import find_shown_dollars, make_typeable
from flashcards.text.headings import find_value
from flashcards.text.images import ENDINGS, LARGEST, find_picture_fault
from flashcards.text.plain_text import normalize_text, read_word_list
from flashcards.words import Words

MAX_BYTES = 200_000_000
"""Of all pictures of an import."""
_SHOWN = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`))"
    r"|!\[(?P<alt>(?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?P<name><[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)",
    re.MULTILINE | re.DOTALL,
)
_Part = TypeVar("_Part")
_MAX_TERM = 60
_ANKI_TAGS = {"leech", "marked"}
"""What Anki itself writes on notes."""
_MAX_KEY_WORDS, _MAX_KEY = 6, 40
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_SMALL_WORDS = read_word_list(
    "a an the of in on to is are was does do did what which how why when and or for"
)


def make_entry(item: Item) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of an entry without its key, and what was lost. Raises LeftOut."""
    losses = list(item.losses)
    texts = [item.question, item.why, *(text for part in item.answers for text in part[::2])]
    if any(map(find_shown_dollars, texts)):
        losses.append("dollars are shown as they were typed, and are no formula")
    fields = _make_fields(item, losses)
    stage = re.sub(r"\D+", "", item.stage)
    if stage and len(stage) == 1 and stage != "0":
        fields["stage"] = int(stage)
    elif item.stage:
        losses.append(f"stage '{item.stage}' is not from 1 to 9")
    if difficulty := find_value(item.difficulty, DIFFICULTIES):
        fields["difficulty"] = difficulty
    elif item.difficulty:
        losses.append(f"difficulty '{item.difficulty}' is not easy, medium or hard")
    fields["tags"] = make_tags(item.tags, losses)
    fields["why"] = item.why or None
    return {name: value for name, value in fields.items() if value not in (None, [], {})}, losses


def _make_fields(item: Item, losses: list[str]) -> dict[str, Any]:
    """Return the fields of its kind; empty ones are left out later."""
    right = [answer.text for answer in item.answers if answer.right and answer.text]
    if item.kind != "choose" and any(answer.why for answer in item.answers):
        losses.append("feedback on single answers is lost")
    match item.kind:
        case "term":
            if not item.question or not right:
                raise LeftOut("has no meaning" if item.question else "has no term")
            aliases = [make_typeable(text).strip("`") for text in right[1:]]
            return {"term": make_typeable(item.question), "meaning": right[0], "aliases": aliases}
        case "typed":
            return _make_typed(item, [*map(make_typeable, right)], losses)
        case "choose":
            return _make_choose(item)
        case "cloze":
            return _make_cloze(item)
        case "order":
            return {"order": item.question, "steps": name_parts(right)}
        case "match":
            return _make_match(item, losses)
    if not item.question:
        raise LeftOut("has no question")
    if not right and item.why:  # the explanation is all that there is to learn
        right, item.why = [item.why], ""
    if not right:
        raise LeftOut("has no answer")
    return {"recall": item.question, "answer": "\n\n".join(right)}


def _make_typed(item: Item, accepted: Sequence[str], losses: list[str]) -> dict[str, Any]:
    """Return a question whose answer is typed: a text that ends with a gap."""
    if not accepted:
        raise LeftOut("has no right answer")
    first, *others = dict.fromkeys(accepted)
    if "\n" in first or first in item.question:
        if others:
            losses.append(f"is not typed here, so these are lost: {', '.join(others)}")
        return {"recall": item.question, "answer": first}
    accept = {"1": [text.strip("`") for text in others]} if others else {}
    return {"cloze": f"{item.question}\n\n{first}", "gaps": {"1": first}, "accept": accept}


def _make_choose(item: Item) -> dict[str, Any]:
    options = name_parts(item.answers)
    right = [name for name, answer in options.items() if answer.right]
    if not right or len(right) == len(options):
        raise LeftOut("has no wrong option" if right else "has no right option")
    return {
        "choose": item.question,
        "options": {name: _make_option(answer) for name, answer in options.items()},
        "right": right[0] if len(right) == 1 else right,
        "shuffle": False if item.keeps_order else None,
    }


def _make_option(answer: Answer) -> str | dict[str, str]:
    """Return an option; one such as *None of the above* keeps its place."""
    lock = "last" if find_value(answer.text, ["last"]) else ""
    option = {"text": answer.text, "why": answer.why, "lock": lock}
    filled = {name: value for name, value in option.items() if value}
    return filled if len(filled) > 1 else answer.text


def _make_cloze(item: Item) -> dict[str, Any]:
    text, gaps, accept = item.question, {}, {}
    for number, (hidden, *others) in item.gaps.items():
        typed = make_typeable(hidden)
        gaps[str(number)] = typed
        text = text.replace(hidden, typed)
        accept[str(number)] = [make_typeable(other).strip("`") for other in others]
    accept = {number: others for number, others in accept.items() if others}
    return {"cloze": text, "gaps": gaps, "accept": accept}


def _make_match(item: Item, losses: list[str]) -> dict[str, Any]:
    """Return pairs as the things of a comparison and their cells in its one row."""
    pairs = [pair for pair in item.pairs if pair[0]]
    if not 2 <= len(pairs) <= MAX_THINGS:
        raise LeftOut(f"has {len(pairs)} pairs; from 2 to {MAX_THINGS} can be matched here")
    wrong = [second for first, second in item.pairs if not first]
    names = [*name_parts(item.pairs)]
    row: dict[str, Any] = dict(zip(names, (second for _, second in pairs), strict=False))
    row = {"aspect": item.question, **row}
    if wrong:
        row["wrong"] = dict(zip(names[len(pairs) :], wrong, strict=True))
    if len({normalize_text(second) for _, second in pairs}) < MIN_OPTIONS:
        row["question"] = item.question
    return {"compare": name_parts([first for first, _ in pairs]), "rows": {"a": row}}


def name_parts(parts: Sequence[_Part]) -> dict[str, _Part]:
    """Return the parts of an entry by short names: a, b … z, a2, b2 …"""
    letters = ascii_lowercase
    return {
        f"{letters[number % 26]}{number // 26 + 1 if number >= 26 else ''}": part
        for number, part in enumerate(parts)
    }


def fits_term(text: str) -> bool:
    """Return whether a text is short enough to be typed."""
    return len(text) <= _MAX_TERM and "\n" not in text and "![" not in text


def make_tags(tags: Sequence[str], losses: list[str]) -> list[str]:
    """Return tags as decks have them; one in other letters is lost, which is told."""
    kept = []
    for tag in filter(None, tags):
        latin = _spell_latin(tag.replace("::", ":"))
        plain = re.sub(r"[^a-z0-9:_]+", "-", latin.encode("ascii", "ignore").decode().lower())
        plain = re.sub(r"[-_:]*([-_:])[-_:]*", r"\1", plain).strip("-_:")[:64].strip("-_:")
        if not is_tag(plain) or any(sign.isalnum() and not sign.isascii() for sign in latin):
            losses.append(f"tag '{tag}' is left out: a tag has letters from a to z and digits")
        elif plain not in _ANKI_TAGS:
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
            base = make_slug(text)
            if base.replace("-", "").isdigit() or not base:  # a number alone says nothing
                base = "-".join(filter(None, (make_slug(otherwise) or "item", base)))
            key, number = base, self._next.get(base, 1)
            while key in self._taken:
                number += 1
                key = f"{base}-{number}"
            self._next[base] = number
        self._taken.add(key)
        return key


def make_slug(text: str) -> str:
    """Return the words of a text as a key; empty if it has no Latin letter or digit."""
    text = _PICTURE.sub("", text) if _PICTURE.sub("", text).strip() else text
    latin = _spell_latin(text[:400]).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", latin.lower())
    telling = [word for word in words if word not in _SMALL_WORDS] or words
    slug = "-".join(telling[:_MAX_KEY_WORDS])
    if len(slug) <= _MAX_KEY:
        return slug
    return slug[:_MAX_KEY].rpartition("-")[0] or slug[:_MAX_KEY]


class CoursePictures:
    """Gives pictures of imported texts a name in the folder `media`."""

    def __init__(self, media: Path, words: Words) -> None:
        self.files: dict[str, bytes] = {}
        """Name to the bytes that must be written."""
        self._words, self._media = words, media

    def place(
        self, value: Any, load: PictureLoader, files: dict[str, bytes], notes: list[str]
    ) -> Any:
        """Return plain values whose texts name pictures as the course does.

        New files are added to `files`; a picture that is missing becomes words, which is noted.
        """
        if isinstance(value, Mapping):
            return {name: self.place(part, load, files, notes) for name, part in value.items()}
        if isinstance(value, list):
            return [self.place(part, load, files, notes) for part in value]
        if not isinstance(value, str) or "![" not in value:
            return value

        def replace(shown: re.Match[str]) -> str:
            if shown["code"]:
                return shown[0]
            name, alt = unquote(shown["name"].strip("<>")), shown["alt"]
            path = PurePosixPath(name)
            try:
                data = _load_picture(name, load)
            except FlashcardsError as error:
                notes.append(f"picture '{name[:60]}' {error}")
                lost = alt or PurePosixPath(name[:60]).stem
                return self._words.translate("picture_lost", name=lost)
            words = alt.strip() or re.sub(r"[\W_]+", " ", path.stem).strip() or "picture"
            return f"![{words}]({self._choose_file(path, data, files)})"

        return _SHOWN.sub(replace, value)

    def _choose_file(self, path: PurePosixPath, data: bytes, files: dict[str, bytes]) -> str:
        """Return the name here: that of the same picture, or one that is free."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-")[:60] or "picture"
        number, file = 1, f"{stem}{path.suffix.lower()}"
        while (known := self._find(file, files)) not in (None, data):
            number += 1
            file = f"{stem}-{number}{path.suffix.lower()}"
        if known is None:
            files[file] = data
        return file

    def _find(self, file: str, files: dict[str, bytes]) -> bytes | None:
        known, path = {**self.files, **files}, self._media / file
        if file in known:
            return known[file]
        return load_bytes(path, LARGEST, links=False) if path.exists() else None


def _load_picture(name: str, load: PictureLoader) -> bytes:
    """Return the bytes of a picture. Raises FlashcardsError."""
    if PurePosixPath(name).suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"does not end with {', '.join(ENDINGS)}")
    data = load(name)
    if len(data) > LARGEST:
        raise FlashcardsError(f"is larger than {LARGEST // 1_000_000} MB")
    if fault := find_picture_fault(name, data):
        raise FlashcardsError(fault)
    return data
