"""What may be typed for a text: without its markup, and a formula in two ways.

For `$\\alpha$` its name is right, and the TeX, which the terminal shows. The texts of a language
say that ue may stand for ü, and whether it has a decimal comma.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flashcards.text.markdown import parse_markdown
from flashcards.words import Words

_MARKED = re.compile(r"[$\\*]")
"""Texts that are not typed as they are written; backticks need no parser."""
_NAME = re.compile(r"\\(?=[A-Za-z])")
_COMMA = re.compile(r"(-?\d+),(\d+)")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""What could be read as thousands if its comma was a point."""


@lru_cache(4096)
def list_spellings(text: str) -> tuple[str, ...]:
    """Return everything that is right to type for a Markdown text, the best first."""
    raw = text.replace("`", "").strip()
    if not _MARKED.search(text):
        return (raw,)
    parts = _list_parts(text)
    shown = [
        "".join(write(part) if is_tex else part for part, is_tex in parts)
        for write in (_spell, str.strip)
    ]
    spellings = (" ".join(text.split()) for text in (*shown, raw))
    return tuple(dict.fromkeys(filter(None, spellings)))


def list_accepted(answers: Iterable[str], words: Words) -> tuple[str, ...]:
    """Return all that is right to type for these texts of a language, each once."""
    spellings = (text for answer in answers for text in list_spellings(answer))
    return tuple(
        dict.fromkeys(name for text in spellings for name in (text, *_respell(text, words)))
    )


def _respell(text: str, words: Words) -> Iterator[str]:
    """Yield other spellings: without letters that a keyboard lacks, with a decimal point."""
    spelled = text
    for pair in words.translate("letters").split():
        letter, _, plain = pair.partition("=")
        spelled = spelled.replace(letter, plain)
    if spelled != text:
        yield spelled
    number = _COMMA.fullmatch(text)
    if number and words.translate("decimal") == "," and not _THOUSANDS.fullmatch(text):
        yield f"{number[1]}.{number[2]}"


def _spell(tex: str) -> str:
    """Return the TeX as keys write it: `sqrt(n)` for `\\sqrt{n}`."""
    return _NAME.sub("", tex.strip()).replace("{", "(").replace("}", ")")


def _list_parts(text: str) -> list[tuple[str, bool]]:
    """Return what the text shows in its order, and whether it is the TeX of a formula."""
    parts = []
    for block in parse_markdown(text):
        for token in (block, *(block.children or ())):
            if token.type.startswith("math_"):
                parts.append((token.content, True))
            elif token.type in ("text", "code_inline", "fence", "code_block"):
                parts.append((token.content, False))
            elif token.type in ("softbreak", "hardbreak"):
                parts.append((" ", False))
        parts.append((" ", False))
    return parts
