"""Merging members who were entered twice, and taking it back."""
