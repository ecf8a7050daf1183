"""Recorded conversations with the site, one folder each (see scraper/cassette.py).

All names in them are invented; `python -m tests.standin.record` records them again, byte for byte.
"""
