"""A page of a course taken apart: what it knows of its course, and its cards unpacked."""

import base64
import gzip
import json
import re
from typing import Any

from flashcards.pages.page_data import PageData
from flashcards.pages.site import render_file

_PACKED = re.compile(
    r'<script class="deck" data-name="([^"]*)" type="text/plain">([A-Za-z0-9+/=]*)</script>'
)
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


def read_cards(html: str) -> dict[str, dict[str, Any]]:
    """The texts of each card by its id, in the order of the page."""
    decks = read_decks(html)
    return {card["id"]: decks[card["deck"]][card["id"]] for card in read_index(html)["cards"]}
