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
    """The text of a page.

    Attributes:
        text: The whole text.
        confidence: 0 to 1.
        dpi: The resolution of the picture that was read.
        size: Width and height of the picture that was read, in pixels.
        blocks: Blocks of lines of words, with places in pixels of that picture, as printed by `recto text --json`.
    """

    text: str
    confidence: float
    dpi: float
    size: tuple[int, int]
    blocks: list[dict[str, Any]]

    def __str__(self) -> str:
        return self.text


def text_from(pointer: Any) -> Text:
    """Converts the library's JSON."""
    found = json.loads(string(pointer))
    size = (found["width"], found["height"])
    return Text(found["text"], found["confidence"], found["dpi"], size, found["blocks"])


class TextReader(Handle):
    """Reads pages with Tesseract, which must be installed. Creating a reader is slow: reuse it for many pages."""

    __slots__ = ()

    def __init__(self, languages: str = "eng") -> None:
        """`languages` are Tesseract's names, separated by +, the most important one first: "deu+eng"."""
        encoded = languages.encode()
        if b"\0" in encoded:
            raise ValueError("languages have a zero byte")
        super().__init__("recto_text_reader", lib.recto_text_reader_new, encoded)

    def read(self, page: Page) -> Text:
        """Reads the text of a page in its orientation."""
        out = ffi.new("const char **")
        with use(self) as reader, use(page) as pointer:
            check(lib.recto_text_reader_read(reader, pointer, out))
            return text_from(out[0])


_kept = threading.local()


def text_reader(languages: str) -> TextReader:
    """Returns the reader that this thread used last, if it reads these languages."""
    reader: TextReader | None = getattr(_kept, "reader", None)
    if reader is None or _kept.languages != languages:
        reader = TextReader(languages)
        _kept.reader, _kept.languages = reader, languages
    return reader
