"""Pages in still pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ._frames import Format, Frame, ImageLike, Range, decoded, frame_of, is_file
from ._native import Handle, check, ffi, lib, sized, use
from ._options import RenderOptions
from ._pages import Detection, Page

#: The minimum confidence of a page.
SHOWN = 0.35


@dataclass(frozen=True)
class Fusion:
    """How a page was fused from several frames.

    Attributes:
        reference: The index of the frame whose geometry the page has.
        used_frames: The number of fused frames.
        noise: The noise of one frame, in gray levels.
        lost_share: The share of the page that is saturated in every frame, 0 to 1.
    """

    reference: int
    used_frames: int
    noise: float
    lost_share: float


def _check_confidence(value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"min_confidence is {value}, required: 0 to 1")


class Detector(Handle):
    """Finds pages in pictures. The module's functions keep one per thread."""

    __slots__ = ("_detection",)

    def __init__(self) -> None:
        super().__init__("recto_detector", lib.recto_detector_new)
        self._detection: Any = sized("recto_detection")

    def detect(
        self,
        image: ImageLike | Page,
        *,
        format: Format | None = None,
        range: Range = "limited",
        min_confidence: float = SHOWN,
    ) -> Detection | None:
        """Finds the page; see `recto.detect`."""
        _check_confidence(min_confidence)
        if isinstance(image, Page) or is_file(image) and format is None:
            found = self._detect_page(image, 1)
        else:
            frame = frame_of(image, format, range)
            with use(self) as pointer:
                check(lib.recto_detector_detect(pointer, frame.struct, self._detection))
                one = Detection.of(self._detection)
            found = [one] if one else []
        return found[0] if found and found[0].confidence >= min_confidence else None

    def detect_all(
        self,
        image: ImageLike | Page,
        *,
        limit: int = 20,
        format: Format | None = None,
        range: Range = "limited",
        min_confidence: float = SHOWN,
    ) -> list[Detection]:
        """Finds all pages; see `recto.detect_all`."""
        _check_confidence(min_confidence)
        if not 1 <= limit <= 100:
            raise ValueError(f"limit is {limit}, required: 1 to 100")
        if isinstance(image, Page) or is_file(image) and format is None:
            found = self._detect_page(image, limit)
        else:
            found = self._detect_frame(frame_of(image, format, range), limit)
        return [detection for detection in found if detection.confidence >= min_confidence]

    def _detect_frame(self, frame: Frame, limit: int) -> list[Detection]:
        with use(self) as pointer:
            return self._detections(pointer, lib.recto_detector_detect_all, frame.struct, limit)

    def _detect_page(self, image: ImageLike | Page, limit: int) -> list[Detection]:
        page = image if isinstance(image, Page) else Page(image)
        with use(self) as pointer, use(page) as page_pointer:
            return self._detections(pointer, lib.recto_detector_detect_page, page_pointer, limit)

    def _detections(self, pointer: Any, function: Any, source: Any, limit: int) -> list[Detection]:
        count = ffi.new("size_t *")
        check(function(pointer, source, limit, count))
        found: list[Detection] = []
        for index in range(count[0]):
            check(lib.recto_detector_get_detection(pointer, index, self._detection))
            detection = Detection.of(self._detection)
            if detection:
                found.append(detection)
        return found

    def scan(
        self,
        image: ImageLike,
        *,
        format: Format | None = None,
        range: Range = "limited",
        corners: Iterable[Sequence[float]] | None = None,
        options: RenderOptions | None = None,
    ) -> Page:
        """Scans the page of a picture; see `recto.scan`."""
        page = Page(image, format=format, range=range, corners=corners, options=options)
        if corners is None:
            page.detection = self.detect(page, min_confidence=0)
            if page.detection and page.detection.confidence >= SHOWN:
                page.corners = page.detection.corners
        return page

    def fuse(
        self, images: Iterable[ImageLike], *, format: Format | None = None, range: Range = "limited"
    ) -> tuple[Page, Fusion]:
        """Fuses several pictures of a page; see `recto.fuse`."""
        frames = [frame_of(image if format else decoded(image), format, range) for image in images]
        out, what = ffi.new("recto_page **"), sized("recto_fusion")
        pointers = ffi.new("recto_frame *[]", [frame.struct for frame in frames])
        self._call(lib.recto_detector_fuse, pointers, len(frames), out, what)
        fusion = Fusion(what.reference, what.used_frames, what.noise, what.lost_share)
        return Page.adopt(out[0]), fusion
