"""`python -m flashcards` is `ptquiz`."""

from flashcards.cli import main

main()
