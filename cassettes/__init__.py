"""Recorded conversations with the site, one folder each (see scraper/cassette.py). All names are invented."""
