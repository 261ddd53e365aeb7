"""Questions to files for a class: one module a format, and what they share.

`quiz_export` is the way in; `quiz_plan` has what is asked and what it is worth,
`report` what each format could not hold, `html_text` texts that a learning
platform shows as they were written, `exam_forms` the forms A, B, C of a printed
exam. Every format takes a `QuizPlan` and gives an `Exported`.
"""
