"""Threads, forks, spawned processes, and memory."""

from __future__ import annotations

import gc
import multiprocessing
import pathlib
import resource
import sys
import sysconfig
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from conftest import Pixels

import recto


def found(path: str) -> recto.Detection | None:
    return recto.detect(path)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_find_the_same(method: str, photo: pathlib.Path) -> None:
    expected = recto.detect(photo)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert set(pool.map(found, [str(photo)] * 4)) == {expected}


def missing(path: str) -> None:
    recto.detect(path.encode())


def test_errors_cross_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        error = pool.submit(missing, "no picture").exception()
    assert type(error) is recto.UnreadableError and str(error).startswith("the picture")


def test_a_page_can_be_used_after_a_fork(photo: pathlib.Path) -> None:
    page = recto.scan(photo)
    process = multiprocessing.get_context("fork").Process(target=page.render)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_threads_find_the_same(pixels: Pixels) -> None:
    expected = recto.detect(pixels)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(recto.detect, [pixels] * 24)) == {expected}


def test_an_object_is_used_by_one_thread_at_a_time(photo: pathlib.Path) -> None:
    page = recto.scan(photo)
    refused: list[BaseException] = []
    running = threading.Event()

    def render() -> None:
        running.set()
        for _ in range(20):
            try:
                page.render()
            except recto.ConcurrentUseError as error:
                refused.append(error)
            if refused:
                break

    threads = [threading.Thread(target=render) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused and "another thread" in str(refused[0])
    page.render()


def test_other_threads_run_while_the_library_works(photo: pathlib.Path) -> None:
    page = recto.scan(photo)
    enough = threading.Event()
    rendered = 0

    def render() -> None:
        nonlocal rendered
        while rendered < 100 and not enough.is_set():
            page.render()
            rendered += 1

    thread = threading.Thread(target=render)
    usual = sys.getswitchinterval()
    # Threads only take turns where the GIL is released.
    sys.setswitchinterval(1000)
    try:
        thread.start()
        enough.set()
        thread.join()
    finally:
        sys.setswitchinterval(usual)
    assert rendered < 100


@pytest.mark.skipif(not sysconfig.get_config_var("Py_GIL_DISABLED"), reason="this Python has a GIL")
def test_free_threads_stay_free() -> None:
    # Importing a module that is not made for them would turn the GIL on.
    assert not getattr(sys, "_is_gil_enabled")()  # noqa: B009 - older Pythons do not have it


def resident() -> int:
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def churn(pixels: Pixels, rounds: int) -> None:
    for _ in range(rounds):
        with recto.Page(pixels) as page:
            page.corners = [(1, 1), (60, 2), (61, 62), (2, 60)]
            np.asarray(page.render())
            page.copy()
        recto.detect(pixels)
        recto.read_codes(pixels)
        with pytest.raises(recto.UnreadableError):
            recto.detect(b"no picture")
        try:
            recto.Page(pixels, corners=[(0, 0), (9, 9), (9, 0), (0, 9)])
        except ValueError:
            pass


def leaked(rounds: int) -> int:
    small = np.random.default_rng(60).integers(0, 256, (64, 64), np.uint8)
    churn(small, 100)
    gc.collect()
    before = resident()
    churn(small, rounds)
    gc.collect()
    return resident() - before


def test_nothing_leaks() -> None:
    # 8 bytes a call would be as many kilobytes; what the allocator keeps is less.
    assert leaked(400) < 4_000_000


@pytest.mark.nightly
def test_nothing_leaks_in_a_hundred_thousand_calls() -> None:
    assert leaked(15_000) < 6_000_000


def test_objects_that_nobody_closes_are_freed(pixels: Pixels) -> None:
    def scan() -> None:
        for _ in range(40):
            recto.scan(pixels).render()

    scan()
    before = resident()
    scan()
    scan()
    assert resident() - before < 20_000_000
    assert sys.getrefcount(pixels) < 20
