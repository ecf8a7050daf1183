"""Work that takes longer than a page may: each in a process of its own, one after the other."""
