"""Recognition of known flat pictures in others."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ._codes import still
from ._frames import Format, ImageLike, Range, existing, frame_of, path_bytes
from ._geometry import Quad, quad_from
from ._native import NULL, Handle, check, ffi, lib, sized, string, use
from ._options import AnchorOptions
from ._pages import Page

State = Literal["seen", "missed", "lost"]
_STATES: dict[int, State] = {
    lib.RECTO_SIGHTING_SEEN: "seen",
    lib.RECTO_SIGHTING_MISSED: "missed",
    lib.RECTO_SIGHTING_LOST: "lost",
}


@dataclass(frozen=True)
class Anchor:
    """A picture of a database.

    Attributes:
        name: The unique name.
        size: Width and height, in pixels.
        physical_width: The printed width, in meters; None if unknown.
    """

    name: str
    size: tuple[int, int]
    physical_width: float | None = None


@dataclass(frozen=True)
class AnchorPicture:
    """A picture that becomes an anchor: seen from the front, without surroundings.

    Attributes:
        name: The unique name, 1 to 255 bytes of UTF-8.
        image: A path, an array …
        physical_width: The printed width, in meters, up to 1000; None if unknown.
        format: The layout of an array, if it is not gray, RGB or RGBA.
    """

    name: str
    image: ImageLike
    physical_width: float | None = None
    format: Format | None = None


@dataclass(frozen=True)
class Pose:
    """The position of an anchor before the camera.

    Attributes:
        rotation: Together with the translation it maps the anchor's coordinates (from its center to the right, down and
            behind) to the camera's (right, down and ahead).
        translation: In meters if the anchor's width is known, otherwise in its widths.
    """

    rotation: npt.NDArray[np.float64]
    translation: npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Sighting:
    """An anchor in a picture or frame.

    Attributes:
        index: The anchor's index, from 0.
        name: Its name.
        state: "seen", "missed" (it was in view a moment ago) or "lost" (it is no longer tracked).
        is_new: Whether it appeared in this frame.
        homography: The map from pixels of the anchor's picture to pixels of the frame, 3 × 3.
        corners: In pixels of the frame, clockwise from the anchor's top-left.
        inliers: The number of patches that the frame confirms.
        visible: The number of patches that could be visible in it.
        pose: None if unknown.
    """

    index: int
    name: str
    state: State
    is_new: bool
    homography: npt.NDArray[np.float64]
    corners: Quad
    inliers: int
    visible: int
    pose: Pose | None


def _numbers(array: Any, *shape: int) -> npt.NDArray[np.float64]:
    return np.array(list(array)).reshape(shape)


def _sighting(found: Any) -> Sighting:
    pose = Pose(_numbers(found.rotation, 3, 3), _numbers(found.translation, 3)) if found.has_pose else None
    return Sighting(
        found.anchor_index,
        string(found.anchor_name),
        _STATES[found.state],
        bool(found.is_new),
        _numbers(found.homography, 3, 3),
        quad_from(found.corners),
        found.inliers,
        found.visible,
        pose,
    )


class AnchorDatabase(Handle, Sequence[Anchor]):
    """Anchors, prepared for recognition."""

    def __init__(self, pictures: Iterable[AnchorPicture]) -> None:
        """Prepares up to 100,000 anchors, each in about a quarter of a second."""
        kept: list[Any] = []
        structs = [_picture_struct(picture, kept) for picture in pictures]
        pointers = ffi.new("recto_anchor_picture *[]", structs)
        super().__init__("recto_anchors", lib.recto_anchors_build, pointers, len(structs))

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> AnchorDatabase:
        """Opens a file from `save` or `recto anchors build`. It must not be written to while it is open."""
        database = cls.__new__(cls)
        Handle.__init__(database, "recto_anchors", lib.recto_anchors_open, existing(path))
        return database

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, which only appears when it is complete."""
        self._call(lib.recto_anchors_write, path_bytes(path))

    def __len__(self) -> int:
        count = ffi.new("size_t *")
        self._call(lib.recto_anchors_count, count)
        return int(count[0])

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"index is {index}, required: below {len(self)}")
        anchor = sized("recto_anchor")
        self._call(lib.recto_anchors_get, index % len(self), anchor)
        return Anchor(string(anchor.name), (anchor.width, anchor.height), anchor.physical_width or None)

    def __iter__(self) -> Iterator[Anchor]:
        return (self[index] for index in range(len(self)))


def _picture_struct(picture: AnchorPicture, kept: list[Any]) -> Any:
    struct = sized("recto_anchor_picture")
    name = ffi.new("char[]", picture.name.encode())
    struct.name = name
    struct.physical_width = picture.physical_width or 0
    if isinstance(picture.image, (str, os.PathLike)):
        path = ffi.new("char[]", existing(picture.image))
        struct.path = path
        kept += [name, path]
    else:
        frame = frame_of(still(picture.image, picture.format), picture.format)
        struct.frame = frame.struct
        kept += [name, frame]
    kept.append(struct)
    return struct


class _Recognizer(Handle):
    """Recognizes the anchors of a database."""

    __slots__ = ()

    def _sightings(self, pointer: Any, get: Any, count: int) -> list[Sighting]:
        found = sized("recto_sighting")
        sightings: list[Sighting] = []
        for index in range(count):
            check(get(pointer, index, found))
            sightings.append(_sighting(found))
        return sightings


class AnchorMatcher(_Recognizer):
    """Recognizes anchors in single pictures."""

    __slots__ = ()

    def __init__(self, anchors: AnchorDatabase, options: AnchorOptions | None = None) -> None:
        with use(anchors) as pointer:
            super().__init__(
                "recto_anchor_matcher", lib.recto_anchor_matcher_new, pointer, options.struct() if options else NULL
            )

    def match(
        self, image: ImageLike | Page, *, format: Format | None = None, range: Range = "limited"
    ) -> list[Sighting]:
        """Returns the anchors that an image shows, the most certain first."""
        frame = frame_of(still(image, format), format, range)
        count = ffi.new("size_t *")
        with use(self) as pointer:
            check(lib.recto_anchor_matcher_match(pointer, frame.struct, count))
            return self._sightings(pointer, lib.recto_anchor_matcher_get, count[0])


class AnchorTracker(_Recognizer):
    """Finds anchors in the frames of one camera, and tracks them."""

    __slots__ = ()

    def __init__(self, anchors: AnchorDatabase, options: AnchorOptions | None = None) -> None:
        with use(anchors) as pointer:
            super().__init__(
                "recto_anchor_scanner", lib.recto_anchor_scanner_new, pointer, options.struct() if options else NULL
            )

    def process(
        self, frame: ImageLike, *, time: float | None = None, format: Format | None = None, range: Range = "limited"
    ) -> list[Sighting]:
        """Returns the tracked and just lost anchors; see `Scanner.process` for the arguments."""
        lent = frame_of(still(frame, format), format, range)
        count = ffi.new("size_t *")
        with use(self) as pointer:
            nanoseconds = _now() if time is None else round(time * 1e9)
            check(lib.recto_anchor_scanner_process(pointer, lent.struct, nanoseconds, count))
            return self._sightings(pointer, lib.recto_anchor_scanner_get, count[0])


_now = time.monotonic_ns
