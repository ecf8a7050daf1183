"""What the Board reads of an assessment: text, tables, plots, and a page for the phone."""
