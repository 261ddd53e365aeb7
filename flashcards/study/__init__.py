"""Studying: the plan of the day, the session, grading, exams."""
