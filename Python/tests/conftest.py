"""The repository's pictures, the program, and the evaluation data if available."""

from __future__ import annotations

import os
import pathlib
import re

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as PillowImage

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PICTURES = REPOSITORY / "TestImages"

Pixels = npt.NDArray[np.uint8]


def page_count(document: pathlib.Path) -> int:
    """Returns the number of pages of a PDF from Recto."""
    found = re.search(rb"/Type /Pages /Count (\d+)", document.read_bytes())
    return int(found[1]) if found else 0


@pytest.fixture(scope="session")
def photo() -> pathlib.Path:
    return PICTURES / "letter-wood.jpg"


@pytest.fixture(scope="session")
def pixels(photo: pathlib.Path) -> Pixels:
    """Returns the photo as a small RGB array with even sides."""
    with PillowImage.open(photo) as image:
        image.thumbnail((800, 800))
        width, height = (side // 4 * 4 for side in image.size)
        return np.asarray(image.convert("RGB").crop((0, 0, width, height)))


@pytest.fixture(scope="session")
def program() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("RECTO_PROGRAM", REPOSITORY / ".build/release/recto"))
    if not path.exists():
        pytest.skip(f"{path} is missing: RECTO_PROGRAM names the program")
    return path


@pytest.fixture(scope="session")
def evaluation() -> pathlib.Path:
    path = pathlib.Path(os.environ.get("RECTO_DATA", REPOSITORY.parent / "shared/data"))
    if not path.is_dir():
        pytest.skip("no evaluation data: set RECTO_DATA to its folder")
    return path


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="run what takes too long for each change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--nightly"):
        for item in items:
            if "nightly" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="--nightly runs it"))
