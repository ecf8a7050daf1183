"""A month's work on invented members, from recorded pages."""
