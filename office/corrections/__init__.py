"""Corrections of published lists (JCF 7(3), NCS 3(7)): open lists anew as a chain of versions."""
