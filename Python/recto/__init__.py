"""Finds the page in pictures and camera frames, crops, straightens and cleans it.

import recto
recto.scan("photo.jpg").save("page.pdf")
"""

from ._anchors import Anchor, AnchorDatabase, AnchorMatcher, AnchorPicture, AnchorTracker, Pose, Sighting
from ._codes import Code, CodeReader
from ._detector import Detector, Fusion
from ._errors import (
    ConcurrentUseError,
    InUseError,
    InvalidArgumentError,
    NotAPageError,
    NotInstalledError,
    RectoError,
    UnreadableError,
    UnwritableError,
)
from ._frames import Format, ImageLike, Range
from ._functions import detect, detect_all, fuse, read_codes, scan, text
from ._geometry import Point, Quad
from ._images import Image
from ._native import lib as _lib
from ._native import string as _string
from ._options import AnchorOptions, Filter, Flattening, Mode, Paper, RenderOptions, ScannerOptions
from ._pages import Detection, Document, DocumentWriter, Page
from ._scanner import Capture, Guidance, Observation, Scanner
from ._sources import Camera, Source, cameras
from ._text import Text, TextReader

__version__: str = _string(_lib.recto_version())

__all__ = [
    "Anchor",
    "AnchorDatabase",
    "AnchorMatcher",
    "AnchorOptions",
    "AnchorPicture",
    "AnchorTracker",
    "Camera",
    "Capture",
    "Code",
    "CodeReader",
    "ConcurrentUseError",
    "Detection",
    "Detector",
    "Document",
    "DocumentWriter",
    "Filter",
    "Flattening",
    "Format",
    "Fusion",
    "Guidance",
    "Image",
    "ImageLike",
    "InUseError",
    "InvalidArgumentError",
    "Mode",
    "NotAPageError",
    "NotInstalledError",
    "Observation",
    "Page",
    "Paper",
    "Point",
    "Pose",
    "Quad",
    "Range",
    "RectoError",
    "RenderOptions",
    "Scanner",
    "ScannerOptions",
    "Sighting",
    "Source",
    "Text",
    "TextReader",
    "UnreadableError",
    "UnwritableError",
    "__version__",
    "cameras",
    "detect",
    "detect_all",
    "fuse",
    "read_codes",
    "scan",
    "text",
]
