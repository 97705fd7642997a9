"""Options for rendering pages and for scanners. All can be pickled and compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ._native import ffi, lib, sized

Filter = Literal["color", "grayscale", "black-and-white", "photo", "automatic", "original"]
Flattening = Literal["off", "automatic", "forced"]
Paper = Literal["automatic", "measured", "A3", "A4", "A5", "A6", "letter", "legal", "ID-1", "B5"]
Mode = Literal["automatic", "manual"]

_FILTERS: dict[str, int] = {
    "color": lib.RECTO_FILTER_COLOR,
    "grayscale": lib.RECTO_FILTER_GRAYSCALE,
    "black-and-white": lib.RECTO_FILTER_BLACK_AND_WHITE,
    "photo": lib.RECTO_FILTER_PHOTO,
    "automatic": lib.RECTO_FILTER_AUTOMATIC,
    "original": lib.RECTO_FILTER_ORIGINAL,
}
_FLATTENINGS: dict[str, int] = {
    "off": lib.RECTO_FLATTENING_OFF,
    "automatic": lib.RECTO_FLATTENING_AUTOMATIC,
    "forced": lib.RECTO_FLATTENING_FORCED,
}
_PAPERS: dict[str, int] = {
    "automatic": lib.RECTO_PAPER_AUTOMATIC,
    "measured": lib.RECTO_PAPER_MEASURED,
    "A3": lib.RECTO_PAPER_A3,
    "A4": lib.RECTO_PAPER_A4,
    "A5": lib.RECTO_PAPER_A5,
    "A6": lib.RECTO_PAPER_A6,
    "letter": lib.RECTO_PAPER_LETTER,
    "legal": lib.RECTO_PAPER_LEGAL,
    "ID-1": lib.RECTO_PAPER_ID1,
    "B5": lib.RECTO_PAPER_B5,
}
_MODES: dict[str, int] = {"automatic": lib.RECTO_MODE_AUTOMATIC, "manual": lib.RECTO_MODE_MANUAL}


def code(table: dict[str, int], name: str, what: str) -> int:
    """Returns the library's number for a name."""
    try:
        return table[name]
    except (KeyError, TypeError):
        raise ValueError(f"{what} is {name!r}, required: {', '.join(table)}") from None


def name_of(table: dict[str, int], number: int) -> Any:
    """Returns the name for the library's number."""
    return next(name for name, value in table.items() if value == number)


def count(value: int, what: str) -> int:
    """Checks a number that the library stores in 32 bits."""
    if not 0 <= value < 1 << 32:
        raise ValueError(f"{what} is {value}, required: 0 or more")
    return value


@dataclass(frozen=True)
class RenderOptions:
    """How a page is rendered.

    Attributes:
        filter: "color" makes the paper white and evenly lit, "photo" keeps natural tones, "original" corrects nothing,
            "automatic" chooses a suitable one.
        rotation: The clockwise rotation after straightening: 0, 90, 180 or 270 degrees.
        dpi: Pixels per inch of paper; None to keep the picture's resolution.
        paper: "automatic" uses a standard size if the aspect ratio certainly matches, "measured" keeps the ratio.
        flattening: Whether a bent page is flattened: "automatic" if that certainly makes it flatter, "forced" if lines
            of text are found.
        keeps_fingers: Whether fingers at the margins of a flattened page remain. Otherwise they are replaced with paper
            where they hide nothing legible.
    """

    filter: Filter = "color"
    rotation: int = 0
    dpi: float | None = None
    paper: Paper = "automatic"
    flattening: Flattening = "off"
    keeps_fingers: bool = False

    def __post_init__(self) -> None:
        self.struct()  # which checks the values

    def struct(self) -> Any:
        """Converts them to the struct of recto.h."""
        options = sized("recto_render_options")
        options.filter = code(_FILTERS, self.filter, "filter")
        if self.rotation not in (0, 90, 180, 270):
            raise ValueError(f"rotation is {self.rotation}, required: 0, 90, 180 or 270")
        options.rotation_degrees = self.rotation
        if self.dpi is not None and not self.dpi > 0:
            raise ValueError(f"dpi is {self.dpi}, required: above 0, or None")
        options.dots_per_inch = self.dpi or 0
        options.paper = code(_PAPERS, self.paper, "paper")
        options.flattening = code(_FLATTENINGS, self.flattening, "flattening")
        options.keeps_fingers = self.keeps_fingers
        return options

    @staticmethod
    def of(info: Any) -> RenderOptions:
        """Returns the options in a `recto_page_info`."""
        return RenderOptions(
            name_of(_FILTERS, info.filter),
            info.rotation_degrees,
            info.dots_per_inch or None,
            name_of(_PAPERS, info.paper),
            name_of(_FLATTENINGS, info.flattening),
            bool(info.keeps_fingers),
        )


@dataclass(frozen=True)
class ScannerOptions:
    """How a scanner captures pages.

    Attributes:
        mode: "automatic" captures a page when it is new, still and well visible; "manual" on request.
        dwell: How long a page must be still, 0 to 10 seconds; None for the default.
        remembered_pages: The number of captured pages to remember, so that none is captured twice, 0 to 1000.
        buffered_frames: The maximum number of buffered frames, 1 to 32: a capture is the sharpest of these.
        render: How captured pages are rendered.
    """

    mode: Mode = "automatic"
    dwell: float | None = None
    remembered_pages: int | None = None
    buffered_frames: int | None = None
    render: RenderOptions = RenderOptions()

    def struct(self) -> tuple[Any, Any]:
        """Converts them to the struct of recto.h, and the memory that it refers to."""
        options = ffi.new("recto_scanner_options *")
        lib.recto_scanner_options_init(options)
        options.mode = code(_MODES, self.mode, "mode")
        if self.dwell is not None:
            options.dwell_seconds = self.dwell
        if self.remembered_pages is not None:
            options.remembered_pages = count(self.remembered_pages, "remembered_pages")
        if self.buffered_frames is not None:
            options.buffered_frames = count(self.buffered_frames, "buffered_frames")
        render = self.render.struct()
        options.render_options = render
        return options, render


@dataclass(frozen=True)
class AnchorOptions:
    """How anchors are recognized.

    Attributes:
        focal_length: The camera's, in pixels of its frames; None to guess it, with proportional errors of distances.
        limit: The maximum number of anchors to report or track, 1 to 100.
        recognition_interval: New anchors are searched for in one of this many frames of a stream, 1 to 1000.
        patience: How long a lost anchor is searched for at its last position, 0 to 10 seconds; only for streams.
    """

    focal_length: float | None = None
    limit: int | None = None
    recognition_interval: int | None = None
    patience: float | None = None

    def struct(self) -> Any:
        """Converts them to the struct of recto.h."""
        options = ffi.new("recto_anchor_options *")
        lib.recto_anchor_options_init(options)
        if self.focal_length is not None:
            options.focal_length = self.focal_length
        if self.limit is not None:
            options.limit = count(self.limit, "limit")
        if self.recognition_interval is not None:
            options.recognition_interval = count(self.recognition_interval, "recognition_interval")
        if self.patience is not None:
            options.patience_seconds = self.patience
        return options
