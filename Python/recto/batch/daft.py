"""Batches on Daft, on one machine or, after `daft.set_runner_ray()`, on a cluster.

`run(batch)` writes documents and tables; `scan(df["data"])` is a column for queries of your own:

df = daft.from_glob_path("s3://photos/*.jpg")
df = df.with_column("page", recto.batch.daft.scan(daft.functions.download(df["path"], on_error="null")))
df.write_parquet("s3://pages")
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from ._parts import Batch, Part, PartScanner, PartSummary
from ._pictures import BatchOptions, scan_columns
from ._storage import engine


@dataclass(frozen=True)
class DaftReader:
    """Reads with Daft: files, S3-compatible stores, Google Cloud, Azure, HTTP, Hugging Face."""

    io_config: Any = None

    def __call__(self, uri: str) -> bytes:
        with engine("daft", "daft").File(uri, io_config=self.io_config).open() as file:
            content: bytes = file.read()
        return content


class _Scanner:
    """The state of each Daft worker."""

    def __init__(self, scanner: PartScanner) -> None:
        self._scanner = scanner

    def scan(self, numbers: Any, names: Any, firsts: Any, pictures: Any) -> list[dict[str, Any]]:
        rows = zip(*(column.to_pylist() for column in (numbers, names, firsts, pictures)), strict=True)
        done = (self._scanner.scan(Part(number, name, first, tuple(uris))) for number, name, first, uris in rows)
        return [dict(zip(PartSummary.__dataclass_fields__, astuple(summary), strict=True)) for summary in done]


class _Columns:
    """The same for columns."""

    def __init__(self, options: BatchOptions | None) -> None:
        self._options = options

    def scan(self, datas: Any) -> list[dict[str, Any]]:
        return scan_columns(datas.to_pylist(), self._options)


def _worker(kind: type, returned: Any, batch_size: int, workers: int | None, *arguments: Any) -> Any:
    """Returns an instance of a class in separate processes."""
    daft = engine("daft", "daft")
    method = daft.method.batch(return_dtype=returned, batch_size=batch_size)
    scanning = type(kind.__name__, (kind,), {"scan": method(kind.scan)})  # type: ignore[attr-defined]
    return daft.cls(scanning, max_concurrency=workers, use_process=True)(*arguments)


def scan(column: Any, options: BatchOptions | None = None, *, workers: int | None = None) -> Any:
    """Returns a column of records, each with its page as a file in `page`, for a column of pictures' bytes.

    `workers` is the number of processes; by default Daft chooses it.
    """
    types = engine("daft", "daft").DataType
    return _worker(_Columns, _record_type(types), 8, workers, options).scan(column)


def _record_type(types: Any) -> Any:
    text, real, number = types.string(), types.float64(), types.int64()
    corners = types.list(types.list(real))
    code = types.struct({"symbology": text, "text": text, "bytes": types.binary(), "corners": corners})
    return types.struct(
        {
            "error": text,
            "width": number,
            "height": number,
            "kind": text,
            "corners": corners,
            "confidence": real,
            "cut_sides": types.list(text),
            "codes": types.list(code),
            "text": text,
            "text_confidence": real,
            "bytes": number,
            "sha256": text,
            "milliseconds": types.struct(dict.fromkeys(("read", "scan", "codes", "write"), real)),
            "page": types.binary(),
        }
    )


def run(batch: Batch, *, workers: int = 2, io_config: Any = None) -> Iterator[PartSummary]:
    """Scans the incomplete parts in this many processes. `io_config` is Daft's, for reading pictures."""
    daft = engine("daft", "daft")
    parts = list(batch.remaining())
    if not parts:
        return
    types = daft.DataType
    returned = types.struct(
        {"number": types.int64(), "pages": types.int64(), "errors": types.int64(), "seconds": types.float64()}
    )
    frame = daft.from_pydict(
        {
            "number": [part.number for part in parts],
            "name": [part.name for part in parts],
            "first": [part.first for part in parts],
            "pictures": [list(part.pictures) for part in parts],
        }
    )
    scanner = _worker(_Scanner, returned, 1, workers, batch.scanner(DaftReader(io_config)))
    frame = frame.select(scanner.scan(*(frame[name] for name in frame.column_names)).alias("summary"))
    for row in frame.iter_rows():
        yield PartSummary(**row["summary"])
