"""Batches on Ray Data.

`run(batch)` writes documents and tables; `scan` is for pipelines of your own:

photos = ray.data.read_binary_files("s3://photos/", include_paths=True)
recto.batch.ray.scan(photos).write_parquet("s3://pages")
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from typing import Any

from ._parts import Batch, Part, PartScanner, PartSummary
from ._pictures import BatchOptions, scan_columns
from ._storage import Reader, engine, read

_FIELDS = tuple(PartSummary.__dataclass_fields__)
#: Ray stores and schedules each block, so a task takes several parts if there are more.
_MOST_BLOCKS = 4096


def scan(
    dataset: Any,
    options: BatchOptions | None = None,
    *,
    column: str = "bytes",
    workers: int | None = None,
    batch_size: int = 8,
) -> Any:
    """Returns the dataset with a column for each member of the record, and `page`, the page as a file.

    Args:
        dataset: A dataset of pictures.
        options: How the pictures are processed.
        column: The column of the pictures' bytes. The result does not have it.
        workers: The number of processes; by default one less than Ray has processors.
        batch_size: The number of pictures that a process takes at once.
    """
    ray, data = engine("ray", "ray"), engine("ray.data", "ray")
    if not ray.is_initialized():
        ray.init()
    spare = ray.cluster_resources().get("CPU", 1) - 1
    workers = workers or max(1, int(spare))
    return dataset.map_batches(
        _ColumnActor,
        fn_constructor_args=(options, column),
        batch_size=batch_size,
        compute=data.ActorPoolStrategy(size=workers),
        # Without a processor left, the tasks that read the pictures would wait for ever.
        num_cpus=min(1, spare / workers),
    )


class _ColumnActor:
    def __init__(self, options: BatchOptions | None, column: str) -> None:
        self._options = options
        self._column = column

    def __call__(self, batch: dict[str, Any]) -> Any:
        arrow = engine("pyarrow", "ray")
        others = {name: list(values) for name, values in batch.items() if name != self._column}
        records = scan_columns(batch[self._column], self._options)
        added = {name: [record[name] for record in records] for name in records[0]} if records else {}
        return arrow.table({**others, **added})


class _PartActor:
    def __init__(self, scanner: PartScanner) -> None:
        self._scanner = scanner

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        part = Part(int(row["number"]), row["name"], int(row["first"]), tuple(row["pictures"]))
        return dict(zip(_FIELDS, astuple(self._scanner.scan(part)), strict=True))


def run(batch: Batch, *, workers: int = 2, reader: Reader = read) -> Iterator[PartSummary]:
    """Scans the incomplete parts with a pool of actors.

    `reader` reads pictures, by default with Arrow's file systems, as Ray Data does. Ray restarts a dead actor and gives
    it the same parts again; it skips completed ones.
    """
    data = engine("ray.data", "ray")
    parts = [
        {"number": part.number, "name": part.name, "first": part.first, "pictures": list(part.pictures)}
        for part in batch.remaining()
    ]
    if not parts:
        return
    blocks = data.from_items(parts, override_num_blocks=min(len(parts), _MOST_BLOCKS))
    pool = data.ActorPoolStrategy(size=workers)
    done = blocks.map(_PartActor, fn_constructor_args=(batch.scanner(reader),), compute=pool)
    for row in done.iter_rows():
        yield PartSummary(**row)
