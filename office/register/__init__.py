"""The register in words and files: imports told line by line, exports, what FIDE's list suggests."""
