"""YAML in: a folder of decks, translations, quizzes and resources to a `Course`.

`load_course` is the way in. `files` and `nodes` make text with places, `shape`
and `rules` judge one entry, `crossings` what crosses files, `cache` keeps it.
"""

from flashcards.source.course import Reading, builtin_folder, load_course, read_course
from flashcards.source.folder import load_folder

__all__ = ["Reading", "builtin_folder", "load_course", "load_folder", "read_course"]
