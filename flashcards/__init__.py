"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

The rooms, from the door inwards; imports run one way, downwards:

    cli          the command table, and the only place that knows exit codes
    commands     one file per command; they read the clock, folders and terminal
    check        every problem and warning of a course
    preview      decks to one HTML page
    anki         decks to .apkg packages that can be upgraded for years
    export       one file per format for classrooms
    verify       code entries run on the real PyTorch
    terminal     screen and line interfaces, and what they show
    progress     statistics, checklist
    study        plan of the day, session, grading, exams
    reviews      every answer kept: log, database, backups, memory, scheduler
    questions    card and neighbours to a question with options; drawing a quiz
    paths        the learner's folders
    source       YAML in, with the place of every mistake
    lint         what makes a card bad
    selection    which cards
    cards        entries to notes and cards with permanent names
    text         Markdown, code, pictures, the texts of an entry by path
    i18n         what the program itself says, in each language
    fileio       files written whole or not at all
    seeding      seeded shuffles and samples
    model        what an author writes
    errors       what can be wrong, and where
"""

__version__ = "0.1.0"
