"""Pages and documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from PIL import Image as PillowImage
from PIL import ImageDraw

from ._frames import Format, ImageLike, Range, existing, frame_of, is_file, path_bytes
from ._geometry import Quad, quad_from, quad_struct
from ._images import Image, preview
from ._native import Handle, check, ffi, lib, sized, use
from ._options import RenderOptions
from ._text import Text, TextReader, text_reader


@dataclass(frozen=True)
class Detection:
    """A quad that may be a page.

    Attributes:
        corners: In pixels of the image, clockwise from the corner nearest to the image's top-left.
        confidence: The probability that it is a page with these corners: from 0.35 on worth showing, from 0.8 on worth
            capturing without asking.
    """

    corners: Quad
    confidence: float


def _decoder(
    image: ImageLike, format: Format | None, range: Range
) -> tuple[Callable[..., int], tuple[Any, ...], object]:
    """The function that makes a page of an image, its arguments, and the memory that they point into."""
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
    """A page: the whole picture that shows it, and notes on where it is and how it is to look.

    Nothing is lost by changing them. `Page(image)` takes the whole image as the page; `recto.scan(image)` finds it.
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
        #: How the page was found; None unless it was.
        self.detection: Detection | None = None
        if corners is not None:
            self.corners = corners
        if options is not None:
            self.options = options

    @classmethod
    def adopt(cls, pointer: Any) -> Page:
        """A page that the library has handed out."""
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
        """Width and height of the picture that shows the page, in pixels."""
        info = self._info()
        return info.picture_width, info.picture_height

    @property
    def corners(self) -> Quad | None:
        """Of the page in the picture, clockwise from the page's own top-left; None if the picture is the page."""
        info = self._info()
        return quad_from(info.corners) if info.has_corners else None

    @corners.setter
    def corners(self, corners: Iterable[Sequence[float]] | None) -> None:
        self._call(lib.recto_page_set_corners, quad_struct(corners))

    @property
    def options(self) -> RenderOptions:
        """How the page looks."""
        return RenderOptions.of(self._info())

    @options.setter
    def options(self, options: RenderOptions) -> None:
        self._call(lib.recto_page_set_render_options, options.struct())

    def copy(self) -> Page:
        """A page of its own that shares the picture's memory."""
        out = ffi.new("recto_page **")
        self._call(lib.recto_page_copy, out)
        page = Page.adopt(out[0])
        page.detection = self.detection
        return page

    def render(self) -> Image:
        """The finished page: straightened and enhanced."""
        with use(self) as pointer:
            return Image(Handle("recto_image", lib.recto_page_render, pointer))

    def picture(self) -> Image:
        """The whole picture that shows the page, as it was taken."""
        with self.copy() as page:
            page.corners = None
            page.options = RenderOptions("original")
            return page.render()

    def text(self, languages: str = "eng") -> Text:
        """What is written on the page; see `recto.text`."""
        return text_reader(languages).read(self)

    def overlay(self) -> PillowImage.Image:
        """The picture with the page's outline, which notebooks show."""
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
        text: str | TextReader | None = None,
    ) -> None:
        """Writes the finished page; see `Document.save`."""
        Document([self]).save(path, title=title, archival=archival, text=text)

    def _repr_png_(self) -> bytes:
        return preview(self.render().to_pillow())

    def __repr__(self) -> str:
        if self._pointer is None:
            return "<recto.Page, closed>"
        width, height = self.size
        return f"<recto.Page in a picture of {width} × {height}, {'with' if self.corners else 'without'} corners>"


class Document:
    """Pages in their order: a list of them that can be saved."""

    def __init__(self, pages: Iterable[Page] = ()) -> None:
        self.pages = list(pages)

    def append(self, page: Page) -> None:
        """Adds a page at the end."""
        self.pages.append(page)

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        archival: bool = False,
        text: str | TextReader | None = None,
    ) -> None:
        """Renders the pages and writes them to a file, which is complete or is not there.

        Args:
            path: .pdf, .tif and .tiff hold any number of pages, .png, .jpg and .jpeg one.
            title: The document's title.
            archival: PDF/A-2; of PDF alone.
            text: Reads the pages, so that text can be found, marked and copied in a PDF: languages such as "deu+eng",
                or a reader that is kept.
        """
        if not self.pages:
            raise ValueError("a document has at least one page")
        reader = TextReader(text) if isinstance(text, str) else text
        options = ffi.new("recto_document_options *")
        lib.recto_document_options_init(options)
        options.is_archival = archival
        kept = ffi.NULL if title is None else ffi.new("char[]", title.encode())
        options.title = kept
        with ExitStack() as held:
            if reader:
                options.reader = held.enter_context(use(reader))
            # A page that is in the document twice is held once.
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
