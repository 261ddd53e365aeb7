"""Decks as Anki packages that can be imported again and again.

`fields` renders notes for the `templates` of their `note_types`; `content` digests
what a note is made of, `lock` records what was released, `release` stamps notes,
`compose` collects a course into the contents of a `package`. `reader` reads a
package.
"""
