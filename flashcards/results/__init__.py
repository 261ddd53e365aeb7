"""What a class answered: who reached what, how hard and how telling each question was.

`load` reads result files and answers on paper, `report` computes the figures.
"""
