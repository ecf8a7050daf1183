"""Every published list derived again from what was frozen, and compared byte for byte."""
