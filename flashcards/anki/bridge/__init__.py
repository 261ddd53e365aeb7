"""One memory: the answers of Anki and of the terminal, joined.

`collection`, `revlog` and `pull` read what Anki wrote and need no engine. `engine` is the only
module of the package that imports Anki's own; `account`, `mirror`, `sync` and `push` make ptquiz
one more device of the learner's Anki account.
"""
