"""What opens in a browser: a course to study and to look over.

One page serves learners (`ptquiz export web`) and authors (`ptquiz preview`, with warnings, keys
and all languages). `sides` has the cards' HTML, `engine` what planning and grading are told of
cards, `course_data` all that the page knows of a course, `site` puts page, style and scripts
together as one file or as a folder; what happens in the browser is in `web/`.
"""
