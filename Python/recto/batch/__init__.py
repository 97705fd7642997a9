"""Many pictures, on one machine or on many.

batch = recto.batch.Batch(recto.batch.pictures("s3://photos/2026/"), "s3://pages/2026")
for part in batch.run():
    print(part)

A batch is divided into parts. A part becomes a PDF or TIFF document and a Parquet table with a row for each picture.
The table is written last, so a part is complete when its table exists. `recto.batch.daft`, `recto.batch.ray` and
`recto.batch.dask` distribute the parts to the workers of an engine. They need `recto[daft]`, `recto[ray]` or
`recto[dask]`.
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
