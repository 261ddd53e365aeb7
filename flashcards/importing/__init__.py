"""Existing material in: tables, Anki packages and question banks become a course folder.

`import_material` is the way in. `sources` finds the reader of a file, the readers give
`Material`, a list of `Item`; `mapper` makes entries of items, `course_update` compares them
with what the author has, and the binding remembers which entry came from where.
"""
