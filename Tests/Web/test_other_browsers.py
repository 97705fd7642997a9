"""The demonstration in Firefox, by its Marionette protocol, and in WebKit for GTK, by WebDriver."""

import base64
import os
import pathlib
import shutil
import socket
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIREFOX = "/usr/bin/firefox-esr"
WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver"
PATIENCE = 90
# Neither browser can play a video as its camera, so a canvas that is redrawn replaces it.
CAMERA = """
    const [source, done] = arguments;
    const image = new Image();
    image.onload = () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const draw = () => canvas.getContext("2d").drawImage(image, 0, 0);
        draw();
        setInterval(draw, 50);
        // Of the prototype: WebKit forgets what is set on the object itself.
        MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(20);
        done();
    };
    image.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0))]));
"""
SAVE = """
    const done = arguments[0];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
        blob.slice(0, 5).text().then(done);
        return make(blob);
    };
    document.querySelector("#save").click();
"""


class Firefox:
    def __init__(self, folder):
        from marionette_driver.marionette import Marionette

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = Marionette(
            bin=FIREFOX, headless=True, port=port, startup_timeout=PATIENCE, gecko_log=str(folder / "gecko.log"), workspace=str(folder))
        self.driver.start_session()
        self.driver.timeout.script = PATIENCE

    def go(self, address):
        self.driver.navigate(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, arguments, sandbox=None)

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, arguments, sandbox=None)

    def close(self):
        self.driver.quit()


class WebKit:
    """Uses WebKit's MiniBrowser on a virtual screen."""

    def __init__(self, folder):
        from selenium import webdriver
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        self.screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        environment = {**os.environ, "DISPLAY": f":{self.screen.stdout.readline().strip()}", "GDK_BACKEND": "x11"}
        self.driver = webdriver.WebKitGTK(options=Options(), service=Service(WEBKIT_DRIVER, env=environment))
        self.driver.set_script_timeout(PATIENCE)

    def go(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, *arguments)

    def close(self):
        self.driver.quit()
        self.screen.terminate()
        self.screen.wait()


class Hands:
    """A person's actions in a browser."""

    def __init__(self, browser):
        self.browser = browser

    def click(self, selector):
        self.browser.driver.find_element("css selector", selector).click()

    def choose(self, name):
        self.browser.driver.find_element("css selector", "#files").send_keys(str(ROOT / "TestImages" / name))

    def until(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.browser.run(f"return Boolean({expression})"):
            assert time.monotonic() < end, f"not {expression}"
            time.sleep(0.05)

    def go(self, address):
        self.browser.go(address)
        self.until("!document.querySelector('#start').disabled")


@pytest.fixture(params=[
    pytest.param(Firefox, id="firefox", marks=pytest.mark.skipif(not shutil.which(FIREFOX), reason="firefox-esr is missing")),
    pytest.param(WebKit, id="webkit", marks=[
        pytest.mark.skipif(not shutil.which(WEBKIT_DRIVER), reason="webkit2gtk-driver is missing"),
        pytest.mark.skipif(not os.environ.get("RECTO_NIGHTLY"), reason="WebKit runs every night: beside other work it is slow"),
    ]),
])
def hands(request, tmp_path, server):
    browser = request.param(tmp_path)
    hands = Hands(browser)
    hands.go(f"http://127.0.0.1:{server.server_port}/")
    yield hands
    browser.close()


def test_pictures_become_a_pdf_and_again_without_a_network(hands, server):
    """A picture becomes a PDF, and without a network a picture still becomes a page."""
    address = f"http://127.0.0.1:{server.server_port}/"
    hands.choose("letter-wood.jpg")
    hands.until("document.querySelectorAll('#pages li').length === 1")
    assert hands.browser.run_async(SAVE) == "%PDF-"
    hands.until("navigator.serviceWorker.controller")
    server.shutdown()
    server.server_close()
    hands.go(address)
    hands.choose("receipt-tiles.jpg")
    hands.until("document.querySelectorAll('#pages li').length === 1")


def test_a_page_before_the_camera_is_captured_by_itself(hands):
    """A page before the camera is captured automatically."""
    picture = base64.b64encode((ROOT / "TestImages/letter-wood.jpg").read_bytes()).decode()
    hands.browser.run_async(CAMERA, picture)
    hands.click("#start")
    hands.until("document.querySelectorAll('#pages li').length === 1")
    hands.until("document.querySelector('#guidance').textContent.startsWith('Captured')")
