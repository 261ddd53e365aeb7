"""Where a learner stands: statistics and the concept checklist."""
