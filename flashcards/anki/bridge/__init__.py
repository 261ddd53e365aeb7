"""One memory: the answers of Anki and of the terminal, joined.

`collection` and `pull` read what Anki wrote and need no engine. `engine` is the only module of
the package that imports Anki's own; `account` and `sync` make ptquiz one more device of the
learner's Anki account, `push` writes answers and marks into its copy of the collection, and
`card_state` decides what a card is after all its answers.
"""
