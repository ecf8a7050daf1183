"""The regulations: players and games in, a rating list and its explanation out. Pure and exact.

`rating.engine.rate` makes a list, `rating.case.outcome_of` works a rating case, `rating.editions` holds
the editions, `rating.time_control` reads time controls.
"""
