"""Looking again: at events that may change, pages that may look otherwise, readings that stand."""
