"""Live capture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from ._errors import UnreadableError
from ._frames import Format, ImageLike, Range, frame_of
from ._geometry import Quad, quad_from
from ._native import Handle, check, ffi, lib, sized, string, use
from ._options import ScannerOptions
from ._pages import Page, Side, sides
from ._sources import Source

Guidance = Literal[
    "noDocument",
    "partlyOutside",
    "tooFar",
    "tooClose",
    "tilted",
    "tooDark",
    "glare",
    "moving",
    "holdSteady",
    "capturing",
    "captured",
    "samePage",
]
FusionReason = Literal["sampling", "glare", "noise"]

_REASONS: tuple[tuple[int, FusionReason], ...] = (
    (lib.RECTO_FUSION_SAMPLING, "sampling"),
    (lib.RECTO_FUSION_GLARE, "glare"),
    (lib.RECTO_FUSION_NOISE, "noise"),
)


@dataclass(frozen=True)
class Capture:
    """A captured page.

    Attributes:
        page: The page.
        time: When its frame was taken, in seconds on the frames' clock.
        frame_number: The frame's number, from 0.
        is_low_quality: Whether no better frame was available: tilted, dark or with reflections.
    """

    page: Page
    time: float
    frame_number: int
    is_low_quality: bool


@dataclass(frozen=True)
class Observation:
    """What a frame shows.

    Attributes:
        size: Width and height of the frame, in pixels.
        guidance: What the user should know or do next.
        progress: With the guidance "holdSteady", the share of the time that has passed, 0 to 1.
        corners: The corners of the page in view; None if there is none.
        confidence: The probability that it is a page, 0 to 1.
        occluded_sides: The sides of the page that are hidden or outside the frame.
        page_identity: Changes when another page appears.
        sharpness: Higher is sharper; only comparable between frames of one page.
        brightness: The brightness of the paper, 0 to 255.
        glare_share: The share of the page that reflects a lamp, 0 to 1.
        fusion_reasons: Why a fusion of several frames would be better than one frame.
        captures: The pages captured with this frame.
    """

    size: tuple[int, int]
    guidance: Guidance
    progress: float
    corners: Quad | None
    confidence: float
    occluded_sides: frozenset[Side]
    page_identity: int
    sharpness: float
    brightness: float
    glare_share: float
    fusion_reasons: frozenset[FusionReason]
    captures: tuple[Capture, ...]


def _observation(seen: Any, captures: tuple[Capture, ...]) -> Observation:
    return Observation(
        size=(seen.width, seen.height),
        guidance=cast(Guidance, string(lib.recto_guidance_name(seen.guidance))),
        progress=seen.progress,
        corners=quad_from(seen.corners) if seen.has_page else None,
        confidence=seen.confidence,
        occluded_sides=sides(seen.occluded_sides),
        page_identity=seen.page_identity,
        sharpness=seen.sharpness,
        brightness=seen.brightness,
        glare_share=seen.glare_share,
        fusion_reasons=frozenset(reason for bit, reason in _REASONS if seen.fusion_reasons & bit),
        captures=captures,
    )


@ffi.callback("recto_capture_function")  # type: ignore[untyped-decorator, unused-ignore]
def _on_capture(page: Any, capture: Any, context: Any) -> None:
    """Stores a captured page until the capturing call has returned, so that no other code runs within it."""
    out = ffi.new("recto_page **")
    if lib.recto_page_copy(page, out) == lib.RECTO_OK:
        seconds = capture.time_nanoseconds / 1e9
        ffi.from_handle(context).append(
            Capture(Page.adopt(out[0]), seconds, capture.frame_number, bool(capture.is_low_quality))
        )


class Scanner(Handle):
    """Tracks the page in the frames of one camera, guides the user, and captures each page once.

    `watch("/dev/video0")` and `pages(frames)` iterate over captures; `process(frame)` processes one frame.
    """

    __slots__ = ("_captured", "_context", "_frames", "_on_capture", "_seen")

    def __init__(
        self, options: ScannerOptions | None = None, *, on_capture: Callable[[Capture], None] | None = None
    ) -> None:
        """`on_capture` is called for each page after its frame, on the thread that passed the frame."""
        struct, _render = (options or ScannerOptions()).struct()
        super().__init__("recto_scanner", lib.recto_scanner_new, struct)
        self._captured: list[Capture] = []
        self._context: Any = ffi.new_handle(self._captured)
        self._frames = 0
        self._on_capture = on_capture
        self._seen: Any = sized("recto_observation")
        self._call(lib.recto_scanner_on_capture, _on_capture, self._context)

    def process(
        self, frame: ImageLike, *, time: float | None = None, format: Format | None = None, range: Range = "limited"
    ) -> Observation:
        """Processes the next frame.

        Args:
            frame: An array, or the bytes of a JPEG frame.
            time: When it was taken, in seconds on a monotonic clock; by default the time of the call.
            format: The layout of the pixels, if it is not gray, RGB or RGBA.
            range: The range of Y, Cb and Cr: "limited" as in cameras and video, "full" as in JPEG.

        Raises:
            UnreadableError: A JPEG frame is damaged. The frame is ignored.
        """
        is_jpeg = format is None and isinstance(frame, (bytes, bytearray, memoryview))
        lent = frame_of(frame, "jpeg" if is_jpeg else format, range)
        nanoseconds = _now() if time is None else round(time * 1e9)
        return self._process(lent.struct, nanoseconds, self._frames)

    def _process(self, frame: Any, nanoseconds: int, number: int) -> Observation:
        with use(self) as pointer:
            check(lib.recto_scanner_process(pointer, frame, nanoseconds, number, self._seen))
            self._frames += 1
            captures = self._take()
            seen = _observation(self._seen, captures)
        self._tell(captures)
        return seen

    def pages(
        self,
        frames: Iterable[ImageLike | tuple[float, ImageLike]],
        *,
        format: Format | None = None,
        range: Range = "limited",
        on_observation: Callable[[Observation], None] | None = None,
    ) -> Iterator[Page]:
        """Yields the pages captured from frames, or from (seconds, frame) pairs. Raises for damaged JPEG frames."""
        for item in frames:
            seconds, frame = item if isinstance(item, tuple) else (None, item)
            seen = self.process(frame, time=seconds, format=format, range=range)
            if on_observation:
                on_observation(seen)
            yield from (capture.page for capture in seen.captures)
        yield from (capture.page for capture in self.finish())

    def watch(
        self, source: str | os.PathLike[str] | Source, *, on_observation: Callable[[Observation], None] | None = None
    ) -> Iterator[Page]:
        """Yields the pages captured from a camera such as "/dev/video0", or another argument of `Source`.

        Damaged frames are skipped. The source is closed at the end.
        """
        with source if isinstance(source, Source) else Source(source) as opened:
            for frame, nanoseconds, number in opened.frames():
                try:
                    seen = self._process(frame, nanoseconds, number)
                except UnreadableError:
                    continue
                if on_observation:
                    on_observation(seen)
                yield from (capture.page for capture in seen.captures)
        yield from (capture.page for capture in self.finish())

    def request_shot(self) -> None:
        """Captures the best of the next frames, whatever they show."""
        self._call(lib.recto_scanner_request_shot)

    def rearm(self) -> None:
        """Allows the page in view to be captured again."""
        self._call(lib.recto_scanner_rearm)

    def reset(self) -> None:
        """Forgets all pages, as for a new document."""
        self._call(lib.recto_scanner_reset)

    def finish(self) -> tuple[Capture, ...]:
        """Ends the stream: a page that was being captured is captured from the frames so far."""
        with use(self) as pointer:
            check(lib.recto_scanner_finish(pointer))
            captures = self._take()
        self._tell(captures)
        return captures

    def _take(self) -> tuple[Capture, ...]:
        captures = tuple(self._captured)
        self._captured.clear()
        return captures

    def _tell(self, captures: tuple[Capture, ...]) -> None:
        if self._on_capture:
            for capture in captures:
                self._on_capture(capture)


_now = time.monotonic_ns
