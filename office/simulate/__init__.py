"""The stored history under other rules: what the Board asks for before it changes them (7(4))."""
