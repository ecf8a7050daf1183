"""How `make docs` builds the handbook: Sphinx, Markdown through MyST, the theme Furo."""

from typing import Any

project = "Banzuke"
author = "the Banzuke authors"
extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Banzuke"
html_static_path = ["static"]
html_css_files = ["handbook.css"]
html_js_files = ["search.js"]
html_search_language = "ja"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
nitpicky = True


def setup(app: Any) -> None:
    """Japanese pages say that they are, so that browsers set Japanese forms of kanji."""
    app.connect("html-page-context", _language)


def _language(_app: Any, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    context["language"] = "ja" if page.startswith("ja/") else "en"
