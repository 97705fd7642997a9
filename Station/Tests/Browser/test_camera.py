"""The station with a Video4Linux camera: a real kernel driver in an emulated machine."""

import json
import os
import shutil
import subprocess

import pytest
from PIL import Image, ImageChops, ImageDraw

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


def yuyv(picture):
    """YUYV as cameras send it: two pixels in four bytes, limited range."""
    planes = [plane.tobytes() for plane in picture.convert("YCbCr").split()]
    luma = bytes(16 + (value * 219 + 127) // 255 for value in planes[0])
    blue, red = [bytes(128 + ((value - 128) * 224 + 127) // 255 for value in plane) for plane in planes[1:]]
    pixels = bytearray(2 * len(luma))
    pixels[0::2] = luma
    pixels[1::4] = blue[0::2]
    pixels[3::4] = red[0::2]
    return bytes(pixels)


# The emulated machine uses a processor for more than a minute.
@pytest.mark.nightly
def test_video4linux(tmp_path):
    """DS-8, DS-39, OF-10, OF-11: a page before a USB camera becomes a document; a lost camera is reported, and captures again when it is back. Scans of a phone without the station are added exactly once, even if the station is killed meanwhile."""
    picture = tmp_path / "page.yuyv"
    picture.write_bytes(yuyv(page()))
    # The document scanned by the phone.
    photo = tmp_path / "phone.jpg"
    page().resize((1280, 720)).save(photo)
    out = tmp_path / "out"
    rig = subprocess.run([ROOT / "Tests/CaptureRig/run", out, ROOT / "Station/Tests/Rig/cases", STATION, shutil.which("curl"), picture, photo], capture_output=True, text=True, env=os.environ | {"RECTO_RIG_TIMEOUT": "1500"})
    if rig.returncode == 77:
        pytest.skip(rig.stderr.strip().splitlines()[-1])
    said = "\n".join(f"{name}: {(out / name).read_text()}" for name in ("station", "restarted", "curl", "usb") if (out / name).exists())
    assert rig.returncode == 0, rig.stderr + said
    document = json.loads((out / "first").read_text() or "null")
    assert document, said
    assert document["pageCount"] == 1
    # The page in front of the camera, whose paper is slightly darker than white.
    left, top, right, bottom = CORNERS
    straight = Image.open(out / "page.png").convert("L")
    assert abs(straight.width - (right - left)) <= 3 and abs(straight.height - (bottom - top)) <= 3
    drawn = page().crop(CORNERS).convert("L").resize(straight.size)
    differences = ImageChops.difference(straight, drawn).crop((4, 4, straight.width - 4, straight.height - 4)).tobytes()
    assert sum(differences) / len(differences) < 20
    refused = json.loads((out / "unplugged").read_text())
    assert refused["status"] == 409 and "camera" in refused["detail"].lower()
    assert json.loads((out / "again").read_text())["id"] != document["id"]
    assert json.loads((out / "saved").read_text()) == json.loads((out / "saved-again").read_text()), said
    documents = json.loads((out / "documents").read_text())["documents"]
    assert sorted(d["pageCount"] for d in documents) == [1, 1, 2]
    assert [d["pageCount"] for d in documents if d["title"] == "Delivery note"] == [2]
