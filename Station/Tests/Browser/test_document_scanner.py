"""The document scanner in a browser whose camera plays videos. IDs are those of the requirements."""

import io
import re
import time

import pytest
from PIL import Image

import clips
from conftest import Held, in_one_view

# Files being uploaded to the station.
IMPORTS = re.compile(r"/import(\?|$)")


def test_still_page_is_captured_once(open_window):
    """DS-1, DS-2, DS-4, DS-5, DS-6, DS-7, DS-9, DS-18: one page within seconds, and still one ten seconds later."""
    window = open_window("still")
    page = window.page
    window.page.add_init_script("""
      window.prompts = [];
      document.addEventListener("DOMContentLoaded", () => {
        const prompt = document.querySelector(".prompt");
        new MutationObserver(() => window.prompts.push(prompt.textContent)).observe(prompt, { childList: true, characterData: true, subtree: true });
      });
    """)
    window.go("/scan")
    assert page.locator("[data-mode=automatic]").get_attribute("aria-pressed") == "true"
    assert page.locator(".prompt").evaluate("e => [e.role ?? e.getAttribute('role'), e.ariaLive]") == ["status", "polite"]
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    assert page.locator(".overlay polygon").evaluate("e => getComputedStyle(e).stroke") == "rgb(27, 144, 255)"
    start = time.monotonic()
    window.wait_for_pages(1)
    print(f"captured {time.monotonic() - start:.1f} s after the page was seen")
    # While it was held, the person was asked to hold still.
    prompts = page.evaluate("window.prompts")
    assert "Hold the camera steady" in prompts[:prompts.index("Captured")] if "Captured" in prompts else "Hold the camera steady" in prompts
    assert page.locator(".save button").inner_text() == "Save (1)"
    thumbnail = page.locator(".thumbnail")
    assert "/pages/1/" in thumbnail.locator("img:visible").get_attribute("src")
    box = thumbnail.bounding_box()
    assert box["x"] < 200 and box["y"] > 500
    window.film_goes_on(10)
    assert window.pages == 1


def test_moving_page_is_not_captured(open_window):
    """DS-6: a moving page is outlined but not captured."""
    window = open_window("moving")
    window.go("/scan")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.film_goes_on(8)
    assert window.pages == 0


def test_empty_scene(open_window):
    """DS-3, DS-13: the prompt asks for the document; the shutter captures the whole picture."""
    window = open_window("empty")
    window.go("/scan")
    window.until("document.querySelector('.prompt').textContent === 'Position the document in view'")
    window.film_goes_on(2)
    assert window.pages == 0
    assert window.page.locator(".overlay polygon").get_attribute("points") == ""
    window.page.click("[data-shutter]")
    window.wait_for_pages(1)


def test_manual_mode(open_window):
    """DS-10, DS-11, DS-12, DS-25: nothing is captured until the shutter is pressed; then the scan is kept or retaken."""
    window = open_window("still")
    # Otherwise it may be faster than choosing the mode.
    window.hold_camera()
    window.go("/scan")
    page = window.page
    page.click("[data-mode=manual]")
    page.wait_for_selector("[data-mode=manual][aria-pressed=true]")
    window.start_camera()
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
    # It can be adjusted before it is accepted; the gallery then offers to keep or retake it.
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.click("[data-shutter]")
    page.wait_for_selector(".confirming:not([hidden])")
    page.click("[data-adjust]")
    # Pages have the numbers of their pictures, and the first page has had two.
    page.wait_for_url("**/pages/3/adjust")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")
    before = corners(page)
    page.locator(".handle").nth(0).focus()
    page.keyboard.press("Shift+ArrowRight")
    window.until("x => Math.abs(Number(document.querySelector('.handle').getAttribute('cx')) - x) < .01", arg=before[0] + 10)
    page.click("text=Done")
    page.wait_for_url("**/pages/3")
    assert page.locator(".bar.top >> text=Retake").is_visible()
    page.click("text=Adjust")
    assert abs(corners(page)[0] - before[0] - 10) < 0.01


def test_tap_while_an_answer_comes(open_window):
    """DS-24: an action during the response to an earlier one is executed too."""
    window = open_window("still", "light", "compact")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    page.click(".thumbnail")
    page.wait_for_selector("text=Scan 1 of 1")
    held = Held(page, "**/rotate")
    page.click("text=Rotate")
    held.wait()
    page.locator("button[value=blackAndWhite]").hover()
    page.mouse.down()
    # The picture of the rotated page arrives before the parts of the screen are replaced.
    with page.expect_response("**/screen?*"):
        held.go()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.mouse.up()
    page.wait_for_selector("button[value=blackAndWhite][aria-pressed=true]")


def test_change_while_a_form_is_on_its_way(open_window):
    """DS-35: an action is executed even if the screen is about to show another person's change."""
    window = open_window("still", "light", "compact")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    page.click(".thumbnail")
    page.wait_for_selector("text=Scan 1 of 1")
    # The form is only sent after checking that the station responds.
    held = Held(page, "**/web/icon.svg")
    page.locator(".tools").get_by_text("Delete", exact=True).click()
    held.wait()
    other = window.new_tab()
    other.page.goto(page.url)
    with page.expect_response("**/pages"):
        other.page.click("text=Rotate")
    window.next_picture()
    with page.expect_navigation():
        held.go()


@in_one_view
def test_from_camera_to_document(open_window, theme, size):
    """DS-15, DS-19, DS-20, DS-24, DS-26, DS-32: filter, gallery, adjustment, rotations, and the document."""
    window = open_window("still", theme, size)
    page = window.page
    window.go("/documents")
    page.wait_for_selector("text=No documents yet")
    window.look("library-empty")
    # Otherwise it may be faster than choosing the filter.
    window.hold_camera()
    page.click("text=Scan Document")
    page.click("[data-filter=grayscale]")
    page.wait_for_selector("[data-filter=grayscale][aria-pressed=true]")
    window.start_camera()
    window.wait_for_pages(1)
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
    window.until("[...document.querySelectorAll('.sheets img')].every(image => image.naturalWidth > 0)")
    window.look("document")
    window.go("/documents")
    page.wait_for_selector("a.cell")
    window.look("library")


def corners(page):
    return [float(number) for number in page.locator("input[name=corners]").get_attribute("value").split(",")]


def scan_and_adjust(window):
    window.go("/scan")
    window.wait_for_pages(1)
    window.page.click(".thumbnail")
    window.page.click(".tools >> text=Adjust")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")


def test_adjust_by_keyboard(open_window):
    """DS-28, DS-29: arrows move by 1 and 10 pixels; Cancel discards the changes, Done keeps them."""
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
    page.click(".tools >> text=Adjust")
    assert corners(page) == before
    page.locator(".handle").nth(2).focus()
    page.keyboard.press("Shift+ArrowLeft")
    window.until("x => Math.abs(Number(document.querySelectorAll('.handle')[2].getAttribute('cx')) - x) < .01", arg=before[4] - 10)
    page.click("text=Done")
    page.click(".tools >> text=Adjust")
    assert abs(corners(page)[4] - (before[4] - 10)) < 0.01


def test_done_right_after_a_move(open_window):
    """DS-28, DS-29: Done keeps the last move too, even if the station has not answered it yet."""
    window = open_window("still")
    scan_and_adjust(window)
    page = window.page
    before = corners(page)
    held = Held(page, "**/corner")
    page.locator(".handle").nth(0).focus()
    page.keyboard.press("Shift+ArrowRight")
    held.wait()
    page.click("text=Done")
    held.go()
    page.click(".tools >> text=Adjust")
    assert abs(corners(page)[0] - (before[0] + 10)) < 0.01


def test_adjust_by_mouse(open_window):
    """DS-26, DS-27, DS-28: a corner follows the mouse under a magnifier, and stops where the page would become invalid."""
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
    """DS-35, DS-36, DS-37, DS-42: a retake keeps the position and can be undone; deleting the last scan leads to the camera; leaving asks for confirmation."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    page.click("[data-leave]")
    page.wait_for_selector("dialog[open] >> text=Leave the scanner?")
    window.look("leave")
    page.click("text=Stay")
    page.click(".thumbnail")
    first = page.locator(".scan").get_attribute("src")
    page.click("text=Retake")
    # The page is still there: it is retaken, and the gallery shows it.
    page.wait_for_selector(".toast >> text=Page retaken", timeout=60_000)
    assert page.locator(".scan").get_attribute("src") != first
    page.wait_for_selector("text=Scan 1 of 1")
    window.look("retaken")
    page.click(".toast >> text=Undo")
    window.until("first => document.querySelector('.scan').getAttribute('src') === first", arg=first)
    page.click("text=Delete All")
    page.wait_for_selector("dialog[open] >> text=Delete all scans?")
    window.look("delete-all")
    page.click("dialog[open] >> text=Cancel")
    page.click(".tools >> text=Delete >> nth=0")
    page.wait_for_selector("st-scanner")
    # The deleted page is still there, and may be captured again.
    window.wait_for_pages(1)


def test_returning_does_not_capture_again(open_window):
    """DS-7, DS-24: after returning from the gallery, the page that is still in view is not captured again."""
    window = open_window("still")
    window.go("/scan")
    window.wait_for_pages(1)
    window.page.click(".thumbnail")
    window.page.click("text=Done")
    window.page.wait_for_selector("st-scanner")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.film_goes_on(4)
    assert window.pages == 1


def test_reload_and_crash_keep_the_draft(open_window, station):
    """DS-43: scans survive a reload, and a restart of the daemon."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
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


@pytest.mark.nightly
@pytest.mark.parametrize("camera, title", [("denied", "Camera access is blocked"), ("absent", "No camera found")])
def test_no_camera(open_window, camera, title):
    """DS-44: without a camera the reason is shown, and pictures can be imported."""
    window = open_window(camera=camera)
    window.go("/scan")
    page = window.page
    page.wait_for_selector(f".unavailable >> text={title}")
    window.look(f"camera-{camera}")
    with page.expect_file_chooser() as chooser:
        page.click("text=Import Files")
    chooser.value.set_files([clips.PICTURES / "form-stripes.jpg", clips.PICTURES / "letter-wood.jpg"])
    page.wait_for_selector("text=Scan 2 of 2")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("text=Scan 1 of 2")
    page.click("text=Move Right")
    page.wait_for_selector("text=Scan 2 of 2")
    window.look(f"gallery-two-{camera}")


@in_one_view
def test_camera_request(open_window, theme, size):
    """SU-3: Recto explains the use of the camera before the browser asks; it can stay off, and after it was on the explanation is not repeated."""
    window = open_window("still", theme=theme, size=size)
    page = window.page
    page.add_init_script("""
      navigator.permissions.query = async () => ({ state: "prompt" });
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      window.asked = 0;
      navigator.mediaDevices.getUserMedia = (wanted) => { window.asked += 1; return open(wanted); };
    """)
    window.go("/scan")
    page.wait_for_selector(".camera-request")
    window.until("document.activeElement.textContent === 'Allow Camera'")
    window.look("camera-request")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".unavailable >> text=The camera stays off")
    assert page.evaluate("window.asked") == 0
    with page.expect_file_chooser():
        page.click("text=Import Files")
    page.click(".unavailable >> text=Allow Camera")
    window.wait_for_pages(1)
    page.reload()
    window.until("document.querySelector('st-scanner').camera === 'ready'")
    assert page.locator(".camera-request").count() == 0


@pytest.mark.nightly
def test_camera_that_is_started_again(open_window):
    """DS-44: a camera start that was superseded by a later one has no effect, and leaves no camera on."""
    window = open_window("still")
    page = window.page
    page.add_init_script("""
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      window.starts = [];
      navigator.mediaDevices.getUserMedia = (wanted) => new Promise((resolve, reject) => {
        const start = { deny: () => reject(new DOMException("none", "NotFoundError")) };
        start.allow = async () => resolve(start.stream = await open(wanted));
        starts.push(start);
      });
    """)
    window.go("/scan")
    for count in (1, 2, 3):
        window.until("count => window.starts.length === count", count)
        page.evaluate("count => { if (count < 3) document.querySelector('st-scanner').start(); }", count)
    page.evaluate("starts[2].allow()")
    window.until("document.querySelector('st-scanner').camera === 'ready'")
    page.evaluate("starts[0].deny()")
    page.evaluate("starts[1].allow()")
    window.until("starts[1].stream?.getTracks().every(({ readyState }) => readyState === 'ended')")
    assert page.evaluate("document.querySelector('st-scanner').camera") == "ready"
    window.wait_for_pages(1)


@pytest.mark.nightly
def test_flash_is_hidden_without_one(open_window):
    """DS-14: without a lamp, no flash is offered."""
    window = open_window("still")
    window.go("/scan")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    assert window.page.locator("[data-torch]").is_hidden()


@pytest.mark.nightly
def test_flash_of_the_browser(open_window):
    """DS-14: the lamp of a phone's camera is turned on and off."""
    window = open_window("empty")
    page = window.page
    page.add_init_script("""
      window.torch = [];
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true });
      MediaStreamTrack.prototype.applyConstraints = async ({ advanced: [{ torch }] }) => { window.torch.push(torch); };
    """)
    window.go("/scan")
    flash = page.locator("[data-torch]")
    flash.wait_for(state="visible")
    for is_on in ("true", "false"):
        flash.click()
        window.until("isOn => document.querySelector('[data-torch]').getAttribute('aria-pressed') === isOn", is_on)
    assert page.evaluate("window.torch") == [True, False]


@pytest.mark.nightly
def test_light_of_a_station_camera(open_window, station, films):
    """DS-14: a station camera's light is offered if its driver has one, and switched by the station."""
    station.kill()
    station.start("--camera", str(films / "empty.mjpeg"))
    window = open_window(camera="absent")
    page = window.page
    window.go("/scan?source=0")
    window.until("document.querySelector('.picture').width === 1280")
    # A clip has no torch.
    assert page.locator("[data-torch]").is_hidden()
    switched = []

    def driver(route):
        if route.request.method == "PUT":
            switched.append(route.request.post_data_json["isOn"])
            if len(switched) == 3:
                return route.fulfill(status=409, content_type="application/problem+json", json={"detail": "The camera did not answer."})
            return route.fulfill(json={"isOn": switched[-1]})
        route.fulfill(json={"sources": [{"id": 0, "name": "Stand", "isBusy": False, "light": False, "scanner": "/eSCL"}]})

    page.route("**/api/sources**", driver)
    page.reload()
    flash = page.locator("[data-torch]")
    flash.wait_for(state="visible")
    assert flash.get_attribute("aria-pressed") == "false"
    for is_on in ("true", "false"):
        flash.click()
        window.until("isOn => document.querySelector('[data-torch]').getAttribute('aria-pressed') === isOn", is_on)
    flash.click()
    page.wait_for_selector(".notice >> text=The camera did not answer.")
    assert flash.get_attribute("aria-pressed") == "false" and switched == [True, False, True]


def test_leaving(open_window):
    """DS-42: leaving asks for confirmation with unsaved scans, whatever the destination, and only then."""
    window = open_window("empty")
    page = window.page
    window.go("/scan")
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.click("[data-leave]")
    page.wait_for_url("**/documents")
    for way, target in (("[data-leave]", "/documents"), (".profile-entry", "/profile")):
        window.go("/scan")
        if window.pages == 0:
            window.until("!document.querySelector('[data-shutter]').disabled")
            page.click("[data-shutter]")
            window.wait_for_pages(1)
        window.until("document.querySelector('st-scanner').display?.leaving")
        page.click(way)
        question = page.locator("#leave")
        assert question.is_visible() and question.get_attribute("role") == "alertdialog"
        assert "1 scan is not saved yet" in question.inner_text()
        page.click("#leave >> text=Stay")
        assert not question.is_visible() and "/scan/" in page.url
        page.click(way)
        page.click("#leave >> text=Leave >> nth=-1")
        page.wait_for_url("**" + target)
    # The draft that was left is kept.
    window.go("/documents")
    assert page.locator(".object-card .kpi").inner_text().split() == ["1", "scan"]


@pytest.mark.nightly
def test_age_of_the_outline(open_window):
    """DS-40: no picture is sent before the previous one was answered. The age of the outline is printed, not tested."""
    window = open_window("still")
    window.page.add_init_script("""
      window.most = 0;
      const send = WebSocket.prototype.send;
      let waiting = 0;
      WebSocket.prototype.send = function (data) {
        if (!this.counts) {
          this.counts = true;
          this.addEventListener("message", (event) => { if (typeof event.data === "string" && JSON.parse(event.data).sequence) waiting -= 1; });
        }
        if (typeof data !== "string") window.most = Math.max(window.most, waiting += 1);
        return send.call(this, data);
      };
    """)
    window.go("/scan")
    window.until("document.querySelector('st-scanner').ages.length >= 60")
    ages = sorted(window.page.evaluate("document.querySelector('st-scanner').ages"))
    print(f"from a picture to its outline: p50 {ages[len(ages) // 2]:.0f} ms, p95 {ages[len(ages) * 95 // 100]:.0f} ms of {len(ages)}")
    assert window.page.evaluate("window.most") == 1
    # An answer counts as drawn with the next frame of the screen.
    window.until("document.querySelector('st-scanner').sentAt.size <= 1")


def test_camera_of_the_station(open_window, station, films):
    """DS-39: the same scanner uses a camera of the daemon, whose pictures are sent to the browser."""
    station.kill()
    station.start("--camera", str(films / "still.mjpeg"))
    window = open_window(camera="absent")
    window.go("/scan")
    page = window.page
    page.wait_for_selector(".unavailable >> text=No camera found")
    page.select_option("[data-cameras]", index=1)
    page.wait_for_url("**?source=0")
    page.wait_for_load_state()
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.wait_for_pages(1)
    assert page.locator("canvas.picture").evaluate("c => [c.width, c.height]") == [1280, 720]
    window.look("station-camera")
    # It is kept when the scanner is left and opened again, and so is the choice of this device's.
    page.click(".thumbnail")
    page.click("text=Done")
    page.wait_for_selector("canvas.picture")
    page.select_option("[data-cameras]", index=0)
    page.wait_for_url("**?source=")
    window.go("/scan")
    page.wait_for_selector(".unavailable >> text=No camera found")


def test_two_browsers(open_window):
    """DS-21, DS-43: two browsers scan at once, each into a separate session, and both save to the same library."""
    windows = [open_window("still"), open_window("still")]
    for window in windows:
        window.go("/scan")
    for window in windows:
        window.wait_for_pages(1)
    sessions = {window.page.url for window in windows}
    assert len(sessions) == 2
    for window in windows:
        window.page.click(".save button")
        window.page.wait_for_url("**/documents/*")
    for window in windows:
        window.go("/documents")
        assert window.page.locator(".documents li").count() == 2


@pytest.mark.nightly
def test_demonstration(open_window, station):
    """DS-39, DS-44: without any camera, the demonstration's pages are scanned."""
    station.kill()
    station.start("--demo")
    window = open_window(camera="absent")
    window.go("/scan")
    window.page.select_option("[data-cameras]", label="Demonstration")
    window.page.wait_for_url("**source=0")
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    window.look("scan-demonstration")
    window.wait_for_pages(2)


@pytest.mark.nightly
@in_one_view
def test_import_of_damaged_files(open_window, tmp_path, theme, size):
    """EH-1, EH-4, EH-5, EH-6, FI-7, FI-8: an import shows progress and can be stopped; rejected files are reported in a message that can be dismissed."""
    window = open_window("empty", theme=theme, size=size)
    window.go("/scan")
    page = window.page
    (tmp_path / "notes.txt").write_text("no picture")
    (tmp_path / "cut.jpg").write_bytes((clips.PICTURES / "letter-wood.jpg").read_bytes()[:5000])
    good = [clips.PICTURES / "form-stripes.jpg"] * 3
    held = Held(page, IMPORTS, passes=2)
    page.set_input_files(".import input[type=file]", [tmp_path / "notes.txt", *good, tmp_path / "cut.jpg"])
    progress = page.locator(".importing progress")
    page.wait_for_selector(".importing", state="visible")
    window.until("document.querySelector('.importing progress').value === 2")
    assert page.locator(".importing p").inner_text() == "Importing 3 of 5"
    assert progress.get_attribute("max") == "5"
    window.look("scan-importing")
    held.go()
    page.wait_for_selector(".banner", state="visible")
    assert not page.locator(".importing").is_visible()
    banner = page.locator(".banner")
    assert banner.get_attribute("role") == "alert"
    assert "2 files were not imported" in banner.inner_text()
    window.look("scan-import-failed")
    # The files and causes are listed in a bottom sheet or a popover.
    banner.locator("button.details").click()
    details = page.locator("#import-messages")
    window.until("document.getAnimations().every(animation => animation.playState !== 'running')")
    sheet = details.bounding_box()
    if size == "compact":
        assert sheet["x"] == 0 and sheet["width"] == 390 and sheet["y"] + sheet["height"] == 844
    else:
        assert sheet["width"] < 400 and sheet["y"] >= banner.locator("button.details").bounding_box()["y"]
    assert details.locator("h2").inner_text() == "2 files were not imported."
    assert "notes.txt: This file is neither a PDF nor a picture of a known format." in details.locator("[data-level=user]").inner_text()
    assert "cut.jpg: " in details.locator("[data-level=user]").inner_text()
    assert not details.locator("[data-level=app]").is_visible()
    window.look("scan-import-details")
    page.keyboard.press("Escape")
    details.wait_for(state="hidden")
    # The others were imported.
    window.wait_for_pages(3)
    page.click("[data-dismiss]")
    assert not banner.is_visible()
    # Canceling skips the remaining files.
    page.unroute(IMPORTS)
    # The second upload is in progress until the cancellation.
    held = Held(page, IMPORTS, passes=1)
    page.set_input_files(".import input[type=file]", good)
    window.until("document.querySelector('.importing p').textContent === 'Importing 2 of 3'")
    page.click("[data-stop]")
    page.wait_for_selector(".importing", state="hidden")
    window.wait_for_pages(4)
    # The third is never requested: a later request of the page has been answered.
    page.evaluate("() => fetch(location.href).then(() => new Promise(requestAnimationFrame))")
    assert len(held.routes) == 1 and window.pages == 4
    # An unreachable station is not the file's fault.
    page.unroute(IMPORTS)
    page.route(IMPORTS, lambda route: route.abort())
    page.set_input_files(".import input[type=file]", good[:1])
    page.wait_for_selector(".banner", state="visible")
    banner.locator("button.details").click()
    assert "The station cannot be reached" in details.locator("[data-level=app]").inner_text()
    assert not details.locator("[data-level=user]").is_visible()


def test_leaving_an_import(open_window):
    """FI-7: leaving during an upload asks for confirmation, and staying completes it; afterwards leaving does not ask."""
    window = open_window("empty")
    page = window.page
    window.go("/scan")
    held = Held(page, IMPORTS)
    page.set_input_files(".import input[type=file]", clips.PICTURES / "form-stripes.jpg")
    held.wait()
    # Browsers do not ask for confirmation without prior interaction with the page.
    page.click(".importing p")
    page.remove_listener("dialog", window.leaves)
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    held.go()
    page.wait_for_selector("text=Scan 1 of 1")
    page.click("h1")
    questions = []
    page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    page.reload()
    assert not questions


@pytest.mark.nightly
def test_many_thumbnails(open_window):
    """DS-20: thumbnails keep their size however many there are, and the strip scrolls."""
    window = open_window("empty", size="compact")
    window.go("/scan")
    page = window.page
    session = page.url
    file = io.BytesIO()
    Image.new("RGB", (90, 120), "white").save(file, "JPEG")
    for _ in range(12):
        answer = page.request.post(session + "/import", data=file.getvalue())
        assert answer.ok, answer.text()
    page.goto(session + "/pages")
    # Each is hidden until it is loaded, even when the strip is replaced.
    window.until("""() => {
      const sizes = [...document.querySelectorAll('.strip img')].map((image) => `${image.clientWidth} × ${image.clientHeight}`);
      return sizes.length === 12 && sizes.every((size) => size === '44 × 56');
    }""")
    assert page.locator(".strip").evaluate("e => e.scrollWidth > e.clientWidth && e.getBoundingClientRect().right <= innerWidth")


@pytest.mark.nightly
def test_message_over_a_white_page(open_window, station):
    """DS-44: text over the camera's last picture is legible, even over white."""
    window = open_window("white")
    window.go("/scan")
    window.until("document.querySelector('.prompt').textContent !== ''")
    window.film_goes_on(1)
    with station.paused():
        window.page.wait_for_selector(".unavailable >> text=Recto does not answer")
        window.at_rest(".unavailable h2")
        words = Image.open(io.BytesIO(window.page.locator(".unavailable h2").screenshot())).convert("L")
    levels = sorted(words.tobytes())
    # The relative luminances of the background and the text as defined by WCAG.
    behind, bright = [(level / 255) ** 2.2 for level in (levels[len(levels) // 2], levels[-1])]
    assert (bright + 0.05) / (behind + 0.05) >= 4.5


def test_two_tabs(open_window):
    """DS-19, DS-21: actions in one tab are shown in the other, and a late one is redirected."""
    window = open_window("still")
    window.go("/scan")
    window.wait_for_pages(1)
    session = window.page.url
    other = window.page.context.new_page()
    other.goto(session)
    # The second view is scanning, and the first one is paused.
    window.page.wait_for_selector(".unavailable >> text=Scanning continues in another window")
    window.look("elsewhere")
    window.page.click("text=Continue Here")
    other.wait_for_selector(".unavailable >> text=Scanning continues in another window")
    # An open gallery is updated.
    other.goto(session + "/pages")
    other.wait_for_selector("text=Scan 1 of 1")
    with (clips.PICTURES / "form-stripes.jpg").open("rb") as picture:
        window.page.request.post(session + "/import", data=picture.read())
    other.wait_for_selector("text=of 2")
    window.wait_for_pages(2)
    # Saving it here ends it there, whatever is pressed there.
    other.click("text=Save (2)")
    other.wait_for_url("**/documents/1**")
    window.page.wait_for_selector("text=This scan is saved")
    window.look("saved-elsewhere")
    window.page.click("text=Open Document")
    window.page.wait_for_url("**/documents/1")
    # Going back leads neither to a camera nor to a second draft.
    other.go_back()
    other.wait_for_selector("text=This scan is saved")
    other.goto(window.station.address + "/documents")
    assert other.locator(".documents li").count() == 1 and other.locator(".object-card").count() == 0
    other.goto(window.station.address + "/scan")
    assert other.url != session


def test_station_that_is_gone(open_window, station):
    """DS-43: the scanner reports within a second that the station is gone, and continues when it is back, without duplicates."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    window.until("document.querySelector('.overlay polygon').getAttribute('points') !== ''")
    with station.paused():
        page.wait_for_selector(".unavailable >> text=Recto does not answer")
        # Measured by the browser's clock, because a busy machine polls slowly.
        silence = page.evaluate("document.querySelector('st-scanner').silence")
        assert 500 < silence < 1000, silence
        assert page.locator("[data-shutter]").is_disabled()
        assert page.locator(".overlay polygon").get_attribute("points") == ""
        window.look("unreachable")
    page.wait_for_selector(".unavailable", state="hidden")
    window.film_goes_on(2)
    assert window.pages == 1
    port = station.address.rsplit(":", 1)[1]
    station.kill()
    began = time.monotonic()
    page.wait_for_selector(".unavailable >> text=Recto does not answer")
    print(f"told after {time.monotonic() - began:.2f} s of the end")
    station.start("--port", port)
    page.wait_for_selector(".unavailable", state="hidden", timeout=60_000)
    window.until("document.querySelector('.prompt').textContent.startsWith('Already')")
    assert window.pages == 1


def test_nothing_is_captured_behind_a_dialog(open_window):
    """DS-19: while a dialog reports an error, the camera's pictures are not processed; then the scan continues."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    page.route("**/save", lambda route: route.abort())
    page.click(".save button")
    page.wait_for_selector("dialog.checkout[data-state=failure]")
    window.until("!document.querySelector('st-scanner').isWaiting")
    seen = "document.querySelector('st-scanner').sequence"
    before = page.evaluate(seen)
    time = page.evaluate("document.querySelector('video').currentTime")
    window.until("time => document.querySelector('video').currentTime >= time", time + 2)
    assert page.evaluate(seen) == before
    assert not page.locator(".unavailable").is_visible()
    page.click("[data-checkout-close]")
    window.film_goes_on(1)
    assert window.pages == 1


def take_and_cut(window):
    """Captures and sends a page, and breaks the channel before the station confirms that it is stored."""
    window.page.add_init_script("""
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (data) {
        // A still.
        if (window.cuts !== false && typeof data !== "string" && new Uint8Array(data.buffer ?? data)[0] === 3) return this.close();
        send.call(this, data);
      };
    """)
    window.go("/scan")
    window.until("document.querySelector('st-scanner').held")


def test_page_that_is_not_sent_yet(open_window):
    """DS-19, DS-43: leaving the camera before the last page has arrived waits for it, or reports it; the page is stored once."""
    window = open_window("still")
    page = window.page
    take_and_cut(window)
    page.locator("st-scanner .profile-entry").click()
    page.wait_for_selector(".notice >> text=The last page is not saved yet")
    assert "/scan/" in page.url
    page.evaluate("window.cuts = false")
    window.wait_for_pages(1)
    window.until("!document.querySelector('st-scanner').held")
    page.click("[data-leave]")
    page.wait_for_selector("dialog[open] >> text=Leave the scanner?")
    assert window.pages == 1


def test_page_that_is_asked_for_in_vain(open_window, station):
    """DS-43: a requested shot is dropped if the channel breaks before it, so a page in view later is not captured."""
    window = open_window("still")
    window.page.add_init_script("""
      customElements.whenDefined("st-scanner").then(() => {
        const view = customElements.get("st-scanner").prototype;
        const { sendStill } = view;
        view.sendStill = function () {
          if (window.isCut) return sendStill.call(this);
          window.isCut = true;
          window.asked = this.wanted.key;
          this.socket.close();
        };
        const { sendPicture } = view;
        view.sendPicture = function (kind, picture, options) {
          // What the engine sees has a note without a key.
          if (options?.note?.key) window.sent = options.note.key;
          return sendPicture.call(this, kind, picture, options);
        };
      });
    """)
    window.go("/scan")
    window.wait_for_pages(1)
    assert window.page.evaluate("window.asked && window.sent && window.asked !== window.sent")


@pytest.mark.nightly
def test_silence_without_pictures(open_window, station):
    """DS-43: a view that sends no pictures also continues after a silence of the station."""
    window = open_window(camera="denied")
    window.go("/scan")
    window.page.wait_for_selector(".unavailable >> text=Camera access is blocked")
    with station.paused():
        window.page.wait_for_selector(".unavailable >> text=Recto does not answer")
    window.page.wait_for_selector(".unavailable >> text=Camera access is blocked")


def test_drafts(open_window, station):
    """DS-43, CA-2: all drafts are listed by their first page, continued, saved and deleted; a new session mentions them."""
    window = open_window("empty")
    page = window.page
    for name in ("form-stripes", "letter-wood", "list-wood"):
        window.go("/scan")
        page.context.clear_cookies()
        with (clips.PICTURES / f"{name}.jpg").open("rb") as picture:
            page.request.post(page.url + "/import", data=picture.read())
    window.go("/scan")
    page.click("text=3 drafts")
    page.wait_for_selector("h1:has-text('Drafts')")
    rows = page.locator(".drafts > li")
    assert rows.count() == 3
    window.until("[...document.querySelectorAll('.drafts img')].every(image => image.naturalWidth > 0)")
    window.look("drafts")
    rows.nth(0).locator("text=Delete >> nth=0").click()
    page.wait_for_selector("dialog[open] >> text=Delete this draft?")
    page.click("dialog[open] .negative")
    page.wait_for_selector(".toast >> text=Draft deleted")
    assert rows.count() == 2
    rows.nth(0).locator("text=Save").click()
    page.wait_for_url("**/documents/1**")
    window.go("/documents")
    assert page.locator(".object-card").count() == 1 and page.locator(".more-drafts").count() == 0
    window.go("/drafts")
    rows.nth(0).locator("text=Continue").click()
    page.wait_for_selector("st-scanner")
    assert window.pages == 1


def test_import_without_a_camera_shows_what_went_well(open_window, tmp_path):
    """DS-39, DS-44: if some of the files are unusable, the others can be saved at once."""
    window = open_window(camera="absent")
    window.go("/scan")
    page = window.page
    page.wait_for_selector(".unavailable >> text=No camera found")
    (tmp_path / "notes.txt").write_text("no picture")
    page.set_input_files(".import input[type=file]", [tmp_path / "notes.txt", clips.PICTURES / "form-stripes.jpg"])
    page.wait_for_selector(".banner", state="visible")
    page.wait_for_selector(".save button >> text=Save (1)")
    window.until("document.querySelector('.thumbnail img').naturalWidth > 0")
    window.look("import-without-camera")


def test_camera_that_was_not_allowed(open_window):
    """DS-44: after a denied permission, the person is asked again."""
    window = open_window("empty")
    page = window.page
    page.add_init_script("""
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        if (sessionStorage.getItem("asked")) return open(wanted);
        sessionStorage.setItem("asked", "once");
        throw new DOMException("dismissed", "NotAllowedError");
      };
    """)
    window.go("/scan")
    page.wait_for_selector(".unavailable >> text=Camera access is off")
    window.look("camera-dismissed")
    page.click(".unavailable button >> text=Try Again")
    window.until("document.querySelector('.prompt').textContent === 'Position the document in view'")
