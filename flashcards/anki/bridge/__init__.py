"""One memory: the answers of Anki and of the terminal, joined.

`collection`, `revlog`, `pull` and `profiles` read what Anki wrote and need no engine.
`engine` is the only module of the package that imports Anki's own; `account`, `mirror`,
`sync`, `push` and `marks` make ptquiz one more device of the learner's Anki account.
"""
