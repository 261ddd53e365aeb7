"""Decks to one HTML page that shows every card as Anki will, and needs no network."""
