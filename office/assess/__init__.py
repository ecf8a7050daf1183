"""How well ratings predict, and whether they drift: figures for the Board. Statistics are floats; no rating
comes from here."""
