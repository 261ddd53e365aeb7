"""Existing material in: tables, Anki packages and question banks become a course folder.

`import_material` is the way in. `sources` finds the reader of a file, the readers give
`Material`, a list of `Item`; `entry_maker` makes entries of items, `new_decks` puts those that
the course does not ask yet into decks of their own.
"""
