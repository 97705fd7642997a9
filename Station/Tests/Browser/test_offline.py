"""Without the station: the app continues in the browser, and changes are sent when it is back. IDs are those of the requirements."""

import contextlib
import json
import os
import pathlib
import re
import signal
import urllib.request

import pytest
from playwright.sync_api import Error

import clips
from conftest import CHROMIUM, NIGHTLY, ROOT, SIZES, Held, Station, Window, in_one_view, plays
from test_people import PASSCODE, make_document, set_up

# Captures, edits, and crashes of the browser and of the station per round. The long round runs every night.
ROUND = (40, 10, 2, 2) if NIGHTLY else (5, 3, 1, 1)
OFFLINE = "rgb(169, 62, 0)"


def ready(window):
    """Waits until the browser has cached what the screens need without the station."""
    window.until("navigator.serviceWorker.controller !== null")
    window.until("async () => (await caches.keys()).some((name) => name.startsWith('recto-shell-'))")


def port(station):
    return station.address.rsplit(":", 1)[1]


def documents(station):
    """Returns the library's documents in the order in which they were added."""
    with urllib.request.urlopen(station.address + "/api/documents?limit=200") as answer:
        return sorted(json.load(answer)["documents"], key=lambda document: document["id"])


def change_elsewhere(station, document, **fields):
    request = urllib.request.Request(f"{station.address}/api{document}", data=json.dumps(fields).encode(), method="PATCH")
    urllib.request.urlopen(request)


def keep(window):
    """Waits until the most recently changed documents can be read without the station."""
    window.go("/documents")
    ready(window)
    window.page.evaluate("import('/web/patterns/offline/status.js').then(({ sync }) => sync({ manually: true }))")
    window.until("async () => { const name = (await caches.keys()).find((name) => name.startsWith('recto-kept-')); return name !== undefined && (await (await caches.open(name)).keys()).length > 1; }")


def show_list(window, fragment=""):
    window.go("/offline" + fragment)
    window.until("document.querySelector('st-offline-list')?.dataset.ready !== undefined")


def rename(window, title):
    window.page.click("[data-edit]")
    window.page.fill("#offline-edit-name", title)
    window.page.click("#offline-edit button[value=save]")
    window.until("title => document.querySelector('.offline-document h2')?.textContent === title", title)


def sync(window):
    window.page.click("main [data-sync]")
    window.until("document.querySelector('.sync-banner').dataset.state === 'completed'")


# MARK: The round

class Phone:
    """A separate browser whose data persist after its end."""

    def __init__(self, playwright, folder, film, station):
        self.playwright, self.folder, self.film, self.station = playwright, folder, film, station
        self.open()

    def open(self):
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.folder), executable_path=CHROMIUM, viewport=SIZES["compact"], permissions=["camera"], service_workers="allow",
            args=["--no-sandbox", "--use-fake-ui-for-media-stream", *plays(self.film)])
        self.window = Window(self.context.pages[0], self.station, "light", "compact")

    def kill(self):
        """Kills all of its processes at once, like an empty battery."""
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                arguments = path.read_bytes().split(b"\0")
                if f"--user-data-dir={self.folder}".encode() in arguments and not any(part.startswith(b"--type=") for part in arguments):
                    os.kill(int(path.parent.name), signal.SIGKILL)
        with contextlib.suppress(Error):
            self.context.close()


@pytest.fixture
def phone(playwright, tmp_path, films, station):
    phone = Phone(playwright, tmp_path / "phone", films.for_browser("still"), station)
    yield phone
    phone.kill()


def capture(window, count):
    """Presses the shutter, and waits until the picture is on disk."""
    for _ in range(count):
        pages = int(window.page.get_attribute("st-offline-scanner", "data-pages") or 0)
        window.page.click("[data-shutter]")
        window.until("count => Number(document.querySelector('st-offline-scanner').dataset.pages) > count", pages)


def open_scanner(window):
    window.go("/offline/scan")
    # Count captures explicitly, and prevent automatic ones.
    window.page.uncheck("[data-automatic]")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready !== undefined")


def test_round(phone, station):
    """OF-1, OF-10: a full cycle without the station: scans and changes, while the browser and the station are restarted; then everything exists exactly once."""
    captures, edits, browser_ends, station_ends = ROUND
    names = [make_document(station) for _ in range(edits)]
    keep(phone.window)
    address = station.address
    station.kill()
    parts = browser_ends + 1
    for part in range(parts):
        open_scanner(phone.window)
        capture(phone.window, captures // parts + (part < captures % parts))
        if part < browser_ends:
            phone.kill()
            phone.open()
    taken = int(phone.window.page.get_attribute("st-offline-scanner", "data-pages"))
    assert taken >= captures
    phone.window.page.click("[data-done]")
    phone.window.until("document.querySelector('st-offline-list')?.dataset.ready !== undefined")
    for number, name in enumerate(names):
        show_list(phone.window, f"#document={name.rsplit('/', 1)[1]}")
        phone.window.page.reload()
        rename(phone.window, f"Changed {number}")
    for end in range(station_ends):
        station.start("--port", port(station))
        assert station.address == address
        if end == 0:
            # The browser crashes while receiving a message.
            with contextlib.suppress(Error):
                phone.window.page.evaluate("import('/web/patterns/offline/status.js').then(({ sync }) => { sync({ manually: true }); })")
            phone.window.until("document.querySelector('.sync-banner').dataset.state === 'syncing' || document.querySelector('.sync-banner').dataset.state === 'completed'")
        station.kill()
    station.start("--port", port(station))
    show_list(phone.window)
    phone.window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); const { scans, edits } = await outbox(await fact('person')); return edits.length === 0 && scans.every(({ state }) => state === 'sent'); }")
    found = documents(station)
    assert sorted(d["title"] for d in found if d["title"].startswith("Changed")) == sorted(f"Changed {n}" for n in range(edits))
    scanned = [d for d in found if not d["title"].startswith("Changed")]
    assert sum(d["pageCount"] for d in scanned) == taken and len(found) == edits + len(scanned)
    with urllib.request.urlopen(station.address + "/api/sessions") as answer:
        assert json.load(answer)["sessions"] == []


# MARK: The app

@in_one_view
def test_start(open_window, station, theme, size):
    """OF-1: the installed app opens without the station, on the scanner; other screens lead to the cached content."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    manifest = json.loads(window.page.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.text())"))
    assert window.page.evaluate("isSecureContext")
    scope = window.page.evaluate("navigator.serviceWorker.getRegistration().then(({ scope }) => scope)")
    assert (station.address + manifest["start_url"]).startswith(scope)
    for icon in manifest["icons"]:
        sides = window.page.evaluate("async (path) => { const i = await createImageBitmap(await (await fetch(path)).blob()); return [i.width, i.height]; }", icon["src"])
        assert icon["sizes"] == f"{sides[0]}x{sides[1]}"
    # Removed files are cached again.
    window.page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    window.go("/documents")
    window.until("caches.match('/offline/scan').then((kept) => kept !== undefined)")
    station.kill()
    window.go(manifest["start_url"])
    window.page.wait_for_url("**/offline/scan")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready !== undefined")
    window.look("offline-scanner")
    window.go("/documents")
    window.page.wait_for_url("**/offline?from=%2Fdocuments")
    window.until("document.querySelector('st-offline-list')?.dataset.ready !== undefined")
    assert window.page.get_attribute("[data-from]:not([hidden]) a", "href") == "/documents"
    window.look("offline-empty")
    # An invalid URL leads nowhere, and the list is shown.
    window.go("/offline?from=http%3A%2F%2F")
    window.until("document.querySelector('st-offline-list')?.dataset.ready !== undefined")
    assert window.page.locator("[data-from][hidden]").count() == 1
    # Scripts and styles are also cached.
    assert window.page.evaluate("getComputedStyle(document.querySelector('.offline-cells')).overflow") == "hidden"


@pytest.mark.nightly
@in_one_view
def test_engine_without_the_station(open_window, station, theme, size):
    """OF-1: the browser outlines the page, guides the person, captures automatically, and shows the page straightened; the station later makes the page from the picture."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    station.kill()
    window.go("/offline/scan")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready === 'engine'")
    window.until("document.querySelector('.offline-outline polygon').getAttribute('points') !== ''")
    window.until("Number(document.querySelector('st-offline-scanner').dataset.pages) === 1")
    window.look("offline-captured")
    window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); return (await outbox(await fact('person'))).scans[0].pages[0].corners !== null; }")
    page = window.page.evaluate("import('/web/patterns/offline/store.js').then(async ({ opened, outbox, fact, read }) => { const [scan] = (await outbox(await fact('person'))).scans; const picture = await read('pictures', scan.pages[0].key); const flat = await createImageBitmap(opened(picture.thumbnail)); return { corners: scan.pages[0].corners, turns: scan.pages[0].turns, sides: [flat.width, flat.height] }; })")
    # The page still in view is recognized.
    window.page.reload()
    window.until("document.querySelector('.offline-prompt')?.textContent === 'Captured. Show the next page.'")
    window.until("document.querySelector('st-offline-scanner').pending === 0")
    assert window.page.get_attribute("st-offline-scanner", "data-pages") == "1"
    # The sides of a letter in landscape orientation.
    assert len(page["corners"]) == 8 and 1.3 < page["sides"][0] / page["sides"][1] < 1.5 and page["turns"] in (1, 3)
    window.page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    station.start("--port", port(station))
    sync(window)
    assert [d["pageCount"] for d in documents(station)] == [1]
    # It links to the resulting document.
    window.page.click("[data-does=openDocument]")
    window.page.wait_for_url("**/documents/1")


@pytest.mark.nightly
@in_one_view
def test_plain_pictures(open_window, station, theme, size):
    """OF-1: if the engine does not run, the shutter takes pictures, and the station finds the pages in them."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.page.add_init_script("Object.defineProperty(window, 'Worker', { value: class { constructor() { throw new Error(); } } });")
    window.go("/documents")
    ready(window)
    station.kill()
    window.go("/offline/scan")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready === 'plain'")
    capture(window, 1)
    window.page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    station.start("--port", port(station))
    sync(window)
    found = documents(station)
    assert [d["pageCount"] for d in found] == [1]


@in_one_view
def test_captured_is_kept(open_window, station, theme, size):
    """OF-1: a page that was reported as captured is persistent, Done waits for one that is being captured, and a file that is not a picture is reported."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    station.kill()
    open_scanner(window)
    window.page.click("[data-shutter]")
    window.until("document.querySelector('.offline-prompt').textContent.startsWith('Captured')")
    window.page.reload()
    window.page.uncheck("[data-automatic]")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready !== undefined")
    assert window.page.get_attribute("st-offline-scanner", "data-pages") == "1"
    window.page.set_input_files("#offline-files", [{"name": "empty.jpg", "mimeType": "image/jpeg", "buffer": b""}, {"name": "note.jpg", "mimeType": "image/jpeg", "buffer": b"no picture at all"}])
    window.until("document.querySelector('[data-trouble]').textContent === '“empty.jpg” is not a picture. “note.jpg” is not a picture.'")
    window.look("offline-no-picture")
    # The engine receives no more pictures.
    window.page.evaluate("document.querySelector('st-offline-scanner video').pause()")
    window.page.click("[data-shutter]")
    window.page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .subhead')?.textContent.startsWith('2 pages')")


@in_one_view
def test_waiting_scan(open_window, station, theme, size):
    """OF-1: a pending scan is renamed, its pages are rotated, moved and deleted, and deleted ones are restored."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    station.kill()
    open_scanner(window)
    capture(window, 2)
    window.page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    window.look("offline-waiting")
    window.page.click("[data-section=scans] a.headline")
    rename(window, "Delivery note")
    pages = "[...document.querySelectorAll('.offline-page img')].map(({ dataset }) => dataset.turns).join()"
    window.until("document.querySelectorAll('.offline-page img').length === 2")
    # In the rotation detected by the browser.
    first, second = window.page.evaluate(pages).split(",")
    turned = (int(second) + 1) % 4
    window.page.locator(".offline-page [data-turn]").nth(1).click()
    window.until(f"{pages} === '{first},{turned}'")
    window.page.click(".offline-page [data-earlier]")
    window.until(f"{pages} === '{turned},{first}'")
    window.page.locator(".offline-page [data-remove]").nth(1).click()
    window.until(f"{pages} === '{turned}'")
    window.page.click("[data-undo-delete]")
    window.until(f"{pages} === '{turned},{first}'")
    window.look("offline-scan")
    window.page.click(".offline-document [data-delete]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') === null")
    window.page.click("[data-undo-delete]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    station.start("--port", port(station))
    sync(window)
    assert [(d["title"], d["pageCount"]) for d in documents(station)] == [("Delivery note", 2)]


@pytest.mark.nightly
@in_one_view
def test_refused_page(open_window, station, theme, size):
    """OF-10: a page that the station rejects does not block others: it stays, with its name, to be retried, saved as a file or deleted."""
    window = open_window(theme=theme, size=size, keeps=True)
    page = window.page
    window.go("/documents")
    ready(window)
    page.context.set_offline(True)
    open_scanner(window)
    capture(window, 3)
    page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    asked = []

    # The second page.
    def answer(route):
        if route.request.url not in asked: asked.append(route.request.url)
        if asked.index(route.request.url) == 1: route.fulfill(status=422, content_type="application/problem+json", body=json.dumps({"detail": "This file is empty."}))
        else: route.continue_()

    page.context.route("**/offline/scans/*/pages/*", answer)
    page.context.set_offline(False)
    sync(window)
    window.until("document.querySelector('[data-section=scans] .subhead').textContent === '2 pages sent · not sent: Page 2: This file is empty.'")
    assert [d["pageCount"] for d in documents(station)] == [2]
    window.look("offline-refused")
    with page.expect_download() as saved:
        page.click("[data-does=saveFile]")
    assert saved.value.suggested_filename.endswith("Page 2.jpeg") and pathlib.Path(saved.value.path()).read_bytes().startswith(b"\xff\xd8")
    page.click("[data-section=scans] a.headline")
    window.until("document.querySelector('.offline-page-number')?.textContent === 'Page 2: This file is empty.'")
    window.look("offline-refused-page")
    page.context.unroute("**/offline/scans/*/pages/*")
    page.click(".offline-document [data-again]")
    page.click(".offline-document .titlebar a")
    window.until("fetch('/api/documents?limit=200').then((answer) => answer.json()).then(({ documents }) => documents.length === 2)")
    assert [d["pageCount"] for d in documents(station)] == [2, 1]


# MARK: What screens tell

ROUTES = ["/", "/documents", "/search", "/folders", "/timeline", "/scan", "/drafts", "/ar", "/devices", "/profile", "/profile/about", "/documents/1", "/documents/1/pages/0", "/offline", "/offline/scan"]


@pytest.mark.nightly
@in_one_view
def test_status_bar(open_window, station, theme, size):
    """OF-4: without the connection the status bar has another color on every screen, and so has the system's bar."""
    make_document(station)
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    for route in ROUTES:
        window.go(route)
        window.until("document.querySelector('#offline') !== null && document.readyState === 'complete'")
        assert window.page.locator(".status-bar").is_hidden()
        window.page.context.set_offline(True)
        window.until("!document.querySelector('.status-bar').hidden")
        assert window.page.evaluate("getComputedStyle(document.querySelector('.status-bar')).backgroundColor") == OFFLINE, route
        assert set(window.page.evaluate("[...document.querySelectorAll('meta[name=theme-color]')].map(({ content }) => content)")) == {"#a93e00"}, route
        if route == "/documents":
            window.look("offline-status")
        window.page.context.set_offline(False)
        window.until("document.querySelector('.status-bar').hidden")


@pytest.mark.nightly
@in_one_view
def test_banner(open_window, station, theme, size):
    """OF-8: the banner reports going offline and disappears automatically, or stays until it is closed if the person prefers that."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.go("/documents")
    ready(window)
    window.page.clock.install()
    window.page.reload()
    window.until("document.readyState === 'complete'")
    shown = "!document.querySelector('.offline-banner').hidden"
    window.page.context.set_offline(True)
    window.until(shown)
    window.page.clock.run_for(7000)
    assert window.page.evaluate(shown)
    window.page.clock.run_for(2000)
    window.until(f"!({shown})")
    window.page.context.set_offline(False)
    window.until("document.querySelector('.status-bar').hidden")
    window.go("/profile")
    window.page.select_option("#offline-banner", "staying")
    window.page.click("#sync form .button")
    window.page.wait_for_url("**/profile**")
    window.until("document.querySelector('#offline')?.dataset.banner === '0'")
    window.page.context.set_offline(True)
    window.until(shown)
    window.page.clock.run_for(60_000)
    assert window.page.evaluate(shown)
    window.page.click("[data-close-banner]")
    window.until(f"!({shown})")
    window.page.context.set_offline(False)


def waiting(window, station, count=2, numbers=None):
    """Creates pending changes of several documents, each a separate item."""
    numbers = numbers or [int(make_document(station).rsplit("/", 1)[1]) for _ in range(count)]
    keep(window)
    window.page.context.set_offline(True)
    for number in numbers:
        window.go(f"/offline#document={number}")
        window.page.reload()
        window.until("document.querySelector('[data-edit]') !== null")
        rename(window, f"Changed {number}")


@in_one_view
def test_syncing(open_window, station, theme, size):
    """OF-2, OF-5, OF-6, OF-7, OF-9, OF-11: pending changes are sent automatically, with a spinning icon, a banner and, elsewhere, a line under the header; cancel stops after the current item; at the end the time below the button is updated, and the banner reports success."""
    window = open_window(theme=theme, size=size, keeps=True)
    waiting(window, station)
    page = window.page
    # The offline screen would begin to send before its requests are held.
    page.goto("about:blank")
    page.context.set_offline(False)
    # The page's own requests bypass the service worker.
    held = Held(page, "**/offline/documents/*")
    window.go("/profile")
    held.wait()
    window.until("document.documentElement.hasAttribute('data-syncing')")
    assert page.locator(".sync-banner").is_visible() and "1 of 2" in page.inner_text(".sync-text")
    assert page.evaluate("getComputedStyle(document.querySelector('#sync .sync-icon')).animationName") == "sync-turn"
    assert page.locator(".sync-line").is_hidden()
    before = page.get_attribute("[data-sync-time]", "data-time")
    window.look("offline-syncing")
    page.click("[data-sync-cancel]")
    held.go()
    window.until("document.querySelector('.sync-banner').dataset.state === 'stopped'")
    assert sorted(d["title"] for d in documents(station)) == ["Changed 1", "Note"]
    assert not page.evaluate("document.documentElement.hasAttribute('data-syncing')")
    # Another screen sends the rest automatically.
    page.unroute("**/offline/documents/*")
    held = Held(page, "**/offline/documents/*")
    window.go("/profile/about")
    held.wait()
    window.until("!document.querySelector('.sync-line').hidden")
    page.click("[data-close-sync]")
    window.until("document.querySelector('.sync-banner').hidden && !document.querySelector('.sync-line').hidden")
    held.go()
    window.until("document.querySelector('.sync-line').hidden")
    assert sorted(d["title"] for d in documents(station)) == ["Changed 1", "Changed 2"]
    # Manually.
    window.go("/profile")
    window.until("document.querySelector('[data-sync-time]').dataset.time !== ''")
    assert page.get_attribute("[data-sync-time]", "data-time") != before
    last = page.get_attribute("[data-sync-time]", "data-time")
    sync(window)
    assert page.inner_text(".sync-text") in ("Sync Completed",)
    window.until("last => document.querySelector('[data-sync-time]').dataset.time > last", last)


@pytest.mark.nightly
@in_one_view
def test_sync_in_the_profile(open_window, station, theme, size):
    """PS-7, FI-13, OF-3: manual syncing is in the profile while it is rarely used, with the checkout indicator: it spins, then shows success; pending changes add the button to the first screens."""
    window = open_window(theme=theme, size=size, keeps=True)
    page = window.page
    window.go("/documents")
    ready(window)
    assert page.locator("main [data-sync]").count() == 0
    window.go("/profile")
    held = Held(page, "**/offline/state")
    page.click("#sync [data-sync]")
    held.wait()
    window.until("document.querySelector('.sync-ring').dataset.state === 'processing'")
    held.go()
    window.until("document.querySelector('.sync-ring').dataset.state === 'success'")
    window.look("offline-profile")
    page.unroute("**/offline/state")
    waiting(window, station, 1)
    page.context.set_offline(False)
    Held(page, "**/offline/documents/*")
    window.go("/documents")
    window.until("document.querySelector('main .titlebar [data-sync]') !== null")


@pytest.mark.nightly
@in_one_view
def test_regular_sync(open_window, station, theme, size):
    """OF-2: while a screen is open, failed items are sent again automatically after half a minute."""
    window = open_window(theme=theme, size=size, keeps=True)
    page = window.page
    waiting(window, station, 1)
    page.context.set_offline(False)
    page.clock.install()
    refused = []

    def refuse(route):
        refused.append(route.request.url)
        route.fulfill(status=503, body="{}")

    page.route("**/offline/documents/*", refuse)
    window.go("/documents")
    window.until("document.documentElement.hasAttribute('data-syncing') || document.querySelector('.sync-banner').dataset.state === 'interrupted'")
    window.until("document.querySelector('.sync-banner').dataset.state === 'interrupted' || !document.documentElement.hasAttribute('data-syncing')")
    page.unroute("**/offline/documents/*")
    assert refused and documents(station)[0]["title"] == "Note"
    page.clock.run_for(31_000)
    window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); return (await outbox(await fact('person'))).edits.length === 0; }")
    assert documents(station)[0]["title"] == "Changed 1"


@pytest.mark.parametrize("choice, title", [("mine", "Changed 1"), pytest.param("theirs", "Elsewhere", marks=pytest.mark.nightly)])
@in_one_view
def test_conflict(open_window, station, choice, title, theme, size):
    """OF-10: a document that another person has changed too is shown in both versions side by side, and the person chooses."""
    window = open_window(theme=theme, size=size, keeps=True)
    page = window.page
    waiting(window, station, 1)
    change_elsewhere(station, "/documents/1", title="Elsewhere")
    page.context.set_offline(False)
    show_list(window)
    page.wait_for_selector(".offline-conflict")
    sides = [side.inner_text() for side in page.locator(".offline-conflict dl").all()]
    assert "Changed 1" in sides[0] and "Elsewhere" in sides[1]
    assert documents(station)[0]["title"] == "Elsewhere"
    window.look("offline-conflict")
    page.click(f"[data-choose={choice}]")
    window.until("document.querySelector('.offline-conflict') === null")
    window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); return (await outbox(await fact('person'))).edits.length === 0; }")
    assert documents(station)[0]["title"] == title


# MARK: People

@pytest.mark.nightly
@in_one_view
def test_people(open_window, station, theme, size):
    """OF-1: each person has a separate outbox and documents: signing out warns of unsent changes and removes the documents; the next person finds neither."""
    window = open_window(camera="absent", theme=theme, size=size, keeps=True)
    page = window.page
    document = make_document(station)
    set_up(window)
    waiting(window, station, numbers=[int(document.rsplit("/", 1)[1])])
    window.look("offline-document")
    person = page.evaluate("import('/web/patterns/offline/store.js').then(({ fact }) => fact('person'))")
    page.context.set_offline(False)
    held = Held(page, "**/offline/documents/*")
    window.go("/profile")
    held.wait()
    page.click(".sign-out .button")
    page.wait_for_selector("#unsent[open]")
    window.look("offline-sign-out")
    page.click("#unsent [data-sign-out]")
    page.wait_for_url("**/sign-in**")
    window.until("async () => !(await caches.keys()).some((name) => name.startsWith('recto-kept-'))")
    window.until("async () => { const { all, fact } = await import('/web/patterns/offline/store.js'); return (await fact('person')) === null; }")
    # The change waits for its author.
    assert page.evaluate("person => import('/web/patterns/offline/store.js').then(async ({ all }) => (await all('edits', person)).length)", person) == 1
    # Nobody can read another person's offline data.
    page.context.set_offline(True)
    window.go("/offline")
    page.wait_for_selector("[data-stranger]:not([hidden])")
    assert page.locator(".offline-cell").count() == 0
    page.context.set_offline(False)
    page.unroute("**/offline/documents/*")
    window.go("/sign-in")
    page.fill("#passcode", PASSCODE)
    page.click("button:has-text('Sign In')")
    window.until("person => document.querySelector('#offline')?.dataset.person === person", person)
    window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); return (await outbox(await fact('person'))).edits.length === 0; }")
    assert re.search("Changed 1", page.evaluate("fetch('/documents').then((answer) => answer.text())"))


@pytest.mark.nightly
@in_one_view
def test_scans_before_people(open_window, station, theme, size):
    """OF-1: changes from before people signed in belong to the owner, who sends them from the same browser; the offline screens detect the owner automatically."""
    window = open_window(camera="absent", theme=theme, size=size, keeps=True)
    page = window.page
    window.go("/documents")
    ready(window)
    page.context.set_offline(True)
    open_scanner(window)
    page.set_input_files("#offline-files", clips.PICTURES / "form-stripes.jpg")
    window.until("document.querySelector('st-offline-scanner').dataset.pages === '1'")
    page.click("[data-done]")
    window.until("document.querySelector('[data-section=scans] .offline-cell') !== null")
    page.context.route("**/offline/scans/**", lambda route: route.abort())
    page.context.set_offline(False)
    set_up(window)
    # As if no screen of the station had reported it.
    page.evaluate("import('/web/patterns/offline/store.js').then(({ setFact }) => setFact('person', null))")
    page.context.unroute("**/offline/scans/**")
    show_list(window)
    sync(window)
    window.until("document.querySelector('[data-does=openDocument]') !== null")


@in_one_view
def test_documents_to_read(open_window, station, theme, size):
    """OF-1: the most recently changed documents can be read without the station, with their pages, and changed."""
    document = make_document(station)
    window = open_window(theme=theme, size=size, keeps=True)
    keep(window)
    station.kill()
    show_list(window)
    window.page.wait_for_selector("[data-section=kept] .offline-cell")
    window.look("offline-list")
    window.page.click("[data-section=kept] a.headline")
    window.until("document.querySelector('.offline-page img')?.naturalWidth > 0")
    window.page.select_option(".offline-page select", "photo")
    window.page.click(".offline-page [data-turn]")
    window.until("document.querySelector('.offline-page img')?.dataset.turns === '1' && document.querySelector('.offline-page select')?.value === 'photo'")
    station.start("--port", port(station))
    window.go("/offline")
    window.until("async () => { const { outbox, fact } = await import('/web/patterns/offline/store.js'); return (await outbox(await fact('person'))).edits.length === 0; }")
    with urllib.request.urlopen(f"{station.address}/api{document}") as answer:
        page = json.load(answer)["pages"][0]
    assert (page["filter"], page["quarterTurns"]) == ("photo", 1)
    # A document deleted there is in the trash.
    show_list(window, f"#document={document.rsplit('/', 1)[1]}")
    window.page.reload()
    window.page.click(".offline-document [data-delete]")
    # The outbox is also empty before the change is stored in it.
    window.until("async () => (await (await fetch('/api/documents')).json()).documents.length === 0")


@pytest.mark.nightly
@in_one_view
def test_room(open_window, station, theme, size):
    """OF-1: low browser storage is reported before it is full, and the browser is asked to keep pending changes."""
    window = open_window(theme=theme, size=size, keeps=True)
    window.page.add_init_script("navigator.storage.estimate = async () => ({ usage: 9.6e9, quota: 10e9 }); navigator.storage.persist = async () => { sessionStorage.asked = 'yes'; return true; };")
    window.go("/documents")
    ready(window)
    window.go("/offline")
    window.page.wait_for_selector("[data-room]:not([hidden])")
    assert "running out" in window.page.inner_text("[data-room]")
    window.go("/offline/scan")
    window.until("document.querySelector('st-offline-scanner')?.dataset.ready !== undefined")
    capture(window, 1)
    window.page.click("[data-done]")
    window.page.wait_for_url("**/offline")
    assert window.page.evaluate("sessionStorage.asked") == "yes"
