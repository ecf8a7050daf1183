"""The database: opened, migrated, and kept from changing what is published."""
