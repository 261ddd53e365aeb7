"""Decks as Anki packages that can be imported again and again.

`content` says what a note is made of and when that changed, `lock` remembers
what was released, `release` stamps notes, `compose` turns a course into packed
notes, `package` writes them, `plan` foretells what an import will do.
"""
