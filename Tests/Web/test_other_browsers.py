"""The demonstration in Firefox, by Marionette, Firefox's own protocol."""

import base64
import pathlib
import shutil
import socket
import time

import pytest
from marionette_driver.marionette import Marionette

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIREFOX = "/usr/bin/firefox-esr"
PATIENCE = 90
# Firefox has no camera that plays a film: a picture takes its place, drawn anew so that it is a film.
CAMERA = """
    const [source, done] = arguments;
    const image = new Image();
    image.onload = () => {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const draw = () => canvas.getContext("2d").drawImage(image, 0, 0);
        draw();
        setInterval(draw, 50);
        navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
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
pytestmark = pytest.mark.skipif(not shutil.which(FIREFOX), reason="firefox-esr is missing")


class Firefox:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = Marionette(
            bin=FIREFOX, headless=True, port=port, startup_timeout=PATIENCE, gecko_log=str(folder / "gecko.log"), workspace=str(folder))
        self.driver.start_session()
        self.driver.timeout.script = PATIENCE

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, arguments, sandbox=None)

    def run_async(self, script, *arguments):
        return self.driver.execute_async_script(script, arguments, sandbox=None)

    def until(self, expression):
        end = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({expression})"):
            assert time.monotonic() < end, f"not {expression}"
            time.sleep(0.05)


@pytest.fixture
def firefox(tmp_path, server):
    firefox = Firefox(tmp_path)
    firefox.driver.navigate(f"http://127.0.0.1:{server.server_port}/")
    firefox.until("!document.querySelector('#start').disabled")
    yield firefox
    firefox.driver.quit()


def test_pictures_become_a_pdf_and_again_without_a_network(firefox, server):
    """A picture becomes a PDF, and without a network a picture still becomes a page."""
    address = firefox.driver.get_url()
    firefox.find("#files").send_keys(str(ROOT / "TestImages/letter-wood.jpg"))
    firefox.until("document.querySelectorAll('#pages li').length === 1")
    assert firefox.run_async(SAVE) == "%PDF-"
    firefox.until("navigator.serviceWorker.controller")
    server.shutdown()
    server.server_close()
    firefox.driver.navigate(address)
    firefox.until("!document.querySelector('#start').disabled")
    firefox.find("#files").send_keys(str(ROOT / "TestImages/receipt-tiles.jpg"))
    firefox.until("document.querySelectorAll('#pages li').length === 1")


def test_a_page_before_the_camera_is_captured_by_itself(firefox):
    """A page before the camera is captured without a click."""
    picture = base64.b64encode((ROOT / "TestImages/letter-wood.jpg").read_bytes()).decode()
    firefox.run_async(CAMERA, picture)
    firefox.find("#start").click()
    firefox.until("document.querySelectorAll('#pages li').length === 1")
    firefox.until("document.querySelector('#guidance').textContent.startsWith('Captured')")
