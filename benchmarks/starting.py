"""`banzuke --help`, against starting Python at all."""

import subprocess
import sys

from benchmarks.timing import Ratio, compare


def measure() -> Ratio:
    """Both as new processes, as on a command line."""
    help_ = [
        sys.executable,
        "-c",
        "import sys; sys.argv = ['banzuke', '--help']; import cli.main as m; m.main()",
    ]
    return compare(
        "banzuke --help / python doing nothing",
        lambda: subprocess.run(help_, stdout=subprocess.DEVNULL, check=True),
        lambda: subprocess.run([sys.executable, "-c", "pass"], check=True),
    )
