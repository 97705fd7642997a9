"""The contents of the wheel besides the package."""

from __future__ import annotations

import re
from importlib import metadata

import pytest


def test_each_library_in_the_wheel_has_its_license() -> None:
    files = metadata.files("recto") or []
    libraries = [re.sub(r"-[0-9a-f]{8}(?=\.so)", "", file.name) for file in files if file.parent.name == "recto.libs"]
    if not libraries:
        pytest.skip("the package is not from a wheel that was repaired")
    licenses = {file.name: file.read_text() for file in files if file.parent.name == "licenses"}
    for name in [*libraries, "swift", "libzbar.a", "LICENSE"]:
        text = licenses.get(f"{name}.txt") or licenses.get(name) or ""
        assert re.search("license|copyright", text, re.IGNORECASE), name
    listed = metadata.metadata("recto").get_all("License-File") or []
    assert sorted(listed) == sorted(licenses)


def test_engines_are_extras() -> None:
    extras = set(metadata.metadata("recto").get_all("Provides-Extra") or [])
    assert extras == {"batch", "daft", "ray", "dask"}
    needed = [requirement for requirement in metadata.requires("recto") or [] if "extra ==" not in requirement]
    assert sorted(re.split(r"[<>=]", requirement)[0] for requirement in needed) == ["cffi", "numpy", "pillow"]
