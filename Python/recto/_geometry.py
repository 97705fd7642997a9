"""Corners."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ._native import NULL, ffi


class Point(NamedTuple):
    """A position in a picture, in pixels: the center of the first pixel is at (0.5, 0.5)."""

    x: float
    y: float


class Quad(NamedTuple):
    """Four corners, clockwise. `numpy.array(quad)` has the shape (4, 2)."""

    top_left: Point
    top_right: Point
    bottom_right: Point
    bottom_left: Point


def quad_from(struct: Any) -> Quad:
    """Converts a `recto_quad`."""
    a, b, c, d = struct.corners
    return Quad(Point(a.x, a.y), Point(b.x, b.y), Point(c.x, c.y), Point(d.x, d.y))


def quad_struct(corners: Iterable[Sequence[float]] | None) -> Any:
    """Converts four points to a `recto_quad`; None becomes NULL."""
    if corners is None:
        return NULL
    required = "corners are four points (x, y), from the page's top-left on, clockwise"
    try:
        points = [(float(point[0]), float(point[1])) for point in corners if len(point) == 2]
    except TypeError:
        raise TypeError(required) from None
    if len(points) != 4 or not all(math.isfinite(value) for point in points for value in point):
        raise ValueError(required)
    return ffi.new("recto_quad *", {"corners": [{"x": x, "y": y} for x, y in points]})
