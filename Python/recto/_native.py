"""The C library, and the base class of objects that own a part of it."""

from __future__ import annotations

import pathlib
import threading
from collections.abc import Callable
from importlib import metadata
from typing import Any, TypeVar

from ._abi import ffi as _ffi
from ._errors import BY_STATUS, ConcurrentUseError, RectoError

ffi: Any = _ffi


def _open() -> Any:
    """Opens the library of the wheel, or the system's if the package has none."""
    bundled = pathlib.Path(__file__).with_name("librecto.so")
    library = ffi.dlopen(str(bundled) if bundled.exists() else "librecto.so.0")
    found, wanted = ffi.string(library.recto_version()).decode(), metadata.version("recto")
    if found != wanted:
        raise ImportError(f"librecto has version {found}, this package needs {wanted}")
    return library


lib: Any = _open()
NULL: Any = ffi.NULL


def string(text: Any) -> str:
    """Decodes a zero-terminated text of the library."""
    return str(ffi.string(text).decode())


def check(status: int) -> None:
    """Raises the exception for a status other than RECTO_OK."""
    if status:
        raise BY_STATUS.get(status, RectoError)(string(lib.recto_last_error()))


def sized(name: str) -> Any:
    """Returns a struct with its size set, and all other fields 0."""
    struct = ffi.new(f"{name} *")
    struct.struct_size = ffi.sizeof(name)
    return struct


Self = TypeVar("Self", bound="Handle")


class Handle:
    """An object of the library. Only one thread may use it at a time, which each call checks."""

    __slots__ = ("__weakref__", "_lock", "_pointer")

    def __init__(self, kind: str, make: Callable[..., int], *arguments: Any) -> None:
        """`make` is the function that returns the object through its last argument, `kind` is the C type's name."""
        out = ffi.new(f"{kind} **")
        check(make(*arguments, out))
        self._adopt(kind, out[0])

    def _adopt(self, kind: str, pointer: Any) -> None:
        self._pointer: Any = ffi.gc(pointer, getattr(lib, f"{kind}_free"))
        self._lock = threading.Lock()

    def _call(self, function: Callable[..., int], *arguments: Any) -> None:
        """Calls a function with the object as the first argument. The GIL is released meanwhile."""
        with _Use(self) as pointer:
            status = function(pointer, *arguments)
            if status:
                check(status)

    def close(self) -> None:
        """Frees the object's memory now. The object cannot be used afterwards."""
        with _Use(self, True) as pointer:
            if pointer is not None:
                self._pointer = None
                ffi.release(pointer)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} objects cannot be pickled: make one in each process")


class _Use:
    """Locks an object for a call, or for several related ones."""

    __slots__ = ("allows_closed", "handle")

    def __init__(self, handle: Handle, allows_closed: bool = False) -> None:
        self.handle = handle
        self.allows_closed = allows_closed

    def __enter__(self) -> Any:
        handle = self.handle
        if not handle._lock.acquire(False):  # pyright: ignore[reportPrivateUsage]
            raise ConcurrentUseError(
                f"another thread uses this {type(handle).__name__}: each thread needs one of its own"
            )
        pointer = handle._pointer  # pyright: ignore[reportPrivateUsage]
        if pointer is None and not self.allows_closed:
            handle._lock.release()  # pyright: ignore[reportPrivateUsage]
            raise ValueError(f"this {type(handle).__name__} is closed")
        return pointer

    def __exit__(self, *_: object) -> None:
        self.handle._lock.release()  # pyright: ignore[reportPrivateUsage]


use = _Use
