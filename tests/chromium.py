"""The browser of the tests, and the rules by which pages are looked at."""

from pathlib import Path

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
QUICK = {"preload": False, "selectors": False}
"""All that it loads stands in its page; what is found is told by its own text."""
WCAG = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"], **QUICK}
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"], **QUICK}
"""What can be otherwise in the dark."""
