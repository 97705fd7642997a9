"""Batches without an engine: records, parts, shards, and resuming after a worker was killed."""

from __future__ import annotations

import functools
import hashlib
import http.server
import multiprocessing
import os
import pathlib
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import segno
from batches import BAD, expect_complete, expect_documents, photos, rows
from conftest import PICTURES, page_count

import recto
import recto.batch
from recto.batch import _parts, _probe, _storage


@pytest.fixture
def uris(tmp_path: pathlib.Path) -> list[str]:
    folder = tmp_path / "photos"
    folder.mkdir()
    return photos(folder)


@pytest.fixture
def target(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "pages"


def batch(uris: list[str], target: pathlib.Path, **options: Any) -> recto.batch.Batch:
    return recto.batch.Batch(uris, str(target), recto.batch.BatchOptions(**options), part_size=5)


def test_each_picture_is_a_row_and_a_page(uris: list[str], target: pathlib.Path) -> None:
    summaries = list(batch(uris, target).run())
    assert [(part.number, part.pages, part.errors) for part in summaries] == [(1, 4, 1), (2, 4, 1), (3, 2, 0)]
    expect_complete(target, uris)
    found = rows(target)
    detection = recto.detect(uris[0])
    assert detection is not None
    assert found[0]["corners"] == [list(point) for point in detection.corners]
    assert found[0]["confidence"] == detection.confidence and found[0]["kind"] == "found"
    assert found[0]["cut_sides"] == sorted(detection.cut_sides) and (found[0]["width"], found[0]["height"])
    assert found[0]["sha256"] == hashlib.sha256(pathlib.Path(uris[0]).read_bytes()).hexdigest()
    assert all(value > 0 for value in found[0]["milliseconds"].values())
    assert "No such file" in found[7]["error"] and found[7]["bytes"] is None
    assert found[3]["bytes"] == 3000 and found[3]["page"] is None


def test_pages_are_those_of_scan(uris: list[str], target: pathlib.Path, tmp_path: pathlib.Path) -> None:
    list(recto.batch.Batch(uris[:2], str(target)).run())
    recto.Document([recto.scan(uri) for uri in uris[:2]]).save(tmp_path / "expected.pdf")
    assert (target / "part-01.pdf").read_bytes() == (tmp_path / "expected.pdf").read_bytes()


def test_what_is_written_is_not_done_again(uris: list[str], target: pathlib.Path) -> None:
    list(batch(uris, target).run())
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in target.iterdir()}
    assert list(batch(uris, target).run()) == []
    (target / "part-02.parquet").unlink()
    (part,) = batch(uris, target).run()
    assert part.number == 2
    scanner = batch(uris, target).scanner()
    assert scanner.scan(batch(uris, target).part(2)).seconds == 0
    after = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in target.iterdir()}
    changed = {path.name for path in before if before[path] != after[path]}
    assert changed == {"part-02.parquet", "part-02.pdf"}
    assert after[target / "part-02.pdf"][1] == before[target / "part-02.pdf"][1]
    expect_complete(target, uris)


def test_shards_share_the_parts(uris: list[str], target: pathlib.Path) -> None:
    numbers = [[part.number for part in batch(uris, target).run((number, 2))] for number in (1, 2)]
    assert numbers == [[1, 3], [2]]
    expect_complete(target, uris)
    assert list(batch(uris, target).run((5, 7))) == []
    for shard in ((0, 3), (4, 3)):
        with pytest.raises(ValueError, match="shard"):
            batch(uris, target).remaining(shard)


def test_another_batch_is_refused(uris: list[str], target: pathlib.Path) -> None:
    list(batch(uris, target).run())
    others: list[Callable[[], recto.batch.Batch]] = [
        lambda: batch(uris[:-1], target),
        lambda: batch(uris[::-1], target),
        lambda: batch(uris, target, codes=False),
        lambda: batch(uris, target, render=recto.RenderOptions("grayscale")),
        lambda: recto.batch.Batch(uris, str(target), part_size=6),
    ]
    for other in others:
        with pytest.raises(ValueError, match="another batch"):
            list(other().run())
    with pytest.raises(ValueError, match="format"):
        batch(uris, target, format="png")
    with pytest.raises(ValueError, match="part_size"):
        recto.batch.Batch(uris, str(target), part_size=0)


def test_a_part_without_one_sound_picture_is_done(target: pathlib.Path) -> None:
    (part,) = batch(["missing.jpg", "also missing.jpg"], target).run()
    assert (part.pages, part.errors) == (0, 2)
    assert [row["index"] for row in rows(target)] == [0, 1] and not list(target.glob("*.pdf"))
    assert list(batch([], target.parent / "empty").run()) == []


def test_codes_and_text_are_columns(target: pathlib.Path, tmp_path: pathlib.Path) -> None:
    segno.make_qr("recto 60 €", error="m").save(str(tmp_path / "code.png"), scale=6, border=4)
    uris = [str(tmp_path / "code.png"), str(PICTURES / "letter-wood.jpg")]
    try:
        list(batch(uris, target, languages="eng").run())
    except recto.NotInstalledError as error:
        pytest.skip(str(error))
    code, letter = rows(target)
    assert code["codes"][0]["text"] == "recto 60 €" and code["codes"][0]["symbology"] == "QR Code"
    assert letter["codes"] == [] and len(letter["text"].split()) > 20 and letter["text_confidence"] > 0.5
    tiffs = target.parent / "tiffs"
    list(batch(uris, tiffs, languages="eng", format="tiff", codes=False).run())
    assert (tiffs / "part-01.tif").exists() and rows(tiffs)[1]["text"] == letter["text"]
    assert rows(tiffs)[0]["codes"] is None


def test_columns_have_each_page_as_a_file(photo: pathlib.Path) -> None:
    sound, damaged, missing = recto.batch.scan_columns(
        [photo.read_bytes(), b"no picture", None], recto.batch.BatchOptions(format="png")
    )
    assert sound["page"].startswith(b"\x89PNG") and sound["error"] is None
    assert damaged["page"] is None and damaged["error"] and missing["error"]
    assert sound.keys() == damaged.keys() == missing.keys()


def test_what_workers_get_can_be_pickled(uris: list[str], target: pathlib.Path) -> None:
    scanner = batch(uris, target, render=recto.RenderOptions("black-and-white")).scanner()
    assert pickle.loads(pickle.dumps(scanner)) == scanner
    part = batch(uris, target).part(3)
    assert pickle.loads(pickle.dumps(part)) == part and part.first == 10 and len(part.pictures) == 2


def test_nothing_is_imported_before_it_is_used() -> None:
    code = (
        "import sys, recto.batch.daft, recto.batch.ray, recto.batch.dask\n"
        "print([name for name in ('daft', 'ray', 'dask', 'distributed', 'pyarrow', 'fsspec') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
    with pytest.raises(ImportError, match=r"recto\[nothing\]"):
        _storage.engine("missing_engine", "nothing")


@pytest.fixture
def server(tmp_path: pathlib.Path) -> Iterator[str]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(tmp_path / "photos"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()


def test_pictures_come_from_the_web(uris: list[str], target: pathlib.Path, server: str) -> None:
    remote = [f"{server}/{pathlib.Path(uri).name.replace(' ', '%20')}" for uri in uris]
    list(batch(remote, target).run())
    expect_complete(target, remote)
    assert "404" in rows(target)[7]["error"]


def test_folders_are_listed(uris: list[str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "photos/notes.txt").write_text("no picture")
    (tmp_path / "photos/deeper").mkdir()
    (tmp_path / "photos/deeper/PAGE.JPG").write_bytes(b"")
    found = recto.batch.pictures(str(tmp_path / "photos"))
    there = [uri for uri in uris if pathlib.Path(uri).exists()]
    assert found == sorted([*there, str(tmp_path / "photos/deeper/PAGE.JPG")])


def test_reading_is_at_most_so_far_ahead() -> None:
    held, most = 0, 0
    lock = threading.Lock()

    def reader(uri: str) -> bytes:
        nonlocal held, most
        with lock:
            held += 1
            most = max(most, held)
        return uri.encode()

    for data, seconds, error in _storage.read_ahead(reader, map(str, range(50)), 3):
        time.sleep(0.001)
        assert error is None and seconds >= 0 and data is not None
        with lock:
            held -= 1
    assert held == 0 and most <= 4


def test_a_failure_to_read_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_storage, "_DELAY", 0)
    calls: list[str] = []

    def reader(uri: str) -> bytes:
        calls.append(uri)
        if len(calls) < 3:
            raise ConnectionResetError("once more")
        return b"read"

    assert next(_storage.read_ahead(reader, ["a"], 1))[0] == b"read" and calls == ["a"] * 3
    calls.clear()

    def never(uri: str) -> bytes:
        raise OSError("always")

    (_, _, error), (data, _, _) = _storage.read_ahead(lambda uri: never(uri) if uri == "a" else b"b", ["a", "b"], 2)
    assert str(error) == "always" and data == b"b"


def test_a_target_that_cannot_be_written_fails(uris: list[str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError):
        list(batch(uris, tmp_path / "file/pages").run())


def resident(uris: list[str], target: pathlib.Path, part_size: int) -> int:
    """Returns the peak memory of a process that scans a batch, in bytes."""
    code = (
        "import sys, recto.batch\n"
        "list(recto.batch.Batch(sys.argv[3:], sys.argv[1], part_size=int(sys.argv[2])).run())\n"
        "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
    )
    command = [sys.executable, "-c", code, str(target), str(part_size), *uris]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(ran.stdout) * 1024


def test_memory_does_not_grow_with_the_pictures(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    few = resident([str(photo)] * 4, tmp_path / "few", 40)
    many = resident([str(photo)] * 40, tmp_path / "many", 40)
    size = (tmp_path / "many/part-01.pdf").stat().st_size
    # Besides the document, which is copied a few times while it is passed on, nothing remains in memory.
    assert many - few < 4 * size + 25_000_000


def work(uris: list[str], target: str) -> None:
    for _ in recto.batch.Batch(uris, target, part_size=5).run():
        pass


def killed_rounds(uris: list[str], folder: pathlib.Path, rounds: int) -> None:
    """Kills two workers on the same batch at random moments. Everything written is always correct."""
    chance = random.Random(60)
    context = multiprocessing.get_context("spawn")
    kills, run, usual = 0, 0, 6.0
    while kills < rounds:
        run += 1
        target = folder / f"pages {run}"
        while True:
            began = time.monotonic()
            workers = [context.Process(target=work, args=(uris, str(target))) for _ in range(2)]
            for worker in workers:
                worker.start()
            time.sleep(chance.uniform(0.3, usual))
            for worker in workers:
                worker.kill()
                worker.join()
            kills += sum(worker.exitcode != 0 for worker in workers)
            expect_documents(target, rows(target))
            if all(worker.exitcode == 0 for worker in workers):
                usual = min(usual, time.monotonic() - began + 0.3)
                break
            if kills >= rounds:
                break
        work(uris, str(target))
        for leftover in target.glob(".*.tmp"):
            leftover.unlink()
        expect_complete(target, uris)


def test_killed_workers_lose_and_double_nothing(uris: list[str], tmp_path: pathlib.Path) -> None:
    killed_rounds(uris, tmp_path, 4)


@pytest.mark.nightly
def test_a_hundred_killed_workers_lose_and_double_nothing(uris: list[str], tmp_path: pathlib.Path) -> None:
    killed_rounds(uris, tmp_path, 100)


def test_a_picture_that_ends_its_worker_ends_no_second_one(
    uris: list[str], target: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scanned = batch(uris, target)
    scanned.begin()
    (target / "part-01.started").write_bytes(b"")
    tried: list[bytes] = []

    def dies(data: bytes, options: recto.batch.BatchOptions) -> str | None:
        tried.append(data)
        return "ended" if len(tried) == 2 else _probe.why_fatal(data, options)

    monkeypatch.setattr(_parts, "why_fatal", dies)
    list(scanned.run())
    # The damaged picture does not end a process.
    assert len(tried) == 5
    expect_complete(target, uris, {1, *BAD})
    assert rows(target)[1]["error"] == "ended" and rows(target)[1]["sha256"] == rows(target)[0]["sha256"]
    assert not list(target.glob("*.started"))


def test_how_a_process_ends_is_noticed(photo: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, options = photo.read_bytes(), recto.batch.BatchOptions()
    assert _probe.why_fatal(data, options) is None and _probe.why_fatal(b"no picture", options) is None
    run = subprocess.run

    def killed(command: list[str], **options: Any) -> Any:
        return run(["/bin/sh", "-c", "kill -9 $$"], **options)

    monkeypatch.setattr(subprocess, "run", killed)
    assert "signal 9, 3 times" in (_probe.why_fatal(data, options) or "")
    killed_runs: Iterator[Any] = iter([killed, killed, run])

    def killed_twice(command: list[str], **options: Any) -> Any:
        return next(killed_runs)(command, **options)

    # Something else than the picture ended the first two processes.
    monkeypatch.setattr(subprocess, "run", killed_twice)
    assert _probe.why_fatal(data, options) is None
    monkeypatch.setattr(_probe, "_PATIENCE", 0.2)
    monkeypatch.setattr(subprocess, "run", lambda command, **options: run(["sleep", "60"], **options))
    assert "within" in (_probe.why_fatal(data, options) or "")


def test_what_killed_workers_left_is_removed_later(uris: list[str], target: pathlib.Path) -> None:
    target.mkdir()
    for name, age in (("old", 4000), ("new", 10)):
        path = target / f".part-01.pdf.{name}.tmp"
        path.write_bytes(b"half")
        os.utime(path, (time.time() - age, time.time() - age))
    list(batch(uris, target).run())
    assert [path.name for path in target.glob(".*.tmp")] == [".part-01.pdf.new.tmp"]


def test_documents_come_page_by_page(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    page = recto.scan(photo)
    with recto.DocumentWriter(tmp_path / "page.pdf", title="Letter") as writer:
        assert writer.add(page) is None and not (tmp_path / "page.pdf").exists()
        assert writer.finish() == b""
        with pytest.raises(ValueError, match="finished"):
            writer.add(page)
    page.save(tmp_path / "expected.pdf", title="Letter")
    assert (tmp_path / "page.pdf").read_bytes() == (tmp_path / "expected.pdf").read_bytes()
    assert page_count(tmp_path / "page.pdf") == 1
    with recto.DocumentWriter(format="png") as writer:
        writer.add(page)
        with pytest.raises(ValueError, match="one page"):
            writer.add(page)
        assert writer.finish().startswith(b"\x89PNG")
    with recto.DocumentWriter() as writer, pytest.raises(ValueError, match="no pages"):
        writer.finish()
    with pytest.raises(ValueError, match="format"):
        recto.DocumentWriter(format="doc")  # type: ignore[arg-type]
