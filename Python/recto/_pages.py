"""Pages and documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from typing import Any, Literal

from PIL import Image as PillowImage
from PIL import ImageDraw

from ._frames import Format, ImageLike, Range, existing, frame_of, is_file, path_bytes
from ._geometry import Quad, quad_from, quad_struct
from ._images import Image, preview
from ._native import NULL, Handle, check, ffi, lib, sized, use
from ._options import RenderOptions, code
from ._text import Text, TextReader, text_from, text_reader

#: Where the page is: inside the picture, filling it (then there is nothing to crop), or absent.
Presence = Literal["none", "found", "fills-picture"]
Side = Literal["top", "right", "bottom", "left"]
DocumentFormat = Literal["pdf", "tiff", "png", "jpeg"]

_PRESENCES: dict[int, Presence] = {
    lib.RECTO_PRESENCE_NONE: "none",
    lib.RECTO_PRESENCE_FOUND: "found",
    lib.RECTO_PRESENCE_FILLS_PICTURE: "fills-picture",
}
_SIDES: tuple[tuple[int, Side], ...] = (
    (lib.RECTO_SIDE_TOP, "top"),
    (lib.RECTO_SIDE_RIGHT, "right"),
    (lib.RECTO_SIDE_BOTTOM, "bottom"),
    (lib.RECTO_SIDE_LEFT, "left"),
)
_DOCUMENT_FORMATS: dict[str, int] = {
    "pdf": lib.RECTO_DOCUMENT_PDF,
    "tiff": lib.RECTO_DOCUMENT_TIFF,
    "png": lib.RECTO_DOCUMENT_PNG,
    "jpeg": lib.RECTO_DOCUMENT_JPEG,
}


def sides(bits: int) -> frozenset[Side]:
    """Decodes the library's set of sides."""
    return frozenset(side for bit, side in _SIDES if bits & bit)


@dataclass(frozen=True)
class Detection:
    """A quad that may be a page.

    Attributes:
        corners: In pixels of the image, clockwise from the corner nearest to the image's top-left.
        confidence: The probability that it is a page with these corners: worth showing from 0.35, worth capturing
            without asking from 0.8.
        presence: Whether it is a page whose sides are visible, or the picture is the page, as in a scan.
        cut_sides: The sides of the picture beyond which the page continues.
    """

    corners: Quad
    confidence: float
    presence: Presence = "found"
    cut_sides: frozenset[Side] = frozenset()

    @staticmethod
    def of(struct: Any) -> Detection | None:
        """Converts a `recto_detection`; None if nothing was found."""
        if not struct.found:
            return None
        presence, cut = _PRESENCES[struct.presence], sides(struct.cut_sides)
        return Detection(quad_from(struct.corners), struct.confidence, presence, cut)


def _decoder(
    image: ImageLike, format: Format | None, range: Range
) -> tuple[Callable[..., int], tuple[Any, ...], object]:
    """Returns the function that creates a page from an image, its arguments, and the memory that they refer to."""
    if isinstance(image, (str, os.PathLike)):
        return lib.recto_page_open, (existing(image),), None
    if is_file(image) and format is None:
        buffer = ffi.from_buffer("uint8_t[]", image)
        if not len(buffer):
            raise ValueError("the image has no bytes")
        return lib.recto_page_decode, (buffer, len(buffer)), None
    frame = frame_of(image, format, range)
    return lib.recto_page_new, (frame.struct,), frame


class Page(Handle):
    """A page: the whole picture that contains it, its corners, and its options.

    Editing is non-destructive. `Page(image)` uses the whole image as the page; `recto.scan(image)` finds it.
    """

    __slots__ = ("detection",)

    def __init__(
        self,
        image: ImageLike,
        *,
        format: Format | None = None,
        range: Range = "limited",
        corners: Iterable[Sequence[float]] | None = None,
        options: RenderOptions | None = None,
    ) -> None:
        make, arguments, _kept = _decoder(image, format, range)
        super().__init__("recto_page", make, *arguments)
        #: How the page was found; None if it was not detected.
        self.detection: Detection | None = None
        if corners is not None:
            self.corners = corners
        if options is not None:
            self.options = options

    @classmethod
    def adopt(cls, pointer: Any) -> Page:
        """Wraps a page returned by the library."""
        page = cls.__new__(cls)
        page._adopt("recto_page", pointer)
        page.detection = None
        return page

    def _info(self) -> Any:
        info = sized("recto_page_info")
        self._call(lib.recto_page_get_info, info)
        return info

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the page's picture, in pixels."""
        info = self._info()
        return info.picture_width, info.picture_height

    @property
    def corners(self) -> Quad | None:
        """The page's corners in the picture, clockwise from the page's top-left; None if the picture is the page."""
        info = self._info()
        return quad_from(info.corners) if info.has_corners else None

    @corners.setter
    def corners(self, corners: Iterable[Sequence[float]] | None) -> None:
        self._call(lib.recto_page_set_corners, quad_struct(corners))

    @property
    def options(self) -> RenderOptions:
        """How the page is rendered."""
        return RenderOptions.of(self._info())

    @options.setter
    def options(self, options: RenderOptions) -> None:
        self._call(lib.recto_page_set_render_options, options.struct())

    def deskew(self) -> float | None:
        """Turns the picture of a page without corners until its lines of print are level.

        Returns the angle in degrees by which its lines fell to the right; 0 if they were level enough, and None if
        their direction is not sure, in which case the page does not change. The turned picture becomes the page's
        picture.
        """
        found, degrees = ffi.new("recto_deskewing *"), ffi.new("double *")
        self._call(lib.recto_page_deskew, found, degrees)
        if found[0] == lib.RECTO_DESKEWING_UNSURE:
            return None
        return degrees[0] if found[0] == lib.RECTO_DESKEWING_TURNED else 0.0

    def copy(self) -> Page:
        """Returns an independent page that shares the picture's memory."""
        out = ffi.new("recto_page **")
        self._call(lib.recto_page_copy, out)
        page = Page.adopt(out[0])
        page.detection = self.detection
        return page

    def render(self) -> Image:
        """Renders the page: straightened and enhanced."""
        with use(self) as pointer:
            return Image(Handle("recto_image", lib.recto_page_render, pointer))

    def picture(self) -> Image:
        """The whole original picture of the page."""
        with self.copy() as page:
            page.corners = None
            page.options = RenderOptions("original")
            return page.render()

    def text(self, languages: str = "eng") -> Text:
        """Reads the text of the page; see `recto.text`."""
        return text_reader(languages).read(self)

    def overlay(self) -> PillowImage.Image:
        """Returns the picture with the page's outline, which notebooks show."""
        image = self.picture().to_pillow().convert("RGB")
        corners = self.corners
        if corners is not None:
            outline = [(point.x, point.y) for point in (*corners, corners[0])]
            ImageDraw.Draw(image).line(outline, fill=(0, 160, 80), width=max(max(image.size) // 250, 2), joint="curve")
        return image

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        archival: bool = False,
        keep_time_and_place: bool = False,
        text: str | TextReader | None = None,
    ) -> None:
        """Writes the rendered page; see `Document.save`."""
        Document([self]).save(path, title=title, archival=archival, keep_time_and_place=keep_time_and_place, text=text)

    def _repr_png_(self) -> bytes:
        return preview(self.render().to_pillow())

    def __repr__(self) -> str:
        if self._pointer is None:
            return "<recto.Page, closed>"
        width, height = self.size
        return f"<recto.Page in a picture of {width} × {height}, {'with' if self.corners else 'without'} corners>"


def _document_options(title: str | None, archival: bool, keep_time_and_place: bool, reader: Any) -> tuple[Any, Any]:
    """Converts document options for recto.h, with the memory that they refer to."""
    options = ffi.new("recto_document_options *")
    lib.recto_document_options_init(options)
    options.is_archival = archival
    options.keeps_time_and_place = keep_time_and_place
    options.reader = reader
    kept = NULL if title is None else ffi.new("char[]", title.encode())
    options.title = kept
    return options, kept


class DocumentWriter(Handle):
    """A document that is written page by page, so that only one page is in memory.

    A document that is closed before it is finished leaves no file.
    """

    __slots__ = ("_reader",)

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        format: DocumentFormat = "pdf",
        title: str | None = None,
        archival: bool = False,
        keep_time_and_place: bool = False,
        text: str | TextReader | None = None,
    ) -> None:
        """`format` is for a document in memory, without a path; for the other arguments see `Document.save`."""
        self._reader = TextReader(text) if isinstance(text, str) else text
        with use(self._reader) if self._reader else nullcontext(NULL) as reader:
            options, _title = _document_options(title, archival, keep_time_and_place, reader)
            where = NULL if path is None else path_bytes(path)
            number = code(_DOCUMENT_FORMATS, format, "format")
            super().__init__("recto_document", lib.recto_document_new, where, number, options)

    def add(self, page: Page) -> Text | None:
        """Renders a page and appends it. With `text` it returns the text that was read."""
        out = ffi.new("const char **")
        with use(self) as document, use(page) as pointer, use(self._reader) if self._reader else nullcontext():
            check(lib.recto_document_add(document, pointer, out))
            return text_from(out[0]) if out[0] else None

    def finish(self) -> bytes:
        """Completes the document and returns its bytes; b"" if it has a path. Nothing can be added afterwards."""
        out = ffi.new("recto_bytes **")
        self._call(lib.recto_document_finish, out)
        if not out[0]:
            return b""
        data, count = ffi.new("const uint8_t **"), ffi.new("size_t *")
        held = ffi.gc(out[0], lib.recto_bytes_free)
        check(lib.recto_bytes_get(held, data, count))
        return bytes(ffi.buffer(data[0], count[0]))


class Document:
    """A list of pages that can be saved."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        self.pages: list[Page] = []
        for page in pages:
            self.append(page)

    def append(self, page: Page) -> None:
        """Adds a page at the end."""
        if not isinstance(page, Page):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"page {len(self.pages) + 1} is {type(page).__name__}, required: Page, as from recto.scan")
        self.pages.append(page)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        archival: bool = False,
        keep_time_and_place: bool = False,
        text: str | TextReader | None = None,
    ) -> None:
        """Renders the pages and writes them to a file, which only appears when it is complete.

        Args:
            path: .pdf, .tif and .tiff hold any number of pages, .png, .jpg and .jpeg one.
            title: The document's title.
            archival: PDF/A-2; only for PDF.
            keep_time_and_place: Write the time and place (GPS) that a picture's file states; only for JPEG.
            text: Reads the pages, so that text can be searched, selected and copied in a PDF: languages such as
                "deu+eng", or a cached reader.
        """
        if not self.pages:
            raise ValueError("a document needs at least one page")
        reader = TextReader(text) if isinstance(text, str) else text
        with ExitStack() as held:
            options, _title = _document_options(
                title, archival, keep_time_and_place, held.enter_context(use(reader)) if reader else NULL
            )
            # A page that is in the document twice is locked once.
            pointers = {
                id(page): held.enter_context(use(page)) for page in {id(page): page for page in self.pages}.values()
            }
            pages = ffi.new("recto_page *[]", [pointers[id(page)] for page in self.pages])
            check(lib.recto_pages_write_document(pages, len(self.pages), path_bytes(path), options))

    def __len__(self) -> int:
        return len(self.pages)

    def __iter__(self) -> Iterator[Page]:
        return iter(self.pages)

    def __getitem__(self, index: int) -> Page:
        return self.pages[index]

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        for page in self.pages:
            page.close()

    def __repr__(self) -> str:
        return f"<recto.Document of {len(self.pages)} pages>"
