"""Card text to HTML: what Anki and the preview show, and nothing that touches a disk.

`markdown` and `code` turn texts into HTML, `cloze` hides gaps in it, `fields`
makes the fields of a note, `templates` lays them out, `style` colours them.
"""
