"""One check, one function: from what was read to the problems it finds, in the order of the pages."""
