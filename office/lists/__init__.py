"""Lists and their versions: the chain they form, and the canonical text that is signed."""
