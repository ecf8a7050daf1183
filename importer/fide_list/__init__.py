"""FIDE's monthly rating list: read as a stream, of which the office keeps its country and its members.

Where register and list disagree, or the list could fill a gap, is suggested; the register is not changed.
"""
