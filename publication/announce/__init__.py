"""Texts that tell of a new list: for news and for mail, in both languages, as the officer words them."""
