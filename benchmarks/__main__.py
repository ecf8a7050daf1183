"""Runs the short benchmarks and prints a line each; `python -m benchmarks NAME …` runs a long one.

history      a whole history from stored events to published lists
fide_size    one list of an office the size of FIDE
site         the whole website of 10,000 members and 60 lists, and a month's update of it
kills        every command and job killed at any moment and typed again
faults       something fails at every moment of every command and job
"""

import sys

from benchmarks import (
    columns,
    commands,
    fide_size,
    history,
    kills,
    matching,
    rating_run,
    reading,
    site,
)

SHORT = (
    reading.measure, rating_run.measure, columns.measure, commands.starting, commands.measure,
    matching.measure, site.measure,
)  # fmt: skip
LONG = {
    "history": history.main,
    "fide_size": fide_size.main,
    "site": site.main,
    "kills": kills.main,
    "faults": kills.main_of_faults,
}

if sys.argv[1:]:
    if sys.argv[1] not in LONG:
        raise SystemExit(f"{sys.argv[1]}: the long benchmarks are {', '.join(LONG)}")
    sys.exit(LONG[sys.argv[1]](sys.argv[2:]))
for measure in SHORT:
    sys.stdout.write(f"{measure()}\n")
