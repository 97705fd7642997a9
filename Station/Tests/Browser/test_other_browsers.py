"""The main flows in Debian's Firefox and WebKit. IDs are those of the requirements."""

import base64
import contextlib
import os
import shutil
import socket
import subprocess
import time

import pytest

import clips
from conftest import PATIENCE, SHOTS, STATE
from test_capture import jpeg
from test_tls import Encrypted

FIREFOX = os.environ.get("RECTO_FIREFOX", "/usr/bin/firefox-esr")
WEBKIT_DRIVER = os.environ.get("RECTO_WEBKIT_DRIVER", "/usr/bin/WebKitWebDriver")
# Neither browser has a camera that plays a clip: a repeatedly drawn picture replaces it.
CAMERA = """
  const [text, done] = arguments;
  const start = async () => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    const draw = () => context.drawImage(image, 0, 0);
    draw();
    setInterval(draw, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
    // Its reason has been read before.
    localStorage.setItem("camera-allowed", "yes");
    await document.querySelector("st-scanner").start();
    return true;
  };
  start().then(done, (error) => done(String(error)));
"""


class Firefox:
    """Firefox, by its Marionette protocol."""

    name = "firefox"

    def __init__(self, folder):
        from marionette_driver.marionette import Marionette

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        prefs = {"media.navigator.permission.disabled": True, "media.navigator.streams.fake": True}
        self.driver = Marionette(
            bin=FIREFOX, headless=True, port=port, prefs=prefs, startup_timeout=PATIENCE, gecko_log=str(folder / "gecko.log"), workspace=str(folder))
        self.driver.start_session({"acceptInsecureCerts": True})
        self.driver.timeout.script = PATIENCE
        self.driver.set_window_rect(width=1024, height=768)

    def go(self, address): self.driver.navigate(address)
    def find(self, selector): return self.driver.find_element("css selector", selector)
    def run(self, script, *arguments): return self.driver.execute_script(script, arguments, sandbox=None)
    def run_async(self, script, *arguments): return self.driver.execute_async_script(script, arguments, sandbox=None)
    def picture(self): return base64.b64decode(self.driver.screenshot(full=False))
    def close(self): self.driver.quit()


class WebKit:
    """WebKit for GTK by WebDriver, in its MiniBrowser on a virtual screen."""

    name = "webkit"

    def __init__(self, folder):
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        self.screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        environment = {**os.environ, "DISPLAY": f":{self.screen.stdout.readline().strip()}", "GDK_BACKEND": "x11"}
        options = Options()
        options.set_capability("acceptInsecureCerts", True)
        self.driver = webdriver.WebKitGTK(options=options, service=Service(WEBKIT_DRIVER, env=environment))
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_window_rect(0, 0, 1024, 768)

    def go(self, address): self.driver.get(address)
    def find(self, selector): return self.driver.find_element("css selector", selector)
    def run(self, script, *arguments): return self.driver.execute_script(script, *arguments)
    def run_async(self, script, *arguments): return self.driver.execute_async_script(script, *arguments)
    def picture(self): return self.driver.get_screenshot_as_png()

    def close(self):
        self.driver.quit()
        self.screen.terminate()
        self.screen.wait()


class Hands:
    """A person's actions in a browser."""

    def __init__(self, browser):
        self.browser = browser

    def until(self, expression):
        """Waits until a page is loaded for which the function is true."""
        end = time.monotonic() + PATIENCE
        while True:
            # A page that is being closed cannot be evaluated.
            with contextlib.suppress(Exception):
                if self.browser.run(f"return Boolean(document.readyState === 'complete' && ({expression}))"):
                    return
            assert time.monotonic() < end, f"{self.browser.name}: not {expression}: {self.browser.run(f'return JSON.stringify(({STATE})())')}"
            time.sleep(0.1)

    def until_at(self, pattern):
        self.until(f"new RegExp({pattern!r}).test(location.pathname)")

    def click(self, selector):
        self.until(f"document.querySelector({selector!r})?.checkVisibility()")
        self.browser.find(selector).click()

    def press(self, selector, key):
        self.browser.find(selector).send_keys(key)

    def choose(self, selector, path):
        self.browser.find(selector).send_keys(str(path))

    def look(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        (SHOTS / f"{self.browser.name}-{name}.png").write_bytes(self.browser.picture())


@pytest.fixture
def station(tmp_path):
    station = Encrypted(tmp_path / "library")
    yield station
    station.kill()


@pytest.fixture(params=[
    pytest.param(Firefox, id="firefox", marks=pytest.mark.skipif(not shutil.which(FIREFOX), reason="no firefox-esr")),
    pytest.param(WebKit, id="webkit", marks=[
        pytest.mark.skipif(not shutil.which(WEBKIT_DRIVER), reason="no webkit2gtk-driver"),
        # It is slow on a busy machine.
        pytest.mark.nightly,
    ]),
])
def hands(request, tmp_path):
    browser = request.param(tmp_path)
    yield Hands(browser)
    browser.close()


def test_flows(station, hands):
    """SS-23: from the join page to a scanned document, and one that was imported and adjusted, and both are found again."""
    origin = f"https://localhost:{station.port}"
    hands.browser.go(f"http://localhost:{station.join_port}/")
    hands.until("document.querySelectorAll('.join details[open] li svg').length === 3")
    hands.look("join")
    hands.click(f".join a[href='{origin}/']")
    hands.until_at("^/welcome$")
    hands.browser.go(f"{origin}/sign-in?token={station.token}")
    hands.until_at("^/(home|documents)?$")

    hands.choose(".import input[type=file]", clips.PICTURES / "form-stripes.jpg")
    hands.until_at("/pages/1$")
    hands.click("a.tool[href$='/adjust']")
    hands.until("document.querySelector('.handle').getAttribute('r') !== '1'")
    before = hands.browser.run("return document.querySelector('[name=corners]').value").split(",")
    for _ in range(3):
        hands.press("[data-corner='0']", "\ue014")
    # The station determines the corner's position.
    hands.until(f"document.querySelector('[name=corners]').value.split(',')[0] > {before[0]}")
    after = hands.browser.run("return document.querySelector('[name=corners]').value").split(",")
    assert after[1:] == before[1:]
    hands.look("adjust")
    hands.click(".adjust form .primary")
    hands.until_at("/pages/1$")
    hands.until("document.querySelector('.stage .scan').naturalWidth > 0")
    hands.look("gallery")
    hands.click("form[action$='/save'] .primary")
    hands.until_at("^/documents/1$")

    hands.browser.go(f"{origin}/scan")
    hands.until("customElements.get('st-scanner')")
    assert hands.browser.run_async(CAMERA, jpeg(clips.scene("letter-wood"))) is True
    hands.until("document.querySelector('.save:not([hidden]) button')")
    # DS-54: the engine runs here as well, through the service worker.
    if hands.browser.name == "firefox":
        assert hands.browser.run("return document.querySelector('st-scanner').sight.isOwn && navigator.serviceWorker.controller !== null") is True
    hands.look("scanner")
    hands.click(".save button")
    hands.until_at("^/documents/2$")
    hands.until("[...document.querySelectorAll('.sheets img')].every(image => image.naturalWidth > 0)")
    hands.look("document")
    hands.browser.go(f"{origin}/documents")
    hands.until("document.querySelectorAll('a.cell[href^=\"/documents/\"]').length === 2")
    hands.look("library")
    hands.click("a.cell[href='/documents/1']")
    hands.until_at("^/documents/1$")


@pytest.mark.nightly
def test_no_camera(station, hands):
    """SS-23: if the browser has no camera, the scanner reports that, and files can be imported."""
    hands.browser.go(f"https://localhost:{station.port}/sign-in?token={station.token}")
    hands.until_at("^/(home|documents)?$")
    hands.browser.go(f"https://localhost:{station.port}/scan")
    hands.until("customElements.get('st-scanner')")
    hands.browser.run("""
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("none", "NotFoundError"); };
      localStorage.setItem("camera-allowed", "yes");
      document.querySelector("st-scanner").start();
    """)
    hands.until("document.querySelector('.unavailable h2')?.textContent === 'No camera found'")
    hands.look("no-camera")
    hands.choose(".import input[type=file]", clips.PICTURES / "form-stripes.jpg")
    hands.until_at("/pages/1$")


@pytest.mark.nightly
def test_without_the_station(station, hands):
    """OF-1: the scanner also opens without the station, with the engine, and captures are sent when the station is back."""
    origin = f"https://localhost:{station.port}"
    hands.browser.go(f"{origin}/sign-in?token={station.token}")
    hands.until("navigator.serviceWorker?.controller")
    # The explanation of the camera access was shown before.
    hands.browser.run("localStorage.setItem('camera-allowed', 'yes')")
    station.kill()
    hands.browser.go(f"{origin}/scan")
    hands.until_at("^/offline/scan$")
    hands.until("document.querySelector('st-offline-scanner')?.dataset.ready === 'engine'")
    hands.choose("#offline-files", clips.PICTURES / "form-stripes.jpg")
    hands.until("document.querySelector('st-offline-scanner').dataset.pages === '1'")
    # The other browser has no camera.
    pages = 2 if hands.browser.name == "firefox" else 1
    if pages == 2:
        hands.click("[data-shutter]")
        hands.until("document.querySelector('st-offline-scanner').dataset.pages === '2'")
    hands.look("offline-scanner")
    hands.click("[data-done]")
    hands.until("document.querySelector('[data-section=scans] .offline-cell')")
    station.start("--port", str(station.port))
    hands.click("main [data-sync]")
    hands.until("document.querySelector('.sync-banner').dataset.state === 'completed'")
    hands.browser.go(f"{origin}/documents/1")
    hands.until(f"document.querySelectorAll('.sheets img').length === {pages}")
