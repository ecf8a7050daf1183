"""The look that the public website and the office's other pages share: styles in small files, and a mark.

`styles/tokens.css` has every colour, size and distance as a custom property, for light and dark; the other
files use these and name no colour. No file loads anything.
"""
