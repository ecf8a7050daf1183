"""What is handed in at the desk in the browser: kept first, then read, and what became of it."""
