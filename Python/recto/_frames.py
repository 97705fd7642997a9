"""Conversion of caller-owned images for the library, without a copy if its formats and strides allow."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from typing import Any, Literal, Protocol, Union, cast, runtime_checkable

import numpy as np
import numpy.typing as npt
from PIL import Image as PillowImage
from PIL import ImageOps

from ._native import ffi, lib

Pixels = npt.NDArray[np.uint8]
Format = Literal["gray", "rgb", "bgr", "rgba", "bgra", "nv12", "i420", "yuyv", "uyvy", "jpeg"]
Range = Literal["limited", "full"]


@runtime_checkable
class SupportsDLPack(Protocol):
    """An array of another library, such as a tensor in CPU memory."""

    def __dlpack__(self, *, stream: Any = None) -> Any: ...
    def __dlpack_device__(self) -> tuple[Any, Any]: ...


#: The accepted images: a path, the bytes of a PNG or JPEG file, an array, a Pillow image, or DLPack objects.
ImageLike = Union[
    str, "os.PathLike[str]", bytes, bytearray, memoryview, npt.NDArray[Any], PillowImage.Image, SupportsDLPack
]

LARGEST_SIDE = 65535
MOST_PIXELS = 1 << 30

_BY_CHANNELS = {1: "gray", 3: "rgb", 4: "rgba"}
_RANGES: dict[str, int] = {"limited": lib.RECTO_RANGE_LIMITED, "full": lib.RECTO_RANGE_FULL}


_FRAME: Any = ffi.typeof("recto_frame *")
_FRAME_BYTES: int = ffi.sizeof("recto_frame")
_MEMORY: Any = ffi.typeof("const uint8_t[]")
_POINTER: Any = ffi.typeof("const uint8_t *")
_GRAY: int = lib.RECTO_FORMAT_GRAY
_RGB: int = lib.RECTO_FORMAT_RGB
_UINT8 = np.dtype(np.uint8)


class Frame:
    """A `recto_frame`, and the memory that it refers to."""

    __slots__ = ("memory", "struct")

    def __init__(self, range: Range) -> None:
        struct = self.struct = ffi.new(_FRAME)
        struct.struct_size = _FRAME_BYTES
        if range != "limited":
            if range not in _RANGES:
                raise ValueError(f"range is {range!r}, required: {', '.join(_RANGES)}")
            struct.range = _RANGES[range]
        self.memory: list[Any] = []

    def set_plane(self, index: int, plane: Pixels) -> None:
        """Lends the rows of a plane with contiguous pixels."""
        struct = self.struct
        if plane.flags.c_contiguous:
            pointer = ffi.from_buffer(_MEMORY, plane)
            struct.plane_bytes[index] = plane.nbytes
            self.memory.append(pointer)  # which holds the array
        else:
            pointer = ffi.cast(_POINTER, plane.__array_interface__["data"][0])
            rows, stride = len(plane), plane.strides[0]
            struct.plane_bytes[index] = stride * (rows - 1) + plane.nbytes // rows
            struct.row_strides[index] = stride
            self.memory.append(plane)
        struct.planes[index] = pointer

    def set_layout(self, format: int, width: int, height: int) -> None:
        """Sets the format and the size."""
        struct = self.struct
        struct.format, struct.width, struct.height = format, width, height


def is_file(image: object) -> bool:
    """Returns whether the image is a path or the bytes of a file."""
    return not isinstance(image, np.ndarray) and isinstance(image, (str, bytes, bytearray, memoryview, os.PathLike))


def path_bytes(path: str | os.PathLike[str]) -> bytes:
    """Encodes a path for the library."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError("the path has a zero byte")
    return encoded


def existing(path: str | os.PathLike[str]) -> bytes:
    """Returns the encoded path of an existing file."""
    encoded = path_bytes(path)
    if not os.path.exists(encoded):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    return encoded


def decoded(image: object) -> object:
    """Returns a file as a Pillow image, and other images unchanged."""
    if not is_file(image):
        return image
    if isinstance(image, (bytes, bytearray, memoryview)):
        return PillowImage.open(io.BytesIO(cast(bytes, image)))
    return PillowImage.open(cast(str, image))


def array_of(image: object) -> npt.NDArray[Any]:
    """Returns the image as an array."""
    if isinstance(image, np.ndarray):
        return image  # pyright: ignore[reportUnknownVariableType]
    if isinstance(image, PillowImage.Image):
        upright = ImageOps.exif_transpose(image) or image
        return np.asarray(upright.convert("L" if upright.mode in ("1", "L") else "RGB"))
    if hasattr(image, "__array_interface__") or hasattr(image, "__array__"):
        return np.asarray(image)
    if isinstance(image, SupportsDLPack):
        return np.from_dlpack(image)
    if is_file(image):
        raise TypeError(f"{type(image).__name__} is a file or its path, and a format is for arrays: leave it out")
    raise TypeError(f"{type(image).__name__} is not an image: pass a path, bytes, an array or a Pillow image")


def _bytes_of(image: object) -> Pixels:
    array = array_of(image)
    if array.dtype is not _UINT8 and array.dtype != _UINT8:
        raise TypeError(f"the image has the dtype {array.dtype}, required: uint8")
    return array


def _checked(image: object) -> Pixels:
    array = _bytes_of(image)
    if array.ndim not in (2, 3):
        raise ValueError(f"the image has the shape {array.shape}, required: two or three axes")
    if 0 in array.shape:
        raise ValueError(f"the image has the shape {array.shape}: it has no pixels")
    # The planes of YUV are stacked, so the highest array is higher than its picture.
    if max(array.shape) > LARGEST_SIDE * 3 // 2:
        raise ValueError(f"the image has the shape {array.shape}, required: at most {LARGEST_SIDE} pixels a side")
    # Before a copy for another layout.
    if array.shape[0] * array.shape[1] > MOST_PIXELS * 3 // 2:
        raise ValueError(f"the image has the shape {array.shape}, required: at most {MOST_PIXELS} pixels")
    return array


def _format_of(array: Pixels) -> str:
    name = "gray" if array.ndim == 2 else _BY_CHANNELS.get(array.shape[2])
    if name is None:
        raise ValueError(f"the image has the shape {array.shape}, required: 1, 3 or 4 channels, or a format")
    return name


def _rows(array: Pixels) -> Pixels:
    """Returns the array, whose rows may have padding; a copy if its pixels are not contiguous."""
    if array.flags.c_contiguous:
        return array
    packed = array.strides[-1] == 1 and (array.ndim == 2 or array.strides[1] == array.shape[2])
    return array if packed and (len(array) == 1 or array.strides[0] >= array[0].nbytes) else np.ascontiguousarray(array)


def _require(array: Pixels, format: str, channels: int) -> None:
    found = 1 if array.ndim == 2 else array.shape[2]
    if found != channels:
        raise ValueError(f"the image has the shape {array.shape}, required of {format}: {channels} channels")


def _gray(array: Pixels, format: str, frame: Frame) -> None:
    _require(array, format, 1)
    plane = array if array.ndim == 2 else array[:, :, 0]
    frame.set_layout(_GRAY, plane.shape[1], plane.shape[0])
    frame.set_plane(0, _rows(plane))


def _color(array: Pixels, format: str, frame: Frame) -> None:
    _require(array, format, len(format))
    frame.set_layout(_RGB, array.shape[1], array.shape[0])
    frame.set_plane(0, _rows(array if format == "rgb" else array[:, :, :3] if format == "rgba" else array[:, :, 2::-1]))


def _packed(array: Pixels, format: str, frame: Frame) -> None:
    """Lends pairs of pixels that share their chroma."""
    if array.ndim != 3 or array.shape[2] != 2 or array.shape[1] % 2:
        raise ValueError(f"the image has the shape {array.shape}, required of {format}: (height, even width, 2)")
    frame.set_layout(
        lib.RECTO_FORMAT_YUYV if format == "yuyv" else lib.RECTO_FORMAT_UYVY, array.shape[1], array.shape[0]
    )
    frame.set_plane(0, _rows(array))


def _planar(array: Pixels, format: str, frame: Frame) -> None:
    """Lends a plane of Y with its chroma below, in OpenCV's layout: 3/2 of the rows."""
    if array.ndim != 2 or len(array) % 3 or array.shape[1] % 2:
        raise ValueError(f"the image has the shape {array.shape}, required of {format}: (height * 3 / 2, even width)")
    height, width = len(array) * 2 // 3, array.shape[1]
    rows = _rows(array)
    frame.set_layout(lib.RECTO_FORMAT_NV12, width, height)
    frame.set_plane(0, rows[:height])
    chroma = rows[height:]
    if format == "i420":
        chroma = np.ascontiguousarray(chroma.reshape(2, -1).T).reshape(height // 2, width)
    frame.set_plane(1, chroma)


_FILL: dict[str, Callable[[Pixels, str, Frame], None]] = {
    "gray": _gray,
    "rgb": _color,
    "bgr": _color,
    "rgba": _color,
    "bgra": _color,
    "yuyv": _packed,
    "uyvy": _packed,
    "nv12": _planar,
    "i420": _planar,
}


def _jpeg(image: object, frame: Frame) -> None:
    memory = _bytes_of(np.frombuffer(cast(bytes, image), np.uint8) if is_file(image) else image)
    if memory.size == 0 or memory.size != max(memory.shape):
        raise ValueError(f"the JPEG frame has the shape {memory.shape}, required: one axis of bytes")
    frame.struct.format = lib.RECTO_FORMAT_JPEG
    frame.set_plane(0, np.ascontiguousarray(memory).reshape(1, -1))


def frame_of(image: object, format: Format | None = None, range: Range = "limited") -> Frame:
    """Converts an array to a frame.

    Gray, RGB, YUYV, UYVY and NV12 are lent unchanged if the pixels of a row are contiguous. BGR, RGBA and BGRA are
    converted to RGB, and the chroma of I420 to that of NV12, in one copy.
    """
    frame = Frame(range)
    if format == "jpeg":
        _jpeg(image, frame)
        return frame
    array = _checked(image)
    name = format or _format_of(array)
    if name not in _FILL:
        raise ValueError(f"format is {format!r}, required: {', '.join(_FILL)} or jpeg")
    _FILL[name](array, name, frame)
    return frame
