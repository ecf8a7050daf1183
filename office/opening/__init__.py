"""Taking over: the last list from before this office, as the first version of its own."""
