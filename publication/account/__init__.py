"""Every published number, explained from the stored facts alone."""
