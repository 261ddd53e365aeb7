"""What the program itself says, in each language."""
