"""The office in one file, and an office out of such a file."""
