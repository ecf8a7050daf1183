"""The command line. Modules here import nothing heavy at their top: a command pays for what it uses."""
