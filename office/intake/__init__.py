"""What comes in: links in e-mails, saved pages; read, stored, and kept even when it cannot be read."""
