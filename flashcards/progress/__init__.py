"""Where a learner stands: statistics, checklist and path; and the glossary."""
