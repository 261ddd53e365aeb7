"""A page of a course as one who looks at it has it: with its cards unpacked."""

from __future__ import annotations

import base64
import gzip
import json
import re
from html import escape
from pathlib import Path
from typing import Any

from flashcards.pages.page_data import PageData
from flashcards.pages.site import render_file

_PACKED = re.compile(
    r'<script class="deck" data-name="([^"]*)" type="text/plain">([A-Za-z0-9+/=]*)</script>'
)
_TYPED = "[[type:Answer]]"
_SCRIPT = re.compile(r"<script[ >].*?</script>", re.DOTALL)
_INDEX = re.compile(r'<script id="course" type="application/json">(.*?)</script>', re.DOTALL)


def render_page(course: Any, notes: Any, **about: Any) -> str:
    """The page for authors as one file."""
    return render_file(PageData(course, notes, is_author=True, **about))


def read_index(html: str) -> dict[str, Any]:
    """What the page knows of its course."""
    return json.loads(_INDEX.search(html)[1])


def read_decks(html: str) -> dict[str, dict[str, Any]]:
    """The texts of the decks by their names."""
    return {
        name: json.loads(gzip.decompress(base64.b64decode(packed)))
        for name, packed in _PACKED.findall(html)
    }


def unpack_page(html: str) -> str:
    """The page with its words, titles and cards as text, as its script draws them."""
    index, decks = read_index(html), read_decks(html)
    parts = [_SCRIPT.sub("", html), *_list_words(index["words"], index["is_author"])]
    named = index["kinds"].items()
    parts += [f'<option value="{value}">{escape(name)}</option>' for value, name in named]
    parts += [f"<h2>{escape(each['name'])}</h2>" for each in index["sections"]]
    parts += [f"<h3>{escape(each['title'])}</h3>" for each in index["sections"]]
    parts += [_draw_card(card, decks[card["deck"]], index["lang"]) for card in index["cards"]]
    return "\n".join(parts)


def _list_words(words: dict[str, Any], is_author: bool) -> list[str]:
    """The texts on the page without their placeholders: authors see only the browsing."""
    said = []
    for name, text in words.items():
        if name.startswith("preview_" if is_author else ("preview_", "web_")):
            forms = [text] if isinstance(text, str) else text.values()
            keyed = re.sub(r"\[([^\]]+)\]", r"<kbd>\1</kbd>", "\n".join(map(escape, forms)))
            said.append(f"<p>{re.sub(r'{[^{}]+}', '', keyed)}</p>")
    return said


def _draw_card(card: dict[str, Any], deck: dict[str, Any], lang: str) -> str:
    texts = deck[card["id"]]
    head = f'<article data-lang="{lang}" aria-label="{card["id"]}">'
    about = ""
    if "place" in texts:
        about = f'<code class="place">{escape(texts["place"])}</code>'
        about += "".join(f'<li class="warned">{escape(each)}</li>' for each in texts["warnings"])
    sides = "".join(f'<div class="card card">{texts[side]}</div>' for side in ("front", "back"))
    return f"{head}{about}{sides.replace(_TYPED, '')}</article>"


def load_page(path: Path | str) -> str:
    """The page in a file, unpacked."""
    return unpack_page(Path(path).read_text(encoding="utf-8"))
