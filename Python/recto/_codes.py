"""QR codes and bar codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._frames import Format, ImageLike, Range, frame_of, is_file
from ._geometry import Quad, quad_from
from ._native import Handle, check, ffi, lib, sized, string, use
from ._options import count
from ._pages import Page


@dataclass(frozen=True)
class Code:
    """A code.

    Attributes:
        text: The payload as text.
        bytes: The payload as stored in the code.
        symbology: "QR Code", "EAN-13" …
        corners: In pixels of the image, from the code's own top-left, clockwise, or counterclockwise if it is mirrored.
    """

    text: str
    bytes: bytes
    symbology: str
    corners: Quad


class CodeReader(Handle):
    """Reads codes. The module's functions keep one per thread."""

    __slots__ = ()

    def __init__(self, *, bars: bool = False, live: bool = False, limit: int | None = None) -> None:
        """`bars` also reads bar codes, which takes many times as long; `live` does less work, for streams."""
        options = ffi.new("recto_code_reader_options *")
        lib.recto_code_reader_options_init(options)
        options.reads_bars, options.is_live = bars, live
        if limit is not None:
            options.limit = count(limit, "limit")
        super().__init__("recto_code_reader", lib.recto_code_reader_new, options)

    def read(self, image: ImageLike | Page, *, format: Format | None = None, range: Range = "limited") -> list[Code]:
        """Returns the codes in an image."""
        frame = frame_of(still(image, format), format, range)
        number = ffi.new("size_t *")
        with use(self) as reader:
            check(lib.recto_code_reader_read(reader, frame.struct, number))
            return [self._code(reader, index) for index in builtin_range(number[0])]

    def _code(self, reader: Any, index: int) -> Code:
        code = sized("recto_code")
        check(lib.recto_code_reader_get_code(reader, index, code))
        text: bytes = ffi.buffer(code.text, code.text_bytes)[:] if code.text_bytes else b""
        payload: bytes = ffi.buffer(code.bytes, code.byte_count)[:] if code.byte_count else b""
        return Code(text.decode("utf-8", "replace"), payload, string(code.symbology), quad_from(code.corners))


builtin_range = range


def still(image: ImageLike | Page, format: Format | None) -> object:
    """Returns the pixels of a page's picture or a file, and other images unchanged."""
    if isinstance(image, Page):
        return image.picture()
    if is_file(image) and format is None:
        return Page(image).picture()
    return image
