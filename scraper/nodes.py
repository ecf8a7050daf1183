"""The node that answered last: asked directly the next time, so that a page costs one request, not two.

The main host sends every request on to a node; all nodes serve the same pages. The name is kept in the
archive's folder, so that the next run knows it too. A node that fails is forgotten, and the main host
names another. Source: shared/chess-results.md, section 1.
"""

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from scraper.addresses import SITE, is_site_url

FILE = "node"
_MAIN = (SITE, f"www.{SITE}")
_MARK = "SNode=S0"
"""What the main host adds to the address when it sends a request on."""


class Nodes:
    """Which node is known; in `folder` it outlives the run, without one it does not."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = folder / FILE if folder else None
        self._known = self._read()

    def direct(self, url: str) -> str | None:
        """The same page at the known node; None if none is known or the address names a host itself."""
        parts = urlsplit(url)
        if self._known is None or parts.netloc.lower() not in _MAIN:
            return None
        query = parts.query if _MARK in parts.query else "&".join(filter(None, (parts.query, _MARK)))
        return urlunsplit(parts._replace(netloc=self._known, query=query))

    def answered(self, url: str) -> None:
        """A page came from this address: its host is the node from now on."""
        host = urlsplit(url).netloc.lower()
        if host not in _MAIN and host != self._known:
            self._known = host
            if self._file is not None:
                self._file.write_text(f"{host}\n", encoding="ascii")

    def forget(self) -> None:
        """The node did not serve: ask the main host next."""
        self._known = None
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def _read(self) -> str | None:
        try:
            host = self._file.read_text(encoding="ascii").strip().lower() if self._file else ""
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        # A torn or meddled file names no host of the site, and is as good as none.
        return host if host and host not in _MAIN and is_site_url(f"https://{host}/") else None
