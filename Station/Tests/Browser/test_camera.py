"""The station with a Video4Linux camera, by a real kernel driver in an emulated machine."""

import json
import shutil
import subprocess

import pytest
from PIL import Image, ImageDraw

from conftest import ROOT, STATION

CORNERS = (200, 40, 430, 320)


def page():
    """A printed page on a desk, as the emulated camera delivers it."""
    frame = Image.new("RGB", (640, 360), (92, 70, 52))
    draw = ImageDraw.Draw(frame)
    for x in range(0, 640, 7):
        draw.line((x, 0, x, 360), (97, 70, 54))
    left, top, right, bottom = CORNERS
    draw.rectangle((left, top, right - 1, bottom - 1), (240, 238, 230))
    for index, y in enumerate(range(top + 30, bottom - 30, 15)):
        draw.rectangle((left + 25, y, left + 110 + index * 37 % 90, y + 4), (40, 40, 60))
    return frame


def test_video4linux(tmp_path):
    """DS-8, DS-39: a page before a USB camera is a document; a camera that goes is told, and takes pages again when it is back."""
    picture = tmp_path / "page.jpg"
    page().save(picture, quality=95)
    out = tmp_path / "out"
    rig = subprocess.run([ROOT / "Tests/CaptureRig/run", out, ROOT / "Station/Tests/Rig/cases", STATION, shutil.which("curl"), picture], capture_output=True, text=True)
    if rig.returncode == 77:
        pytest.skip(rig.stderr.strip().splitlines()[-1])
    said = "\n".join(f"{name}: {(out / name).read_text()}" for name in ("station", "curl", "usb") if (out / name).exists())
    assert rig.returncode == 0, rig.stderr + said
    document = json.loads((out / "first").read_text() or "null")
    assert document, said
    assert document["pageCount"] == 1
    # The page in its own proportions, and the frame as the camera sent it.
    straight = Image.open(out / "page.png")
    left, top, right, bottom = CORNERS
    assert abs(straight.width / straight.height / ((right - left) / (bottom - top)) - 1) < 0.03
    assert (out / "picture.jpg").read_bytes() == picture.read_bytes()
    refused = json.loads((out / "unplugged").read_text())
    assert refused["status"] == 409 and "camera" in refused["detail"].lower()
    assert json.loads((out / "again").read_text())["id"] != document["id"]
