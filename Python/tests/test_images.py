"""The accepted and rejected kinds of images, without copies."""

from __future__ import annotations

import io
import pathlib
import random
from typing import Any

import numpy as np
import pytest
from conftest import Pixels
from PIL import Image as PillowImage

import recto
from recto import _frames, _native


def corners(image: Any, **options: Any) -> Any:
    found = recto.detect(image, **options)
    assert found is not None
    return np.array(found.corners)


def luma(pixels: Pixels) -> Pixels:
    return np.asarray(PillowImage.fromarray(pixels).convert("L"))


def yuv(pixels: Pixels) -> tuple[Pixels, Pixels, Pixels]:
    """Returns full-range planes, with chroma at half the size."""
    y, cb, cr = np.moveaxis(np.asarray(PillowImage.fromarray(pixels).convert("YCbCr")), 2, 0)
    return np.ascontiguousarray(y), cb[::2, ::2], cr[::2, ::2]


def test_layouts_of_one_picture_have_the_same_corners(pixels: Pixels) -> None:
    expected = corners(pixels)
    assert np.array_equal(corners(pixels[:, :, ::-1], format="bgr"), expected)
    assert np.array_equal(corners(np.dstack([pixels, pixels[:, :, 0]])), expected)
    bgra = np.dstack([pixels[:, :, ::-1], pixels[:, :, 0]])
    assert np.array_equal(corners(bgra, format="bgra"), expected)
    assert np.array_equal(corners(PillowImage.fromarray(pixels)), expected)
    assert np.array_equal(corners(luma(pixels)[:, :, None]), corners(luma(pixels)))


def test_layouts_of_video_have_the_same_corners(pixels: Pixels) -> None:
    y, cb, cr = yuv(pixels)
    height, width = y.shape
    nv12 = np.vstack([y, np.dstack([cb, cr]).reshape(height // 2, width)])
    i420 = np.vstack([y, cb.reshape(-1, width), cr.reshape(-1, width)])
    expected = corners(nv12, format="nv12", range="full")
    assert np.abs(expected - corners(pixels)).max() < 3
    assert np.array_equal(corners(i420, format="i420", range="full"), expected)
    chroma = np.repeat(np.dstack([cb, cr]).reshape(height // 2, width), 2, axis=0)
    yuyv, uyvy = np.dstack([y, chroma]), np.dstack([chroma, y])
    assert np.array_equal(corners(yuyv, format="yuyv", range="full"), corners(uyvy, format="uyvy", range="full"))
    assert np.abs(corners(yuyv, format="yuyv", range="full") - expected).max() < 3


def test_rows_may_lie_apart(pixels: Pixels) -> None:
    wide = np.zeros((pixels.shape[0], pixels.shape[1] + 13, 3), np.uint8)
    wide[:, :-13] = pixels
    view = wide[:, :-13]
    frame = _frames.frame_of(view)
    assert frame.struct.row_strides[0] == wide.strides[0]
    assert any(memory is view for memory in frame.memory)
    assert np.array_equal(corners(view), corners(pixels))


def test_pixels_that_lie_apart_are_copied(pixels: Pixels) -> None:
    big = np.repeat(np.repeat(pixels, 2, axis=0), 2, axis=1)
    for view in (big[::2, ::2], np.asfortranarray(pixels), pixels[::-1][::-1]):
        assert np.array_equal(corners(view), corners(pixels))
    flipped = pixels[::-1, ::-1]
    assert np.array_equal(corners(flipped), corners(np.ascontiguousarray(flipped)))


@pytest.mark.parametrize("format", ["gray", "rgb", "yuyv", "uyvy", "nv12"])
def test_formats_of_the_library_are_lent(format: Any) -> None:
    shapes = {"gray": (48, 64), "rgb": (48, 64, 3), "yuyv": (48, 64, 2), "uyvy": (48, 64, 2), "nv12": (72, 64)}
    array = np.zeros(shapes[format], np.uint8)
    frame = _frames.frame_of(array, format)
    address = array.__array_interface__["data"][0]
    assert int(_native.ffi.cast("uintptr_t", frame.struct.planes[0])) == address
    assert (frame.struct.width, frame.struct.height) == (64, 48)
    array.setflags(write=False)
    _frames.frame_of(array, format)


def test_files_are_the_same_in_every_form(photo: pathlib.Path) -> None:
    expected, data = corners(photo), photo.read_bytes()
    for form in (str(photo), data, bytearray(data), memoryview(data)):
        assert np.array_equal(corners(form), expected)


def test_pictures_are_turned_upright(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with PillowImage.open(photo) as image:
        exif = image.getexif()
        exif[0x0112] = 6
        turned = tmp_path / "turned.jpg"
        image.save(turned, exif=exif, quality=95)
    with PillowImage.open(turned) as image:
        assert recto.Page(turned).size == image.size[::-1]
        assert recto.Page(image).size == image.size[::-1]


def test_dlpack_is_taken_and_given(pixels: Pixels, photo: pathlib.Path) -> None:
    class Tensor:
        def __dlpack__(self, **options: Any) -> Any:
            return pixels.copy().__dlpack__(**options)

        def __dlpack_device__(self) -> Any:
            return pixels.__dlpack_device__()

    assert np.array_equal(corners(Tensor()), corners(pixels))
    image = recto.scan(photo).render()
    assert np.array_equal(np.from_dlpack(image), np.asarray(image))


@pytest.mark.parametrize(
    "image",
    [
        None,
        7,
        1.5,
        object(),
        [[0, 1]],
        {"a": 1},
        np.zeros((9, 9)),
        np.zeros((9, 9), np.int8),
        np.zeros((9, 9), bool),
        np.zeros((9, 9, 3), np.uint16),
        np.zeros((9, 9), object),
        np.array("text"),
    ],
)
def test_wrong_types_are_refused(image: Any) -> None:
    for call in (recto.detect, recto.detect_all, recto.scan, recto.read_codes):
        with pytest.raises(TypeError):
            call(image)


@pytest.mark.parametrize(
    "shape", [(), (4,), (0, 5), (5, 0), (5, 5, 0), (5, 5, 2), (5, 5, 5), (2, 3, 4, 3), (1, 100_000)]
)
def test_wrong_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        recto.detect(np.zeros(shape, np.uint8))


@pytest.mark.parametrize(
    ("shape", "format"),
    [
        ((6, 6, 3), "gray"),
        ((6, 6), "rgb"),
        ((6, 6, 4), "bgr"),
        ((6, 6, 3), "rgba"),
        ((6, 6, 3), "yuyv"),
        ((6, 5, 2), "uyvy"),
        ((6, 6), "yuyv"),
        ((7, 6), "nv12"),
        ((6, 5), "i420"),
        ((6, 6, 3), "nv12"),
        ((6, 6), "jpeg"),
        ((6, 6), "cmyk"),
        ((6, 6), 7),
    ],
)
def test_shapes_that_do_not_fit_the_format_are_refused(shape: tuple[int, ...], format: Any) -> None:
    with pytest.raises(ValueError):
        recto.detect(np.zeros(shape, np.uint8), format=format)


def test_views_without_memory_of_their_own_are_read_rightly() -> None:
    flat = np.broadcast_to(np.uint8(200), (60, 80))
    assert recto.detect(flat) == recto.detect(np.full((60, 80), 200, np.uint8))
    for shape in ((1, 1), (1, 80), (80, 1), (2, 2, 3), (1, 1, 4)):
        recto.detect_all(np.zeros(shape, np.uint8))


def test_damaged_files_are_errors(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for data in (b"", b"\0", b"no picture", photo.read_bytes()[:300], b"\x89PNG\r\n\x1a\n" + bytes(50)):
        with pytest.raises(ValueError):
            recto.detect(data)
    with pytest.raises(ValueError):
        recto.detect(b"no frame", format="jpeg")
    with pytest.raises(FileNotFoundError):
        recto.scan(tmp_path / "missing.jpg")
    with pytest.raises(recto.UnreadableError, match=str(tmp_path)):
        recto.scan(tmp_path)
    for path in ("a\0b.jpg", "\udcff.jpg"):
        with pytest.raises((ValueError, OSError)):
            recto.scan(path)


def test_random_damage_never_crashes(pixels: Pixels) -> None:
    file = io.BytesIO()
    PillowImage.fromarray(pixels).save(file, "JPEG")
    sound, chance = bytearray(file.getvalue()), random.Random(60)
    for _ in range(60):
        damaged = sound.copy()
        for _ in range(chance.randrange(1, 30)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            recto.detect(bytes(damaged[: chance.randrange(1, len(damaged))]))
        except recto.RectoError:
            pass
