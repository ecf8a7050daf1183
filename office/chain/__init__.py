"""The hash chain: every published list with all that it rests on, one link each; what is compared with it."""
