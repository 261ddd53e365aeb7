"""Questions to files for a class: one module a format, and what they share.

`quiz_export` is the way in; `quiz_plan` has what is asked and what became of it, `html_text` texts
that a learning platform shows as they were written. Every format takes a `QuizPlan` and gives an
`Exported`.
"""
