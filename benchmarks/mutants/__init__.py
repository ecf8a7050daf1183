"""Mutation testing of `rating/`: one place changed at a time, and the tests asked if they see it."""
