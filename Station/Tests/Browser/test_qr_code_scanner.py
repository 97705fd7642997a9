"""Scanning an activation code in a browser whose camera plays videos. IDs are those of the requirements."""

import urllib.request

import pytest

import clips
from conftest import in_one_view
from test_network import Listening

# A code of another station: well-formed, but signed with an unknown key.
FOREIGN = "https://localhost/activate#code=" + "0" * 64 + "&exp=4000000000&kid=00000000&sig=" + "A" * 86


@pytest.fixture
def station(tmp_path):
    """A station that others can use; others have no codes."""
    station = Listening(tmp_path / "library")
    yield station
    station.kill()


@pytest.fixture
def code(station):
    """Returns a picture of the station's activation code."""
    def code():
        request = urllib.request.Request(station.address + "/devices/activation", headers={"Authorization": f"Bearer {station.token}"})
        with urllib.request.urlopen(request) as page:
            return clips.code(page.read().decode())
    return code


def scan(open_window, film, theme="light", size="regular", **options):
    window = open_window(film, theme=theme, size=size, **options)
    window.go("/welcome/scan")
    return window


@in_one_view
def test_valid_code(open_window, films, code, theme, size):
    """QR-1, QR-4, QR-5, QR-6, QR-12, IM-18: from the welcome to the library with a code before the camera."""
    clips.held_code(films / "valid.y4m", code())
    window = open_window("valid", theme=theme, size=size)
    window.go("/welcome")
    window.look("qr-welcome")
    page = window.page
    page.click("text=Scan Activation Code")
    page.wait_for_selector(".success:not([hidden])")
    assert page.locator(".success button").evaluate("e => e === document.activeElement")
    assert page.locator(".success .message-success h2").inner_text() == "Scan successful"
    window.look("qr-success")
    page.click(".success button")
    window.wait_for_toast("This device is now connected")
    window.go("/devices")
    assert "(this one)" in page.locator("main").inner_text()
    window.look("qr-devices")
    # Removing the device in use shows the consequences first.
    page.click("main >> text=Remove")
    question = page.locator("dialog[open]")
    assert "You will be signed out" in question.inner_text() and question.get_attribute("role") == "alertdialog"
    window.look("qr-remove")
    page.click("dialog[open] >> text=Cancel")
    assert "(this one)" in page.locator("main").inner_text()
    window.go("/devices/activation")
    window.look("qr-activation")
    window.go("/devices")
    page.click("main >> text=Remove")
    page.click("dialog[open] >> text=Remove and Sign Out")
    page.wait_for_url("**/welcome")


@pytest.mark.nightly
@in_one_view
def test_no_code_and_photos(open_window, tmp_path, code, theme, size):
    """QR-3, QR-5, QR-7, QR-8, QR-9, QR-10, QR-11, QR-13: no code in view; the person's photos are searched."""
    window = scan(open_window, "empty", theme, size)
    page = window.page
    window.until("document.querySelector('.prompt').textContent === 'Line up the QR code inside the frame'")
    # The guide is a square in the middle of the picture.
    window.until("document.querySelector('.guide').hasAttribute('x')")
    guide, video = page.locator(".guide").bounding_box(), page.locator(".picture").bounding_box()
    assert abs(guide["width"] - guide["height"]) < 2
    assert abs(guide["x"] + guide["width"] / 2 - video["x"] - video["width"] / 2) < 2
    window.look("qr-scan")

    # Photos are hidden until they are requested and chosen.
    assert not page.locator(".roll").is_visible()
    page.click("[data-ask]")
    window.look("qr-photos-permission")
    photos = []
    for name, picture in {"none": clips.scene("letter-wood").resize((320, 180)), "valid": code()}.items():
        picture.save(tmp_path / f"{name}.png")
        photos.append(tmp_path / f"{name}.png")
    photos += [tmp_path / "none.png"] * 12
    with page.expect_file_chooser() as chooser:
        page.click("[data-allow]")
    chooser.value.set_files(photos)
    page.wait_for_selector(".roll", state="visible")
    strip = page.locator(".photo-strip")
    assert strip.evaluate("e => e.scrollWidth > e.clientWidth")
    window.look("qr-photos")

    # The chevron collapses and expands, by a click or a drag.
    chevron = page.locator("[data-strip]")
    chevron.click()
    window.until("document.querySelector('[data-strip]').ariaExpanded === 'false'")
    assert chevron.get_attribute("aria-label") == "Show photos"
    assert chevron.locator(".icon-chevron-up").count() == 1
    window.until("document.querySelector('.photo-strip').clientHeight === 0")
    window.look("qr-photos-collapsed")
    chevron.click()
    window.until("document.querySelector('[data-strip]').ariaExpanded === 'true'")
    window.until("document.querySelector('.photo-strip').clientHeight > 80")
    for way, is_open in ((20, "true"), (80, "false"), (-80, "true")):
        window.until("document.getAnimations().length === 0")
        box = chevron.bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.move(*middle)
        page.mouse.down()
        page.mouse.move(middle[0], middle[1] + way / 2)
        page.mouse.move(middle[0], middle[1] + way)
        page.mouse.up()
        window.until("open => document.querySelector('[data-strip]').ariaExpanded === open", is_open)
        window.until("open => (document.querySelector('.photo-strip').clientHeight > 80) === (open === 'true')", is_open)

    # A photo without a code causes a message; the next one continues.
    strip.locator("button").nth(0).click()
    window.until("document.querySelector('.prompt').textContent.startsWith('No QR code in this photo')")
    window.look("qr-photo-unsuccessful")
    strip.locator("button").nth(1).click()
    page.wait_for_selector(".success:not([hidden])")


def test_gallery(open_window, tmp_path, code):
    """QR-9, QR-11: one photo from the gallery."""
    window = scan(open_window, "empty")
    page = window.page
    code().save(tmp_path / "code.png")
    with page.expect_file_chooser() as chooser:
        page.click("[data-gallery]")
    chooser.value.set_files(tmp_path / "code.png")
    page.wait_for_selector(".success:not([hidden])")


@pytest.mark.nightly
def test_photo_while_the_channel_is_closed(open_window, station, tmp_path, code):
    """QR-9, QR-11: a photo that is chosen while the live channel reconnects is searched afterwards."""
    code().save(tmp_path / "code.png")
    window = scan(open_window, "empty")
    window.until("document.querySelector('.prompt').textContent === 'Line up the QR code inside the frame'")
    with station.paused():
        window.page.evaluate("document.querySelector('st-code-scanner').socket.close()")
        window.page.set_input_files("input.one", tmp_path / "code.png")
    window.page.wait_for_selector(".success:not([hidden])")


@in_one_view
def test_invalid_code(open_window, films, tmp_path, code, theme, size):
    """QR-3, QR-13: a code of another origin is reported, and a valid one is accepted right after it."""
    clips.held_code(films / "foreign.y4m", clips.symbol(FOREIGN, tmp_path))
    window = scan(open_window, "foreign", theme, size)
    page = window.page
    window.until("document.querySelector('.prompt').textContent.startsWith('This is not an activation code')")
    assert page.locator("st-code-scanner").get_attribute("data-feedback") == "invalid"
    window.look("qr-invalid")
    code().save(tmp_path / "code.png")
    page.set_input_files("input.one", tmp_path / "code.png")
    page.wait_for_selector(".success:not([hidden])")


def test_camera_denied(open_window):
    """QR-3, QR-9: without a camera, photos can be used."""
    window = scan(open_window, "empty", camera="denied")
    window.page.wait_for_selector(".unavailable:not([hidden])")
    assert "Camera access is blocked" in window.page.locator(".unavailable").inner_text()
    window.look("qr-camera-denied")
    with window.page.expect_file_chooser():
        window.page.click("[data-action=importFiles]")


@pytest.mark.nightly
@pytest.mark.parametrize("path, ready", [("/welcome/scan", "Line up the QR code inside the frame"), ("/scan", "Position the document in view")])
def test_camera_blocked(open_window, station, path, ready):
    """QR-16, DS-44: a camera that was blocked earlier leads to the browser's settings, and starts once it is allowed there."""
    window = open_window("empty")
    page = window.page
    settings = page.context.browser.new_browser_cdp_session()

    def allow(setting):
        targets = settings.send("Target.getTargets")["targetInfos"]
        context = next(target["browserContextId"] for target in targets if target.get("browserContextId") and target["type"] == "page" and target["url"] == page.url)
        settings.send("Browser.setPermission", {"permission": {"name": "camera"}, "setting": setting, "origin": station.address, "browserContextId": context})

    window.go(f"/sign-in?token={station.token}")
    allow("denied")
    window.go(path)
    page.wait_for_selector(".unavailable >> text=Camera access is blocked")
    window.look(f"camera-blocked-{path.strip('/').replace('/', '-')}")
    page.click("text=Show How")
    help = page.locator("#camera-settings")
    assert help.locator("li").count() == 3
    window.look(f"camera-settings-{path.strip('/').replace('/', '-')}")
    help.locator("text=OK").click()
    assert not help.is_visible()
    allow("granted")
    window.until("ready => document.querySelector('.prompt').textContent === ready", ready)
    assert not page.locator(".unavailable").is_visible()


def test_cancel(open_window):
    """QR-4: Cancel leads back to the welcome."""
    window = scan(open_window, "empty")
    window.page.click("text=Cancel")
    window.page.wait_for_url("**/welcome")
