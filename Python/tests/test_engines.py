"""Batches on Daft, Ray Data and Dask: in folders and in S3, and with killed workers."""

from __future__ import annotations

import logging
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from typing import IO, Any

import pytest
from batches import BAD, expect_complete, expect_documents, photos, rows

import recto.batch
from recto.batch import _storage

pytestmark = pytest.mark.nightly
#: Each engine, and the modules that it needs.
ENGINES = {"daft": ["daft"], "daft on ray": ["daft", "ray"], "ray": ["ray"], "dask": ["distributed"]}
RUN = pathlib.Path(__file__).with_name("engine_runs.py")
#: Ray's workers have the lowest priority by default, and get almost no time on a busy machine.
AT_ONCE = {"RAY_worker_niceness": "0"}
#: The number of workers of each engine to kill.
KILLS = int(os.environ.get("RECTO_KILLS", "5"))


@pytest.fixture
def uris(tmp_path: pathlib.Path) -> list[str]:
    folder = tmp_path / "photos"
    folder.mkdir()
    return photos(folder, 24)


class Run:
    """A batch in a process of its own. Its output goes to a file: a full pipe would stop an engine that writes much."""

    def __init__(self, process: subprocess.Popen[bytes], output: IO[bytes]) -> None:
        self.process = process
        self._output = output

    def finish(self, timeout: float | None = None) -> str:
        self.process.wait(timeout)
        self._output.seek(0)
        return self._output.read().decode(errors="replace")


def start(engine: str, uris: list[str], target: str, part_size: int = 4) -> Run:
    for module in ENGINES[engine]:
        pytest.importorskip(module)
    command = [sys.executable, str(RUN), engine, target, str(part_size), *uris]
    environment = {**os.environ, "DAFT_PROGRESS_BAR": "0", "RAY_DATA_DISABLE_PROGRESS_BARS": "1", **AT_ONCE}
    output = tempfile.TemporaryFile()  # noqa: SIM115 - it is open as long as the run
    return Run(subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True, env=environment), output)


def finish(engine: str, uris: list[str], target: str) -> str:
    running = start(engine, uris, target)
    output = running.finish(timeout=600)
    assert running.process.returncode == 0, output
    return output


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_write_the_same_batch(engine: str, uris: list[str], tmp_path: pathlib.Path) -> None:
    target = tmp_path / "pages"
    assert finish(engine, uris, str(target)).count("PartSummary") == 6
    expect_complete(target, uris)
    list(recto.batch.Batch(uris, str(tmp_path / "plain"), part_size=4).run())
    for document in (tmp_path / "plain").glob("*.pdf"):
        assert document.read_bytes() == (target / document.name).read_bytes()
    (target / "part-03.parquet").unlink()
    assert finish(engine, uris, str(target)).count("PartSummary") == 1
    expect_complete(target, uris)


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Returns a client of a local S3 server with the buckets `photos` and `pages`."""
    server = pytest.importorskip("moto.server")
    boto3 = pytest.importorskip("boto3")
    running = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    running.start()
    host, port = running.get_host_and_port()
    url = f"http://{host}:{port}"
    with urllib.request.urlopen(urllib.request.Request(f"{url}/moto-api/reset", method="POST")):
        pass
    _storage._store.cache_clear()
    for name, value in (
        ("AWS_ACCESS_KEY_ID", "test"),
        ("AWS_SECRET_ACCESS_KEY", "test"),
        ("AWS_DEFAULT_REGION", "us-east-1"),
        ("AWS_REGION", "us-east-1"),
        ("AWS_ENDPOINT_URL", url),
        ("AWS_EC2_METADATA_DISABLED", "true"),
    ):
        monkeypatch.setenv(name, value)
    client = boto3.client("s3", endpoint_url=url)
    for name in ("photos", "pages"):
        client.create_bucket(Bucket=name)
    yield client
    running.stop()


@pytest.mark.parametrize("engine", ["plain", *ENGINES])
def test_pictures_and_pages_may_be_in_s3(engine: str, uris: list[str], tmp_path: pathlib.Path, bucket: Any) -> None:
    for uri in uris:
        if pathlib.Path(uri).exists():
            bucket.upload_file(uri, "photos", f"2026/{pathlib.Path(uri).name}")
    remote = [f"s3://photos/2026/{pathlib.Path(uri).name}" for uri in uris]
    there = [uri for number, uri in enumerate(remote) if BAD.get(number) != "missing"]
    assert recto.batch.pictures("s3://photos/") == there
    if engine == "plain":
        list(recto.batch.Batch(remote, "s3://pages/2026", part_size=4).run())
    else:
        finish(engine, remote, "s3://pages/2026")
    fetched = tmp_path / "fetched"
    fetched.mkdir()
    for entry in bucket.list_objects_v2(Bucket="pages")["Contents"]:
        bucket.download_file("pages", entry["Key"], str(fetched / pathlib.Path(entry["Key"]).name))
    expect_complete(fetched, remote)


def test_daft_has_pictures_as_columns(uris: list[str]) -> None:
    daft = pytest.importorskip("daft")
    from recto.batch import daft as on_daft

    frame = daft.from_pydict({"uri": uris})
    data = daft.functions.download(frame["uri"], on_error="null")
    options = recto.batch.BatchOptions(format="jpeg")
    found = frame.with_column("page", on_daft.scan(data, options, workers=2)).to_pydict()
    expect_columns(dict(zip(found["uri"], found["page"], strict=True)), uris)


@pytest.mark.parametrize(("processors", "processes"), [(1, None), (2, 2), (4, 2)])
def test_ray_has_pictures_as_columns(
    uris: list[str], monkeypatch: pytest.MonkeyPatch, processors: int, processes: int | None
) -> None:
    for name, value in AT_ONCE.items():
        monkeypatch.setenv(name, value)
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")

    from recto.batch import ray as on_ray

    there = [uri for uri in uris if pathlib.Path(uri).exists()]
    ray.init(num_cpus=processors, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        photos = data.read_binary_files(there, include_paths=True)
        options = recto.batch.BatchOptions(format="jpeg")
        scanned = on_ray.scan(photos, options, workers=processes, batch_size=4)
        expect_columns({row["path"]: row for row in scanned.take_all()}, there)
    finally:
        ray.shutdown()


def test_dask_has_pictures_as_columns(uris: list[str]) -> None:
    bag = pytest.importorskip("dask.bag")
    from recto.batch import dask as on_dask

    there = [uri for uri in uris if pathlib.Path(uri).exists()]
    options = recto.batch.BatchOptions(format="jpeg")
    files = bag.from_sequence(there, partition_size=4).map(on_dask.read)
    records = files.map_partitions(on_dask.scan, options).compute(scheduler="threads")
    expect_columns(dict(zip(there, records, strict=True)), there)


def expect_columns(records: dict[str, dict[str, Any]], uris: list[str]) -> None:
    assert list(records) == uris or sorted(records) == uris
    for number, uri in enumerate(uris):
        record = records[uri]
        if record["error"] is None:
            assert record["page"].startswith(b"\xff\xd8") and record["confidence"] > 0.8, uri
        else:
            assert record["page"] is None and not pathlib.Path(uri).exists() or "photo 003" in uri, number


def workers(of: int) -> list[int]:
    """Returns the processes of a session that have loaded the library, except for its first one."""
    found: list[int] = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            session = int((process / "stat").read_text().rpartition(")")[2].split()[3])
            if session == of and int(process.name) != of and "librecto" in (process / "maps").read_text():
                found.append(int(process.name))
        except (OSError, IndexError):
            pass
    return found


def end(session: int) -> None:
    """Kills everything that a run has left."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if int((process / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                os.kill(int(process.name), signal.SIGKILL)
        except (OSError, IndexError):
            pass


@pytest.mark.parametrize("engine", ENGINES)
def test_killed_workers_lose_and_double_nothing(engine: str, tmp_path: pathlib.Path) -> None:
    chance = random.Random(60)
    folder = tmp_path / "photos"
    folder.mkdir()
    # Enough for several kills per start of an engine, which takes longer than a part.
    uris = photos(folder, max(24, 4 * KILLS))
    kills, runs = 0, 0
    while kills < KILLS:
        runs += 1
        target = tmp_path / f"pages {runs}"
        while True:
            running = start(engine, uris, str(target))
            process = running.process
            while process.poll() is None:
                time.sleep(chance.uniform(0.1, 6))
                alive = workers(process.pid)
                if alive and kills < KILLS:
                    kills += 1
                    os.kill(chance.choice(alive), signal.SIGKILL)
                    expect_documents(target, rows(target))
            output = running.finish()
            end(process.pid)
            # Some engines give up after a death; the next run continues.
            if process.returncode == 0:
                break
            assert runs < 10 * KILLS, output
        for leftover in target.glob(".*.tmp"):
            leftover.unlink()
        expect_complete(target, uris)
