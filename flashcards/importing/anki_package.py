"""Anki packages: what the templates of a note ask decides what it becomes."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from flashcards.anki.card_template import cut_question, list_fields, render_template
from flashcards.anki.reader import AnkiNoteType, PackageMedia, load_package
from flashcards.importing import items
from flashcards.importing.items import Fields, Item, LeftOut, Material, split_deck
from flashcards.importing.markdown_text import convert_html, drop_private
from flashcards.text.images import MAX_PICTURE_BYTES
from flashcards.text.markdown import GAP, cuts_formula
from flashcards.text.plain_text import MAX_TEXT

MAX_HTML = 10 * MAX_TEXT
"""Characters of the HTML that becomes a text."""
_SOUND = re.compile(
    r"\[sound:[^\[\]\n]*\]|\[anki:(?:play|tts)[^\[\]]*\]"
    r"|<(?:audio|video)\b.*?(?:</(?:audio|video)>|\Z)",
    re.DOTALL,
)
_TYPED = re.compile(r"\{\{\s*type:[^{}]*\}\}")
"""Where Anki asks for something to be typed."""
_INLINE_FILE = re.compile(r"data:[^\"'\s<>]*")
_ANKI_GAP = re.compile(
    r"\{\{c(\d{1,3})::((?:(?!\{\{c\d|\}\}|::).)*)(?:::(.*?))?\}\}", re.DOTALL | re.IGNORECASE
)
_FIRST, _END = 0xF000, "\uf701"
"""A gap stands between the private characters _FIRST + its number and _END."""
_GAP = re.compile(f"([\uf000-\uf3e7])([^\uf000-\uf701]+){_END}")
_MARKS = re.compile("[\uf000-\uf701]")


def load_anki_package(path: Path, files: ExitStack) -> Material:
    """Return the notes of a package, which stays open with `files`. Raises FlashcardsError."""
    package = load_package(path)
    media = PackageMedia(path, files)
    material = Material(path, lambda name: media.load(name, MAX_PICTURE_BYTES))
    for number, note in enumerate(package.notes.values(), 1):
        item = Item(f"note {number}")
        item.deck = split_deck(note.decks.get(min(note.decks, default=0), ""))
        item.fields["tags"] = items.make_tags(note.tags, item.notes)
        type = package.types[note.type_id]
        material.add(item, partial(_convert_note, note.fields, type, note.decks.keys()))
    return material


def _convert_note(
    values: Sequence[str], type: AnkiNoteType, ordinals: Collection[int], item: Item
) -> Iterable[Fields]:
    """Return the entries that a note with these values of its fields becomes. Raises LeftOut.

    `ordinals` are the cards that the note has.
    """
    if type.name.startswith("ptquiz "):
        raise LeftOut("was made by ptquiz: ask its author for the course folder")
    if any(len(_INLINE_FILE.sub("", value)) > MAX_HTML for value in values):
        raise LeftOut(f"has a text longer than {MAX_HTML} letters")
    if any("::image-occlusion:" in value for value in values):
        raise LeftOut("hides parts of a picture, which no entry can")
    fields = dict(zip(type.field_names, map(drop_private, values), strict=False))
    if any(map(_SOUND.search, values)):
        fields = {name: _SOUND.sub("", value) for name, value in fields.items()}
        item.notes.append("its sound is left out")
    if not type.is_cloze:
        sides = [type.sides[ordinal] for ordinal in sorted(ordinals) if ordinal < len(type.sides)]
        return _make_recalls(sides, fields, item.notes)
    if not type.sides:
        raise LeftOut("makes no card")
    front, back = type.sides[0]
    names = [name for filters, name in list_fields(front) if "cloze" in filters]
    names = names or [*type.field_names[:1]]
    html = "<br>".join(fields.get(name, "") for name in names)
    rest = [fields.get(name, "") for _, name in list_fields(back) if name not in names]
    item.fields["why"] = "\n\n".join(filter(None, map(convert_html, rest)))
    if any(gap[3] for gap in _ANKI_GAP.finditer(html)):
        item.notes.append("hints of gaps are lost")
    marked = _ANKI_GAP.sub(lambda gap: f"{chr(_FIRST + int(gap[1]))}{gap[2]}{_END}", html)
    if re.search(r"(?i)\{\{c\d+::", marked):
        raise LeftOut("has a gap inside a gap, which no entry can")
    return _split_cloze(convert_html(marked), item.fields["why"])


def _make_recalls(
    sides: Iterable[tuple[str, str]], fields: Mapping[str, str], notes: list[str]
) -> list[Fields]:
    """Return an entry for each card, whose answer does not repeat what is asked."""
    recalls = []
    missing = ""
    for front, back in sides:
        asked = [name for filters, name in list_fields(front) if "type" not in filters]
        others = {  # a mark in the place of what is asked, which is not empty for the template
            name: _END if name in asked and value else value for name, value in fields.items()
        }
        answer = cut_question(back).replace("{{type:", "{{")
        question = render_template(_TYPED.sub("", front), fields, "front")[:MAX_HTML]
        if question := convert_html(question):
            shown = _MARKS.sub("", render_template(answer, others, "back"))[:MAX_HTML]
            try:
                recalls.append(items.make_recall(question, convert_html(shown)))
            except LeftOut as reason:
                missing = str(reason)
    if not recalls:
        raise LeftOut(missing or "makes no card")
    if missing:
        notes.append(f"one of its cards {missing}")
    return recalls


def _split_cloze(marked: str, why: str) -> Iterable[Fields]:
    """Return an entry for a text with its gaps, and one for each gap that cannot be one.

    `marked` is Markdown with marks. A gap stands for one place, and for no part of a formula.
    """
    text = _MARKS.sub("", marked)
    places = defaultdict[str, list[re.Match[str]]](list)
    for place in _GAP.finditer(marked):
        places[place[1]].append(place)
    if not places:
        raise LeftOut("has no gap")
    cloze = text
    gaps = dict[str, str]()
    recalls = []
    for mark, (first, *others) in places.items():
        hidden = first[2]
        begin = len(_MARKS.sub("", marked[: first.start()]))
        in_formula = cuts_formula(text, begin, begin + len(hidden))
        is_one_place = not others and text.count(hidden) == 1 and not in_formula
        if is_one_place and "![" not in hidden and "\n" not in hidden:
            typed = items.make_typeable(hidden)
            cloze = cloze.replace(hidden, typed)
            gaps[str(ord(mark) - _FIRST)] = typed
        else:
            sign = "$" if in_formula and "$" not in hidden else ""
            answers = dict.fromkeys(f"{sign}{p[2].strip()}{sign}" for p in (first, *others))
            asked = re.sub(f"{mark}[^{_END}]+{_END}", GAP, marked)
            recalls.append(items.make_recall(_MARKS.sub("", asked), "; ".join(answers), why))
    return [{"cloze": cloze, "gaps": gaps}, *recalls] if gaps else recalls
