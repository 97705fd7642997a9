"""Text on pages."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._native import Handle, check, ffi, lib, string, use

if TYPE_CHECKING:
    from ._pages import Page


@dataclass(frozen=True)
class Text:
    """What is written on a page.

    Attributes:
        text: All of it.
        confidence: 0 to 1.
        dpi: Of the picture that was read.
        size: Width and height of the picture that was read, in pixels.
        blocks: Its blocks of lines of words, with places in pixels of that picture, as `recto text --json` prints them.
    """

    text: str
    confidence: float
    dpi: float
    size: tuple[int, int]
    blocks: list[dict[str, Any]]

    def __str__(self) -> str:
        return self.text


def text_from(pointer: Any) -> Text:
    """Text of the library's JSON."""
    found = json.loads(string(pointer))
    size = (found["width"], found["height"])
    return Text(found["text"], found["confidence"], found["dpi"], size, found["blocks"])


class TextReader(Handle):
    """Reads pages by Tesseract, which must be installed. Making one takes a moment: keep it for many pages."""

    __slots__ = ()

    def __init__(self, languages: str = "eng") -> None:
        """`languages` as Tesseract names them, with + between them, the most important one first: "deu+eng"."""
        encoded = languages.encode()
        if b"\0" in encoded:
            raise ValueError("languages have a zero byte")
        super().__init__("recto_text_reader", lib.recto_text_reader_new, encoded)

    def read(self, page: Page) -> Text:
        """What is written on a page, as it lies."""
        out = ffi.new("const char **")
        with use(self) as reader, use(page) as pointer:
            check(lib.recto_text_reader_read(reader, pointer, out))
            return text_from(out[0])


_kept = threading.local()


def text_reader(languages: str) -> TextReader:
    """The reader that this thread used last, if it reads these languages."""
    reader: TextReader | None = getattr(_kept, "reader", None)
    if reader is None or _kept.languages != languages:
        reader = TextReader(languages)
        _kept.reader, _kept.languages = reader, languages
    return reader
