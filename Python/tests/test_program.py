"""The package finds the same as the program, to the last printed digit."""

from __future__ import annotations

import json
import pathlib
import subprocess

import numpy as np
import pytest
from conftest import PICTURES
from PIL import Image as PillowImage

import recto


def detected(program: pathlib.Path, pictures: list[pathlib.Path], *options: str) -> dict[str, dict[str, object]]:
    """Returns the program's output by file."""
    ran = subprocess.run([program, "detect", "--json", *options, *pictures], capture_output=True, text=True, check=True)
    return {found["file"]: found for found in map(json.loads, ran.stdout.splitlines())}


def corners(detection: recto.Detection | None) -> list[list[float]] | None:
    return None if detection is None else np.floor(np.array(detection.corners) * 100 + 0.5).__truediv__(100).tolist()


def expect_equal(program: pathlib.Path, pictures: list[pathlib.Path]) -> None:
    assert pictures
    for file, found in detected(program, pictures).items():
        assert corners(recto.detect(file)) == found["quad"], file
        assert corners(recto.detect(pathlib.Path(file).read_bytes())) == found["quad"], file
        detection = recto.detect(file, min_confidence=0)
        assert round(detection.confidence if detection else 0, 4) == found["confidence"], file


def test_corners_are_those_of_the_program(program: pathlib.Path) -> None:
    expect_equal(program, sorted(PICTURES.glob("*.jpg")))


def test_corners_are_those_of_the_program_on_photographs(program: pathlib.Path, evaluation: pathlib.Path) -> None:
    photos = sorted((evaluation / "quad").rglob("*.jpg"))
    expect_equal(program, photos[:: max(len(photos) // 20, 1)])


@pytest.mark.nightly
def test_corners_are_those_of_the_program_on_all_photographs(program: pathlib.Path, evaluation: pathlib.Path) -> None:
    photos = sorted([*evaluation.glob("quad/**/*.jpg"), *evaluation.glob("wild/**/*.jpg")])
    expect_equal(program, photos)


def test_all_pages_are_those_of_the_program(program: pathlib.Path) -> None:
    picture = PICTURES / "invoice-clutter.jpg"
    found = detected(program, [picture], "--all", "--limit", "7")[str(picture)]
    candidates = found["candidates"]
    assert isinstance(candidates, list) and candidates
    ours = recto.detect_all(picture, limit=7, min_confidence=0)
    assert [corners(detection) for detection in ours] == [candidate["quad"] for candidate in candidates]


def test_pages_are_those_of_the_program(program: pathlib.Path, photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for filter, name in (("color", "color"), ("black-and-white", "bw")):
        theirs = tmp_path / f"{name}.png"
        subprocess.run([program, "scan", photo, "-o", theirs, "--filter", name], capture_output=True, check=True)
        page = recto.scan(photo, filter=filter)  # type: ignore[arg-type]
        with PillowImage.open(theirs) as image:
            assert np.array_equal(np.asarray(page.render()), np.asarray(image.convert("L" if name == "bw" else "RGB")))
