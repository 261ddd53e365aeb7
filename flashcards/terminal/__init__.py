"""Questions, sessions, exams and progress on a terminal."""
