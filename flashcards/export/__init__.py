"""Questions to files for a class: one module a format, and what they share.

`plan` decides what is drawn and what it is worth, `report` keeps what each
format could not hold, `html` makes texts that a learning platform shows as they
were written. Every format takes a `QuizPlan` and gives an `Exported`.
"""
