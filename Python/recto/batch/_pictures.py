"""Converts a picture to a record."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from .._codes import Code, CodeReader
from .._detector import SHOWN, Detector
from .._geometry import Quad
from .._options import RenderOptions
from .._pages import DocumentFormat, DocumentWriter, Page
from .._text import Text, TextReader

Record = dict[str, Any]


@dataclass(frozen=True)
class BatchOptions:
    """How the pictures of a batch are processed.

    Attributes:
        render: How pages are rendered.
        codes: Whether QR codes are read.
        bars: Whether bar codes are read too, which takes many times as long.
        languages: The languages of texts to read, as for `recto.text`: "deu+eng". None to read no texts.
        format: The format of documents, "pdf" or "tiff"; for single pages in columns "png" and "jpeg" too.
        archival: Writes PDF/A-2.
    """

    render: RenderOptions = field(default_factory=RenderOptions)
    codes: bool = True
    bars: bool = False
    languages: str | None = None
    format: DocumentFormat = "pdf"
    archival: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Returns the options for JSON."""
        return asdict(self)


#: The value of each column without a page.
_EMPTY: Record = {
    "error": None,
    "width": None,
    "height": None,
    "kind": None,
    "corners": None,
    "confidence": None,
    "cut_sides": None,
    "codes": None,
    "text": None,
    "text_confidence": None,
    "bytes": None,
    "sha256": None,
}
_STAGES = ("read", "scan", "codes", "write")


class PictureScanner:
    """Converts picture files to records, and to pages of a document. Each thread needs a separate one."""

    def __init__(self, options: BatchOptions) -> None:
        self.options = options
        self._detector = Detector()
        self._codes = CodeReader(bars=options.bars) if options.codes or options.bars else None
        self._text = TextReader(options.languages) if options.languages else None

    def document(self) -> DocumentWriter:
        """Returns a document in memory that `scan` can append to."""
        return DocumentWriter(format=self.options.format, archival=self.options.archival, text=self._embedded)

    @property
    def _embedded(self) -> TextReader | None:
        """The reader whose text is embedded; None for formats other than PDF."""
        return self._text if self.options.format == "pdf" else None

    def scan(self, data: bytes | None, document: DocumentWriter, failure: str | None = None) -> Record:
        """Returns the record of a picture, and appends its page to the document. Failures are in its `error`.

        `failure` says why the picture has no bytes, or must not be scanned.
        """
        record = {**_EMPTY, "milliseconds": dict.fromkeys(_STAGES), "error": failure}
        if data is None:
            return record
        record.update(bytes=len(data), sha256=hashlib.sha256(data).hexdigest())
        if failure:
            return record
        try:
            self._scan(data, document, record)
        except Exception as error:  # noqa: BLE001 - whatever it is, the batch goes on
            record["error"] = describe(error)
        return record

    def _scan(self, data: bytes, document: DocumentWriter, record: Record) -> None:
        clock = _Clock(record["milliseconds"])
        with self._detector.scan(data, options=self.options.render) as page:
            record["width"], record["height"] = page.size
            record.update(_found(page))
            clock.stop("scan")
            if self._codes:
                record["codes"] = [_code(code) for code in self._codes.read(page)]
                clock.stop("codes")
            text = document.add(page)
            if self._text and not self._embedded:
                text = self._text.read(page)
            record.update(_text(text))
            clock.stop("write")


class _Clock:
    """Records the milliseconds of stages, each since the end of the previous one."""

    def __init__(self, milliseconds: dict[str, Any]) -> None:
        self._milliseconds = milliseconds
        self._began = time.perf_counter()

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self._milliseconds[stage] = round((now - self._began) * 1e3, 3)
        self._began = now


def describe(error: BaseException) -> str:
    """Describes an error in one line, including its type if the text alone is unclear."""
    text = " ".join(str(error).split())
    return text if text and isinstance(error, (ValueError, OSError)) else f"{type(error).__name__}: {text}"


def _found(page: Page) -> Record:
    found = page.detection
    if found is None:
        return {"kind": "none", "confidence": 0.0, "cut_sides": []}
    return {
        "kind": found.presence,
        "corners": _points(found.corners) if found.confidence >= SHOWN else None,
        "confidence": found.confidence,
        "cut_sides": sorted(found.cut_sides),
    }


def _points(quad: Quad) -> list[list[float]]:
    return [[point.x, point.y] for point in quad]


def _code(code: Code) -> Record:
    return {"symbology": code.symbology, "text": code.text, "bytes": code.bytes, "corners": _points(code.corners)}


def _text(text: Text | None) -> Record:
    return {"text": text.text, "text_confidence": text.confidence} if text else {}


_kept = threading.local()


def picture_scanner(options: BatchOptions) -> PictureScanner:
    """Returns the scanner that this thread used last, if it has these options."""
    scanner: PictureScanner | None = getattr(_kept, "scanner", None)
    if scanner is None or scanner.options != options:
        scanner = _kept.scanner = PictureScanner(options)
    return scanner


def scan_columns(datas: Iterable[bytes | None], options: BatchOptions | None = None) -> list[Record]:
    """Returns the records of pictures in a column of an engine, each with its page as a file in `page`."""
    scanner = picture_scanner(options or BatchOptions())
    records: list[Record] = []
    for data in datas:
        with scanner.document() as document:
            record = scanner.scan(data, document, "the picture could not be read" if data is None else None)
            records.append({**record, "page": None if record["error"] else document.finish()})
    return records
