"""Where a line of text may be broken: at spaces, and in Chinese between any two signs.

A line never begins with a closing mark and never ends with an opening one. rich by
itself takes Chinese without spaces for one long word: it leaves lines half empty,
breaks the Latin words inside, and cuts the end off in tables. `teach_rich` mends that.
"""

from __future__ import annotations

import contextlib
import re

FIRST_SIGN = "\u2e80"
"""Letters before it are Latin, Greek, Cyrillic …, which have spaces between words."""
_SIGN = f"{FIRST_SIGN}-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_OPENING = "（《「『【〈〔"
_CLOSING = "，。、；：？！）》」』】〉〕"
UNBROKEN = (
    rf"(?:[{_OPENING}“‘]*(?![{_OPENING}{_CLOSING}])[{_SIGN}][{_CLOSING}”’…]*"
    rf"|[{_OPENING}]*[^\s{_SIGN}]+[{_CLOSING}]*|\S)"
)
"""A pattern of what stays together: a Latin word or one Chinese sign, with its marks."""


def teach_rich() -> None:
    """Lets rich break lines here too; a rich that works otherwise only wraps less well."""
    with contextlib.suppress(ImportError):
        import rich._wrap

        rich._wrap.re_word = re.compile(rf"\s*{UNBROKEN}\s*")
