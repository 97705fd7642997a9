"""Rendered pages."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from PIL import Image as PillowImage

from ._frames import Pixels
from ._native import Handle, ffi, lib, sized

_CHANNELS: dict[int, tuple[int, ...]] = {lib.RECTO_FORMAT_GRAY: (), lib.RECTO_FORMAT_RGB: (3,)}
#: The longer side of previews in notebooks, in pixels.
_PREVIEW = 1000


def preview(image: PillowImage.Image) -> bytes:
    """Returns a PNG of at most `_PREVIEW` pixels per side."""
    smaller = image.copy()
    smaller.thumbnail((_PREVIEW, _PREVIEW))
    file = io.BytesIO()
    smaller.save(file, "PNG")
    return file.getvalue()


class Image:
    """A rendered page: gray, RGB or black and white, with read-only pixels.

    `numpy.asarray(image)` shares the memory. Black and white has one bit per pixel there: it is unpacked to 0 and 255
    once, and `bits` is the packed memory.
    """

    __slots__ = ("_handle", "_unpacked", "bits", "dpi", "height", "is_bilevel", "width")

    def __init__(self, handle: Handle) -> None:
        pixels = sized("recto_pixels")
        handle._call(lib.recto_image_get_pixels, pixels)  # pyright: ignore[reportPrivateUsage]
        self._handle = handle
        self.width: int = pixels.width
        self.height: int = pixels.height
        #: Pixels per inch of paper.
        self.dpi: float = pixels.dots_per_inch
        self.is_bilevel: bool = pixels.format == lib.RECTO_FORMAT_BILEVEL
        view = _View(self._handle, pixels)
        #: For black and white, the rows of packed bits, most significant first, 1 is ink; otherwise None.
        self.bits: Pixels | None = np.asarray(view) if self.is_bilevel else None
        self._unpacked: Pixels | None = None if self.is_bilevel else np.asarray(view)

    @property
    def pixels(self) -> Pixels:
        """The pixels as an array: (height, width) or (height, width, 3)."""
        if self._unpacked is None:
            assert self.bits is not None
            paper = np.unpackbits(~self.bits, axis=1, count=self.width)
            unpacked: Pixels = np.multiply(paper, 255, dtype=np.uint8)
            unpacked.setflags(write=False)
            self._unpacked = unpacked
        return self._unpacked

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return (self.height, self.width) if self.is_bilevel else self.pixels.shape

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return self.pixels.__array_interface__

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        array = self.pixels if dtype is None else self.pixels.astype(dtype, copy=False)
        return array.copy() if copy else array

    def __dlpack__(self, **options: Any) -> Any:
        try:
            return self.pixels.__dlpack__(**options)
        except BufferError:  # read-only memory, which the receiver cannot take
            if options.get("copy") is False:
                raise
            return self.pixels.copy().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.pixels.__dlpack_device__()
        return device

    def to_pillow(self) -> PillowImage.Image:
        """Returns a Pillow image with the resolution in its `info`."""
        image = PillowImage.fromarray(self.pixels)
        image.info["dpi"] = (self.dpi, self.dpi)
        return image

    def _repr_png_(self) -> bytes:
        return preview(self.to_pillow())

    def __repr__(self) -> str:
        kind = "black and white" if self.is_bilevel else "gray" if self.pixels.ndim == 2 else "RGB"
        return f"<recto.Image {self.width} × {self.height}, {kind}, {self.dpi:.0f} dpi>"


class _View:
    """A NumPy view of the library's memory, which keeps the memory alive."""

    __slots__ = ("__array_interface__", "_handle")

    def __init__(self, handle: Handle, pixels: Any) -> None:
        width = pixels.row_bytes if pixels.format == lib.RECTO_FORMAT_BILEVEL else pixels.width
        channels = _CHANNELS.get(pixels.format, ())
        self._handle = handle
        self.__array_interface__ = {
            "version": 3,
            "typestr": "|u1",
            "data": (int(ffi.cast("uintptr_t", pixels.data)), True),
            "shape": (pixels.height, width, *channels),
            "strides": (pixels.stride, *channels, 1),
        }
