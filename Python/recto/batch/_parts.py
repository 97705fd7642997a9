"""Converts a part of a batch to a document and a table."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ._pictures import BatchOptions, Record, describe, picture_scanner
from ._probe import why_fatal
from ._storage import Reader, Target, engine, read, read_ahead

_MANIFEST = "batch.json"
_ENDINGS = {"pdf": ".pdf", "tiff": ".tif"}
_TABLE = ".parquet"
#: Of a part that somebody works on, or died over.
_MARK = ".started"
_AHEAD = 4


@dataclass(frozen=True)
class Part:
    """Pictures that become one document.

    Attributes:
        number: The part's number, from 1.
        name: The name of its files, without extensions.
        first: The index of its first picture in the list, from 0.
        pictures: The pictures' URIs.
    """

    number: int
    name: str
    first: int
    pictures: tuple[str, ...]


@dataclass(frozen=True)
class PartSummary:
    """The result of a part.

    Attributes:
        number: The part's number, from 1.
        pages: The number of pages in its document.
        errors: The number of pictures without a page; the table has the reasons.
        seconds: The processing time; 0 if it was complete already.
    """

    number: int
    pages: int
    errors: int
    seconds: float


@dataclass(frozen=True)
class PartScanner:
    """Scans parts. It can be pickled: each process and each thread creates what it needs."""

    target: str
    options: BatchOptions
    read: Reader

    def scan(self, part: Part) -> PartSummary:
        """Writes the part's document, then its table. A part whose table exists is complete, and is skipped."""
        target = Target(self.target)
        began = time.perf_counter()
        if target.has(part.name + _TABLE):
            return PartSummary(part.number, 0, 0, 0)
        mark = part.name + _MARK
        is_suspect = target.has(mark)
        if not is_suspect:
            target.write(mark, b"")
        records, data = self._records(part, is_suspect)
        name = part.name + _ENDINGS[self.options.format]
        digest = hashlib.sha256(data).hexdigest()
        pages = 0
        for record in records:
            has_page = record["error"] is None
            pages += has_page
            record.update(
                document=name if has_page else None,
                document_sha256=digest if has_page else None,
                page=pages if has_page else None,
            )
        if pages:
            target.write(name, data)
        target.write(part.name + _TABLE, _table(records))
        target.remove(mark)
        return PartSummary(part.number, pages, len(records) - pages, time.perf_counter() - began)

    def _records(self, part: Part, is_suspect: bool) -> tuple[list[Record], bytes]:
        """Returns the record of each picture, and the document's bytes. Besides these, memory holds one page.

        Each picture of a suspect part is tried in another process first.
        """
        scanner = picture_scanner(self.options)
        records: list[Record] = []
        with scanner.document() as document:
            for uri, (data, seconds, error) in zip(
                part.pictures, read_ahead(self.read, part.pictures, _AHEAD), strict=True
            ):
                failure = describe(error) if error else None
                if data is not None and is_suspect:
                    failure = why_fatal(data, self.options)
                record = scanner.scan(data, document, failure)
                record["milliseconds"]["read"] = round(seconds * 1e3, 3)
                records.append({"index": part.first + len(records), "uri": uri, **record})
            any_page = any(record["error"] is None for record in records)
            return records, document.finish() if any_page else b""


class Batch:
    """Pictures that become documents and tables in a folder or bucket.

    Parts do not depend on the workers: an interrupted batch continues where it was, with any number of workers. Each
    picture has one row in the tables, and one page unless the row has an error.
    """

    def __init__(
        self, pictures: Sequence[str], target: str, options: BatchOptions | None = None, *, part_size: int = 100
    ) -> None:
        """
        Args:
            pictures: Paths or URIs. To resume a batch, pass the same ones in the same order.
            target: A folder or bucket, for this batch alone.
            options: How pages look, and what is read.
            part_size: Pictures that become one document. At most this many are lost when a worker dies.
        """
        self.pictures = pictures
        self.target = target
        self.options = options or BatchOptions()
        self.part_size = part_size
        if self.options.format not in _ENDINGS:
            raise ValueError(f"format is {self.options.format!r}, required: {' or '.join(_ENDINGS)}")
        if part_size < 1:
            raise ValueError(f"part_size is {part_size}, required: 1 or more")

    def begin(self) -> None:
        """Records the description of the batch.

        Raises:
            ValueError: The target has another batch, or this one with other options.
        """
        target, manifest = Target(self.target), self._manifest()
        if _MANIFEST not in target.names():
            target.write(_MANIFEST, json.dumps(manifest, indent=2).encode())
        found = json.loads(target.read(_MANIFEST))
        differing = sorted(key for key in manifest.keys() | found.keys() if manifest.get(key) != found.get(key))
        if differing:
            was = ", ".join(f"{key} was {found.get(key)} and is {manifest.get(key)}" for key in differing)
            raise ValueError(f"{self.target} holds another batch: {was}")

    def _manifest(self) -> dict[str, Any]:
        digest = hashlib.sha256()
        for picture in self.pictures:
            digest.update(picture.encode() + b"\n")
        return {
            "version": 1,
            "pictures": len(self.pictures),
            "pictures_sha256": digest.hexdigest(),
            "part_size": self.part_size,
            "options": json.loads(json.dumps(self.options.as_dict())),
        }

    @property
    def part_count(self) -> int:
        """The number of parts."""
        return -(-len(self.pictures) // self.part_size)

    def part(self, number: int) -> Part:
        """Returns a part by its number, from 1."""
        if not 1 <= number <= self.part_count:
            raise IndexError(f"part is {number}, required: 1 to {self.part_count}")
        first = (number - 1) * self.part_size
        name = f"part-{number:0{max(len(str(self.part_count)), 2)}}"
        return Part(number, name, first, tuple(self.pictures[first : first + self.part_size]))

    def remaining(self, shard: tuple[int, int] = (1, 1)) -> Iterator[Part]:
        """Returns the incomplete parts: all of them, or those of a shard, such as the third of 64: `(3, 64)`."""
        number, count = shard
        if not 1 <= number <= count:
            raise ValueError(f"shard is {number}/{count}, required: 1/{count} to {count}/{count}")
        self.begin()
        there = Target(self.target).names()
        parts = (self.part(number) for number in range(number, self.part_count + 1, count))
        return (part for part in parts if part.name + _TABLE not in there)

    def scanner(self, reader: Reader = read) -> PartScanner:
        """Returns the object with which a worker scans parts."""
        return PartScanner(self.target, self.options, reader)

    def run(self, shard: tuple[int, int] = (1, 1), *, reader: Reader = read) -> Iterator[PartSummary]:
        """Scans the incomplete parts in this thread."""
        scanner = self.scanner(reader)
        return (scanner.scan(part) for part in self.remaining(shard))


def _schema(arrow: Any) -> Any:
    """Returns the columns of the tables."""
    text, number, real = arrow.string(), arrow.int64(), arrow.float64()
    corners = arrow.list_(arrow.list_(real))
    code = arrow.struct([("symbology", text), ("text", text), ("bytes", arrow.binary()), ("corners", corners)])
    stages = arrow.struct([(name, real) for name in ("read", "scan", "codes", "write")])
    return arrow.schema(
        [
            ("index", number),
            ("uri", text),
            ("error", text),
            ("document", text),
            ("document_sha256", text),
            ("page", number),
            ("width", number),
            ("height", number),
            ("kind", text),
            ("corners", corners),
            ("confidence", real),
            ("cut_sides", arrow.list_(text)),
            ("codes", arrow.list_(code)),
            ("text", text),
            ("text_confidence", real),
            ("bytes", number),
            ("sha256", text),
            ("milliseconds", stages),
        ]
    )


def _table(records: list[Record]) -> bytes:
    """Returns a Parquet file."""
    arrow, parquet = engine("pyarrow", "batch"), engine("pyarrow.parquet", "batch")
    file = arrow.BufferOutputStream()
    parquet.write_table(arrow.Table.from_pylist(records, schema=_schema(arrow)), file)
    return bytes(file.getvalue())
