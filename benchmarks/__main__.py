"""Runs the short benchmarks and prints a line each."""

import sys

from benchmarks import columns, matching, rating_run, reading, starting

SHORT = (reading.measure, rating_run.measure, columns.measure, starting.measure, matching.measure)
for measure in SHORT:
    sys.stdout.write(measure().line() + "\n")
