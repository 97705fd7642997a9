"""The cost of a call from Python, in microseconds: the minimum of many short runs, which other load affects least."""

from __future__ import annotations

import timeit
from collections.abc import Callable

import numpy as np

import recto
from recto import _frames, _native

page = recto.Page(np.zeros((8, 8), np.uint8))
detector = recto.Detector()
pixel = np.zeros((1, 1), np.uint8)
frame = _frames.frame_of(pixel)
detection = _native.sized("recto_detection")
CALLS = 200

CASES: dict[str, Callable[[], object]] = {
    "C function that returns a text": _native.lib.recto_version,
    "page.corners": lambda: page.corners,
    "page.size": lambda: page.size,
    "recto_detector_detect of one pixel": lambda: _native.lib.recto_detector_detect(
        detector._pointer, frame.struct, detection
    ),
    "detector.detect of one pixel": lambda: detector.detect(pixel),
    "recto.detect of one pixel": lambda: recto.detect(pixel),
}

for name, call in CASES.items():
    print(f"{name:36} {min(timeit.repeat(call, number=CALLS, repeat=300)) / CALLS * 1e6:6.2f}")
