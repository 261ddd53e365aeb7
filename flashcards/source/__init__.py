"""YAML in: a folder of decks, translations, quizzes and resources to a `Course`.

`load_course` is the way in. `folder` finds the files, `decoding` and `yaml_reader` make
values with places of them, `validate` and `entry_rules` judge one entry, `references`
what crosses files, `assembly` makes the course.
"""

from flashcards.source.assembly import Reading
from flashcards.source.course import builtin_folder, load_course, read_course
from flashcards.source.folder import load_folder

__all__ = ["Reading", "builtin_folder", "load_course", "load_folder", "read_course"]
