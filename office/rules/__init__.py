"""What an officer enters beside the answers to an event's questions: ratings, adjustments, fees, facts."""
