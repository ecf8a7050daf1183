"""Every command that writes, killed at any moment of its work, looked at by `doctor`, and typed again."""
