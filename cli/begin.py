"""`banzuke` begins: until its commands are there, Ctrl+C ends it without a word."""

import signal
import sys


def main() -> None:
    """Runs the command. Where Ctrl+C is to be passed over (a script's job in the background), it stays so."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from cli.main import main as run

    signal.signal(signal.SIGINT, before)
    try:
        run()
    except KeyboardInterrupt:  # before the command itself hears it, or after
        sys.exit(130)  # as typer ends a command that hears it
