"""What commands do, where that is more than a few lines; `cli` has their options.

They read the clock, the environment, the user's folders and the terminal, and hand them down;
everything below is testable without patching.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flashcards.commands import anki as anki
    from flashcards.commands import check as check
    from flashcards.commands import compare as compare
    from flashcards.commands import context as context
    from flashcards.commands import export as export
    from flashcards.commands import import_material as import_material
    from flashcards.commands import learner as learner
    from flashcards.commands import list as list
    from flashcards.commands import quiz as quiz
    from flashcards.commands import reports as reports
    from flashcards.commands import results as results


def __getattr__(name: str) -> ModuleType:
    """Return a module of this package, imported when it is first used."""
    return import_module(f"{__name__}.{name}")
