"""Renewal fees: what each organizer owes for a period, and what is paid."""
