"""Cameras and other sources of frames."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ._frames import path_bytes
from ._native import Handle, check, ffi, lib, sized, string, use

#: How long one call waits for a frame, in seconds: Python handles signals between calls.
_WAIT = 0.1


@dataclass(frozen=True)
class Camera:
    """A camera of this machine.

    Attributes:
        path: Its node, such as "/dev/video0", which may change when it is plugged in again.
        name: The driver's name for it.
        id: A persistent name.
    """

    path: str
    name: str
    id: str


def cameras() -> list[Camera]:
    """Returns the cameras of this machine."""
    with Handle("recto_cameras", lib.recto_cameras_list) as handle, use(handle) as pointer:
        count, camera = ffi.new("size_t *"), sized("recto_camera")
        check(lib.recto_cameras_count(pointer, count))
        found: list[Camera] = []
        for index in range(count[0]):
            check(lib.recto_cameras_get(pointer, index, camera))
            found.append(Camera(string(camera.path), string(camera.name), string(camera.id)))
    return found


class Source(Handle):
    """The frames of a camera, an MJPEG or Y4M file, a folder of pictures, or standard input, for `Scanner.watch`.

    It waits for a camera that is absent, busy or unplugged.
    """

    __slots__ = ("_on_device",)

    def __init__(
        self,
        name: str | os.PathLike[str],
        *,
        size: tuple[int, int] | None = None,
        rate: float | None = None,
        real_time: bool = False,
        patience: float | None = None,
        on_device: Callable[[str], None] | None = None,
    ) -> None:
        """
        Args:
            name: A camera's node ("/dev/video0"), its id, or "serial:" and its serial number; a file; a folder; "-".
            size: The width and height requested from a camera.
            rate: The frames per second requested from a camera, and of files without timestamps.
            real_time: Whether files are read at their own rate, skipping frames that arrive too fast.
            patience: How long to wait for a camera's frames, in seconds, before `UnreadableError` is raised; None to
                wait indefinitely.
            on_device: Called with events of a camera, as phrases that follow its name: "is not there".
        """
        options = ffi.new("recto_source_options *")
        lib.recto_source_options_init(options)
        if size is not None:
            options.width, options.height = size
        if rate is not None:
            options.frames_per_second = rate
        options.is_real_time = real_time
        options.patience_seconds = patience or 0
        super().__init__("recto_source", lib.recto_source_open, path_bytes(name), options)
        self._on_device = on_device

    def frames(self) -> Iterator[tuple[Any, int, int]]:
        """Yields the library's frames with nanoseconds and numbers. Each is valid until the next one is requested."""
        event = ffi.new("recto_event *")
        lib.recto_event_init(event)
        while True:
            self._call(lib.recto_source_next, _WAIT, event)
            if event.kind == lib.RECTO_EVENT_FRAME:
                yield event.frame, event.time_nanoseconds, event.number
            elif event.kind == lib.RECTO_EVENT_END:
                return
            elif event.kind == lib.RECTO_EVENT_DEVICE and self._on_device:
                self._on_device(string(event.text))
