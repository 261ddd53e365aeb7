"""What a class answered, and what that says about the class and about the questions.

`collection` recognises files and gathers attempts from them; each format has a reader of
its own. `item_analysis` and `reliability` are the numbers, `findings` what to look at,
`class_report` all of it in one value; `tables` and `page` write it down.
"""
