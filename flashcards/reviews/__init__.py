"""Every answer kept: the review log, its database and backups, memory and scheduling."""
