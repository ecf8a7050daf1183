"""Mails that organizers send: where they come from, what is in them, what became of it, what to answer."""
