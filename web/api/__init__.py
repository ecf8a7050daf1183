"""`/api/v1`: what is published, for programs; and reports that programs send."""
