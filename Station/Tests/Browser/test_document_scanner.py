"""The document scanner in a browser whose camera plays films. IDs are those of the requirements."""

import re
import time

import pytest

import clips
from conftest import VIEWS, Held

# Files on their way to the station.
IMPORTS = re.compile(r"/import(\?|$)")


def test_still_page_is_captured_once(open_window):
    """DS-1, DS-2, DS-4, DS-5, DS-6, DS-7, DS-9, DS-18: one page within seconds, and still one ten seconds later."""
    window = open_window("still")
    window.go("/scan")
    page = window.page
    assert page.locator("[data-mode=automatic]").get_attribute("aria-pressed") == "true"
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    assert page.locator(".overlay polygon").evaluate("e => getComputedStyle(e).stroke") == "rgb(27, 144, 255)"
    start = time.monotonic()
    window.wait_for_pages(1, seconds=60)
    print(f"captured {time.monotonic() - start:.1f} s after the page was seen")
    assert page.locator(".save button").inner_text() == "Save (1)"
    thumbnail = page.locator(".thumbnail")
    assert "/pages/1/" in thumbnail.locator("img").get_attribute("src")
    box = thumbnail.bounding_box()
    assert box["x"] < 200 and box["y"] > 500
    window.film_goes_on(10)
    assert window.pages == 1


def test_moving_page_is_not_captured(open_window):
    """DS-6: a page that moves is outlined and not taken."""
    window = open_window("moving")
    window.go("/scan")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.film_goes_on(8)
    assert window.pages == 0


def test_empty_scene(open_window):
    """DS-3, DS-13: the prompt asks for the document; the shutter takes the whole picture."""
    window = open_window("empty")
    window.go("/scan")
    window.until("document.querySelector('.prompt').textContent === 'Position the document in view'")
    window.film_goes_on(2)
    assert window.pages == 0
    assert window.page.locator(".overlay polygon").get_attribute("points") == ""
    window.page.click("[data-shutter]")
    window.wait_for_pages(1, seconds=60)


def test_manual_mode(open_window):
    """DS-10, DS-11, DS-12, DS-25: nothing is taken until the shutter is pressed; then the scan is kept or taken again."""
    window = open_window("still")
    window.go("/scan")
    page = window.page
    page.click("[data-mode=manual]")
    modes = page.locator(".modes").bounding_box()
    assert modes["x"] + modes["width"] > 900 and modes["y"] < 80
    window.until("document.querySelector('.prompt').textContent === 'Tap the shutter to capture'")
    window.film_goes_on(4)
    assert window.pages == 0
    page.click("[data-shutter]")
    page.wait_for_selector(".confirming:not([hidden])")
    window.until("document.querySelector('.confirming img').naturalWidth > 0")
    window.look("confirming")
    page.click("[data-retake]")
    page.wait_for_selector(".confirming", state="hidden")
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.click("[data-shutter]")
    page.wait_for_selector(".confirming:not([hidden])")
    assert window.pages == 1
    page.click("[data-keep]")
    page.wait_for_selector(".confirming", state="hidden")
    assert window.pages == 1


@pytest.mark.parametrize("theme, size", VIEWS)
def test_from_camera_to_document(open_window, theme, size):
    """DS-15 to DS-17, DS-19 to DS-26, DS-31 to DS-34: filter, gallery, adjustment, turns, and the document."""
    window = open_window("still", theme, size)
    page = window.page
    window.go("/documents")
    page.wait_for_selector("text=No documents yet")
    window.look("library-empty")
    page.click("text=Scan Document")
    page.click("[data-filter=grayscale]")
    window.wait_for_pages(1, seconds=60)
    window.until("document.querySelector('.thumbnail img').naturalWidth > 0")
    window.look("camera")
    page.click(".thumbnail")
    page.wait_for_selector("text=Scan 1 of 1")
    assert page.locator("button[value=grayscale]").get_attribute("aria-pressed") == "true"
    retake = page.locator("text=Retake").bounding_box()
    assert retake["x"] > window.page.viewport_size["width"] / 2 and retake["y"] < 100
    window.look("gallery")
    page.click("text=Rotate")
    page.click("button[value=blackAndWhite]")
    page.wait_for_selector("button[value=blackAndWhite][aria-pressed=true]")
    page.click("text=Adjust")
    page.wait_for_selector(".handle")
    assert page.locator(".handle").count() == 4
    window.look("adjust")
    page.click("text=Done")
    page.wait_for_selector("text=Scan 1 of 1")
    page.click("text=Done")
    page.wait_for_selector(".save button")
    page.click(".save button")
    page.wait_for_url("**/documents/1**")
    page.wait_for_selector(".toast >> text=Document saved")
    window.until("[...document.querySelectorAll('.sheets img')].every(image => image.naturalWidth > 0)")
    window.look("document")
    window.go("/documents")
    page.wait_for_selector("a.cell")
    window.look("library")


def corners(page):
    return [float(number) for number in page.locator("input[name=corners]").get_attribute("value").split(",")]


def scan_and_adjust(window):
    window.go("/scan")
    window.wait_for_pages(1, seconds=60)
    window.page.click(".thumbnail")
    window.page.click("text=Adjust")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")


def test_adjust_by_keyboard(open_window):
    """DS-28, DS-29: arrows move by 1 and 10 pixels; Cancel drops all, Done keeps."""
    window = open_window("still")
    scan_and_adjust(window)
    page = window.page
    before = corners(page)
    page.locator(".handle").nth(0).focus()
    page.keyboard.press("ArrowRight")
    window.until("x => Math.abs(Number(document.querySelector('.handle').getAttribute('cx')) - x) < .01", arg=before[0] + 1)
    page.keyboard.press("Shift+ArrowDown")
    window.until("y => Math.abs(Number(document.querySelector('.handle').getAttribute('cy')) - y) < .01", arg=before[1] + 10)
    page.click("text=Cancel")
    page.click("text=Adjust")
    assert corners(page) == before
    page.locator(".handle").nth(2).focus()
    page.keyboard.press("Shift+ArrowLeft")
    window.until("x => Math.abs(Number(document.querySelectorAll('.handle')[2].getAttribute('cx')) - x) < .01", arg=before[4] - 10)
    page.click("text=Done")
    page.click("text=Adjust")
    assert abs(corners(page)[4] - (before[4] - 10)) < 0.01


def test_adjust_by_mouse(open_window):
    """DS-26, DS-27, DS-28: a corner follows the mouse under a magnifier, and stops where it would be no page."""
    window = open_window("still")
    scan_and_adjust(window)
    page = window.page
    before = corners(page)
    box = page.locator(".handle").nth(0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=5)
    page.wait_for_selector(".magnifier:not([hidden])")
    window.until("x => Number(document.querySelector('.handle').getAttribute('cx')) > x + 5", arg=before[0])
    window.look("adjust-dragging")
    page.mouse.move(x + 2000, y + 2000, steps=3)
    page.mouse.up()
    page.wait_for_selector(".magnifier", state="hidden")
    window.until("!document.querySelector('st-quad').isAsking && !document.querySelector('st-quad').wanted")
    assert all(0 <= number <= 1280 for number in corners(page))
    page.click("text=Done")
    page.wait_for_selector("text=Scan 1 of 1")


def test_adjust_by_touch(open_window):
    """DS-26: a corner follows a finger."""
    window = open_window("still", size="compact", touch=True)
    scan_and_adjust(window)
    page = window.page
    before = corners(page)
    box = page.locator(".handle").nth(3).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 15, "y": y - 10}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    window.until("x => Number(document.querySelectorAll('.handle')[3].getAttribute('cx')) > x + 5", arg=before[6])


def test_retake_in_place_and_delete(open_window):
    """DS-35, DS-36, DS-37, DS-42: retake keeps the place; deleting the last scan leads to the camera; leaving is asked."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1, seconds=60)
    page.click("[data-leave]")
    page.wait_for_selector("dialog[open] >> text=Leave the scanner?")
    window.look("leave")
    page.click("text=Stay")
    page.click(".thumbnail")
    first = page.locator(".scan").get_attribute("src")
    page.click("text=Retake")
    page.wait_for_url("**?retake=1")
    window.until("first => { const image = document.querySelector('.thumbnail img'); return image.src && !image.src.endsWith(first) && !first.includes(image.src.split('v=')[1]); }", arg=first, seconds=60)
    assert window.pages == 1
    page.click(".thumbnail")
    page.click("text=Delete All")
    page.wait_for_selector("dialog[open] >> text=Delete all scans?")
    window.look("delete-all")
    page.click("dialog[open] >> text=Cancel")
    page.click(".tools >> text=Delete >> nth=0")
    page.wait_for_selector("st-scanner")
    assert page.locator(".save").is_hidden()


def test_returning_does_not_capture_again(open_window):
    """DS-7, DS-24: coming back from the gallery, the page that still lies there is not taken a second time."""
    window = open_window("still")
    window.go("/scan")
    window.wait_for_pages(1, seconds=60)
    window.page.click(".thumbnail")
    window.page.click("text=Done")
    window.page.wait_for_selector("st-scanner")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.film_goes_on(4)
    assert window.pages == 1


def test_reload_and_crash_keep_the_draft(open_window, station):
    """DS-43: scans survive a reload, and the end of the daemon."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1, seconds=60)
    page.reload()
    assert window.pages == 1
    path = page.url.removeprefix(station.address)
    page.goto("about:blank")
    station.kill()
    station.start()
    window.go(path)
    assert window.pages == 1
    window.go("/documents")
    page.click("text=Continue")
    assert page.url.endswith(path)


@pytest.mark.parametrize("camera, title", [("denied", "Camera access is off"), ("absent", "No camera found")])
def test_no_camera(open_window, camera, title):
    """DS-44: without a camera the person is told why, and can bring pictures along."""
    window = open_window(camera=camera)
    window.go("/scan")
    page = window.page
    page.wait_for_selector(f".unavailable >> text={title}")
    window.look(f"camera-{camera}")
    with page.expect_file_chooser() as chooser:
        page.click("text=Import Files")
    chooser.value.set_files([clips.PICTURES / "form-stripes.jpg", clips.PICTURES / "letter-wood.jpg"])
    page.wait_for_selector("text=Scan 2 of 2", timeout=60000)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("text=Scan 1 of 2")
    page.click("text=Move Right")
    page.wait_for_selector("text=Scan 2 of 2")
    window.look(f"gallery-two-{camera}")


def test_flash_is_hidden_without_one(open_window):
    """DS-14: a camera that has no lamp offers none."""
    window = open_window("still")
    window.go("/scan")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    assert window.page.locator("[data-torch]").is_hidden()


def test_age_of_the_outline(open_window):
    """DS-40: the answer to a picture is drawn before the next one is sent. The figure is told, not tested."""
    window = open_window("still")
    window.go("/scan")
    window.until("document.querySelector('st-scanner').ages.length >= 60")
    ages = sorted(window.page.evaluate("document.querySelector('st-scanner').ages"))
    print(f"from a picture to its outline: p50 {ages[len(ages) // 2]:.0f} ms, p95 {ages[len(ages) * 95 // 100]:.0f} ms of {len(ages)}")
    assert window.page.evaluate("document.querySelector('st-scanner').sentAt.size") <= 1


def test_camera_of_the_station(open_window, station, films):
    """DS-39: the same scanner looks through a camera of the daemon, whose pictures come down to the browser."""
    station.kill()
    station.start("--camera", str(films / "still.mjpeg"))
    window = open_window(camera="absent")
    window.go("/scan")
    page = window.page
    page.wait_for_selector(".unavailable >> text=No camera found")
    page.select_option("[data-cameras]", index=1)
    page.wait_for_url("**?source=0")
    page.wait_for_load_state()
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''", seconds=60)
    window.wait_for_pages(1, seconds=60)
    assert page.locator("canvas.picture").evaluate("c => [c.width, c.height]") == [1280, 720]
    window.look("station-camera")


def test_two_browsers(open_window):
    """DS-21, DS-43: two browsers scan at once, each into a session of its own, and both save to the one library."""
    windows = [open_window("still"), open_window("still")]
    for window in windows:
        window.go("/scan")
    for window in windows:
        window.wait_for_pages(1, seconds=60)
    sessions = {window.page.url for window in windows}
    assert len(sessions) == 2
    for window in windows:
        window.page.click(".save button")
        window.page.wait_for_selector(".toast")
    for window in windows:
        window.go("/documents")
        assert window.page.locator(".documents li").count() == 2


def test_demonstration(open_window, station):
    """DS-39, DS-44: where there is no camera at all the demonstration's pages are scanned."""
    station.kill()
    station.start("--demo")
    window = open_window(camera="absent")
    window.go("/scan")
    window.page.select_option("[data-cameras]", label="Demonstration")
    window.page.wait_for_url("**source=0")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.look("scan-demonstration")
    window.wait_for_pages(2, seconds=60)


@pytest.mark.parametrize("theme,size", VIEWS)
def test_import_of_damaged_files(open_window, tmp_path, theme, size):
    """EH-1, EH-4, EH-5, EH-6, FI-7, FI-8: an import tells how far it is and can be stopped; what was refused is told, and can be dismissed."""
    window = open_window("empty", theme=theme, size=size)
    window.go("/scan")
    page = window.page
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "cut.jpg").write_bytes((clips.PICTURES / "letter-wood.jpg").read_bytes()[:5000])
    good = [clips.PICTURES / "form-stripes.jpg"] * 3
    held = Held(page, IMPORTS, passes=2)
    page.set_input_files("input[type=file]", [tmp_path / "notes.txt", *good, tmp_path / "cut.jpg"])
    progress = page.locator(".importing progress")
    page.wait_for_selector(".importing", state="visible")
    window.until("document.querySelector('.importing progress').value === 2")
    assert page.locator(".importing p").inner_text() == "Importing 3 of 5"
    assert progress.get_attribute("max") == "5"
    window.look("scan-importing")
    held.go()
    page.wait_for_selector(".banner", state="visible", timeout=60_000)
    assert not page.locator(".importing").is_visible()
    banner = page.locator(".banner")
    assert banner.get_attribute("role") == "alert"
    assert "2 files were not imported" in banner.inner_text()
    window.look("scan-import-failed")
    # Which ones, and whose fault it is, stands in a bottom sheet or a popover.
    banner.locator(".details").click()
    details = page.locator("#import-messages")
    window.until("document.getAnimations().every(animation => animation.playState !== 'running')")
    sheet = details.bounding_box()
    if size == "compact":
        assert sheet["x"] == 0 and sheet["width"] == 390 and sheet["y"] + sheet["height"] == 844
    else:
        assert sheet["width"] < 400 and sheet["y"] >= banner.locator(".details").bounding_box()["y"]
    assert details.locator("h2").inner_text() == "2 files were not imported."
    assert "notes.txt: This file is not a JPEG or PNG image." in details.locator("[data-level=user]").inner_text()
    assert "cut.jpg: " in details.locator("[data-level=user]").inner_text()
    assert not details.locator("[data-level=app]").is_visible()
    window.look("scan-import-details")
    page.keyboard.press("Escape")
    details.wait_for(state="hidden")
    # The others are there.
    window.wait_for_pages(3, seconds=60)
    page.click("[data-dismiss]")
    assert not banner.is_visible()
    # Stopped, it leaves out the rest.
    page.unroute(IMPORTS)
    # The second one is on its way for as long as it takes to stop.
    held = Held(page, IMPORTS, passes=1)
    page.set_input_files("input[type=file]", good)
    window.until("document.querySelector('.importing p').textContent === 'Importing 2 of 3'")
    page.click("[data-stop]")
    page.wait_for_selector(".importing", state="hidden")
    window.wait_for_pages(4, seconds=60)
    # The third is not asked for, however long one waits: what comes after it in the page's queue has come.
    page.evaluate("() => fetch(location.href).then(() => new Promise(requestAnimationFrame))")
    assert len(held.routes) == 1 and window.pages == 4
    # A station that cannot be reached is no fault of the file's.
    page.unroute(IMPORTS)
    page.route(IMPORTS, lambda route: route.abort())
    page.set_input_files("input[type=file]", good[:1])
    page.wait_for_selector(".banner", state="visible")
    banner.locator(".details").click()
    assert "The station cannot be reached" in details.locator("[data-level=app]").inner_text()
    assert not details.locator("[data-level=user]").is_visible()
