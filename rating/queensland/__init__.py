"""Lists that are reckoned event by event: averages of opponents, estimates of new players, pools."""
