"""Where pictures come from and documents go: folders, object stores, and the web."""

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

#: Returns the bytes of a picture; raises what its engine raises.
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
#: Before the second try, in seconds; four times as long before the third.
_DELAY = 0.25
_TEMPORARY = ".tmp"
#: Temporary files that nobody has written to for so long, in seconds, are those of programs that were killed.
_ABANDONED = 3600


def engine(name: str, extra: str) -> Any:
    """A module that only some users need."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name.split('.')[0]} is not installed: pip install 'recto[{extra}]'") from error


def _filesystem(uri: str) -> tuple[Any, str]:
    """Arrow's file system of a URI, and the path in it. Names are taken as they are: %20 is no space."""
    if "://" not in uri:
        return engine("pyarrow.fs", "batch").LocalFileSystem(), os.path.abspath(uri)
    place, mark, query = uri.partition("?")
    scheme, _, name = place.partition("://")
    host, _, path = name.partition("/")
    filesystem, root = _store(f"{scheme}://{host}{mark}{query}")
    return filesystem, f"{root.rstrip('/')}/{path}".rstrip("/")


@functools.lru_cache(maxsize=64)
def _store(root: str) -> tuple[Any, str]:
    """The file system of a bucket or host, whose region costs a request to find out."""
    filesystem, path = engine("pyarrow.fs", "batch").FileSystem.from_uri(root)
    return filesystem, path


def local_path(uri: str) -> str | None:
    """The path of a local file; None of others."""
    if uri.startswith("file://"):
        return urllib.request.url2pathname(uri[len("file://") :])
    return None if "://" in uri else uri


def read(uri: str) -> bytes:
    """The bytes of a file: a path, or a URI of http, https, s3 and what else Arrow reads."""
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


#: A file's bytes, the seconds that reading took, and why it failed.
Reading = tuple[bytes | None, float, Exception | None]


def read_ahead(reader: Reader, uris: Iterable[str], ahead: int) -> Iterator[Reading]:
    """Reads files in their order.

    At most `ahead` files are in memory beside the one that was handed out.
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
    """The pictures in a folder or bucket and the folders in it, sorted."""
    filesystem, path = _filesystem(folder)
    selector = engine("pyarrow.fs", "batch").FileSelector(path, recursive=True)
    prefix = "" if "://" not in folder else f"{folder.split('://')[0]}://"
    query = f"?{folder.partition('?')[2]}" if "?" in folder else ""
    paths = (info.path for info in filesystem.get_file_info(selector) if info.is_file)
    return sorted(f"{prefix}{path}{query}" for path in paths if path.lower().endswith(_ENDINGS))


class Target:
    """A folder or bucket in which a file is complete or is not there."""

    def __init__(self, uri: str) -> None:
        self.uri = uri
        self._local = local_path(uri)
        self._filesystem, self._path = _filesystem(self._local or uri)

    def names(self) -> set[str]:
        """The files in it. Temporary ones of programs that were killed are removed."""
        if self._local is not None:
            os.makedirs(self._path, exist_ok=True)
            self._sweep()
        selector = engine("pyarrow.fs", "batch").FileSelector(self._path, allow_not_found=True)
        return {info.base_name for info in self._filesystem.get_file_info(selector)}

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        return bool(self._filesystem.get_file_info([f"{self._path}/{name}"])[0].is_file)

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        with self._filesystem.open_input_stream(f"{self._path}/{name}") as stream:
            return bytes(stream.read())

    def write(self, name: str, data: bytes) -> None:
        """Puts a file there in one step. One of that name is replaced."""
        if self._local is not None:
            self._write_local(name, data)
        else:
            # Object stores show a file when the upload is complete.
            with self._filesystem.open_output_stream(f"{self._path}/{name}") as stream:
                stream.write(data)

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
