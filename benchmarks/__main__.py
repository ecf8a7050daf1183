"""Runs the short benchmarks and prints a line each."""

import sys

from benchmarks import columns, commands, matching, rating_run, reading, site, starting

SHORT = (
    reading.measure, rating_run.measure, columns.measure, starting.measure, commands.measure,
    matching.measure, site.measure,
)  # fmt: skip
for measure in SHORT:
    sys.stdout.write(measure().line() + "\n")
