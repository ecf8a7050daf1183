"""The desk in the browser: a door like the command line. It asks, calls and shows; nothing is decided
here."""
