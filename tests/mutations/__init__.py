"""Registers, cases, settings and archives damaged at random; pages, files and mails have theirs beside them."""
