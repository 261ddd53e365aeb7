"""The head of a card: stage, topic and kind; its foot: key, release, where to read on.

No version of the deck stands here: it would touch every note at every release.
"""

from __future__ import annotations

import re
from datetime import date
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from flashcards.anki.field_html import settle_html
from flashcards.cards import Note, find_resource
from flashcards.course.model import Code, Course, Resource
from flashcards.questions.question import name_topic
from flashcards.text.markdown import escape_prose

_WEB = re.compile(r"https?://[^\s]+$|mailto:[^\s]+$", re.IGNORECASE)
_STATUS_WORDS = {"archived": "archived", "replaced": "card_replaced"}


class Stamp(NamedTuple):
    """When a note's text was released, and the PyTorch it was verified on then."""

    mod: int
    """Seconds since 1970; Anki compares it to decide which side is newer."""
    date: str | None = None
    """None until the text has been released."""
    verified: str | None = None


def render_foot(note: Note, course: Course, stamp: Stamp) -> str:
    """The HTML of the foot."""
    words = note.words
    parts = [f"<code>{escape(note.key)}</code>", words.translate("card_unreleased")]
    if stamp.date:
        parts[1] = words.translate("card_released", date=date.fromisoformat(stamp.date))
    if note.entry.as_of:
        as_of = escape_prose(words.spell_months(note.entry.as_of))
        parts.append(words.translate("card_as_of", date=as_of))
    if stamp.verified:
        parts.append(words.translate("card_verified", version=escape_prose(stamp.verified)))
    elif isinstance(note.entry, Code) and note.entry.uses_pytorch:
        parts.append(words.translate("card_unverified"))
    if course.info.report:
        address = course.info.report.replace("{key}", quote(note.key, safe=""))
        parts.append(render_link(address, words.translate("card_report")))
    return settle_html(" · ".join(parts) + _render_sources(note, course))


def render_head(note: Note, course: Course) -> str:
    """Return stage, if there are several, topic and kind, to fit on a line."""
    topic = name_topic(find_deck_title(note, course))
    parts = [topic, note.words.translate(f"kind_{note.entry.kind}")]
    if len(course.info.stages) > 1:
        parts.insert(0, note.words.translate("card_stage", number=note.stage))
    return settle_html(escape_prose(" · ".join(parts)))


def find_deck_title(note: Note, course: Course) -> str:
    """What the deck of a note is called in its language."""
    return course.titles.get(note.lang, {}).get(f"deck/{note.deck.deck}", note.deck.title)


def find_resources(note: Note, course: Course) -> list[Resource]:
    """The resources that the note's entry names and the course has, in its order."""
    if not note.entry.see:  # nearly always, and asked twice for every note of a build
        return []
    found = [find_resource(course, note.lang, key) for key in note.entry.see]
    return [resource for resource in found if resource]


def render_link(address: str, title: str) -> str:
    """A link to the web or a mail address; anything else is only its title."""
    if not _WEB.match(address):
        return escape_prose(title)
    return f'<a href="{escape(address)}">{escape_prose(title)}</a>'


def _render_sources(note: Note, course: Course) -> str:
    """Where to read on, folded away; what is not kept up any more says so."""
    links = []
    for resource in find_resources(note, course):
        status = _STATUS_WORDS.get(resource.status)
        told = f" ({note.words.translate(status)})" if status else ""
        links.append(render_link(resource.address, resource.title) + told)
    if not links:
        return ""
    head = f'<summary class="tappable">{note.words.translate("read_on")}</summary>'
    return f'<details class="see">{head}{" · ".join(links)}</details>'
