"""Live capture, codes and anchors."""

from __future__ import annotations

import io
import pathlib

import numpy as np
import pytest
import segno
from conftest import PICTURES, Pixels
from PIL import Image as PillowImage

import recto


def film(pixels: Pixels, count: int = 45) -> list[tuple[float, Pixels]]:
    """Creates a page that lies still before a camera at 30 frames per second."""
    chance = np.random.default_rng(60)
    noise = chance.integers(-2, 3, (4, *pixels.shape))
    return [(number / 30, np.clip(pixels + noise[number % 4], 0, 255).astype(np.uint8)) for number in range(count)]


def test_a_still_page_is_captured_once(pixels: Pixels) -> None:
    seen: list[recto.Observation] = []
    reported: list[recto.Capture] = []
    scanner = recto.Scanner(on_capture=reported.append)
    pages = list(scanner.pages(film(pixels), on_observation=seen.append))
    assert len(pages) == len(reported) == 1 and reported[0].page is pages[0]
    assert pages[0].corners is not None and 0 <= reported[0].frame_number < 45
    assert reported[0].time == pytest.approx(reported[0].frame_number / 30)
    assert len(seen) == 45 and seen[0].size == pixels.shape[1::-1]
    assert any(observation.guidance == "captured" for observation in seen)
    assert sum(len(observation.captures) for observation in seen) == 1


def test_a_shot_is_taken_when_asked(pixels: Pixels) -> None:
    scanner = recto.Scanner(recto.ScannerOptions("manual", render=recto.RenderOptions("grayscale")))
    frames = film(pixels)
    assert not any(scanner.process(frame, time=time).captures for time, frame in frames[:30])
    scanner.request_shot()
    captures = [capture for time, frame in frames[30:] for capture in scanner.process(frame, time=time).captures]
    captures += scanner.finish()
    assert len(captures) == 1 and captures[0].page.options.filter == "grayscale"
    scanner.rearm()
    scanner.reset()


def test_frames_of_a_camera_may_be_jpeg(pixels: Pixels) -> None:
    file = io.BytesIO()
    PillowImage.fromarray(pixels).save(file, "JPEG", quality=90)
    scanner = recto.Scanner()
    assert scanner.process(file.getvalue(), time=0).size == pixels.shape[1::-1]
    with pytest.raises(recto.UnreadableError):
        scanner.process(file.getvalue()[:400], time=0.1)
    array = np.frombuffer(file.getvalue(), np.uint8)
    assert scanner.process(array, time=0.2, format="jpeg").size == pixels.shape[1::-1]


def write_mjpeg(path: pathlib.Path, pixels: Pixels) -> None:
    with path.open("wb") as file:
        for _, frame in film(pixels):
            PillowImage.fromarray(frame).save(file, "JPEG", quality=90)


def test_a_film_is_watched_like_a_camera(pixels: Pixels, tmp_path: pathlib.Path) -> None:
    write_mjpeg(tmp_path / "film.mjpeg", pixels)
    seen: list[recto.Observation] = []
    source = recto.Source(tmp_path / "film.mjpeg", rate=30)
    pages = list(recto.Scanner().watch(source, on_observation=seen.append))
    assert len(pages) == 1 and pages[0].corners is not None
    assert len(seen) == 45 and seen[0].size == pixels.shape[1::-1]
    with pytest.raises(ValueError, match="closed"):
        next(source.frames())
    # A damaged frame is skipped.
    data = bytearray((tmp_path / "film.mjpeg").read_bytes())
    end = data.index(b"\xff\xd9") + 2
    (tmp_path / "damaged.mjpeg").write_bytes(data[: end // 3] + b"\xff\xd9" + data[end:])
    assert len(list(recto.Scanner().watch(tmp_path / "damaged.mjpeg"))) == 1


def test_a_camera_that_is_not_there_is_named() -> None:
    told: list[str] = []
    source = recto.Source("/dev/video-of-nobody", patience=0.2, on_device=told.append)
    with pytest.raises(recto.UnreadableError, match="video-of-nobody"):
        list(recto.Scanner().watch(source))
    assert told == ["is not there"]
    with pytest.raises(recto.UnreadableError, match="missing"):
        list(recto.Scanner().watch("missing.mjpeg"))
    assert all(camera.path.startswith("/dev/") for camera in recto.cameras())


def test_a_camera_is_watched() -> None:
    found = recto.cameras()
    if not found:
        pytest.skip("this machine has no camera")
    seen: list[recto.Observation] = []
    for _ in recto.Scanner().watch(recto.Source(found[0].path, patience=10), on_observation=seen.append):
        if len(seen) >= 10:
            break
    assert seen[0].size[0] > 0


def test_an_error_of_a_callback_is_the_callers(pixels: Pixels) -> None:
    def refuse(capture: recto.Capture) -> None:
        raise KeyError(capture.frame_number)

    scanner = recto.Scanner(on_capture=refuse)
    with pytest.raises(KeyError):
        list(scanner.pages(film(pixels)))
    scanner.process(pixels, time=9)


def test_codes_are_read(tmp_path: pathlib.Path) -> None:
    picture = tmp_path / "code.png"
    segno.make_qr("recto 60 €", error="m").save(str(picture), scale=6, border=4)
    for image in (
        picture,
        picture.read_bytes(),
        np.asarray(PillowImage.open(picture).convert("L")),
        recto.Page(picture),
    ):
        (code,) = recto.read_codes(image)
        assert code.text == "recto 60 €" and code.symbology == "QR Code"
        assert code.corners.top_left.x < code.corners.top_right.x
    assert recto.read_codes(np.zeros((50, 50), np.uint8), bars=True) == []
    binary = tmp_path / "binary.png"
    segno.make_qr(b"\0\xff\0", mode="byte").save(str(binary), scale=6, border=4)
    assert recto.read_codes(binary)[0].bytes == b"\0\xff\0"


@pytest.fixture(scope="module")
def anchors() -> recto.AnchorDatabase:
    pictures = [
        recto.AnchorPicture("poster", PICTURES / "poster-tiles.page.png", physical_width=0.4),
        recto.AnchorPicture("report", recto.Page(PICTURES / "report-nearWhite.page.png").picture().pixels),
    ]
    return recto.AnchorDatabase(pictures)


def test_anchors_are_recognized(anchors: recto.AnchorDatabase, tmp_path: pathlib.Path) -> None:
    anchors.save(tmp_path / "anchors.bin")
    opened = recto.AnchorDatabase.open(tmp_path / "anchors.bin")
    assert [anchor.name for anchor in opened] == ["poster", "report"]
    assert len(opened) == 2 and opened[-1].physical_width is None and opened[0].physical_width == 0.4
    with pytest.raises(IndexError):
        opened[2]
    for image in (PICTURES / "poster-tiles.jpg", (PICTURES / "poster-tiles.jpg").read_bytes()):
        sightings = recto.AnchorMatcher(opened, recto.AnchorOptions(limit=2)).match(image)
        assert sightings[0].name == "poster" and sightings[0].state == "seen"
        width, height = opened[0].size
        corner = sightings[0].homography @ [width, height, 1]
        assert np.allclose(corner[:2] / corner[2], sightings[0].corners.bottom_right, atol=0.1)
        assert sightings[0].pose is None or sightings[0].pose.rotation.shape == (3, 3)


def test_anchors_are_followed(anchors: recto.AnchorDatabase) -> None:
    with PillowImage.open(PICTURES / "poster-tiles.jpg") as image:
        image.thumbnail((800, 800))
        frame = np.asarray(image.convert("RGB"))
    tracker = recto.AnchorTracker(anchors)
    names = {sighting.name for number in range(12) for sighting in tracker.process(frame, time=number / 30)}
    assert names == {"poster"}


def test_databases_that_are_none_are_errors(tmp_path: pathlib.Path) -> None:
    (tmp_path / "text").write_text("no database")
    with pytest.raises(recto.UnreadableError):
        recto.AnchorDatabase.open(tmp_path / "text")
    with pytest.raises(FileNotFoundError):
        recto.AnchorDatabase.open(tmp_path / "missing")
    with pytest.raises(ValueError):
        recto.AnchorDatabase([recto.AnchorPicture("", PICTURES / "poster-tiles.page.png")])
    with pytest.raises(ValueError):
        recto.AnchorDatabase([recto.AnchorPicture("black", np.zeros((300, 300), np.uint8))])


def test_a_better_page_is_made_of_several_frames(pixels: Pixels) -> None:
    page, fusion = recto.fuse(frame for _, frame in film(pixels, 4))
    assert fusion.used_frames >= 1 and page.render().width > 0
    with pytest.raises(ValueError):
        recto.fuse([pixels])
