"""Escaping of what Anki would take for its own markup.

Anki reads `{{c1::…}}`, `[sound:…]`, `[anki:…]`, `[latex]`, `[$]` and `[[type:…]]`
wherever they stand in a field. As entities they look the same and do nothing.
"""

from __future__ import annotations

import re
from html import escape

_TAG = re.compile(r"\[(?=\[?type:|sound:|anki:|/?latex\]|/?\$)", re.IGNORECASE)
_TEX = re.compile(r"\\(?=[()\[\]]|(?:begin|end|ref|eqref)\s*\{)")
"""What begins a formula; some set-ups of MathJax also take an environment without brackets."""
_WORD_JOINER = "\u2060"


def escape_anki_markup(html: str) -> str:
    """HTML in which Anki finds no markup of its own."""
    if "{{" in html:
        html = html.replace("{{", "&#123;&#123;")
    if "[" in html:
        html = _TAG.sub("&#91;", html)
    return html


def escape_cloze_markup(html: str) -> str:
    """HTML for a field whose gaps are written afterwards: nothing in it opens or ends one."""
    html = html.replace("{", "&#123;").replace("}", "&#125;").replace("::", "&#58;&#58;")
    return _TAG.sub("&#91;", html).replace("image-occlusion:", "image-occlusion&#58;")


def escape_prose(text: str) -> str:
    """Escaped text in which MathJax finds no formula."""
    html = escape(text, quote=False)
    return _TEX.sub(lambda _: "\\" + _WORD_JOINER, html) if "\\" in html else html
