"""A third family of regulations, of an invented federation: what docs/architecture.md says that one writes.

Its ratings are worked out game by game, so it takes over from the Japanese family whatever is the same.
"""
