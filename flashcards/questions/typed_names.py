"""What is right to type for a name, in the spelling of its language.

Who has no key for ü writes ue, and in a language with a decimal comma both signs mean the
same number. A language says so in its labels; one list serves the terminal, Anki and exports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flashcards.text.typed_forms import list_typed_forms
from flashcards.words.catalog import Words

_COMMA = re.compile(r"(-?\d+),(\d+)")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""What could be read as thousands if its comma was a point."""


def list_names(answers: Iterable[str], words: Words) -> tuple[str, ...]:
    """All that is right to type for these texts of a language, each once."""
    forms = (form for each in answers for form in list_typed_forms(each))
    return tuple(dict.fromkeys(made for form in forms for made in (form, *_respell(form, words))))


def _respell(form: str, words: Words) -> Iterator[str]:
    spelled = form
    for pair in words.say("letters").split():
        letter, _, plain = pair.partition("=")
        spelled = spelled.replace(letter, plain).replace(letter.upper(), plain.capitalize())
    if spelled != form:
        yield spelled
    found = _COMMA.fullmatch(form)
    if found and words.say("decimal") == "," and not _THOUSANDS.fullmatch(form):
        yield f"{found[1]}.{found[2]}"
