"""XML that arrives in Moodle letter by letter, and HTML that its filters leave alone.

Moodle's reader is fed 4,096 bytes at a time and drops every piece of text that is
only white space. Outside CDATA a text is cut at each entity, so `&gt; &lt;` would
lose its space; inside CDATA only where a feed ends, 300 bytes or more apart. So
every text is CDATA, and no run of white space is as long as a piece.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from flashcards.export.report import Refused

_LONGEST_SPACE = 200
_SPACES = re.compile(rf"[ \t\n]{{{_LONGEST_SPACE}}}")
_NOLINK = '<span class="nolink">'
_EMOTICONS = (
    ":-)", ":)", ":-D", ";-)", ":-/", "V-.", ":-P", ":-p", "B-)", "^-)", "8-)", ":o)", ":-(",
    ":(", "8-.", ":-I", ":-X", "8-o", "P-|", "8-[", "(grr)", "xx-P", "|-.", "}-]", "(h)",
    "(heart)", "(y)", "(n)", "(martin)", "( )",
)  # fmt: skip
"""What Moodle's emoticon filter, on by default, makes pictures of."""
_SHIELDED = re.compile(
    r"<code>.*?</code>"
    r"|\\\((?!\u2060)[^<]*?\\\)|\\\[(?!\u2060)[^<]*?\\\]"
    r"|(?P<tag><[^>]*>)"
    rf"|(?:&#?\w+(?=;-\)))?(?:{'|'.join(map(re.escape, _EMOTICONS))})",
    re.DOTALL,
)


def make_moodle_html(html: str) -> str:
    """The HTML with code, formulas and emoticons marked `nolink`: filters pass them by."""
    return break_spaces(_SHIELDED.sub(_shield, html))


def break_spaces(html: str) -> str:
    """The HTML with a reference in every run of white space that the reader could drop."""
    return _SPACES.sub(lambda run: f"{run[0][:-1]}&#{ord(run[0][-1])};", html)


def check_spaces(text: str) -> str:
    """A text that is not HTML, as it is. Raises Refused if the reader could drop a part of it."""
    if _SPACES.search(text):
        raise Refused(f"its answer has {_LONGEST_SPACE} spaces in a row, which Moodle drops")
    return text


def serialize_xml(root: ET.Element) -> bytes:
    """The document in UTF-8, every `<text>` as CDATA."""
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + "".join(_serialize(root)) + "\n").encode()


def _serialize(element: ET.Element) -> Iterator[str]:
    attributes = "".join(f" {name}={quoteattr(value)}" for name, value in element.items())
    inner = element.text or ""
    if not inner and not len(element):
        yield f"<{element.tag}{attributes} />"
        return
    yield f"<{element.tag}{attributes}>"
    yield _cdata(inner) if element.tag == "text" else escape(inner)
    for child in element:
        yield from _serialize(child)
    yield f"</{element.tag}>"


def _cdata(text: str) -> str:
    return f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>"


def _shield(found: re.Match[str]) -> str:
    return found[0] if found["tag"] else f"{_NOLINK}{found[0]}</span>"
