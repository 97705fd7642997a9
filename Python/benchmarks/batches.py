"""Batches by each engine, beside the OpenCV recipe in the same engine: a table of rates, start-up and memory.

usage: batches.py FOLDER [--runs a,b] [--rounds N] [--many N]    FOLDER has photos, which are enlarged to 12 megapixels

Needs recto[daft,ray,dask], opencv-python-headless and psutil. Each run is a process of its own, with few and with many
pictures: what a picture costs is the difference, and what is left is the start-up. Processor time counts, not the
clock: other programs on the machine change it least.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import psutil
from opencv_recipe import recipe

import recto
import recto.batch

SIZE, BYTES = (4000, 3000), 2_000_000
FEW, PART = 8, 4
RUNS = ("one", "two", "daft", "ray", "dask")
OPTIONS = recto.batch.BatchOptions(recto.RenderOptions("black-and-white"), codes=False, format="tiff")


class RecipeScanner(recto.batch.PartScanner):
    """The same work by OpenCV: corners, a straightened page, an adaptive threshold, a TIFF document."""

    def _records(self, part: recto.batch.Part, is_suspect: bool = False) -> tuple[list[dict[str, Any]], bytes]:
        records, pages = [], []
        for place, uri in enumerate(part.pictures):
            photo = cv2.imdecode(np.frombuffer(self.read(uri), np.uint8), cv2.IMREAD_COLOR)
            pages.append(flat_page(photo, recipe(photo)))
            records.append({"index": part.first + place, "uri": uri, "error": None})
        _, data = cv2.imencodemulti(".tiff", pages, [cv2.IMWRITE_TIFF_COMPRESSION, 4])
        return records, data.tobytes()


def flat_page(photo: Any, quad: Any) -> Any:
    gray = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)
    if quad is not None:
        corners = np.float32(sorted(quad.tolist(), key=lambda point: point[1]))
        top, bottom = sorted(corners[:2].tolist()), sorted(corners[2:].tolist())
        corners = np.float32([*top, bottom[1], bottom[0]])
        width = round(np.linalg.norm(corners[1] - corners[0]))
        height = round(np.linalg.norm(corners[3] - corners[0]))
        flat = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
        gray = cv2.warpPerspective(gray, cv2.getPerspectiveTransform(corners, flat), (width, height))
    return cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, 51, 15)


class Work(recto.batch.Batch):
    """A batch of Recto or of the recipe."""

    by = "recto"

    def scanner(self, reader: Any = recto.batch.read) -> recto.batch.PartScanner:
        kind = RecipeScanner if self.by == "recipe" else recto.batch.PartScanner
        return kind(self.target, self.options, reader)


def child(run: str, by: str, target: str, photos: list[str]) -> None:
    """Does a batch in this process, and what it starts."""
    cv2.setNumThreads(1)
    batch = Work(photos, target, OPTIONS, part_size=PART)
    batch.by = by
    if run.startswith("shard"):
        list(batch.run((int(run[-1]), 2)))
    elif run == "one":
        list(batch.run())
    elif run == "daft":
        from recto.batch import daft as on_daft

        list(on_daft.run(batch))
    elif run == "ray":
        import ray

        from recto.batch import ray as on_ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=40)
        list(on_ray.run(batch))
        ray.shutdown()
    else:
        from distributed import Client

        from recto.batch import dask as on_dask

        with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
            list(on_dask.run(batch, client))


@dataclass
class Measured:
    seconds: float
    processor: float
    memory: int


def measure(run: str, by: str, photos: list[str]) -> Measured:
    """Runs the batch, and sums processor time and memory over all processes that it starts."""
    with tempfile.TemporaryDirectory() as folder:
        names = ["shard 1", "shard 2"] if run == "two" else [run]
        began = time.monotonic()
        line = [sys.executable, __file__, "--child", by, folder]
        started = [psutil.Popen([*line, name, *photos], stderr=subprocess.DEVNULL) for name in names]
        used: dict[int, float] = {}
        memory, look = 0, 0
        while any(process.poll() is None for process in started):
            now = 0
            for process in family(started):
                try:
                    times = process.cpu_times()
                    used[process.pid] = times.user + times.system
                    if look % 10 == 0:  # which takes a while itself
                        now += process.memory_full_info().pss
                except psutil.Error:
                    pass
            memory = max(memory, now)
            look += 1
            time.sleep(0.05)
        seconds = time.monotonic() - began
        if any(process.returncode for process in started) or len(
            list(pathlib.Path(folder).glob("*.parquet"))
        ) * PART < len(photos):
            raise SystemExit(f"{run} by {by} failed")
        return Measured(seconds, sum(used.values()), memory)


def family(processes: list[Any]) -> list[Any]:
    found = []
    for process in processes:
        try:
            found += [process, *process.children(recursive=True)]
        except psutil.Error:
            pass
    return found


def enlarged(folder: pathlib.Path, target: pathlib.Path, count: int) -> list[str]:
    """Photos of 12 megapixels and about 2 MB."""
    found = sorted(path for path in folder.iterdir() if path.suffix == ".jpg")[:16]
    made: list[bytes] = []
    for number, path in enumerate(found):
        photo = cv2.imread(str(path))
        size = SIZE if photo.shape[1] > photo.shape[0] else SIZE[::-1]
        photo = cv2.resize(photo, size, interpolation=cv2.INTER_CUBIC)
        noise = np.random.default_rng(number).normal(0, 2, photo.shape[:2])
        photo = np.clip(photo + noise[:, :, None], 0, 255).astype(np.uint8)
        qualities = (
            cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1] for quality in range(95, 40, -5)
        )
        made.append(next(data for data in qualities if data.size <= BYTES * 1.15).tobytes())
    paths = [target / f"{number:03}.jpg" for number in range(count)]
    for number, path in enumerate(paths):
        path.write_bytes(made[number % len(made)])
    print(f"{len(made)} photos of {np.mean([len(data) for data in made]) / 1e6:.2f} MB on average", file=sys.stderr)
    return [str(path) for path in paths]


def table(photos: list[str], runs: list[str], rounds: int) -> None:
    print("| | pages/s and core | processor s a page | pages/s by the clock | start-up: processor s | s | memory |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for run in runs:
        for by in ("recto", "recipe"):
            pairs = [(measure(run, by, photos[:FEW]), measure(run, by, photos)) for _ in range(rounds)]
            few, many = (
                Measured(*(min(getattr(pair[place], name) for pair in pairs) for name in Measured.__dataclass_fields__))
                for place in (0, 1)
            )
            more = len(photos) - FEW
            page = (many.processor - few.processor) / more
            clock = (many.seconds - few.seconds) / more
            print(
                f"| {run}, {by} | {1 / page:.2f} | {page:.3f} | {1 / clock:.2f} | {few.processor - FEW * page:.1f} "
                f"| {few.seconds - FEW * clock:.1f} | {many.memory / 1e6:.0f} MB |",
                flush=True,
            )


def main() -> None:
    if sys.argv[1] == "--child":
        _, _, by, target, run, *photos = sys.argv
        return child(run, by, target, photos)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", default=",".join(RUNS))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--many", type=int, default=32, help="more even out the start-up of Ray, which varies")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table(
            enlarged(arguments.folder, pathlib.Path(folder), arguments.many),
            arguments.runs.split(","),
            arguments.rounds,
        )


if __name__ == "__main__":
    main()
