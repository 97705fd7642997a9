"""Texts of pages: their recognition, and their use on screens. IDs are those of the requirements."""

import contextlib
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import subprocess
import time
import urllib.request

import pytest

import clips
from conftest import PATIENCE, Station, in_one_view
from test_crash import SEED, ask

LETTER = (clips.PICTURES / "letter-wood.jpg").read_bytes()
# However busy the machine is.
ALWAYS = ("--text-load", "1000", "--text-languages", "eng")


@pytest.fixture
def station(tmp_path):
    station = Station(tmp_path / "library", *ALWAYS)
    yield station
    station.kill()


def call(station, path, body=None, method=None):
    request = urllib.request.Request(station.address + path, body, method=method or ("GET" if body is None else "POST"))
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return answer.read()


def told(station, path, body=None):
    return json.loads(call(station, path, body))


def add(station, pages=1):
    """Returns the identifier of a new document."""
    session = f"/scan/{random.getrandbits(64):016x}"
    for _ in range(pages):
        call(station, f"{session}/import", LETTER)
    answer = urllib.request.urlopen(urllib.request.Request(f"{station.address}{session}/save", b""), timeout=PATIENCE)
    return int(re.search(r"/documents/(\d+)", answer.url)[1])


def export(station, document, kind):
    """Returns the end of an export, and its file. Pages for a waiting person are read at once, even on a busy machine."""
    job = told(station, f"/api/documents/{document}/exports?format={kind}", b"")
    until(lambda: told(station, job["path"])["state"] != "running")
    job = told(station, job["path"])
    return job, call(station, job["file"]) if job["state"] == "done" else None


def until(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.05)


def workers(station):
    """Returns the processes that read pages of a library."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (folder / "cmdline").read_bytes()
            if b"--read-text" in command and os.fsencode(station.folder) in command:
                found.append(int(folder.name))
    return found


def states(station, document):
    return [page["state"] for page in told(station, f"/api/documents/{document}/text?format=json")["pages"]]


@pytest.mark.nightly
def test_end_in_the_middle(station):
    """TX-4: whenever the station or its reader ends, every page is eventually read exactly once, and no reader process remains."""
    chance = random.Random(SEED)
    document = add(station, pages=4)
    for way in ("station", "reader", "station"):
        job = told(station, f"/api/documents/{document}/exports?format=text", b"")
        until(lambda: workers(station) or told(station, job["path"])["state"] != "running")
        time.sleep(chance.random() / 2)
        if way == "station":
            station.kill()
            until(lambda: not workers(station))
            station.start(*ALWAYS)
        else:
            for process in workers(station):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
    job, text = export(station, document, "text")
    assert job["state"] == "done" and states(station, document) == ["read"] * 4
    pages = text.decode().split("\f")[:4]
    assert len(set(pages)) == 1 and len(pages[0].split()) > 20
    assert not workers(station)
    database = sqlite3.connect(station.folder / "library.sqlite")
    assert database.execute("SELECT count(*), count(DISTINCT page) FROM page_text").fetchone() == (4, 4)


@pytest.mark.nightly
def test_languages(tmp_path):
    """TX-7: a language that is not installed is named with its package; after another one is chosen, the pages are read."""
    station = Station(tmp_path / "library", "--text-load", "1000", "--text-languages", "tlh")
    try:
        document = add(station)
        job, _ = export(station, document, "searchable")
        assert job["state"] == "failed" and "tesseract-ocr-tlh" in job["error"]
        assert told(station, "/api/reading")["package"] == "tesseract-ocr-tlh"
        assert b"tesseract-ocr-tlh" in call(station, f"/documents/{document}")
        assert states(station, document) == ["waiting"]
        call(station, "/profile/text", b"language=eng")
        job, file = export(station, document, "text")
        assert job["state"] == "done" and len(file.split()) > 20
    finally:
        station.kill()


@pytest.mark.nightly
def test_damaged_page(station):
    """TX-3: a picture that cannot be read is set aside after three attempts, and the pages around it are read."""
    document = add(station, pages=1)
    other = add(station, pages=1)
    database = sqlite3.connect(station.folder / "library.sqlite")
    (name,) = database.execute("SELECT original FROM page WHERE document = ?", (document,)).fetchone()
    # Pages with the same picture share its file, so this one gets a separate damaged file.
    damaged = "ab" * 32
    path = station.folder / "originals" / damaged[:2] / damaged[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((station.folder / "originals" / name[:2] / name[2:]).read_bytes()[:2000])
    database.execute("UPDATE page SET original = ? WHERE document = ?", (damaged, document))
    database.commit()
    database.close()
    job = told(station, f"/api/documents/{document}/exports?format=text", b"")
    until(lambda: told(station, job["path"])["state"] != "running")
    assert states(station, document) == ["aside"]
    assert b"The text could not be recognized" in call(station, f"/documents/{document}")
    assert export(station, other, "text")[0]["state"] == "done"


@pytest.mark.nightly
def test_searchable_file(station, tmp_path):
    """TX-10: the words of a searchable PDF lie over those of the page."""
    document = add(station)
    job, file = export(station, document, "searchable")
    assert job["state"] == "done"
    (tmp_path / "page.pdf").write_bytes(file)
    text = subprocess.run(["pdftotext", tmp_path / "page.pdf", "-"], capture_output=True, text=True, check=True).stdout
    read = call(station, f"/api/documents/{document}/text").decode()
    # Strokes beside the words are joined or separated by the program that extracts words from the file.
    words = lambda found: sorted(re.findall(r"[A-Za-z]{3,}", found))
    assert len(words(read)) > 20 and words(text) == words(read)
    assert call(station, f"/documents/{document}.pdf?as=searchable") == file


@in_one_view
def test_words_on_a_page(open_window, station, theme, size):
    """TX-9, TX-11, SN-7: the words of a page are selected on its picture and copied, individually or all; the screen follows the
    reader; arrow keys lead to the adjacent pages."""
    document = add(station, pages=2)
    window = open_window(theme=theme, size=size)
    page = window.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    window.go(f"/documents/{document}")
    assert page.locator("#reading").inner_text().startswith("Recogni") or page.locator("#reading").inner_text() == "Text recognized"
    window.look("document-reading")
    # A person is waiting.
    assert export(station, document, "text")[0]["state"] == "done"
    window.until("document.querySelector('#reading').innerText === 'Text recognized'")
    page.click(".sheets a")
    page.wait_for_selector(".words")
    window.until("document.querySelector('.page-view img').naturalWidth > 0")
    window.look("page-words")
    words = page.locator(".words tspan")
    assert words.count() > 20
    # The words cover the full width of the picture, and stay inside it.
    picture = page.locator(".page-view img").bounding_box()
    for place in (0, words.count() - 1):
        word = words.nth(place).bounding_box()
        assert picture["x"] <= word["x"] and word["x"] + word["width"] <= picture["x"] + picture["width"] + 1
    # From the first word of a line to its last one. A one-stroke word is too narrow to hit its left half reliably.
    lines = [line.locator("tspan").all_text_contents() for line in page.locator(".words text").all()]
    number = next(number for number, line in enumerate(lines) if len(line) > 1 and min(len(line[0]), len(line[-1])) > 2)
    line, expected = page.locator(".words text").nth(number), " ".join(lines[number])
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 1, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 2, middle, steps=8)
    page.mouse.up()
    window.until("expected => getSelection().toString().trim() === expected", expected)
    window.look("page-selected")
    page.keyboard.press("Control+c")
    window.until("async expected => (await navigator.clipboard.readText()).trim() === expected", expected)
    page.click("[data-copies]")
    whole = call(station, f"/api/documents/{document}/pages/1/text").decode().rstrip("\f")
    window.until("async expected => await navigator.clipboard.readText() === expected", whole)
    assert page.locator(".toast").inner_text() == "Text copied"
    page.keyboard.press("ArrowRight")
    page.wait_for_url(f"**/documents/{document}/pages/1")
    assert page.locator("h1 .subhead").inner_text() == "2 of 2" and page.locator("button#next").is_disabled()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/documents/{document}/pages/0")


@pytest.mark.nightly
@in_one_view
def test_hits_on_a_page(open_window, station, theme, size):
    """TX-13: a search hit leads to its place on the page, which is in view and legible; the next one is shown without
    a page load; marks can be turned off."""
    document = add(station, pages=2)
    assert export(station, document, "text")[0]["state"] == "done"
    words = call(station, f"/api/documents/{document}/pages/1/text").decode().split()
    # A word in the lower half of the page that occurs several times.
    word = max((w.lower() for w in words[len(words) // 2:] if w.isalpha() and len(w) > 2), key=lambda w: sum(w == o.lower() for o in words))
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(f"/search?q={word}")
    page.locator(f".result-pages a[href*='/documents/{document}/pages/0?']").first.click()
    page.wait_for_selector(".marks .current")
    current = "(() => { const box = document.querySelector('.marks .current rect').getBoundingClientRect(); return box; })()"
    in_view = f"(() => {{ const box = {current}; return box.height >= 13 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth; }})()"
    window.until(in_view)
    window.look("page-hit")
    first, status = page.locator(".marks .current").get_attribute("id"), page.locator(".hits [role=status]").inner_text()
    # Its highlight covers the word.
    mark, place = page.locator(".marks .current rect").first.bounding_box(), page.locator(".words tspan").filter(has_text=re.compile(f"^{word}", re.I)).first.bounding_box()
    assert abs(mark["x"] - place["x"]) < mark["height"] and mark["y"] < place["y"] + place["height"] / 2 < mark["y"] + mark["height"]
    page.get_by_role("button", name="Marks").click()
    assert not page.locator(".marks").is_visible() and page.get_by_role("button", name="Marks").get_attribute("aria-pressed") == "false"
    page.get_by_role("button", name="Marks").click()
    page.locator("#next-hit").click()
    window.until("status => document.querySelector('.hits [role=status]').innerText !== status", status)
    window.until(in_view)
    assert page.locator(".marks .current").get_attribute("id") != first


# Records each transition.
TURNS = """(() => {
  const start = Document.prototype.startViewTransition;
  Document.prototype.startViewTransition = function (options) {
    const transition = start.call(this, options);
    transition.ready.then(() => {
      window.turn = { types: [...transition.types], moves: document.getAnimations().map((each) => each.animationName).filter(Boolean) };
    }, () => {});
    return transition;
  };
})();"""


@pytest.mark.nightly
def test_siblings(open_window, station):
    """SN-4, SN-5: the next page slides in and the previous one slides back, by links, keys and the browser's Back; in compact windows
    icons lead there; a page is enlarged within its frame."""
    document = add(station, pages=2)
    window = open_window(theme="dark", size="compact")
    page = window.page
    page.add_init_script(TURNS)
    turned = lambda type, move: window.until("([type, move]) => window.turn?.types[0] === type && window.turn.moves.includes(move)", [type, move])
    window.go(f"/documents/{document}/pages/0")
    assert page.get_by_role("link", name="Next").locator(".icon").is_visible()
    assert page.locator("#next .caption").bounding_box()["width"] <= 1
    window.look("page-icons")
    page.get_by_role("link", name="Next").click()
    page.wait_for_url(f"**/documents/{document}/pages/1")
    turned("forward", "push-in")
    assert "2 of 2" in page.title()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/documents/{document}/pages/0")
    turned("back", "draw-in")
    page.go_back()
    page.wait_for_url(f"**/documents/{document}/pages/1")
    turned("forward", "push-in")
    # Other screens are not siblings.
    page.get_by_role("link", name="Document", exact=True).click()
    page.wait_for_selector(".sheets")
    page.locator(".sheets a").first.click()
    page.wait_for_selector(".page-view")
    assert page.evaluate("window.turn === undefined")

    width = lambda: page.locator(".page-view img").bounding_box()["width"]
    window.until("document.querySelector('.page-view img').naturalWidth > 0")
    before = width()
    assert page.get_by_role("button", name="Zoom Out").is_disabled()
    page.get_by_role("button", name="Zoom In").click()
    page.keyboard.press("+")
    assert abs(width() - 2 * before) < 4 and page.locator(".page-frame").evaluate("e => e.scrollWidth > e.clientWidth + 100")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    window.look("page-zoomed")
    page.keyboard.press("0")
    assert abs(width() - before) < 2
    page.set_viewport_size({"width": 1440, "height": 900})
    assert page.locator("#next .caption").bounding_box()["width"] > 20 and not page.locator("#next .icon").is_visible()
    window.look("page-regular")


@pytest.mark.nightly
@in_one_view
def test_export_with_text(open_window, station, theme, size):
    """TX-10, TX-11: the export as searchable PDF reads the pages first and then provides its file; the profile shows the reading progress."""
    document = add(station)
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(f"/documents/{document}")
    page.click("[popovertarget=export]")
    assert page.locator("#export .headline").all_inner_texts() == ["PDF", "Searchable PDF", "PDF/A", "TIFF", "Text"]
    window.look("export-formats")
    with page.expect_download() as download:
        page.click("#export .entry:has-text('Searchable PDF')")
    assert download.value.suggested_filename.endswith(".pdf")
    assert states(station, document) == ["read"]
    window.go("/profile")
    assert page.locator("#reading").inner_text() == "All pages are recognized"
    assert page.locator("#language option:checked").inner_text() == "English"
    page.locator("#text-title").scroll_into_view_if_needed()
    window.look("profile-text")
