"""FIDE tournament reports (TRF16, TRF26): read, and written for FIDE."""
