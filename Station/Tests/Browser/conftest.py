"""A station with a temporary library, and a browser whose camera plays a video."""

import collections
import contextlib
import fcntl
import functools
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import zlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, sync_playwright

import clips

ROOT = pathlib.Path(__file__).resolve().parents[3]
STATION = os.environ.get("RECTO_STATION", str(ROOT / ".build/release/recto-station"))
CHROMIUM = os.environ.get("RECTO_CHROMIUM", "/usr/bin/chromium-headless-shell")
# The folder for a picture of each visited state.
SHOTS = pathlib.Path(os.environ.get("RECTO_SHOTS", ROOT / "out/browser"))
SIZES = {"compact": {"width": 390, "height": 844}, "regular": {"width": 1024, "height": 768}}
# The seconds after which a wait fails, long enough for a busy machine.
PATIENCE = 120
# A station that accepts a request and never responds fails the test that sent it.
socket.setdefaulttimeout(PATIENCE)
# Whether a finite animation moves an element or one of its ancestors.
IS_ANIMATED = """e => document.getAnimations().some(each => each.playState === "running" && each.effect.target?.contains(e)
    && each.effect.getComputedTiming().endTime !== Infinity)"""
# The impacts of axe findings that fail a test.
SERIOUS = {"serious", "critical"}
# Whether to run everything that takes too long for each change, as `make nightly` does.
NIGHTLY = os.environ.get("RECTO_NIGHTLY")
# Each theme and each screen size once; all combinations every night.
VIEWS = [("light", "regular"), ("dark", "compact")]
if NIGHTLY:
    VIEWS = [(theme, size) for theme in ("light", "dark") for size in SIZES]


def pytest_configure(config):
    config.addinivalue_line("markers", "nightly: runs every night, not for each change")


def pytest_collection_modifyitems(config, items):
    if NIGHTLY:
        return
    late = [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=late)
    items[:] = [item for item in items if item not in late]


def in_one_view(test):
    """For tests of a screen's behavior rather than its layout: always the same view, and all views every night."""
    one = VIEWS[zlib.crc32(test.__name__.encode()) % len(VIEWS)]
    return pytest.mark.parametrize("theme, size", VIEWS if NIGHTLY else [one])(test)


# Records for each page its channel's messages in both directions, its toasts, and the person's actions. Answers
# without news are omitted, because one is sent for each picture.
RECORDER = """(() => {
  window.recorded = [];
  const note = (kind, what) => {
    recorded.push(`${Math.round(performance.now())} ms: ${kind} ${what}`);
    if (recorded.length > 200) recorded.shift();
  };
  window.WebSocket = class extends WebSocket {
    constructor(...address) {
      super(...address);
      for (const kind of ["open", "close"]) this.addEventListener(kind, () => note("channel", kind));
      this.addEventListener("message", ({ data }) => {
        // Its members come in any order.
        const news = typeof data === "string" && JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(data).display ?? {}).sort()));
        if (news && news !== this.news) note("hears", this.news = news);
      });
    }
    send(data) {
      if (typeof data === "string" && !data.includes("drawn")) note("says", data);
      super.send(data);
    }
  };
  const named = (element) => element.outerHTML?.match(/^<[^>]*>/)[0].slice(0, 100) ?? element.nodeName;
  for (const kind of ["pointerdown", "click", "keydown", "focusin", "submit", "change", "scrollend"]) {
    addEventListener(kind, (event) => note(kind, `${event.key ?? ""} ${named(event.target)}`), true);
  }
  addEventListener("DOMContentLoaded", () => {
    for (const toast of document.querySelectorAll("[role=status] .toast")) note("toast", (toast.querySelector("p") ?? toast).textContent.trim());
  });
})()"""

# Information that helps to understand an unexpected page.
STATE = """() => {
  const named = (element) => element.outerHTML.match(/^<[^>]*>/)[0];
  const all = (selector) => [...document.querySelectorAll(selector)].map(named);
  const view = document.querySelector("st-scanner, st-ar, st-code-scanner");
  return {
    address: location.href, readyState: document.readyState, focus: document.activeElement && named(document.activeElement),
    view: view && { element: named(view), display: view.display, camera: view.camera, sequence: view.sequence, isWaiting: view.isWaiting },
    film: document.querySelector("video")?.currentTime,
    dialogs: all("dialog[open]"), pressed: all("[aria-pressed=true]"), busy: all("[aria-busy]"), details: all(".detail:not([hidden])"),
    texts: document.body.innerText.slice(0, 2000), recorded: window.recorded,
  };
}"""


class Station:
    """The daemon on a free port."""

    # Each start uses a different one.
    addresses = ()

    def __init__(self, folder, *arguments):
        self.folder = folder
        self.start(*arguments)

    def start(self, *arguments):
        # An interrupted run must not leave a station running.
        command = ["setpriv", "--pdeathsig", "KILL", STATION, "--data", str(self.folder), "--port", "0", "--web", str(ROOT / "Station/web"), *arguments]
        errors = self.folder.with_name(self.folder.name + "-errors.txt")
        with errors.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        for line in self.process.stdout:
            found = re.search(r"http://[^\s:]+(:\d+)", line)
            if found:
                self.addresses = (*self.addresses, f"http://localhost{found[1]}")
                return
        raise RuntimeError(f"the station did not start: {self.process.wait()}, {errors.read_text()[-2000:]}")

    @property
    def address(self):
        return self.addresses[-1]

    @contextlib.contextmanager
    def paused(self):
        """Stops the station while something short-lived is inspected."""
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
    """A worker's folder of videos. Those that many tests use are created once for all workers, when the first test requests them."""

    MADE = {
        "still": clips.still, "card": clips.card, "book": clips.book, "bent": clips.bent, "empty": clips.empty, "white": clips.white, "moving": clips.moving, "numbered": clips.numbered, "noisy": clips.noisy, "anchor": clips.anchor,
        "anchor-rest": clips.anchor_at_rest, "anchor-leaves": clips.anchor_that_leaves,
        **{f"{height}p": functools.partial(clips.film, height=height) for height in clips.FILMS},
    }

    # The clips with many pictures and much detail.
    LIVELY = {"moving", "card", "anchor", "anchor-leaves"}

    def __init__(self, folder, shared):
        self.folder, self.shared = folder, shared

    def for_browser(self, name):
        """Returns the video in the format that costs a browser's camera least."""
        return self / f"{name}.{'mjpeg' if name in self.LIVELY else 'y4m'}"

    def __truediv__(self, name):
        make = self.MADE.get(pathlib.Path(name).stem)
        if not make:
            return self.folder / name
        path = self.shared / name
        with open(self.shared / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                make(self.folder / name)
                (self.folder / name).rename(path)
        return path


@pytest.fixture(scope="session")
def films(tmp_path_factory):
    base = tmp_path_factory.getbasetemp()
    # Workers have their own folders within that of the run.
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "films"
    shared.mkdir(exist_ok=True)
    return Films(tmp_path_factory.mktemp("films"), shared)


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


class Window:
    """A page of the browser, with common operations of tests."""

    def __init__(self, page, station, theme, size):
        self.page = page
        self.station = station
        self.theme = theme
        self.size = size
        page.set_default_timeout(1000 * PATIENCE)
        self.errors = []
        # The last requests.
        self.requests = collections.deque(maxlen=40)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self.note)
        # A form with entries asks for confirmation before it is left. Tests confirm.
        self.leaves = lambda dialog: dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss()
        page.on("dialog", self.leaves)
        self.wait_for_scripts()

    def wait_for_scripts(self):
        """Waits for a page's scripts. A test is faster than a person: clicks and keys on a page whose scripts have not started are lost,
        and the page has no styles yet. So all operations wait for DOMContentLoaded, which comes after both. After a click on a
        link to another page they wait for that page, so that counts of its elements are complete."""
        page = self.page

        def patient(act, selects):
            def acted(target, *arguments, **options):
                if selects:
                    wait(target, state="attached")
                page.wait_for_load_state("domcontentloaded")
                act(target, *arguments, **options)
                page.wait_for_load_state("domcontentloaded")
            return acted

        def patient_wait(selector, **options):
            wait(selector, **options)
            page.wait_for_load_state("domcontentloaded")
            return wait(selector, **options)

        wait, page.wait_for_selector = page.wait_for_selector, patient_wait
        page.click = patient(page.click, selects=True)
        page.set_input_files = patient(page.set_input_files, selects=True)
        page.keyboard.press = patient(page.keyboard.press, selects=False)

    # No request may leave the machine.
    def note(self, request):
        self.requests.append(f"{request.method} {request.url}")
        if not request.url.startswith((*self.station.addresses, "blob:", "data:")):
            self.errors.append(f"asked for {request.url}")

    def new_tab(self):
        """Opens another tab of the same browser."""
        return Window(self.page.context.new_page(), self.station, self.theme, self.size)

    def go(self, path):
        self.page.goto(self.station.address + path)

    def hold_camera(self):
        """Keeps the camera off until `start_camera`."""
        self.page.add_init_script("""
          const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (wanted) => new Promise((resolve) => { window.allow = () => resolve(open(wanted)); });
        """)

    def start_camera(self):
        self.until("window.allow !== undefined")
        self.page.evaluate("window.allow()")

    def look(self, name):
        """Saves a screenshot of the state once it is stable, and checks it with axe."""
        self.until("""document.getAnimations().every((animation) =>
          animation.playState !== "running" || animation.effect.getComputedTiming().iterations === Infinity)""")
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.take_picture(SHOTS / f"{name}-{self.size}-{self.theme}.png")
        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        bad = [f'{rule["id"]}: {[node["html"][:120] for node in rule["nodes"]]}' for rule in found if rule["impact"] in SERIOUS]
        assert not bad, f"{name}: {bad}"

    def take_picture(self, path):
        """Takes a screenshot. Chromium sometimes fails on a busy machine, and reports that; then it is retried once."""
        try:
            self.page.screenshot(path=path)
        except Error as error:
            if "Unable to capture screenshot" not in str(error):
                raise
            self.page.screenshot(path=path)

    def keep(self, path):
        """Saves a screenshot, and the window's state as JSON, at a path without an extension."""
        with contextlib.suppress(Exception):
            self.page.screenshot(path=f"{path}.png", timeout=5000)
        state = {"errors": self.errors, "requests": list(self.requests)}
        try:
            state |= self.page.evaluate(STATE)
        except Exception as error:
            state["unknown"] = str(error)
        pathlib.Path(f"{path}.json").write_text(json.dumps(state, indent=2, ensure_ascii=False))

    @property
    def said(self):
        """Returns the actions that the page has sent over its live channel, oldest first."""
        told = self.page.evaluate("recorded.filter(line => line.includes(': says ')).map(line => JSON.parse(line.split(': says ')[1]))")
        return [message["action"] for message in told if "action" in message]

    @property
    def prompt(self):
        return self.page.locator(".prompt").inner_text()

    @property
    def pages(self):
        """Returns the number of scans in the session, as shown by the camera view."""
        return int(self.page.locator("st-scanner").get_attribute("data-pages"))

    def until(self, expression, arg=None, seconds=PATIENCE):
        """Waits until an expression, or a function of the argument, is true. The page's policy forbids evaluation in the page, so it is
        polled from outside: frequently at first, then less often, because polling takes time too."""
        end, pause = time.monotonic() + seconds, 0.02
        while not self.is_true(expression, arg):
            assert time.monotonic() < end, f"not within {seconds} s: {expression}"
            time.sleep(pause)
            pause = min(1.3 * pause, 0.15)

    def is_true(self, expression, arg):
        try:
            return self.page.evaluate(expression, arg)
        except Error as error:
            # Another page has just been loaded, or the element does not exist yet.
            if "context was destroyed" not in str(error) and "of null" not in str(error):
                raise
            return False

    def at_rest(self, selector):
        """Returns the box of an element once nothing animates it and it has stayed within a pixel for several frames: elements that
        follow the camera jitter by less."""
        element = self.page.locator(selector).first
        still, began = 0, None
        end = time.monotonic() + PATIENCE
        while still < 5:
            assert time.monotonic() < end, f"{selector} does not come to rest"
            self.next_picture()
            # An animation that slows down moves by less than a pixel per frame before it ends.
            moves, box = element.evaluate(IS_ANIMATED), element.bounding_box()
            if began and box and not moves and all(abs(box[side] - began[side]) < 1 for side in box):
                still += 1
            else:
                still, began = 0, box
        return box

    def next_picture(self):
        """Waits until the screen is redrawn."""
        self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def film_goes_on(self, seconds):
        """Waits until the camera's video has advanced this far, and the station has seen pictures of it."""
        time, sent = self.page.evaluate("[document.querySelector('video').currentTime, document.querySelector('st-scanner, st-ar').sequence]")
        self.until("time => document.querySelector('video').currentTime >= time", time + seconds, PATIENCE + 10 * seconds)
        self.until("count => document.querySelector('st-scanner, st-ar').sequence >= count", sent + 2 * seconds, PATIENCE + 10 * seconds)

    def wait_for_toast(self, text):
        """Waits until a page with this toast has loaded. The toast may have disappeared by then, because a busy machine is slow."""
        self.until("text => recorded.some(line => line.endsWith(`ms: toast ${text}`))", text)

    def wait_for_pages(self, count):
        self.until("count => Number(document.querySelector('st-scanner').dataset.pages) === count", count)


class Held:
    """Requests that are held until released, except for the first ones."""

    def __init__(self, page, pattern, passes=0):
        self.page, self.pattern, self.routes, self.isOpen, self.passes = page, pattern, [], False, passes
        page.route(pattern, self.take)

    def take(self, route):
        if self.isOpen or self.passes > 0:
            self.passes -= 1
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self):
        end = time.monotonic() + PATIENCE
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


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the paths of screenshots and window states to a failure."""
    report = yield
    windows = item.funcargs.get("windows", []) if report.when == "call" and report.failed else []
    for number, window in enumerate(windows, 1):
        path = SHOTS / f"failed-{item.module.__name__}-{re.sub(r'[^A-Za-z0-9-]+', '_', item.name)}-{time.strftime('%H%M%S')}-{number}"
        SHOTS.mkdir(parents=True, exist_ok=True)
        window.keep(path)
        report.sections.append((f"window {number}", f"{path}.png shows it, {path}.json tells its state and what happened in it"))
    return report


@pytest.fixture
def windows():
    """The windows that a test has opened."""
    return []


@pytest.fixture
def open_window(browsers, station, films, windows):
    """Opens windows. Options are the camera's video, the theme, the window size, and whether the browser caches what is needed
    without the station."""

    def open_window(film="still", theme="light", size="regular", camera="granted", touch=False, keeps=False):
        arguments = {
            "granted": [*plays(films.for_browser(film)), "--use-fake-ui-for-media-stream"],
            "absent": ["--use-fake-ui-for-media-stream"],
            "denied": [*plays(films.for_browser(film)), "--deny-permission-prompts"],
        }[camera]
        permissions = [] if camera == "denied" else ["camera"]
        context = browsers(*arguments).new_context(
            viewport=SIZES[size], color_scheme=theme, permissions=permissions, has_touch=touch,
            # In other tests, a service worker would hide the page's requests.
            service_workers="allow" if keeps else "block")
        context.add_init_script(RECORDER)
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
