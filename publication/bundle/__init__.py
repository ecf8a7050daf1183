"""Public archives: games, lists and editions from which anybody can derive the lists again."""
