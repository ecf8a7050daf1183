"""Every operation of the API with what its description says and with what it forbids, against a real desk.

    python -m benchmarks.api_fuzz [--examples N] [more words for schemathesis]

The demonstration's office; schemathesis makes the questions from `/api/v1/openapi.json` and holds each answer
against it. 200 of each operation unless said; the suite asks a few (tests/web/test_api_fuzz.py). Nothing is
fetched from the site: links are answered from the demonstration's recording. Ends with 1 where it finds a
fault.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.desk_open import demo, opened

ROOT = Path(__file__).resolve().parents[1]
REPLAY = ROOT / "cassettes" / "autumn-2026"
CONFIG = ROOT / "tests" / "web" / "api_fuzz.toml"


def main() -> int:
    """Runs it; what it finds is printed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.api_fuzz")
    parser.add_argument("--examples", type=int, default=200)
    given, more = parser.parse_known_args()
    with (
        tempfile.TemporaryDirectory(prefix="banzuke-") as folder,
        opened(demo(Path(folder)), replay=REPLAY) as desk,
    ):
        words = (
            *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG)),
            *("run", f"{desk.address}api/v1/openapi.json", "--url", desk.address),
            *("--max-examples", str(given.examples), "--continue-on-failure"),
            *("-H", f"Authorization: Bearer {desk.token('Program')}", *more),
        )
        return subprocess.run(words, check=False, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
