"""The pages that are made from data: `python -m docs` writes them, a test keeps them true."""
