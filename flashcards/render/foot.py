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
from flashcards.model import Course, Resource
from flashcards.render.inert import inert, prose
from flashcards.render.words import words

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
    if course.info.report:
        address = course.info.report.replace("{key}", quote(note.key, safe=""))
        parts.append(link(address, say["report"]))
    return inert(" · ".join(parts) + _sources(note, course.resources, say["see"]))


def sources(note: Note, resources: Mapping[str, Resource]) -> list[tuple[str, str]]:
    """Title and address of what to read on; no address where nothing is there any more."""
    if not note.entry.see:
        return []
    found = [resources[key] for key in note.entry.see if key in resources]
    return [(resource.title, _address(resource)) for resource in found]


def link(address: str, title: str) -> str:
    """A link to the web or a mail address; anything else is only its title."""
    if not _WEB.match(address):
        return prose(title)
    return f'<a href="{escape(address)}">{prose(title)}</a>'


def _address(resource: Resource) -> str:
    if resource.status in ("gone", "never-existed") or not resource.url:
        return ""
    return resource.url


def _sources(note: Note, resources: Mapping[str, Resource], label: str) -> str:
    links = [link(address, title) for title, address in sources(note, resources)]
    return f'<div class="see">{label}: {" · ".join(links)}</div>' if links else ""
