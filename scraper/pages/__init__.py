"""One module per kind of page, and `tokens`, what the site prints for results."""
