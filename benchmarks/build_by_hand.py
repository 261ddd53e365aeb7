"""What a user would write instead: PyYAML and genanki.

usage: build_by_hand.py plain|rich FOLDER TARGET

`rich` renders Markdown and highlights code; `plain` uses PyYAML as its tutorial
does and renders nothing.
"""

import html
import os
import sys

import genanki
import yaml

mode, folder, target = sys.argv[1:4]
loader = yaml.CSafeLoader if mode == "rich" else yaml.SafeLoader
model = genanki.Model(
    1700000001,
    "Glossary",
    fields=[{"name": name} for name in ("Key", "Term", "Meaning", "Code")],
    templates=[
        {
            "name": "Forward",
            "qfmt": "{{Term}}",
            "afmt": "{{FrontSide}}<hr>{{Meaning}}<pre>{{Code}}</pre>",
        },
        {
            "name": "Reverse",
            "qfmt": "{{Meaning}}",
            "afmt": "{{FrontSide}}<hr>{{Term}}<pre>{{Code}}</pre>",
        },
    ],
)
deck = genanki.Deck(1700000002, "PyTorch glossary")
common = ["glossary::stage::1", "glossary::kind::term", "glossary::difficulty::medium"]
if mode == "rich":
    from markdown_it import MarkdownIt
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    text, lexer, formatter = MarkdownIt().render, PythonLexer(), HtmlFormatter()

    def code(source):
        return highlight(source, lexer, formatter) if source else ""
else:
    text = code = html.escape

for name in sorted(os.listdir(folder)):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for note in yaml.load(file, Loader=loader):
            fields = [
                note["key"],
                html.escape(note["term"]),
                text(note["meaning"]),
                code(note.get("code", "").rstrip("\n")),
            ]
            guid = genanki.guid_for(note["key"])
            tags = [*common, f"glossary::file::{name}", *note["tags"]]
            deck.add_note(genanki.Note(model=model, guid=guid, tags=tags, fields=fields))
genanki.Package(deck).write_to_file(target)
