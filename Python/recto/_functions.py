"""The functions of the module. Each thread caches the objects that they need."""

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
        image: A path, the bytes of a PNG or JPEG file, an array, a Pillow image, or an object that supports DLPack.
            Arrays of the shape (height, width) are gray, (height, width, 3) RGB and (height, width, 4) RGBA.
        format: Another layout of an array: "bgr" as in OpenCV, "bgra", "nv12" and "i420" with the chroma below the
            luma, "yuyv", "uyvy"; "jpeg" for a camera frame, whose EXIF block is ignored.
        range: The range of Y, Cb and Cr: "limited" as in cameras and video, "full" as in JPEG.
        min_confidence: The minimum confidence of a result.

    Raises:
        FileNotFoundError: The path does not exist.
        UnreadableError: The file cannot be decoded.
        TypeError, ValueError: The image has an unsupported type, dtype or shape.
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
    """Finds several pages side by side, the most certain first, at most `limit` (1 to 100); see `detect`."""
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
    """Scans the page in an image. If none is found with a confidence of at least 0.35, the image is the page.

    `recto.scan("photo.jpg").save("page.pdf")` writes it; `render()` returns its pixels. `corners` replaces the detected
    corners, and `filter` overrides that of the options. For the other arguments and errors see `detect`.
    """
    if filter is not None:
        options = replace(options or RenderOptions(), filter=filter)
    return _kept.detector.scan(image, format=format, range=range, corners=corners, options=options)


def fuse(images: Iterable[ImageLike], *, format: Format | None = None, range: Range = "limited") -> tuple[Page, Fusion]:
    """Fuses 3 to 32 pictures of a still page into a better one: less noise, finer print, less glare."""
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
    """Reads the text of a page, or of the page in an image.

    Args:
        image: A page, or an argument for `scan`.
        languages: Tesseract's names, separated by +, the most important language first: "deu+eng".
        format: The layout of an array; see `detect`.

    Raises:
        NotInstalledError: Tesseract, or the model of a language, is not installed.
    """
    return text_reader(languages).read(image if isinstance(image, Page) else scan(image, format=format))
