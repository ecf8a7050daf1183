"""The handbook's pictures of the desk, taken of invented data in a real browser:
`python -m docs.desk_pictures`. Needs what the tests need."""

from __future__ import annotations

import tempfile
import threading
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from cli.demo.run import run_demo
from cli.main import app
from cli.session import open_office
from office.accounts.people import add, link
from office.accounts.roles import Role
from office.clock import now
from office.database.engine import transaction
from office.opened import Office
from web.serve import listening

HERE = Path(__file__).parent / "pictures"
CHROMIUM = "/usr/bin/chromium"
PAGES = {"today": "/", "question": "/questions/next", "next": "/lists/next"}
LOCALES = {"en": "en-GB", "ja": "ja-JP"}
SIZE = {"width": 1100, "height": 780}


def taken(folder: Path) -> list[Path]:
    """Each page in each language, as a picture in the folder."""
    with tempfile.TemporaryDirectory(prefix="banzuke-") as work:
        place = Path(work) / "office"
        run_demo(place, partial(app, standalone_mode=False), to_decide=True)
        office = open_office(place)
        with listening(office, host="127.0.0.1", port=0, demo=True) as desk:
            thread = threading.Thread(target=desk.run, daemon=True)
            thread.start()
            try:
                with sync_playwright() as player:
                    browser = player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                    return [
                        file
                        for language, locale in LOCALES.items()
                        for file in _in_a_language(browser, desk.address, office, language, locale, folder)
                    ]
            finally:
                desk.stop()
                thread.join(20)


def _in_a_language(
    browser: Browser, address: str, office: Office, language: str, locale: str, folder: Path
) -> list[Path]:
    context = browser.new_context(base_url=address, locale=locale, viewport=SIZE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"/enter#{_came_in(office, {'en': 'Aki Mori', 'ja': '森 空'}[language])}")
    page.wait_for_url(lambda url: "/enter" not in url)
    files = []
    for name, path in PAGES.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        files.append(folder / f"desk-{name}-{language}.png")
        page.screenshot(path=files[-1])
    context.close()
    return files


def _came_in(office: Office, name: str) -> str:
    with transaction(office.engine) as session:
        row = add(session, name, Role.OFFICER, who="the handbook", now=now())
        return link(session, row, now=now())


if __name__ == "__main__":
    taken(HERE)
