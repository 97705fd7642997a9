"""Reads pictures from and writes documents to folders, object stores and the web."""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

#: Returns the bytes of a picture; raises its engine's errors.
Reader = Callable[[str], bytes]

_ENDINGS = (
    ".jpg",
    ".jpeg",
    ".jpe",
    ".png",
    ".tif",
    ".tiff",
    ".webp",
    ".heic",
    ".heif",
    ".hif",
    ".avif",
    ".jxl",
    ".gif",
)
_TRIES = 3
#: The pause before the second try, in seconds; four times as long before the third.
_DELAY = 0.25
_TEMPORARY = ".tmp"
#: The age in seconds at which temporary files are assumed to belong to killed programs.
_ABANDONED = 3600


def engine(name: str, extra: str) -> Any:
    """Imports a module that only some users need."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name.split('.')[0]} is not installed: pip install 'recto[{extra}]'") from error


def _filesystem(uri: str) -> tuple[Any, str]:
    """Returns Arrow's file system for a URI, and the path in it. Names are literal: %20 is not a space."""
    if "://" not in uri:
        return engine("pyarrow.fs", "batch").LocalFileSystem(), os.path.abspath(uri)
    place, mark, query = uri.partition("?")
    scheme, _, name = place.partition("://")
    host, _, path = name.partition("/")
    filesystem, root = _store(f"{scheme}://{host}{mark}{query}")
    return filesystem, f"{root.rstrip('/')}/{path}".rstrip("/")


@functools.lru_cache(maxsize=64)
def _store(root: str) -> tuple[Any, str]:
    """Returns the file system of a bucket or host, whose region takes a request to determine."""
    filesystem, path = engine("pyarrow.fs", "batch").FileSystem.from_uri(root)
    return filesystem, path


def local_path(uri: str) -> str | None:
    """Returns the path of a local file; None for others."""
    if uri.startswith("file://"):
        return urllib.request.url2pathname(uri[len("file://") :])
    return None if "://" in uri else uri


def read(uri: str) -> bytes:
    """Returns the bytes of a file: a path, or a URI of http, https, s3 and other schemes supported by Arrow."""
    path = local_path(uri)
    if path is not None:
        with open(path, "rb") as file:
            return file.read()
    if uri.startswith(("http://", "https://")):
        with urllib.request.urlopen(uri, timeout=60) as answer:
            content: bytes = answer.read()
        return content
    filesystem, path = _filesystem(uri)
    with filesystem.open_input_stream(path) as stream:
        return bytes(stream.read())


def _patiently(reader: Reader, uri: str) -> bytes:
    for attempt in range(_TRIES - 1):
        try:
            return reader(uri)
        except FileNotFoundError:
            raise
        except Exception:  # noqa: BLE001 - each engine has its own
            time.sleep(_DELAY * 4**attempt)
    return reader(uri)


#: A file's bytes, the reading time in seconds, and the error.
Reading = tuple[bytes | None, float, Exception | None]


def read_ahead(reader: Reader, uris: Iterable[str], ahead: int) -> Iterator[Reading]:
    """Reads files in order.

    At most `ahead` files are in memory besides the one that was yielded.
    """

    def timed(uri: str) -> tuple[bytes, float]:
        began = time.perf_counter()
        return _patiently(reader, uri), time.perf_counter() - began

    waiting: list[Future[tuple[bytes, float]]] = []
    remaining = iter(uris)
    with ThreadPoolExecutor(ahead, "recto-read") as pool:
        try:
            while True:
                while len(waiting) < ahead and (uri := next(remaining, None)) is not None:
                    waiting.append(pool.submit(timed, uri))
                if not waiting:
                    return
                future = waiting.pop(0)
                error = future.exception()
                if error is None:
                    yield (*future.result(), None)
                elif isinstance(error, Exception):
                    yield None, 0, error
                else:
                    raise error
        finally:
            for future in waiting:
                future.cancel()


def pictures(folder: str) -> list[str]:
    """Returns the pictures in a folder or bucket and its subfolders, sorted."""
    filesystem, path = _filesystem(folder)
    selector = engine("pyarrow.fs", "batch").FileSelector(path, recursive=True)
    prefix = "" if "://" not in folder else f"{folder.split('://')[0]}://"
    query = f"?{folder.partition('?')[2]}" if "?" in folder else ""
    paths = (info.path for info in filesystem.get_file_info(selector) if info.is_file)
    return sorted(f"{prefix}{path}{query}" for path in paths if path.lower().endswith(_ENDINGS))


class Target:
    """A folder or bucket in which files only appear when they are complete."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._local = local_path(uri)
        self._filesystem, self._path = _filesystem(self._local or uri)

    def names(self) -> set[str]:
        """Returns the names of its files. Removes temporary files of killed programs."""
        if self._local is not None:
            os.makedirs(self._path, exist_ok=True)
            self._sweep()
        selector = engine("pyarrow.fs", "batch").FileSelector(self._path, allow_not_found=True)
        return {info.base_name for info in self._filesystem.get_file_info(selector)}

    def has(self, name: str) -> bool:
        """Returns whether a file exists."""
        return bool(self._filesystem.get_file_info([f"{self._path}/{name}"])[0].is_file)

    def read(self, name: str) -> bytes:
        """Returns the bytes of a file."""
        with self._filesystem.open_input_stream(f"{self._path}/{name}") as stream:
            return bytes(stream.read())

    def write(self, name: str, data: bytes) -> None:
        """Writes a file atomically, replacing an existing one."""
        if self._local is not None:
            self._write_local(name, data)
        else:
            # Object stores only show a file when the upload is complete.
            with self._filesystem.open_output_stream(f"{self._path}/{name}") as stream:
                stream.write(data)

    def remove(self, name: str) -> None:
        """Removes a file, if it is there: another worker may have been first."""
        with contextlib.suppress(FileNotFoundError):
            self._filesystem.delete_file(f"{self._path}/{name}")

    def _write_local(self, name: str, data: bytes) -> None:
        temporary = f"{self._path}/.{name}.{uuid.uuid4().hex}{_TEMPORARY}"
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, f"{self._path}/{name}")
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
            raise
        folder = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _sweep(self) -> None:
        for entry in os.scandir(self._path):
            if entry.name.startswith(".") and entry.name.endswith(_TEMPORARY):
                with contextlib.suppress(OSError):
                    if time.time() - entry.stat().st_mtime > _ABANDONED:
                        os.unlink(entry.path)
