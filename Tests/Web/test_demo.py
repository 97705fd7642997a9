"""The demonstration in Chromium, whose camera plays a film. The page is served as files; no server has any part in it."""

import functools
import http.server
import os
import pathlib
import subprocess
import sys
import threading

import pytest
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Station/Tests/Browser"))
import clips  # noqa: E402

SITE = pathlib.Path(os.environ["RECTO_SITE"])
CHROMIUM = "/usr/bin/chromium"


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    clips.still(folder / "still.mjpeg")
    return folder


@pytest.fixture
def page(playwright, films, server):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[
        "--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={films / 'still.mjpeg'}"])
    context = browser.new_context(
        # Conditions that are waited for are evaluated as text, which the page's own policy forbids.
        permissions=["camera"], accept_downloads=True, bypass_csp=True)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(60_000)
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    page.wait_for_selector("#start:enabled")
    yield page
    browser.close()
    assert not errors, errors


def save(page, path):
    with page.expect_download() as download:
        page.click("#save")
    download.value.save_as(path)
    subprocess.run(["qpdf", "--check", path], check=True, capture_output=True)
    return subprocess.run(["pdfinfo", path], check=True, capture_output=True, text=True).stdout


def test_a_page_is_captured_by_itself_and_saved(page, tmp_path):
    page.click("#start")
    # The outline follows the page before it is captured.
    page.wait_for_function("document.querySelector('#outline polygon').getAttribute('points')?.split(' ').length === 4")
    page.wait_for_selector("#pages li")
    page.wait_for_function("document.querySelector('#guidance').textContent.startsWith('Captured')")
    assert page.locator("#pages li").count() == 1, "the same page is not captured twice"
    page.click("#stop")
    page.wait_for_selector("#camera", state="hidden")
    assert page.evaluate("document.querySelector('#video').srcObject") is None
    assert "Pages:           1" in save(page, tmp_path / "scan.pdf")


def test_files_become_pages_in_their_order(page, tmp_path):
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg", ROOT / "TestImages/receipt-tiles.jpg"])
    page.wait_for_function("document.querySelectorAll('#pages li').length === 2")
    assert page.text_content("#count") == "2 pages"
    page.select_option("#filter", "blackAndWhite")
    page.locator("#pages li").nth(1).locator(".delete").click()
    assert page.text_content("#count") == "1 page"
    assert "Pages:           1" in save(page, tmp_path / "scan.pdf")
    images = subprocess.run(["pdfimages", "-list", tmp_path / "scan.pdf"], check=True, capture_output=True, text=True).stdout
    kind, components, bits = images.splitlines()[2].split()[5:8]
    assert (kind, components, bits) == ("gray", "1", "1"), "ink is kept as bits"


def test_a_file_that_is_no_picture_is_named(page, tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing of a picture")
    page.set_input_files("#files", [broken])
    page.wait_for_selector("#message:visible")
    assert "broken.jpg" in page.text_content("#message")
    assert page.is_visible("#welcome")


def test_it_works_offline_from_the_second_visit(page, server):
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    server.shutdown()
    server.server_close()
    page.reload()
    page.wait_for_selector("#start:enabled")
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg"])
    page.wait_for_selector("#pages li")


def test_the_interface_of_the_package(page):
    """What recto.js promises, from outside."""
    result = page.evaluate("""async () => {
        const { Recto, RectoError, Scanner } = await import('/recto/recto.js');
        const recto = await Recto.load();
        const white = new ImageData(320, 240);
        const kept = white.data.slice();
        const nothing = await recto.detect(white);
        const codes = await recto.readCodes(white);
        const page = await recto.scan(white);
        const rendered = await page.render({ filter: 'grayscale' });
        const refused = await page.setCorners([1, 2]).catch((error) => error);
        await page.free();
        const freed = await page.render().catch((error) => error);
        const wrong = await recto.detect('picture').catch((error) => error);
        let noEngine;
        try { new Scanner(document.querySelector('video'), {}); } catch (error) { noEngine = error; }
        recto.close();
        const closed = await recto.detect(white).catch((error) => error);
        return {
            surely: (nothing?.confidence ?? 0) >= 0.35, codes, format: rendered.format, size: [rendered.width, rendered.height],
            untouched: white.data.every((value, index) => value === kept[index]),
            errors: [refused, freed, wrong, noEngine, closed].map((error) => [error instanceof RectoError, error.code]),
        };
    }""")
    assert result == {
        "surely": False, "codes": [], "format": "gray", "size": [320, 240], "untouched": True,
        "errors": [[True, code] for code in ["invalidArgument", "closed", "invalidArgument", "invalidArgument", "closed"]],
    }
