"""What a class answered: who reached what, how hard and how telling each question was.

`paper` grades a table of answers by the key of the printed exam, `collect` reads files into
attempts, `report` computes the figures, `view` prints them.
"""
