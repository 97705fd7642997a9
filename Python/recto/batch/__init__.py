"""Many pictures, on one machine or on many.

batch = recto.batch.Batch(recto.batch.pictures("s3://photos/2026/"), "s3://pages/2026")
for part in batch.run():
    print(part)

A batch is cut into parts. A part becomes a PDF or TIFF document and a Parquet table with a row for each picture, which
is written last: a part is done when its table is there. `recto.batch.daft`, `recto.batch.ray` and `recto.batch.dask`
share the parts among the workers of an engine. It needs `recto[daft]`, `recto[ray]` or `recto[dask]`.
"""

from ._parts import Batch, Part, PartScanner, PartSummary
from ._pictures import BatchOptions, PictureScanner, scan_columns
from ._storage import pictures, read

__all__ = [
    "Batch",
    "BatchOptions",
    "Part",
    "PartScanner",
    "PartSummary",
    "PictureScanner",
    "pictures",
    "read",
    "scan_columns",
]
