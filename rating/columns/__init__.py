"""The second engine: the same law on NumPy columns, for long histories and simulations.

Its tables are generated from the data of an edition, its rules are vectorised counterparts of the
article functions that the edition names; an edition with a rule that has no counterpart is refused by
name (`columns-not-for`). The article functions stay the law: whatever differs from them is wrong here.

`rating.columns.engine.rate` takes and gives what `rating.engine.rate` does. `rating.columns.kernel`
works on integer arrays alone: `reckon` gives K, PD and C of every game. NumPy is imported in this package
and nowhere else.
"""
