"""The officer's desk: what came in, for which list it is, what is open, and how it is decided."""
