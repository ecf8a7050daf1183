"""Registers, cases, settings and archives damaged at random; of pages, files and mails see elsewhere."""
