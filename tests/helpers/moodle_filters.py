"""Moodle's emoticon filter, on by default: what it makes of a text that a question shows."""

import re

TEXTS = (
    ":-)", ":)", ":-D", ";-)", ":-/", "V-.", ":-P", ":-p", "B-)", "^-)", "8-)", ":o)", ":-(", ":(",
    "8-.", ":-I", ":-X", "8-o", "P-|", "8-[", "(grr)", "xx-P", "|-.", "}-]", "(h)", "(heart)",
    "(y)", "(n)", "(martin)", "( )",
)  # fmt: skip
_ZONE = re.compile(r"(</?(?:span|script)[^>]*>)", re.IGNORECASE)
_CLOSED = re.compile(r'<script|<span[^>]+class="nolink[^"]*"', re.IGNORECASE)


def replace_emoticons(html):
    """The HTML with pictures for emoticons outside `nolink`; older versions look into `<pre>`."""
    found, depth = [], 0
    for part in _ZONE.split(html):
        if depth == 0 and _CLOSED.match(part):
            depth = 1
        elif depth and part.startswith("</"):
            depth -= 1
        elif depth and _ZONE.fullmatch(part):
            depth += 1
        elif depth == 0:
            for text in TEXTS:
                part = part.replace(text, '<img alt="emoticon">')
        found.append(part)
    return "".join(found)
