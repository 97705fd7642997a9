"""The functions of the module: each thread keeps the objects that they need."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ._codes import Code, CodeReader
from ._detector import SHOWN, Detector, Fusion
from ._frames import Format, ImageLike, Range
from ._options import Filter, RenderOptions
from ._pages import Detection, Page
from ._text import Text, text_reader


class _Kept(threading.local):
    def __init__(self) -> None:
        self.detector = Detector()
        self.readers: dict[bool, CodeReader] = {}


_kept = _Kept()


def detect(
    image: ImageLike | Page, *, format: Format | None = None, range: Range = "limited", min_confidence: float = SHOWN
) -> Detection | None:
    """Finds the page in an image.

    Args:
        image: A path, the bytes of a PNG or JPEG file, an array, a Pillow image, or what speaks DLPack. Arrays of the
            shape (height, width) are gray, (height, width, 3) RGB and (height, width, 4) RGBA.
        format: Another layout of an array: "bgr" as OpenCV has it, "bgra", "nv12" and "i420" with the chroma below the
            luma, "yuyv", "uyvy"; "jpeg" for a frame of a camera, whose EXIF block does not count.
        range: Which values Y, Cb and Cr take: "limited" of cameras and video, "full" of JPEG.
        min_confidence: Below, nothing is returned.

    Raises:
        FileNotFoundError: The path does not exist.
        UnreadableError: The file cannot be decoded.
        TypeError, ValueError: The image has another type, dtype or shape.
    """
    return _kept.detector.detect(image, format=format, range=range, min_confidence=min_confidence)


def detect_all(
    image: ImageLike | Page,
    *,
    limit: int = 20,
    format: Format | None = None,
    range: Range = "limited",
    min_confidence: float = SHOWN,
) -> list[Detection]:
    """Finds several pages that lie beside each other, the surest first, at most `limit` (1 to 100); see `detect`."""
    return _kept.detector.detect_all(image, limit=limit, format=format, range=range, min_confidence=min_confidence)


def scan(
    image: ImageLike,
    *,
    format: Format | None = None,
    range: Range = "limited",
    corners: Iterable[Sequence[float]] | None = None,
    filter: Filter | None = None,
    options: RenderOptions | None = None,
) -> Page:
    """Takes the page out of an image. If none is found with a confidence of 0.35 the image is the page.

    `recto.scan("photo.jpg").save("page.pdf")` writes it; `render()` returns its pixels. `corners` are taken instead of
    those that are found. `filter` takes the place of that of the options. The other arguments and errors are those of
    `detect`.
    """
    if filter is not None:
        options = replace(options or RenderOptions(), filter=filter)
    return _kept.detector.scan(image, format=format, range=range, corners=corners, options=options)


def fuse(images: Iterable[ImageLike], *, format: Format | None = None, range: Range = "limited") -> tuple[Page, Fusion]:
    """One better page of 3 to 32 pictures of a page that lies still: less noise, finer print, less glare."""
    return _kept.detector.fuse(images, format=format, range=range)


def read_codes(
    image: ImageLike | Page, *, bars: bool = False, format: Format | None = None, range: Range = "limited"
) -> list[Code]:
    """Reads QR codes, and with `bars` other codes, which takes many times as long; see `detect` for the arguments."""
    reader = _kept.readers.get(bars)
    if reader is None:
        reader = _kept.readers[bars] = CodeReader(bars=bars)
    return reader.read(image, format=format, range=range)


def text(image: ImageLike | Page, *, languages: str = "eng", format: Format | None = None) -> Text:
    """Reads what is written on a page, or on the page of an image.

    Args:
        image: A page, or what `scan` takes.
        languages: As Tesseract names them, with + between them, the most important one first: "deu+eng".
        format: The layout of an array; see `detect`.

    Raises:
        NotInstalledError: Tesseract, or the model of a language, is not installed.
    """
    return text_reader(languages).read(image if isinstance(image, Page) else scan(image, format=format))
