"""HTML as Anki's editor writes it back, in which Anki finds no markup of its own.

The editor saves a field as the browser serialises it. A field that differs from that counts as
edited by whoever only looks at the note, and later releases no longer reach it. So entities are
those that browsers write (`&amp;`, `&lt;`, `&gt;`, `&nbsp;`), attributes hold no `<` and `>`,
which browsers write differently, and text is in Unicode's form C.

Anki reads `{{c1::…}}`, `[sound:…]`, `[anki:…]`, `[latex]`, `[$]` and `[[type:…]]` wherever they
stand in a field. An entity would not survive the editor; `<wbr>` does, and shows nothing. In a
formula, which the editor shows as text, it is a space, which TeX ignores.
"""

from __future__ import annotations

import re
from unicodedata import normalize

_ANKI = r"\{(?=\{)|\[(?=\[?type:|sound:|anki:|/?latex\]|/?\$)"
_MARKS = "\ue000-\uf8ff"
"""Private characters that stand for the ends of gaps."""
_FIELD = re.compile(_ANKI, re.IGNORECASE)
_GAPPED = re.compile(
    rf"{_ANKI}|\{{(?=[{_MARKS}])|\}}(?=[}}{_MARKS}])|:(?=:)|image-occlusion(?=:)", re.IGNORECASE
)
_PART = re.compile(r"(<(code|samp)>.*?</\2>|<[^>]*>|\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
"""Code, another tag, or a formula."""
_IN_LINKS = {"&lt;": "%3C", "&gt;": "%3E", "[": "%5B", "{": "%7B", "}": "%7D", "::": ":%3A"}
_IN_PICTURES = {"-&gt;": "→", "&lt;": "＜", "&gt;": "＞"}


def settle_html(html: str, gapped: bool = False) -> str:
    """Return the HTML that the editor leaves as it is, and Anki too.

    In a field with gaps, whose ends are still private marks, nothing else opens or ends one.
    """
    html = normalize("NFC", html.replace(">\u0338", ">"))  # they would become one character
    html = html.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    html = html.replace("\xa0", "&nbsp;").replace("&#x27;", "'")
    html = html.replace('style="text-align:right"', 'style="text-align:end"')
    markup = _GAPPED if gapped else _FIELD
    if not markup.search(html) and "<img" not in html and "<a " not in html:
        return html
    made, at = "", 0
    for part in _PART.finditer(html):
        made += markup.sub(r"\g<0><wbr>", html[at : part.start()]) + _settle_part(part[0], markup)
        at = part.end()
    return made + markup.sub(r"\g<0><wbr>", html[at:])


def _settle_part(part: str, markup: re.Pattern[str]) -> str:
    """Return code, a tag or a formula; links and pictures have text of authors in attributes."""
    if part.startswith(("<code>", "<samp>")):
        return markup.sub(r"\g<0><wbr>", part)
    replaced = _IN_LINKS if part.startswith("<a ") else {}
    if part.startswith("<img "):
        replaced = _IN_PICTURES
    for written, safe in replaced.items():
        part = part.replace(written, safe)
    return markup.sub(r"\g<0> ", part)
