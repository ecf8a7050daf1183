"""Rating runs: what goes in is frozen, what comes out is a draft, and a draft is published once."""
