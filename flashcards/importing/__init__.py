"""Existing material in: tables, Anki packages and Moodle XML become new decks of a course.

`import_material` is the way in. The readers (`table`, `anki_package`, `moodle`) give `Material`, a
list of `Item`, made with the functions of `items`.
"""
