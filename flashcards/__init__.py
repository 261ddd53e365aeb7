"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

The rooms, from the door inwards; imports run one way, downwards:

    cli          the command table, and the only place that knows exit codes
    commands     one file per command; they read the clock, folders and terminal
    anki         decks to .apkg packages that can be upgraded for years
    quiz         grading, memory, session, screen and review log of the terminal quiz
    export       one file per format for classrooms
    preview      decks to one HTML page
    verify       code entries run on the real PyTorch
    questions    card and neighbours to a question with options
    select       which cards
    pictures     the pictures that cards show
    markup       what a Markdown text shows
    render       card text to HTML and to the terminal
    lint         what makes a card bad
    source       YAML in, with the place of every mistake
    cards        entries to notes and cards with permanent names
    texts        the texts of an entry by path
    model        what an author writes
    problems     what can be wrong, and where
"""

__version__ = "0.1.0"
