"""Who comes in at the desk in the browser, and what he may do there. The command line asks nobody: whoever
may read the office's folder is the office."""
