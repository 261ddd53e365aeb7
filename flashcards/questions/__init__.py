"""Cards to questions, pure and seeded: the terminal and the exports ask the same ones.

`build` says how a card can be asked and makes the `Question`, `draw` draws the questions of a quiz.
Seed and id of the card decide the options and their places, so that adding an entry does not
reshuffle the rest.
"""
