"""What an office does by itself: jobs on a schedule, each a command, kept and shared in the office's
database."""
