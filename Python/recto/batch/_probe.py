"""Tries a picture in a process of its own, which it may end: python -m recto.batch._probe < PICKLED

A worker that dies while it scans a part leaves a mark. The next one tries its pictures here first, so
that a picture that exhausts the memory, or hangs, becomes a row with an error and ends no second worker.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

from ._pictures import BatchOptions, PictureScanner

#: Longer than any picture takes, in seconds.
_PATIENCE = 600
#: A process may also be ended by something else than its picture.
_TRIES = 3


def why_fatal(data: bytes, options: BatchOptions) -> str | None:
    """How a process ended that scanned the picture; None if it did not."""
    signal = 0
    for _ in range(_TRIES):
        try:
            ran = subprocess.run(
                [sys.executable, "-m", __name__],
                input=pickle.dumps((data, options)),
                capture_output=True,
                timeout=_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"the picture was not scanned within {_PATIENCE} s"
        if ran.returncode >= 0:
            return None
        signal = -ran.returncode
    return f"the process that scanned the picture was ended by signal {signal}, {_TRIES} times"


def _main() -> None:
    loaded: tuple[bytes, BatchOptions] = pickle.load(sys.stdin.buffer)
    data, options = loaded
    scanner: Any = PictureScanner(options)
    with scanner.document() as document:
        scanner.scan(data, document)


if __name__ == "__main__":
    _main()
