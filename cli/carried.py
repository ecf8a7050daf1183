"""`python -m cli.carried ALIVE WORDS…`: one command, on behalf of a worker. It ends when the worker does:
ALIVE is the reading end of a pipe whose other end only the worker has. Every command can be ended at any
moment."""

import os
import signal
import sys
from threading import Thread


def _end_with(alive: int) -> None:
    while os.read(alive, 1):
        pass
    os.killpg(os.getpid(), signal.SIGKILL)  # the worker made it the first of a group


if __name__ == "__main__":
    Thread(target=_end_with, args=(int(sys.argv.pop(1)),), daemon=True).start()
    from cli.main import main

    main()
