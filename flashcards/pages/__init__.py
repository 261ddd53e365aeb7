"""What opens in a browser: a course to study and to browse, in one language.

One page serves learners (`ptquiz export web`) and authors (`ptquiz preview`, with files, lines and
warnings). `sides` has the cards' HTML, `engine` what planning and grading know of cards,
`page_data` all that the page knows of a course, `site` makes one file or a folder of page, style
and scripts; what happens in the browser is in `web/`.
"""
