"""The families of regulations in what the importer does: register, matching and checks."""
