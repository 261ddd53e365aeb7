"""The foot of a card: its key, when its text was released, where to read on.

No version of the deck stands here: it would touch every note at every release.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from flashcards.cards import Note
from flashcards.i18n.card_words import words
from flashcards.model import Code, Course, Resource
from flashcards.text.inert import inert, prose

_WEB = re.compile(r"https?://[^\s]+$|mailto:[^\s]+$", re.IGNORECASE)


class Stamp(NamedTuple):
    """When a note's text was released, and the PyTorch it was verified on then."""

    mod: int
    """Seconds since 1970; Anki compares it to decide which side is newer."""
    date: str | None = None
    """None until the text has been released."""
    verified: str | None = None


def foot(note: Note, course: Course, stamp: Stamp) -> str:
    """The foot's HTML."""
    say = words(note.lang)
    parts = [
        f"<code>{escape(note.key)}</code>",
        say["released"].format(date=stamp.date) if stamp.date else say["unreleased"],
    ]
    if note.entry.as_of:
        parts.append(say["as_of"].format(date=prose(note.entry.as_of)))
    if stamp.verified:
        parts.append(say["verified"].format(version=prose(stamp.verified)))
    elif isinstance(note.entry, Code):
        parts.append(say["unverified"])
    if course.info.report:
        address = course.info.report.replace("{key}", quote(note.key, safe=""))
        parts.append(link(address, say["report"]))
    return inert(" · ".join(parts) + _sources(note, course.resources, say))


def sources(note: Note, resources: Mapping[str, Resource]) -> list[Resource]:
    """What to read on."""
    if not note.entry.see:
        return []
    return [resources[key] for key in note.entry.see if key in resources]


def link(address: str, title: str) -> str:
    """A link to the web or a mail address; anything else is only its title."""
    if not _WEB.match(address):
        return prose(title)
    return f'<a href="{escape(address)}">{prose(title)}</a>'


def _sources(note: Note, resources: Mapping[str, Resource], say: Mapping[str, str]) -> str:
    links = [_source(resource, say) for resource in sources(note, resources)]
    return f'<div class="see">{say["see"]}: {" · ".join(links)}</div>' if links else ""


def _source(resource: Resource, say: Mapping[str, str]) -> str:
    """A link; what is not kept up any more says so."""
    linked = link(resource.address, resource.title)
    return f"{linked} ({say[resource.status]})" if resource.status in say else linked
