"""Talking to the learner: `lines` for any terminal or pipe, `screen` for a real one."""
