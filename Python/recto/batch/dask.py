"""Batches on Dask.

`run(batch, client)` writes documents and tables; `scan` is for pipelines of your own:

files = dask.bag.from_sequence(uris, partition_size=8)
records = files.map(recto.batch.dask.read).map_partitions(recto.batch.dask.scan)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ._parts import Batch, PartSummary
from ._pictures import BatchOptions, Record, scan_columns
from ._storage import engine

#: The number of worker deaths that a part survives, because another part may have caused them.
_RETRIES = 10


def read(uri: str) -> bytes:
    """Reads with fsspec, as Dask does: files, S3 (with s3fs), HTTP (with aiohttp) and many others."""
    with engine("fsspec", "dask").open(uri, "rb") as file:
        content: bytes = file.read()
    return content


def scan(datas: Iterable[bytes | None], options: BatchOptions | None = None) -> list[Record]:
    """Returns the records of a partition of pictures' bytes, each with its page as a file in `page`."""
    return scan_columns(datas, options)


def run(batch: Batch, client: Any) -> Iterator[PartSummary]:
    """Scans the incomplete parts on the workers of a `distributed.Client`.

    Each thread of a worker caches a scanner. If a worker dies, its part is moved to another one, which skips completed
    parts.
    """
    distributed = engine("distributed", "dask")
    parts = list(batch.remaining())
    keys = [f"recto-{batch.target}-{part.name}" for part in parts]
    futures = client.map(batch.scanner(read).scan, parts, key=keys, pure=False, retries=_RETRIES)
    # Completed futures are released at once.
    for future in distributed.as_completed(futures):
        yield future.result()
        future.release()
