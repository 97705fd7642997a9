"""Helpers for tests of batches."""

from __future__ import annotations

import hashlib
import pathlib
import shutil
from typing import Any

import pyarrow.parquet
from conftest import PICTURES, page_count

#: The pictures of `photos` that have no page.
BAD = {3: "damaged", 7: "missing"}


def photos(folder: pathlib.Path, count: int = 12) -> list[str]:
    """Returns pictures, some of which cannot be read."""
    uris: list[str] = []
    for number in range(count):
        path = folder / f"photo {number:03}.jpg"
        shutil.copy(PICTURES / "letter-wood.jpg", path)
        uris.append(str(path))
    for number, kind in BAD.items():
        path = pathlib.Path(uris[number])
        if kind == "missing":
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:3000])
    return uris


def rows(target: pathlib.Path) -> list[dict[str, Any]]:
    """Returns the rows of all tables, sorted by file name."""
    tables = sorted(target.glob("part-*.parquet"))
    return [row for table in tables for row in pyarrow.parquet.read_table(table).to_pylist()]


def expect_complete(target: pathlib.Path, uris: list[str], bad: set[int] | None = None) -> None:
    """Expects that each picture has one row, and each readable one exactly one page in its table's document."""
    found, bad = rows(target), set(BAD) if bad is None else bad
    assert [row["index"] for row in found] == list(range(len(uris)))
    assert [row["uri"] for row in found] == uris
    assert {row["index"] for row in found if row["error"] is not None} == bad
    expect_documents(target, found)
    documents = {path.name for path in target.glob("part-*.pdf")}
    assert documents == {row["document"] for row in found if row["document"]}
    assert not [path for path in target.iterdir() if path.name.endswith(".tmp")]


def expect_documents(target: pathlib.Path, found: list[dict[str, Any]]) -> None:
    """Expects that the documents match the tables, page by page."""
    places = [(row["document"], row["page"]) for row in found if row["error"] is None]
    assert len(set(places)) == len(places)
    for document in {document for document, _ in places}:
        path, pages = target / document, [page for name, page in places if name == document]
        assert pages == list(range(1, page_count(path) + 1))
        digests = {row["document_sha256"] for row in found if row["document"] == document}
        assert digests == {hashlib.sha256(path.read_bytes()).hexdigest()}
