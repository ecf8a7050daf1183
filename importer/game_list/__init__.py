"""A plain list of games, as a workbook or as CSV: who played whom in which round, with what result."""
