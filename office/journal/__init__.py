"""The journal: what was changed, by whom, when and why; of settings and accounts an entry each, of the rest
the rows that the chain covers."""
