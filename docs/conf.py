"""How `make docs` builds the handbook: Sphinx, Markdown through MyST, the theme Furo."""

project = "Banzuke"
author = "the Banzuke authors"
extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Banzuke"
html_search_language = "ja"
html_show_sphinx = False
html_copy_source = False
nitpicky = True
