"""Random sequences of actions in a browser, compared with a simple model of what the station must store."""

import contextlib
import dataclasses
import hashlib
import json
import os
import random
import re
import signal
import sqlite3

import pytest

import clips
from conftest import Window
from test_document_scanner import IMPORTS

# Enough for every day; `make nightly` runs more.
COURSES = int(os.environ.get("RECTO_BROWSER_COURSES", 1))
SEED = int(os.environ.get("RECTO_SEED", 0))
STEPS = 8
# More than a course needs.
PICTURES = 40
# Other papers than the one in front of the camera.
FILES = [clips.PICTURES / f"{name}.jpg" for name in ("form-stripes", "list-wood", "receipt-tiles", "invoice-clutter")]


def digest(data):
    return hashlib.sha256(data).hexdigest()


@dataclasses.dataclass(eq=False)
class Page:
    """A scan of the model: its number, its picture, the picture before its retake, and whether the camera took it."""

    number: int
    picture: str
    former: str | None
    is_paper: bool


class Course:
    """A browser and a station, together with the model."""

    def __init__(self, window, station, seed):
        self.window, self.station = window, station
        self.random = random.Random(seed)
        self.draft = []
        self.session = None
        self.documents = {}
        self.steps = []

    def run(self):
        self.camera()
        while len(self.steps) < STEPS:
            step = self.random.choice([
                self.camera, self.import_files, self.import_without_an_answer, self.delete, self.delete, self.retake, self.retake,
                self.move, self.change, self.reload, self.back, self.other_tab, self.save, self.discard, self.kill, self.terminate,
                self.silence, self.cut, self.import_damaged, self.other_device, self.lose_camera,
            ])
            self.steps.append(step.__name__)
            step()
            self.check()
        self.check_library()
        return len(self.steps)

    @property
    def page(self):
        return self.window.page

    # State of the station.

    def get(self, path):
        answer = self.page.request.get(self.station.address + path)
        assert answer.ok, f"{path}: {answer.status}"
        return answer.body()

    def listed(self):
        """Returns the numbers of the draft's pages in order."""
        return [int(number) for number in re.findall(rb'<li><a href="[^"]+/pages/(\d+)"', self.get(f"{self.session}/pages"))]

    def picture(self, number, is_paper=False):
        """Returns the original picture of a page. If the page shows a different one, the original is requested by its number: pictures of
        a draft are numbered."""
        path = f"{self.session}/pages/{number}/original"
        shown, others, now = None, [], self.get(path)
        # A sharper one may arrive in between.
        while shown != now:
            shown = now
            others = [self.get(f"{path}?v={picture}") for picture in range(1, PICTURES)] if is_paper else []
            now = self.get(path)
        return digest(next((other for other in others if other != shown), shown))

    def check(self):
        if self.draft:
            assert self.listed() == [page.number for page in self.draft], self.steps

    def check_library(self):
        for page in self.draft:
            assert self.picture(page.number, page.is_paper) == page.picture, self.steps
        drafts = json.loads(self.get("/api/sessions"))["sessions"]
        assert sum(draft["pageCount"] for draft in drafts) == len(self.draft), self.steps
        found = json.loads(self.get("/api/documents"))["documents"]
        assert {document["id"] for document in found} == set(self.documents), self.steps
        with contextlib.closing(sqlite3.connect(self.station.folder / "library.sqlite")) as database:
            for document, pictures in self.documents.items():
                # A page merged from several pictures has two.
                query = "SELECT coalesce(single, original) FROM page WHERE document = ? ORDER BY position"
                names = database.execute(query, (document,)).fetchall()
                originals = [self.station.folder / "originals" / name[:2] / name[2:] for name, in names]
                assert [digest(original.read_bytes()) for original in originals] == pictures, self.steps

    # Actions of the person.

    def go(self, path):
        self.page.goto(self.station.address + path)

    @property
    def is_at_camera(self):
        return self.page.locator("st-scanner").count() > 0

    def camera(self):
        """Opens the camera. It captures a paper that the draft does not have, and no other."""
        self.go("/scan")
        self.session = self.page.url.removeprefix(self.station.address)
        self.settle()

    def settle(self):
        isNew = not any(page.is_paper for page in self.draft)
        count = len(self.draft) + isNew
        self.window.until("count => document.querySelector('st-scanner')?.dataset.pages === String(count)", count)
        if isNew:
            self.add(is_paper=True)
        self.window.until("document.querySelector('.prompt').textContent.startsWith('Already')")

    def add(self, is_paper):
        """Records a page that was added at the end."""
        *others, number = self.listed()
        assert others == [page.number for page in self.draft], self.steps
        self.draft.append(Page(number, self.picture(number, is_paper), None, is_paper))

    def import_files(self):
        self.camera()
        files = self.random.sample(FILES, self.random.randint(1, 2))
        with self.page.expect_navigation():
            self.page.set_input_files(".import input[type=file]", files)
        self.add_files(files)

    def add_files(self, files):
        numbers = self.listed()[len(self.draft):]
        assert len(numbers) == len(files), self.steps
        for number, file in zip(numbers, files):
            assert self.picture(number) == digest(file.read_bytes()), self.steps
            self.draft.append(Page(number, digest(file.read_bytes()), None, False))

    def import_without_an_answer(self):
        """The file arrives, but its response is lost. The browser sends it again."""
        self.camera()
        lost = []

        def lose(route):
            if lost:
                return route.continue_()
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()

        self.page.route(IMPORTS, lose)
        files = self.random.sample(FILES, 1)
        with self.page.expect_navigation():
            self.page.set_input_files(".import input[type=file]", files)
        self.page.unroute(IMPORTS)
        assert lost == [303]
        self.add_files(files)

    def import_damaged(self):
        """One of two files is rejected. The other one is a page."""
        self.camera()
        damaged = self.station.folder.with_name("damaged.jpg")
        damaged.write_bytes(FILES[0].read_bytes()[:3000])
        self.page.set_input_files(".import input[type=file]", [damaged, FILES[1]])
        self.page.wait_for_selector(".banner", state="visible")
        self.add_files(FILES[1:2])

    def other_device(self):
        """A phone scans into the same draft, imports a page, and leaves."""
        self.camera()
        with contextlib.closing(self.page.context.browser.new_context(permissions=["camera"])) as device:
            phone = Window(device.new_page(), self.station, "light", "regular").page
            phone.goto(self.station.address + self.session)
            self.page.wait_for_selector(".unavailable >> text=Scanning continues in another window")
            with phone.expect_navigation():
                phone.set_input_files(".import input[type=file]", FILES[2:3])
            self.add_files(FILES[2:3])
        self.settle()

    def show(self, page):
        self.go(f"{self.session}/pages/{page.number}")

    def any_page(self):
        if not self.draft:
            self.camera()
        return self.random.choice(self.draft)

    def delete(self):
        page = self.any_page()
        place = self.draft.index(page)
        self.show(page)
        with self.page.expect_navigation():
            self.page.click(".tools >> text=Delete >> nth=0")
        self.draft.remove(page)
        if not self.draft:
            # Without pages the camera is shown.
            return self.settle()
        if self.random.random() < 0.5:
            with self.page.expect_navigation():
                self.page.click(".toast >> text=Undo")
            self.draft.insert(place, page)

    def retake(self):
        page = self.any_page()
        self.show(page)
        self.page.click("text=Retake")
        if page.is_paper:
            self.page.wait_for_url("**/pages/*?done=retaken")
            page.picture, page.former = self.picture(page.number, is_paper=True), page.picture
            if self.random.random() < 0.3:
                with self.page.expect_navigation():
                    self.page.click(".toast >> text=Undo")
                page.picture, page.former = page.former, page.picture
            return
        if any(other.is_paper for other in self.draft):
            # The camera sees a page that is in the draft, and waits for the one to be retaken.
            self.window.until("/^This is page \\d+\\. Show page \\d+\\.$/.test(document.querySelector('.prompt')?.textContent)")
            return
        self.page.wait_for_selector("[data-decide=replace]")
        self.add(is_paper=True)
        if self.random.random() < 0.5:
            self.page.click("[data-decide=replace]")
            self.page.wait_for_url("**/pages/*?done=replaced&**")
            place = self.draft.index(page)
            self.draft[place] = self.draft.pop()
            if self.random.random() < 0.5:
                # The replaced page is restored next to the other one.
                with self.page.expect_navigation():
                    self.page.click(".toast >> text=Undo")
                self.draft.insert(place, page)
        else:
            self.page.click("[data-decide=add]")
            self.page.wait_for_selector(".deciding", state="hidden")

    def move(self):
        page = self.any_page()
        place = self.draft.index(page)
        if len(self.draft) < 2:
            return
        self.show(page)
        way = 1 if place + 1 < len(self.draft) else -1
        with self.page.expect_navigation():
            self.page.click("text=Move Right" if way == 1 else "text=Move Left")
        self.draft.insert(place + way, self.draft.pop(place))

    def change(self):
        """The appearance of a page is independent of its picture."""
        self.show(self.any_page())
        name = self.random.choice(["grayscale", "blackAndWhite"])
        self.page.click(f"button[value={name}]")
        self.page.wait_for_selector(f"button[value={name}][aria-pressed=true]")

    def reload(self):
        self.page.reload()
        if self.is_at_camera:
            self.follow()

    def follow(self):
        """Called after actions that make the browser open or reconnect the camera."""
        session = self.page.url.removeprefix(self.station.address).split("?")[0]
        if session != self.session or "retake=" in self.page.url:
            return self.camera()
        self.settle()

    def back(self):
        """Goes back to any screen, including the camera of a saved draft."""
        self.page.go_back()
        self.camera()

    def other_tab(self):
        """Another tab scans, and one of the two is closed."""
        self.camera()
        old, self.window = self.window, self.window.new_tab()
        self.camera()
        old.page.wait_for_selector(".unavailable >> text=Scanning continues in another window")
        if self.random.random() < 0.5:
            old, self.window = self.window, old
        old.page.close()
        self.settle()

    def save(self):
        self.camera()
        self.page.click(".save button")
        self.page.wait_for_url("**/documents/*")
        document = int(re.search(r"/documents/(\d+)", self.page.url).group(1))
        assert document not in self.documents, self.steps
        self.documents[document] = [page.picture for page in self.draft]
        self.draft = []
        if self.random.random() < 0.5:
            # Pressing it again after going back must not create a second document.
            self.page.request.post(f"{self.station.address}{self.session}/save")

    def discard(self):
        self.show(self.any_page())
        self.page.click("text=Delete All")
        with self.page.expect_navigation():
            self.page.click("dialog[open] >> text=Delete All >> nth=-1")
        self.draft = []

    # Failures of both.

    def restart(self, way):
        port = self.station.address.rsplit(":", 1)[1]
        self.station.process.send_signal(way)
        self.station.process.wait()
        self.station.start("--port", port)

    def kill(self):
        self.restart(signal.SIGKILL)
        self.resume()

    def terminate(self):
        self.restart(signal.SIGTERM)
        self.resume()

    def resume(self):
        if not self.is_at_camera:
            return
        self.page.wait_for_selector(".unavailable", state="hidden")
        self.follow()

    def silence(self):
        self.camera()
        with self.station.paused():
            self.page.wait_for_selector(".unavailable >> text=Recto does not answer")
        self.page.wait_for_selector(".unavailable", state="hidden")
        self.settle()

    def lose_camera(self):
        """The camera is unplugged, and the person tries again."""
        self.camera()
        self.page.evaluate("document.querySelector('st-scanner').stream.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
        with self.page.expect_navigation():
            self.page.click(".unavailable [data-action=retryCamera]")
        self.settle()

    def cut(self):
        self.camera()
        self.page.evaluate("document.querySelector('st-scanner').socket?.close()")
        self.settle()


@pytest.mark.parametrize("seed", range(SEED, SEED + COURSES))
def test_nothing_is_lost(open_window, station, seed):
    """DS-19, DS-21, DS-35, DS-37, DS-43: no sequence of events loses, duplicates or swaps a page."""
    window = open_window("numbered", size="compact")
    # Animations are expensive and do not change pages.
    window.page.emulate_media(reduced_motion="reduce")
    course = Course(window, station, seed)
    print(f"seed {seed}")
    try:
        assert course.run() == STEPS
    finally:
        print(", ".join(course.steps))
