"""Existing material in: tables, Anki packages and question banks become a course folder.

`import_material` is the way in. `sources` finds the reader of a file, the readers give
`Material`, a list of `Item`; `entry_maker` makes entries of items, `course_update` puts them
into the course. `import_record` remembers which entry came from where, so that
`second_import` can tell what the source changed from what the author edited.
"""
