"""The browser of the tests, and the rules by which pages are looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = Path("/usr/bin/chromium-headless-shell")
"""The same browser without a window, where it is installed: a page takes half of the time."""
if not CHROMIUM.exists():
    CHROMIUM = Path("/usr/bin/chromium")
WINDOW = (
    *("PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"),
    # Playwright's own, in whose place the list below stands:
    *("AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter"),
    *("NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    *("AimEnabled", "SpareRendererForSitePerProcess", "ThirdPartyStoragePartitioning"),
)
"""What a browser that nobody looks at does without: its address line is made of pages, too, whose processes
take twice the time of those that are tested."""
FLAGS = [
    f"--disable-features={','.join(WINDOW)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
QUICK = {"preload": False, "selectors": False}
"""All that it loads stands in its page; what is found is told by its own text."""
WCAG = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"], **QUICK}
ADVISED = {**WCAG, "runOnly": {"type": "tag", "values": [*RULES, "best-practice"]}}
"""With what no rule asks for: every part of a page that is told has a name of its own."""
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"], **QUICK}
"""What can be otherwise in the dark."""

PATIENCE = 30_000
"""Milliseconds for which something is waited for."""


def until(page: Page, said: str) -> None:
    """Waits until an expression holds in a page. Playwright's own wait reads it anew each time by `eval`,
    which the policy of our pages forbids; here it stands in what is run."""
    never = json.dumps(f"never: {said}")
    page.evaluate(
        f"""async () => {{
          const end = performance.now() + {PATIENCE};
          while (!({said})) {{
            if (performance.now() > end) throw new Error({never});
            await new Promise((done) => setTimeout(done, 10));
          }}
        }}"""
    )
