"""Decks as Anki packages that can be imported again and again.

`fields` renders notes for the `templates` of their `note_types`; `content` digests
what a note is made of, `lock` records what was released, `release` stamps notes,
`build` puts a course into a file. `reader` reads one.
"""
