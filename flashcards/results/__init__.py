"""What a class answered: `load` reads results and answers on paper, `report` has the figures."""
