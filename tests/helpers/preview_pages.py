"""A preview page as one who looks at it has it: with its cards unpacked."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path

_PACKED = re.compile(r'<script id="packed" type="text/plain">([A-Za-z0-9+/=]*)</script>')


def unpack_page(html: str) -> str:
    """The page with every card inside its article; the packed text is gone."""
    (packed,) = _PACKED.findall(html)
    bodies = json.loads(gzip.decompress(base64.b64decode(packed)))
    skeleton = _PACKED.sub("", html)
    assert skeleton.count("></article>") == len(bodies)
    parts = skeleton.split("></article>")
    filled = [f"{part}>\n{body}</article>" for part, body in zip(parts, bodies, strict=False)]
    return "".join([*filled, parts[-1]])


def load_page(path: Path | str) -> str:
    """The page in a file, unpacked."""
    return unpack_page(Path(path).read_text(encoding="utf-8"))
