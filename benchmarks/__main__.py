"""Runs the short benchmarks and prints a line each; `python -m benchmarks NAME …` runs a long one.

history      a whole history from stored events to published lists
growth       every command at one size and at ten times the members
growth_games every command after 10^4, 10^5 and 10^6 games
commands     commands that look, beside the import that every one needs
fide_size    one list of an office the size of FIDE
site         the whole website of 10,000 members and 60 lists, and a month's update of it
kills        every command and job killed at any moment and typed again
faults       something fails at every moment of every command and job
"""

import sys
from importlib import import_module

SHORT = ("reading", "rating_run", "columns", "commands", "matching", "site")
LONG = ("history", "growth", "growth_games", "commands", "fide_size", "site", "kills", "faults")

if sys.argv[1:]:
    name, *words = sys.argv[1:]
    if name not in LONG:
        raise SystemExit(f"{name}: the long benchmarks are {', '.join(LONG)}")
    if name == "faults":
        sys.exit(import_module("benchmarks.kills").main_of_faults(words))
    sys.exit(import_module(f"benchmarks.{name}").main(words))
for name in SHORT:
    sys.stdout.write(f"{import_module(f'benchmarks.{name}').measure()}\n")
