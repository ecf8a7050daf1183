"""Measurements, each against a floor in the same run. Not part of the wheel."""
