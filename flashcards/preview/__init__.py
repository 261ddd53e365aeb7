"""Decks to one HTML page that shows every card as Anki will.

`template` speaks Anki's template language, `sides` makes the front and back of a
card, `page` puts all cards on a page that needs no network.
"""
