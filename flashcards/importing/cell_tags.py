"""Tags in the cell of a table: HTML where they have a partner, and letters where they do not."""

from __future__ import annotations

import re

_TAG = re.compile(
    r"<(/?)(b|i|u|s|br|hr|p|div|span|img|ul|ol|li|dl|dt|dd|code|pre|tt|kbd|samp|sub|sup|strong|em"
    r"|strike|del|ins|small|big|mark|center|blockquote|a|font|h[1-6]|table|caption|thead|tbody|tr"
    r"|th|td)(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_SINGLE = {"br", "hr", "img"}
_MAY_STAY_OPEN = {"p", "li", "dt", "dd", "thead", "tbody", "tr", "th", "td"}
"""Tags that HTML lets end with what they stand in."""
_LOOKS_LIKE_TAG = re.compile(r"<[a-z/!][^<>]*>|&(?:[a-z]+|#\d+);", re.IGNORECASE)


def may_be_html(text: str) -> bool:
    """Whether something in the text looks like a tag or an entity."""
    return ("<" in text or "&" in text) and _LOOKS_LIKE_TAG.search(text) is not None


def quote_stray_tags(text: str) -> tuple[str, bool]:
    """HTML that shows every `<` but those of tags with a partner, and whether all were tags.

    The HTML is empty if there is no such tag: then the text is no HTML.
    """
    tags = list(_TAG.finditer(text))
    kept = _find_partners(tags)
    if not kept or (len(tags) == 1 and tags[0][0] == text.strip()):
        return "", False
    pieces, end = [], 0
    for number in sorted(kept):
        pieces += [text[end : tags[number].start()].replace("<", "&lt;"), tags[number][0]]
        end = tags[number].end()
    made = "".join([*pieces, text[end:].replace("<", "&lt;")])
    return made, made == text


def _find_partners(tags: list[re.Match[str]]) -> set[int]:
    """The numbers of tags that stand alone by their nature, or are opened and closed."""
    kept: set[int] = set()
    opened: list[tuple[str, int]] = []
    for number, tag in enumerate(tags):
        name = tag[2].lower()
        if name in _SINGLE:
            kept.add(number)
        elif not tag[1]:
            opened.append((name, number))
        elif (start := _find_last(opened, name)) is not None:
            inner = [each for other, each in opened[start + 1 :] if other in _MAY_STAY_OPEN]
            kept |= {number, opened[start][1], *inner}
            del opened[start:]
    return kept


def _find_last(opened: list[tuple[str, int]], name: str) -> int | None:
    return next((n for n in range(len(opened) - 1, -1, -1) if opened[n][0] == name), None)
