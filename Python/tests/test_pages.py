"""Pages, documents, options and errors."""

from __future__ import annotations

import gc
import pathlib
import pickle
from typing import Any, cast

import numpy as np
import pytest
from conftest import PICTURES, Pixels
from PIL import Image as PillowImage

import recto


def test_a_photo_becomes_a_document(photo: pathlib.Path, tmp_path: pathlib.Path) -> None:
    recto.scan(photo).save(tmp_path / "page.pdf", title="Letter", archival=True)
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF-")
    page = recto.scan(photo)
    document = recto.Document([page, recto.scan(photo, filter="black-and-white"), page])
    for name in ("pages.pdf", "pages.tif"):
        document.save(tmp_path / name)
    with pytest.raises(ValueError):
        document.save(tmp_path / "pages.png")
    with pytest.raises(ValueError):
        document.save(tmp_path / "pages.doc")
    with pytest.raises(recto.UnwritableError):
        document.save(tmp_path / "missing" / "pages.pdf")
    with pytest.raises(ValueError):
        recto.Document().save(tmp_path / "empty.pdf")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["page.pdf", "pages.pdf", "pages.tif"]
    assert len(document) == 3 and next(iter(document)) is document[2]


def test_notes_on_a_page_can_be_changed_and_changed_back(photo: pathlib.Path) -> None:
    page = recto.scan(photo)
    assert page.detection is not None and page.corners == page.detection.corners
    first = np.asarray(page.render())
    changed = page.copy()
    changed.corners = [(10, 10), (200, 12), (210, 300), (8, 310)]
    options = recto.RenderOptions("grayscale", 90, 100, "measured", "automatic", keeps_fingers=True)
    changed.options = options
    assert changed.options == options and page.options == recto.RenderOptions()
    assert np.asarray(changed.render()).ndim == 2
    assert np.array_equal(np.asarray(page.render()), first)
    changed.corners = None
    assert changed.corners is None
    assert changed.size == page.size == recto.Page(photo).size


def test_a_picture_is_kept(pixels: Pixels) -> None:
    assert np.array_equal(recto.Page(pixels).picture().pixels, pixels)
    assert np.array_equal(recto.scan(pixels).picture(), pixels)


def test_corners_are_taken_instead_of_those_that_are_found(photo: pathlib.Path) -> None:
    page = recto.scan(photo, corners=[(10, 10), (200, 12), (210, 300), (8, 310)])
    assert page.corners == ((10, 10), (200, 12), (210, 300), (8, 310)) and page.detection is None
    wrong: list[Any] = [[], [(0, 0)] * 3, [(0, 0), (9, 9), (9, 0), (0, 9)], [(0, 0), (9, 0), (9, float("nan")), (0, 9)]]
    for corners in wrong:
        with pytest.raises(ValueError):
            page.corners = corners
    for corners in (7, [1, 2, 3, 4]):
        with pytest.raises(TypeError):
            page.corners = corners  # type: ignore[assignment]


def test_pixels_are_shared_and_outlive_their_page(photo: pathlib.Path) -> None:
    with recto.scan(photo) as page:
        image = page.render()
        expected = np.asarray(page.render()).copy()
    array = np.asarray(image)
    assert not array.flags.owndata and not array.flags["W"]
    assert array.__array_interface__["data"] == np.asarray(image).__array_interface__["data"]
    assert image.shape == array.shape == (image.height, image.width, 3) and image.dpi > 0
    del image, page
    gc.collect()
    assert np.array_equal(array, expected)


def test_black_and_white_is_bits_and_pixels(photo: pathlib.Path) -> None:
    image = recto.scan(photo, filter="black-and-white").render()
    assert image.bits is not None and image.bits.shape == (image.height, (image.width + 7) // 8)
    assert image.shape == image.pixels.shape and set(np.unique(image.pixels)) == {0, 255}
    assert (image.pixels[0, 0] == 0) == bool(image.bits[0, 0] & 0x80)


def test_a_skewed_page_is_turned_level() -> None:
    flat = PillowImage.fromarray(recto.scan(PICTURES / "form-stripes.jpg").render().pixels).convert("RGB")
    skewed = flat.rotate(-7, expand=True, fillcolor=(255, 255, 255), resample=PillowImage.Resampling.BICUBIC)
    page = recto.Page(np.asarray(skewed))
    angle = page.deskew()
    assert angle is not None and abs(angle - 7) < 0.5
    assert abs(page.deskew() or 0) < 0.5
    blank = np.full((800, 600), 250, dtype=np.uint8)
    assert recto.Page(blank).deskew() is None


def test_notebooks_show_pages_and_overlays(photo: pathlib.Path) -> None:
    page = recto.scan(photo)
    for shown in (page, page.render(), recto.scan(photo, filter="black-and-white")):
        assert shown._repr_png_().startswith(b"\x89PNG")
    assert page.overlay().size == page.size
    assert "with corners" in repr(page) and "dpi" in repr(page.render())


def test_closed_objects_say_so(photo: pathlib.Path) -> None:
    with recto.scan(photo) as page:
        pass
    page.close()
    for use in (page.render, page.copy, lambda: page.size, lambda: recto.Document([page]).save("x.pdf")):
        with pytest.raises(ValueError, match="closed"):
            use()
    assert repr(page) == "<recto.Page, closed>"


@pytest.mark.parametrize(
    "value",
    [
        recto.RenderOptions("photo", 90, 150),
        recto.ScannerOptions("manual", dwell=1, render=recto.RenderOptions("grayscale")),
        recto.AnchorOptions(limit=3),
        recto.Detection(recto.Quad(*(recto.Point(x, y) for x, y in [(0, 0), (1, 0), (1, 1), (0, 1)])), 0.5),
    ],
)
def test_options_and_results_can_be_pickled(value: object) -> None:
    assert pickle.loads(pickle.dumps(value)) == value


def test_errors_can_be_pickled_and_objects_say_that_they_cannot(photo: pathlib.Path) -> None:
    for kind in (
        recto.RectoError,
        recto.UnreadableError,
        recto.UnwritableError,
        recto.NotAPageError,
        recto.InUseError,
        recto.InvalidArgumentError,
        recto.NotInstalledError,
        recto.ConcurrentUseError,
    ):
        error = pickle.loads(pickle.dumps(kind("what was found")))
        assert type(error) is kind and str(error) == "what was found" and isinstance(error, recto.RectoError)
    for handle in (recto.scan(photo), recto.Detector(), recto.Scanner(), recto.CodeReader()):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(handle)


@pytest.mark.parametrize(
    "options",
    [
        {"filter": "sepia"},
        {"filter": None},
        {"filter": []},
        {"rotation": 45},
        {"dpi": -1},
        {"dpi": 0},
        {"dpi": float("nan")},
        {"paper": "A2"},
        {"flattening": "perhaps"},
    ],
)
def test_values_outside_their_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        recto.scan(np.zeros((20, 20), np.uint8), options=recto.RenderOptions(**options))


def test_unknown_ranges_of_values_are_refused() -> None:
    with pytest.raises(ValueError, match="limited"):
        recto.scan(np.zeros((20, 20), np.uint8), range="wide")  # type: ignore[arg-type]


def test_limits_are_checked(photo: pathlib.Path) -> None:
    for limit in (0, 101, -1, 1 << 70):
        with pytest.raises(ValueError):
            recto.detect_all(photo, limit=limit)
    with pytest.raises(ValueError):
        recto.CodeReader(limit=0)
    for options in (
        recto.ScannerOptions(dwell=-1),
        recto.ScannerOptions(buffered_frames=0),
        recto.ScannerOptions(remembered_pages=1 << 40),
        recto.ScannerOptions("slow"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError):
            recto.Scanner(options)


def test_text_is_read_or_the_package_is_named(tmp_path: pathlib.Path) -> None:
    photo = PICTURES / "letter-wood.jpg"
    with pytest.raises(recto.NotInstalledError, match="tesseract"):
        recto.text(photo, languages="tlh")
    with pytest.raises((ValueError, recto.NotInstalledError)):
        recto.text(photo, languages="../eng")
    try:
        found = recto.text(photo)
    except recto.NotInstalledError as error:
        pytest.skip(str(error))
    words = set((PICTURES / "letter-wood.txt").read_text().split())
    assert len(words & set(str(found).split())) > len(words) / 2
    assert found.blocks and found.dpi > 0 and found.confidence > 0.5
    recto.scan(photo).save(tmp_path / "text.pdf", text="eng")


def test_mistakes_are_named_where_they_are_made(photo: pathlib.Path, pixels: Pixels) -> None:
    page = recto.scan(photo)
    wrong: Any = 5
    with pytest.raises(TypeError, match="page 2 is str, required: Page"):
        recto.Document([page, cast(Any, "photo.jpg")])
    with pytest.raises(TypeError, match="corners are four points"):
        page.corners = wrong
    for options in ({"filter": "bw"}, {"rotation": 45}, {"dpi": -1}, {"paper": "A99"}, {"flattening": "yes"}):
        with pytest.raises(ValueError, match=next(iter(options))):
            recto.RenderOptions(**cast(Any, options))
    for confidence in (5, -0.1, float("nan")):
        with pytest.raises(ValueError, match="min_confidence"):
            recto.detect(pixels, min_confidence=confidence)
        with pytest.raises(ValueError, match="min_confidence"):
            recto.detect_all(pixels, min_confidence=confidence)
    with pytest.raises(TypeError, match="format is for arrays"):
        recto.detect(photo, format="bgr")
    # The whole of it would be copied to RGB.
    with pytest.raises(ValueError, match="1073741824 pixels"):
        recto.detect(np.broadcast_to(np.zeros((1, 1, 3), np.uint8), (60_000, 60_000, 3)))


def test_files_are_fused_like_arrays(photo: pathlib.Path) -> None:
    _, of_files = recto.fuse([photo, str(photo), photo.read_bytes()])
    with PillowImage.open(photo) as image:
        _, of_images = recto.fuse([image, image, image])
    assert of_files == of_images
