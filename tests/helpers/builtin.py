"""The built-in course, read once by each process of a run, also by the commands that it runs."""

from functools import cache

from flashcards.source import course as source
from flashcards.source import load_course
from flashcards.source.assembly import assemble

BUILTIN = source.builtin_folder()
_known = {}


def remember_builtin() -> None:
    """Whoever loads the built-in course in this process gets the same one from now on."""
    source.assemble = _assemble_once


def _assemble_once(folder, base):
    if folder.root != BUILTIN:
        return assemble(folder, base)
    key = (folder.label, *((file.name, file.raw) for file in folder.files()))
    if key not in _known:
        _known[key] = assemble(folder, base)
    return _known[key]


@cache
def builtin_course():
    return load_course()
