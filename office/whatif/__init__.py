"""What a rating would be: hypothetical games on the figures of the newest list; nothing is stored."""
