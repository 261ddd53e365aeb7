"""One memory: the answers of Anki and of the terminal, joined, by an account or by a file."""
