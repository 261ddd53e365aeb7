"""What a class answered, and what that says about the class and about the questions.

`result_files` recognises files and collects attempts from them; each format has a reader of
its own. `item_analysis` has the numbers, `class_report` all of it in one value;
`report_text` and `results_page` show it to people.
"""
