"""A station with a library of its own, and a browser whose camera plays a film."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

import clips

ROOT = pathlib.Path(__file__).resolve().parents[3]
STATION = os.environ.get("RECTO_STATION", str(ROOT / ".build/release/recto-station"))
CHROMIUM = os.environ.get("RECTO_CHROMIUM", "/usr/bin/chromium")
# Where a picture of every visited state goes.
SHOTS = pathlib.Path(os.environ.get("RECTO_SHOTS", ROOT / "out/browser"))
SIZES = {"compact": {"width": 390, "height": 844}, "regular": {"width": 1024, "height": 768}}
# Of axe's findings these may not be.
SERIOUS = {"serious", "critical"}
# Each theme and each size of a screen; all pairs of them with RECTO_ALL_VIEWS, as `make nightly` has them.
VIEWS = [("light", "regular"), ("dark", "compact")]
if os.environ.get("RECTO_ALL_VIEWS"):
    VIEWS = [(theme, size) for theme in ("light", "dark") for size in SIZES]


class Station:
    """The daemon on a free port."""

    def __init__(self, folder):
        self.folder = folder
        self.start()

    def start(self, *arguments):
        command = [STATION, "--data", str(self.folder), "--port", "0", "--web", str(ROOT / "Station/web"), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.process.stdout:
            found = re.search(r"http://\S+/", line)
            if found:
                self.address = found.group().rstrip("/").replace("127.0.0.1", "localhost")
                return
        raise RuntimeError("the station did not start")

    @contextlib.contextmanager
    def paused(self):
        """While something is looked at that would be over too soon."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def station(tmp_path):
    station = Station(tmp_path / "library")
    yield station
    station.kill()


class Films:
    """A worker's folder of films. Those that many tests show are made once, when the first one asks for them."""

    MADE = {
        "still": clips.still, "empty": clips.empty, "moving": clips.moving, "anchor": clips.anchor,
        "anchor-rest": clips.anchor_at_rest, "anchor-leaves": clips.anchor_that_leaves,
    }

    def __init__(self, folder):
        self.folder = folder

    def __truediv__(self, name):
        path = self.folder / name
        if not path.exists() and path.stem in self.MADE:
            self.MADE[path.stem](path)
        return path


@pytest.fixture(scope="session")
def films(tmp_path_factory):
    return Films(tmp_path_factory.mktemp("films"))


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


class Window:
    """A page of the browser, with what all tests ask of it."""

    def __init__(self, page, station, theme, size):
        self.page = page
        self.station = station
        self.theme = theme
        self.size = size
        self.errors = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self.note)
        self.wait_for_scripts()

    def wait_for_scripts(self):
        """A test is faster than a person: what it clicks, presses or chooses on a page whose scripts have not begun is lost, and
        what it sees has no styles yet. So its hands and eyes wait for DOMContentLoaded, before which both are there."""
        page = self.page

        def patient(act, selects):
            def acted(target, *arguments, **options):
                if selects:
                    wait(target, state="attached")
                page.wait_for_load_state("domcontentloaded")
                act(target, *arguments, **options)
            return acted

        def patient_wait(selector, **options):
            wait(selector, **options)
            page.wait_for_load_state("domcontentloaded")
            return wait(selector, **options)

        wait, page.wait_for_selector = page.wait_for_selector, patient_wait
        page.click = patient(page.click, selects=True)
        page.set_input_files = patient(page.set_input_files, selects=True)
        page.keyboard.press = patient(page.keyboard.press, selects=False)

    # No request leaves the machine.
    def note(self, request):
        if not request.url.startswith((self.station.address, "blob:", "data:")):
            self.errors.append(f"asked for {request.url}")

    def go(self, path):
        self.page.goto(self.station.address + path)

    def look(self, name):
        """Keeps a picture of the state, and lets axe judge it."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}-{self.size}-{self.theme}.png")
        found = Axe().run(self.page).response["violations"]
        bad = [f'{rule["id"]}: {[node["html"][:120] for node in rule["nodes"]]}' for rule in found if rule["impact"] in SERIOUS]
        assert not bad, f"{name}: {bad}"

    @property
    def prompt(self):
        return self.page.locator(".prompt").inner_text()

    @property
    def pages(self):
        """Scans of the session, as the camera view counts them."""
        return int(self.page.locator("st-scanner").get_attribute("data-pages"))

    def until(self, expression, arg=None, seconds=60):
        """Waits until an expression, or a function of the argument, is true. The page's policy lets nothing be evaluated in
        it, so it is asked again and again from outside."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(expression, arg):
            assert time.monotonic() < end, f"not within {seconds} s: {expression}"
            time.sleep(0.05)

    def at_rest(self, selector):
        """The box of an element, once it has stayed within a pixel for some pictures of the screen: what follows the camera
        trembles by less."""
        still, last = 0, None
        end = time.monotonic() + 60
        while still < 5:
            assert time.monotonic() < end, f"{selector} does not come to rest"
            self.next_picture()
            box = self.page.locator(selector).first.bounding_box()
            if last and box and all(abs(box[side] - last[side]) < 1 for side in box):
                still += 1
            else:
                still, last = 0, box
        return last

    def next_picture(self):
        """Waits until the screen is drawn anew."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def film_goes_on(self, seconds):
        """Waits until the camera's film is so much further, and the station has seen pictures of it."""
        time, sent = self.page.evaluate("[document.querySelector('video').currentTime, document.querySelector('st-scanner, st-ar').sequence]")
        self.until("time => document.querySelector('video').currentTime >= time", time + seconds, 60 + 10 * seconds)
        self.until("count => document.querySelector('st-scanner, st-ar').sequence >= count", sent + 2 * seconds, 60 + 10 * seconds)

    def wait_for_pages(self, count, seconds):
        self.until("count => Number(document.querySelector('st-scanner').dataset.pages) === count", count, seconds)


class Held:
    """Requests that wait until they are let go, but for the first ones."""

    def __init__(self, page, pattern, passes=0):
        self.page, self.pattern, self.routes, self.isOpen, self.passes = page, pattern, [], False, passes
        page.route(pattern, self.take)

    def take(self, route):
        if self.isOpen or self.passes > 0:
            self.passes -= 1
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self, seconds=20):
        end = time.monotonic() + seconds
        while not self.routes:
            assert time.monotonic() < end, f"nothing asked for {self.pattern}"
            self.page.wait_for_timeout(20)

    def go(self):
        self.isOpen = True
        for route in self.routes:
            route.continue_()
        self.routes = []

    def fail(self):
        for route in self.routes:
            route.abort()
        self.routes = []


@pytest.fixture(scope="session")
def browsers(playwright):
    """Browsers by their arguments: starting one takes longer than most tests."""
    started = {}

    def browser(*arguments):
        if arguments not in started:
            started[arguments] = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", *arguments])
        return started[arguments]

    yield browser
    for browser in started.values():
        browser.close()


@pytest.fixture
def open_window(browsers, station, films):
    """Opens windows: which film the camera plays, which theme and size the window has."""
    windows = []

    def open_window(film="still", theme="light", size="regular", camera="granted", touch=False):
        arguments = {
            "granted": [*plays(films / f"{film}.mjpeg"), "--use-fake-ui-for-media-stream"],
            "absent": ["--use-fake-ui-for-media-stream"],
            "denied": [*plays(films / f"{film}.mjpeg"), "--deny-permission-prompts"],
        }[camera]
        permissions = ["camera"] if camera == "granted" else []
        context = browsers(*arguments).new_context(
            viewport=SIZES[size], color_scheme=theme, permissions=permissions, has_touch=touch)
        window = Window(context.new_page(), station, theme, size)
        windows.append(window)
        return window

    yield open_window
    for window in windows:
        window.page.context.close()
    for window in windows:
        assert not window.errors, window.errors


def plays(film):
    return ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"]
