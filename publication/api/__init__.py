"""What the desk's API gives away: published rows as plain values, nothing that the website does not show."""
