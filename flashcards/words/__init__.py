"""What the program itself says: `catalog`, and one file of words per language."""
