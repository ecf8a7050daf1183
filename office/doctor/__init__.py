"""Asking after an office's health: everything that can be wrong with it, each finding with what to do."""
