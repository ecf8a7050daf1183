"""Record the demo's cassette and write its files: `python -m tests.standin.record`.

Everything comes from one seed: recording again gives the same bytes, and a test holds it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from scraper.addresses import Address
from scraper.archive import FileArchive
from scraper.client import Client
from scraper.fetch import fetch_event
from tests.standin.autumn import events
from tests.standin.data import files
from tests.standin.people import members
from tests.standin.recording import RecordingTransport
from tests.standin.server import Standin

ROOT = Path(__file__).resolve().parents[2]
CASSETTE = ROOT / "cassettes" / "autumn-2026"
DATA = ROOT / "cli" / "demo" / "data"
ABOUT = "Three invented events, recorded from tests/standin by `python -m tests.standin.record`."


def record(cassette: Path, data: Path) -> None:
    """Fetch the three events through the real client and write the cassette and the demo's files."""
    autumn = events()
    with tempfile.TemporaryDirectory() as scratch, Standin(autumn) as standin:
        recording = RecordingTransport(standin.transport)
        with Client(FileArchive(Path(scratch)), transport=recording) as client:
            for event in autumn:
                fetch_event(Address(event.number), client)
        recording.save(cassette, ABOUT)
    data.mkdir(parents=True, exist_ok=True)
    for name, text in files(members()).items():
        (data / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    record(CASSETTE, DATA)
    print(f"recorded {CASSETTE.relative_to(ROOT)} and {DATA.relative_to(ROOT)}")
