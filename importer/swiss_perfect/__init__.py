"""Swiss Perfect events: `.ini`, `.trn` and `.sco`, read together."""
