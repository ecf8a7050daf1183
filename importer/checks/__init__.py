"""What the office asks about an event: one check, one function; everything found is gathered.

A check takes the event and what the register says of its players (`Facts`) and yields findings. A
finding that a ruling answers is yielded too, with the ruling, so that the record shows both. Which checks an
event goes through, its family says.
"""
