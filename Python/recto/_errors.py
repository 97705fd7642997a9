"""Exceptions for the statuses of recto.h."""

from __future__ import annotations


class RectoError(Exception):
    """The base class of the engine's errors. Its text says what was found and what was required."""


class InvalidArgumentError(RectoError, ValueError):
    """An argument is out of range."""


class UnreadableError(RectoError, ValueError):
    """A picture or frame cannot be decoded, or a file cannot be read."""


class UnwritableError(RectoError, OSError):
    """A file cannot be written."""


class NotAPageError(RectoError, ValueError):
    """The page cannot be straightened: its corners do not form a page, or it would be too large."""


class InUseError(RectoError, OSError):
    """Another process has the draft open."""


class NotInstalledError(RectoError, RuntimeError):
    """What reads text or bar codes, or the model of a language, is not installed. The text names the package."""


class ConcurrentUseError(RectoError, RuntimeError):
    """Two threads use one object at the same time. Each thread needs a separate object."""


BY_STATUS: dict[int, type[RectoError]] = {
    1: InvalidArgumentError,
    2: UnreadableError,
    3: UnwritableError,
    4: NotAPageError,
    5: InUseError,
    6: NotInstalledError,
    8: ConcurrentUseError,
}
