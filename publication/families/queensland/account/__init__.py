"""The account of a Queensland rating, which moves event by event."""
