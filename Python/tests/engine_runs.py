"""Runs a batch on an engine in a separate process: engine_runs.py ENGINE TARGET PART_SIZE URI..."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator

import recto.batch
from recto.batch import PartSummary


def run(engine: str, batch: recto.batch.Batch) -> Iterator[PartSummary]:
    if engine == "dask":
        yield from run_on_dask(batch)
    elif engine == "daft":
        from recto.batch import daft as on_daft

        yield from on_daft.run(batch)
    else:
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
        if engine == "ray":
            from recto.batch import ray as on_ray

            yield from on_ray.run(batch)
        else:
            import daft

            daft.set_runner_ray()
            yield from run("daft", batch)
        ray.shutdown()


def run_on_dask(batch: recto.batch.Batch) -> Iterator[PartSummary]:
    import dask
    from distributed import Client

    from recto.batch import dask as on_dask

    dask.config.set({"distributed.scheduler.allowed-failures": 1000, "distributed.worker.daemon": True})
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:  # type: ignore[no-untyped-call, unused-ignore]
        yield from on_dask.run(batch, client)


if __name__ == "__main__":
    _, engine, target, part_size, *uris = sys.argv
    for summary in run(engine, recto.batch.Batch(uris, target, part_size=int(part_size))):
        print(summary, flush=True)
    # Processes that engines leave running must not delay the test.
    sys.stdout.flush()
    os._exit(0)
