"""Questions to files for a class: one module a format, and what they share.

`quiz_export` is the way in; `quiz_plan` has what is asked and what it is worth, `report` what
each format could not hold, `html_text` texts that a learning platform shows as they were
written. Every format takes a `QuizPlan` and gives an `Exported`.
"""

EXPORT_FORMATS = {
    "moodle": "moodle.export_moodle",
    "canvas": "canvas.export_canvas",
    "gift": "gift.export_gift",
    "sheet": "sheet.export_sheet",
    "csv": "csv_table.export_csv",
    "json": "json_file.export_json",
}
"""The formats by the names that the command line knows: module and function in this room."""
