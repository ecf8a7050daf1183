"""A stand-in Chess-Results: a small real HTTP server that renders invented tournaments as the site does.

What is rendered follows the saved pages (tests/standin/test_structure compares the two); what was only
reported by readers of the site, and never seen, is marked `# reported` with its source paragraph of
shared/chess-results.md. All names, numbers and events are invented.
"""
