"""The demonstration in Chromium, whose camera plays a video."""

import pathlib
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import clips

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium-headless-shell"


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


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
        # Playwright evaluates wait conditions as text, which the page's own policy forbids.
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
    """A page before the camera is outlined, captured once, and saved as a PDF."""
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
    """Chosen files become pages, and one can be deleted; ink is saved as bits."""
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
    """The name of an unreadable file is reported, and the welcome remains."""
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff\xe0 nothing of a picture")
    page.set_input_files("#files", [broken])
    page.wait_for_selector("#message:visible")
    assert "broken.jpg" in page.text_content("#message")
    assert page.is_visible("#welcome")


def accessible(page):
    violations = Axe().run(page).response["violations"]
    assert not violations, [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_shuts_anybody_out(page, scheme):
    """No screen has an accessibility problem, in light or dark mode."""
    page.emulate_media(color_scheme=scheme)
    accessible(page)
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg"])
    page.wait_for_selector("#pages li")
    page.evaluate("Promise.all(document.getAnimations().map((animation) => animation.finished))")
    accessible(page)
    page.click(".corners")
    page.wait_for_selector("#adjust[open]")
    accessible(page)
    page.click("#keep")
    page.click("#resume")
    page.wait_for_selector("#camera:visible")
    accessible(page)


def test_corners_are_adjusted_and_pages_are_added(page):
    """Corners are moved by pointer and keys, and kept only if they form a page; more files are added."""
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg"])
    page.wait_for_selector("#pages li")
    canvas = "document.querySelector('#pages canvas')"
    before = page.evaluate(f"{canvas}.toDataURL()")
    page.click(".corners")
    page.wait_for_selector("#adjust[open]")
    corner = page.locator("#board button").first
    start = corner.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 80)
    page.mouse.up()
    corner.press("ArrowRight")
    page.click("#keep")
    page.wait_for_selector("#adjust", state="hidden")
    assert page.evaluate(f"{canvas}.toDataURL()") == before, "what is cancelled changes nothing"
    page.click(".corners")
    page.wait_for_selector("#adjust[open]")
    for _ in range(4):
        corner.press("Shift+ArrowDown")
    page.click("#apply")
    page.wait_for_function(f"before => {canvas}.toDataURL() !== before", arg=before)
    # If no page can be at the corners, the dialog reports that and stays open.
    page.click(".corners")
    page.wait_for_selector("#adjust[open]")
    for _ in range(40):
        corner.press("Shift+ArrowDown")
        corner.press("Shift+ArrowRight")
    page.click("#apply")
    page.wait_for_selector("#adjust-message:visible")
    page.click("#keep")
    page.set_input_files("#further", [ROOT / "TestImages/receipt-tiles.jpg"])
    page.wait_for_function("document.querySelectorAll('#pages li').length === 2")


def test_pages_that_are_not_saved_are_not_lost_by_a_reload(page, tmp_path):
    """Leaving asks for confirmation if pages have not been saved to a PDF, and only then."""
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg"])
    page.wait_for_selector("#pages li")
    # Browsers only ask if the page has received a click.
    page.click(".turn")
    with page.expect_event("dialog") as dialog:
        page.evaluate("setTimeout(() => location.reload())")
    assert dialog.value.type == "beforeunload"
    dialog.value.dismiss()
    assert page.locator("#pages li").count() == 1
    save(page, tmp_path / "scan.pdf")
    page.reload()
    page.wait_for_selector("#start:enabled")
    assert page.locator("#pages li").count() == 0


def test_keys_alone_move_and_delete_pages(page):
    """With the keyboard, the focus stays with a moved page, and moves to the next one after a deletion."""
    names = ["letter-wood", "receipt-tiles", "letter-wood"]
    page.set_input_files("#files", [ROOT / f"TestImages/{name}.jpg" for name in names])
    page.wait_for_function("document.querySelectorAll('#pages li').length === 3")
    focused = "[...document.querySelectorAll('#pages li')].indexOf(document.activeElement.closest('li')) + ' ' + document.activeElement.className"
    page.locator("#pages li").nth(2).locator(".earlier").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "1 earlier"
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "0 turn", "the first page cannot be moved earlier"
    page.locator("#pages li").nth(2).locator(".delete").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "1 delete"
    page.keyboard.press("Enter")
    assert page.evaluate(focused) == "0 delete"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "start"
    page.keyboard.press("Enter")
    page.wait_for_selector("#pages li")
    assert page.evaluate("document.activeElement.id") == "shutter"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#camera", state="hidden")
    assert page.evaluate("document.activeElement.id") == "save"


def test_a_camera_that_stops_is_told_of(page):
    """An unplugged camera is reported, and captured pages remain."""
    page.click("#start")
    page.wait_for_selector("#pages li")
    page.evaluate("document.querySelector('#video').srcObject.getTracks()[0].dispatchEvent(new Event('ended'))")
    page.wait_for_selector("#message:visible")
    assert "camera has stopped" in page.text_content("#message")
    assert page.is_hidden("#camera") and page.locator("#pages li").count() == 1


def test_it_works_offline_from_the_second_visit(page, server):
    """From the second visit no network is needed."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    server.shutdown()
    server.server_close()
    page.reload()
    page.wait_for_selector("#start:enabled")
    page.set_input_files("#files", [ROOT / "TestImages/letter-wood.jpg"])
    page.wait_for_selector("#pages li")


def test_the_interface_of_the_package(page):
    """The public interface of recto.js."""
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
        try { new Scanner(document.querySelector('video'), { recto: {} }); } catch (error) { noEngine = error; }
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


def test_a_page_is_the_same_however_the_picture_comes(page):
    """ImageData, ImageBitmap, VideoFrame, a canvas and a file show the same page, which a worker of the site finds too."""
    found = page.evaluate("""async () => {
        const { Recto } = await import('/recto/recto.js');
        const recto = await Recto.load();
        const canvas = new OffscreenCanvas(640, 480);
        const context = canvas.getContext('2d');
        context.fillStyle = 'rgb(60, 60, 60)';
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = 'rgb(225, 225, 225)';
        context.fillRect(150, 60, 300, 360);
        const data = context.getImageData(0, 0, 640, 480);
        const pictures = {
            ImageData: data, ImageBitmap: await createImageBitmap(data), VideoFrame: new VideoFrame(canvas, { timestamp: 0 }),
            OffscreenCanvas: canvas, Blob: await canvas.convertToBlob(),
        };
        const found = {};
        for (const [kind, picture] of Object.entries(pictures)) found[kind] = (await recto.detect(picture)).corners;
        pictures.VideoFrame.close();
        const source = `import { Recto } from '${location.origin}/recto/recto.js';
            onmessage = async ({ data }) => {
                const recto = await Recto.load();
                postMessage((await recto.detect(data)).corners);
            };`;
        const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
        found.worker = await new Promise((resolve, reject) => {
            worker.onmessage = ({ data }) => resolve(data);
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.postMessage(pictures.ImageBitmap, [pictures.ImageBitmap]);
        });
        recto.close();
        return found;
    }""")
    for kind, corners in found.items():
        for corner, (x, y) in zip(corners, [(150, 60), (450, 60), (450, 420), (150, 420)], strict=True):
            assert abs(corner["x"] - x) < 1.5 and abs(corner["y"] - y) < 1.5, (kind, corners)


def test_one_frame_is_in_flight_and_the_page_goes_on(page):
    """A scanner transfers one frame at a time, and the page is responsive while the engine works."""
    result = page.evaluate("""async () => {
        const { Recto, Scanner } = await import('/recto/recto.js');
        const recto = await Recto.load();
        const process = recto.process.bind(recto);
        let [inFlight, most, frames] = [0, 0, 0];
        recto.process = async (...args) => {
            most = Math.max(most, ++inFlight);
            try { return await process(...args); } finally { inFlight--; }
        };
        const video = document.createElement('video');
        video.muted = true;
        video.srcObject = await navigator.mediaDevices.getUserMedia({ video: true });
        await video.play();
        const scanner = new Scanner(video, { recto });
        const captured = new Promise((resolve) => scanner.addEventListener('capture', ({ detail }) => resolve(detail.page)));
        scanner.addEventListener('page', () => frames++);
        await scanner.start();
        const { corners } = await (await captured).info();
        await scanner.close();
        const alone = new Scanner(video);
        const again = new Promise((resolve) => alone.addEventListener('capture', ({ detail }) => resolve(detail.page)));
        await alone.start();
        const { format } = await (await again).render({ filter: 'grayscale', dpi: 50 });
        await alone.close();
        alone.recto.close();
        video.srcObject.getTracks()[0].stop();
        const still = new ImageData(3000, 4000);
        let ticks = 0;
        const timer = setInterval(() => ticks++);
        await recto.scan(still);
        clearInterval(timer);
        recto.close();
        return { most, frames, corners: corners.length, format, ticks };
    }""")
    assert result["most"] == 1 and result["frames"] > 1 and result["corners"] == 4
    assert result["format"] == "gray", "a scanner that is given no engine loads one"
    assert result["ticks"] > 0
