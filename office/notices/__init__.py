"""What the office tells people by itself, by mail or webhook: each kind switched on by the officer, none sent
twice."""
