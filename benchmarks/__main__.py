"""Runs the short benchmarks and prints a line each."""

import sys

from benchmarks import columns, rating_run, reading, starting

for measure in (reading.measure, rating_run.measure, columns.measure, starting.measure):
    sys.stdout.write(measure().line() + "\n")
