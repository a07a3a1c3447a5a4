"""The command ``anyurl``, as the script of this name and as ``python -m anyurl``."""

import signal
import sys
from typing import NoReturn

from ._anyurl import run_command


def main() -> NoReturn:
    """Runs the command with the arguments of this process, and ends it."""
    # Python's own handler would wait for the end of the command.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    arguments = sys.argv[1:]
    # The script or `-m anyurl`, with the options of Python before it.
    program = [sys.executable, *sys.orig_argv[1 : len(sys.orig_argv) - len(arguments)]]
    run_command(program, ["anyurl", *arguments])


if __name__ == "__main__":
    main()
