"""From the readings of an event's pages to one `EventRecord`.

`gather` chooses the pages that stand, `roster` knows the players, `rounds` makes the pairings, `teams`
does both for teams, `whole` puts the record together and asks the checks.
"""
