"""Elements shared by all screens: places, headings, sheets, messages, toasts. IDs are those of the requirements."""

import base64
import pathlib
import re
import sqlite3
import urllib.request

import pytest

from conftest import ROOT, in_one_view

PHOTO = pathlib.Path(__file__).resolve().parents[3] / "TestImages/letter-wood.jpg"


@pytest.fixture
def document(station):
    """Returns the URL of a document in the library."""
    session = f"{station.address}/scan/0123456789abcdef"
    for path, data in (("import", PHOTO.read_bytes()), ("save", b"")):
        answer = urllib.request.urlopen(urllib.request.Request(f"{session}/{path}", data=data, method="POST"))
    return answer.url.removeprefix(station.address).split("?")[0]


def box(page, selector):
    return page.locator(selector).first.bounding_box()


@in_one_view
def test_places(open_window, document, theme, size):
    """NV-1, NV-5, NV-6, NV-7, SB-1, SB-2, SB-3, SB-4, SB-5, SB-8, SB-16: a sidebar or a tab bar, with exactly one
    current place."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/")
    selector = "nav.tabs" if size == "compact" else "nav.sidebar"
    places = page.locator(f"{selector} a .label")
    assert places.count() >= 4 and all(text.strip() for text in places.all_inner_texts())
    assert page.locator("nav[aria-label]:visible").count() == 1 and page.locator("main").count() == 1
    bar = box(page, selector)
    if size == "compact":
        assert bar["y"] + bar["height"] == 844 and bar["width"] == 390
    else:
        assert (bar["x"], bar["y"], bar["width"], bar["height"]) == (0, 0, 320, 768)
        assert page.locator(selector).evaluate("e => parseFloat(getComputedStyle(e).borderRightWidth)") > 0
        assert all(page.locator(f"{selector} > {part}").is_visible() for part in ("header", ".destinations", "footer"))
        page.set_viewport_size({"width": 700, "height": 600})
        assert 190 < box(page, selector)["width"] < 320
    label = page.locator(f"{selector} .label").first
    if size == "regular":
        label.evaluate("e => { e.textContent = 'A very long name of a place that does not fit into the sidebar at all' }")
        assert label.evaluate("e => getComputedStyle(e).textOverflow") == "ellipsis"
        assert label.bounding_box()["height"] < 30
    # Every screen has its own URL, which survives reloading and going back.
    for path, current in (("/documents", "Library"), (document, "Library"), ("/devices", "Devices")):
        window.go(path)
        assert page.locator("h1").count() == 1
        assert page.locator(f"{selector} [aria-current=page] .label").all_inner_texts() == [current]
        page.reload()
        assert page.url.endswith(path)
    page.go_back()
    assert page.url.endswith(document)
    page.go_forward()
    assert page.url.endswith("/devices")
    # After navigation, reading starts at the heading; on a fresh screen, the first Tab skips the navigation.
    window.go("/documents")
    page.keyboard.press("Tab")
    assert page.locator("a.skip").evaluate("e => e === document.activeElement")
    page.click(".documents a")
    page.wait_for_url("**" + document)
    window.until("document.activeElement === document.querySelector('h1')")


@pytest.mark.nightly
@in_one_view
def test_sheet(open_window, document, theme, size):
    """MO-1, MO-3, MO-4, MO-5, MO-7, MO-8, MO-12, MO-13: the sheet of an editing form, and what closes it."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(document)
    title = page.locator("h1").inner_text()
    opened = lambda: page.locator("#edit").evaluate("e => e.open")
    settle = lambda: window.until("document.getAnimations().length === 0")

    page.evaluate("""() => {
      window.moved = [];
      document.getElementById("edit").addEventListener("transitionrun", (event) => moved.push(event.propertyName));
    }""")
    page.click("[data-opens=edit]")
    # Editing fades in place.
    settle()
    window.until("window.moved.includes('opacity')")
    assert not page.evaluate("window.moved.includes('transform')")
    sheet = box(page, "#edit")
    if size == "compact":
        assert sheet == {"x": 0, "y": 0, "width": 390, "height": 844}
    else:
        assert abs(sheet["x"] + sheet["width"] / 2 - 512) < 1 and abs(sheet["y"] + sheet["height"] / 2 - 384) < 1
        assert page.locator("#edit").evaluate("e => getComputedStyle(e, '::backdrop').backgroundColor") == "rgba(0, 0, 0, 0.45)"
    left, right = page.locator("#edit header button").all()
    assert left.inner_text() == "Cancel" and right.inner_text() == "Save"
    assert left.bounding_box()["x"] < right.bounding_box()["x"]
    assert page.locator("#edit").get_attribute("aria-labelledby") == "edit-title"
    window.look("sheet")
    # Its blank areas have no function: it is left by its two actions, or by a click outside if there is any space.
    page.mouse.click(sheet["x"] + 4, sheet["y"] + sheet["height"] - 8)
    page.mouse.click(sheet["x"] + 4, sheet["y"] + sheet["height"] / 2)
    assert opened()
    # The focus stays inside, and returns to the element that opened it.
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || document.getElementById('edit').contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert not opened()
    assert page.locator("[data-opens=edit]").evaluate("e => e === document.activeElement")

    # With entries it asks for confirmation however it is left.
    ways = [lambda: page.keyboard.press("Escape"), lambda: left.click()]
    if size == "regular":
        ways.append(lambda: page.mouse.click(20, 20))
    for leave in ways:
        page.click("[data-opens=edit]")
        settle()
        page.fill("#title", "Something else")
        leave()
        assert opened() and page.locator("#edit-discard").is_visible()
        page.click("#edit-discard button[autofocus]")
        assert opened() and page.input_value("#title") == "Something else"
        leave()
        page.click("[data-discards]")
        settle()
        assert not opened() and page.input_value("#title") == title
    page.click("[data-opens=edit]")
    settle()
    page.fill("#title", "Something else")
    page.keyboard.press("Escape")
    window.look("sheet-discard")
    page.click("[data-discards]")
    page.reload()
    assert page.locator("h1").inner_text() == title


def test_sheet_that_slides(open_window, station):
    """MO-2: new content slides up from the bottom of the window, and down again."""
    window = open_window()
    page = window.page
    window.go("/ar/new")
    sheet = page.locator("#new")
    window.until("document.getAnimations().length === 0")
    # Closing a sheet returns to its origin as soon as it has slid down.
    page.evaluate("addEventListener('close', event => event.stopImmediatePropagation(), true)")
    slide = "e => e.getAnimations().filter(a => a.transitionProperty === 'transform').map(a => a.effect.getKeyframes().map(frame => frame.transform))"
    # In a single evaluation, because it could be over by the next one on a busy machine.
    begin, end = sheet.evaluate(f"e => {{ e.close(); return ({slide})(e); }}")[0]
    assert begin == "none" and end != "none"
    window.until("document.getAnimations().length === 0")
    assert not sheet.is_visible()
    begin, end = sheet.evaluate(f"e => {{ e.showModal(); return ({slide})(e); }}")[0]
    assert begin != "none" and end == "none"


def test_sheet_that_waits(open_window, document):
    """MO-6: a sheet stays open until the person acts, and keeps the entries."""
    window = open_window()
    page = window.page
    page.clock.install()
    window.go(document)
    page.click("[data-opens=edit]")
    page.fill("#title", "Something else")
    page.clock.run_for(60_000)
    assert page.locator("#edit").evaluate("e => e.open") and page.input_value("#title") == "Something else"


@in_one_view
def test_refused_form(open_window, document, theme, size):
    """MO-13, NV-6, EH-3: entries in a rejected form are not discarded without confirmation; the screen keeps its URL."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(document)
    title = page.locator("h1").inner_text()
    page.click("[data-opens=edit]")
    page.fill("#title", "   ")
    page.click("#edit header button:last-child")
    page.wait_for_selector("#error-title >> text=Enter a title.")
    assert page.url.endswith(document)
    window.look("sheet-refused")
    for leave in (lambda: page.click("#edit header button:first-child"), lambda: page.keyboard.press("Escape")):
        leave()
        assert page.locator("#edit-discard").is_visible()
        page.click("#edit-discard button[autofocus]")
        assert page.locator("#edit").evaluate("e => e.open") and page.input_value("#title") == "   "
    page.keyboard.press("Escape")
    page.click("[data-discards]")
    page.locator("#error-title").wait_for(state="hidden")
    assert page.url.endswith(document) and page.locator("h1").inner_text() == title
    page.click("[data-opens=edit]")
    assert page.input_value("#title") == title
    # Without new entries it closes immediately.
    page.keyboard.press("Escape")
    assert not page.locator("#edit").evaluate("e => e.open")


@pytest.mark.nightly
def test_reduced_motion(open_window, document):
    """MO-3, MO-14: adjusting dissolves in; with reduced motion it does not."""
    window = open_window()
    page = window.page
    page.emulate_media(reduced_motion="reduce")
    window.go(document)
    page.click("[data-opens=edit]")
    assert page.locator("#edit").evaluate("e => e.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    urllib.request.urlopen(urllib.request.Request(f"{window.station.address}/scan/00000000000000aa/import", data=PHOTO.read_bytes(), method="POST"))
    window.go("/scan/00000000000000aa/pages/1/adjust")
    frames = page.locator(".adjust").evaluate("e => getComputedStyle(e).animationName")
    assert frames == "dissolve"
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".adjust").evaluate("e => getComputedStyle(e).animationName") == "none"


@pytest.mark.nightly
@in_one_view
def test_messages(open_window, theme, size):
    """ES-1, ES-2, IM-9, IM-10, IM-11, IM-12, IM-13, IM-14, IM-15, IM-20: messages in place of missing content."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    drawing = box(page, ".message svg")
    assert (drawing["width"], drawing["height"]) == (320, 240)
    order = page.locator(".message > *").evaluate_all("all => all.map(e => e.classList[0] || e.tagName)")
    assert order == ["illustration", "H2", "P", "actions"]
    assert box(page, ".message h2")["height"] < 40
    assert page.locator("[role=status] .message, .toast .message").count() == 0
    widths = [box(page, ".message p")["width"]]
    style = page.locator(".message .button.primary").evaluate("e => getComputedStyle(e).backgroundColor")
    window.go("/ar")
    assert page.locator(".message .button.primary").evaluate("e => getComputedStyle(e).backgroundColor") == style
    window.go("/devices")
    window.look("message-devices")
    window.go("/nothing")
    window.look("message-not-found")
    # The camera view has less space: the drawing is smaller, and is omitted first.
    denied = open_window(theme=theme, size=size, camera="denied")
    denied.go("/scan")
    denied.page.wait_for_selector(".unavailable .message")
    drawing = box(denied.page, ".message svg")
    assert (drawing["width"], drawing["height"]) == (160, 160)
    assert denied.page.locator(".message").get_attribute("data-cause") == "permission"
    assert denied.page.locator(".message .i-badge").is_visible()
    buttons = [button.bounding_box() for button in denied.page.locator(".message .actions > *").all()]
    assert buttons[0]["y"] == buttons[1]["y"]
    check_layouts(denied.page)
    denied.page.set_viewport_size({"width": 200, "height": 844})
    buttons = [button.bounding_box() for button in denied.page.locator(".message .actions > *").all()]
    assert buttons[0]["y"] < buttons[1]["y"]
    denied.page.set_viewport_size({"width": 600, "height": 520})
    assert not denied.page.locator(".message .illustration").is_visible()
    for part in ("h2", "p"):
        assert denied.page.locator(f".message {part}").is_visible()


def check_layouts(page):
    """Checks the two actions of a message in all places where they may be."""
    actions = page.locator(".message .actions")
    usual = actions.get_attribute("class")

    def boxes(layout):
        actions.evaluate("(e, layout) => { e.className = `actions ${layout}`; }", layout)
        frame = page.locator(".message").evaluate("e => { const s = getComputedStyle(e), b = e.getBoundingClientRect(); return [b.left + parseFloat(s.paddingLeft), b.right - parseFloat(s.paddingRight)]; }")
        return frame, [button.bounding_box() for button in actions.locator("> *").all()]

    for stacked in ("", " actions-stacked"):
        for side in ("leading", "center", "trailing", "fill"):
            (left, right), (first, second) = boxes(f"actions-{side}{stacked}")
            begin, end = min(first["x"], second["x"]), max(box["x"] + box["width"] for box in (first, second))
            assert (first["y"] < second["y"]) == bool(stacked), side
            assert (abs(begin - left) < 1) == (side in ("leading", "fill")), side
            assert (abs(end - right) < 1) == (side in ("trailing", "fill")), side
            if side == "center":
                assert abs(begin - left - (right - end)) < 2
            if side == "fill" and stacked:
                assert all(abs(box["width"] - (right - left)) < 1 for box in (first, second))
    actions.evaluate("(e, usual) => { e.className = usual; }", usual)


def titles():
    """Returns the titles of all messages, from the sources."""
    rules = ROOT / "Station/Sources/StationRules"
    text = "\n".join(path.read_text() for path in sorted(rules.rglob("*.swift")))
    found = re.findall(r'\.(?:empty|error|success)\(\s*[^"()]*?title: (?:localized\()?"([^"]+)"', text)
    failures = (rules / "Messages/StationFailure.swift").read_text().split("var title: String {")[1].split("private var")[0]
    return found + re.findall(r'"([^"]+)"', failures)


@pytest.mark.nightly
def test_titles_of_messages(open_window):
    """ES-3, IM-3: every title of a message fits on one line of a phone."""
    window = open_window(size="compact")
    window.go("/documents")
    title = window.page.locator(".message h2")
    all_titles = titles()
    assert len(all_titles) > 25 and "No documents yet" in all_titles and "The disk is full" in all_titles
    for text in all_titles:
        lines = title.evaluate("""(e, text) => {
          e.textContent = text;
          const range = document.createRange();
          range.selectNodeContents(e);
          return new Set([...range.getClientRects()].map(box => box.top)).size;
        }""", text)
        assert lines == 1, text


@in_one_view
def test_failure(open_window, station, document, theme, size):
    """EH-2: when the library fails, a page fills the window, reports the failure, and leads back when it works again."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(document)

    def rename(old, new):
        database = sqlite3.connect(station.folder / "library.sqlite")
        database.execute(f"ALTER TABLE {old} RENAME TO {new}")
        database.close()

    rename("page", "gone")
    window.go("/documents")
    assert page.locator(".message h2").inner_text() == "The library cannot be read"
    assert page.locator("nav").count() == 0
    frame, window_box = box(page, ".failure"), page.viewport_size
    assert frame["width"] == window_box["width"] and frame["height"] >= window_box["height"]
    details = page.locator(".message details p")
    assert not details.is_visible()
    page.click(".message summary")
    assert "no such table" in details.inner_text()
    window.look("failure")
    with page.expect_navigation():
        page.click(".message button >> text=Try Again")
    assert page.locator(".message h2").inner_text() == "The library cannot be read"
    rename("gone", "page")
    with page.expect_navigation():
        page.click(".message button >> text=Try Again")
    page.wait_for_selector(".documents li")
    assert page.url.endswith("/documents")


@in_one_view
def test_popover(open_window, document, theme, size):
    """MO-9, MO-11, MO-12: a quick task in a popover beside its button, or in a bottom sheet; a tap outside dismisses it."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(document)
    opener = page.locator("[popovertarget=export]").first
    opener.click()
    popover = page.locator("#export")
    window.until("document.getAnimations().length === 0")
    frame, button = popover.bounding_box(), opener.bounding_box()
    if size == "compact":
        assert frame["x"] == 0 and frame["width"] == 390 and frame["y"] + frame["height"] == 844
    else:
        assert abs(frame["x"] - button["x"]) < 2 and 0 <= frame["y"] - button["y"] - button["height"] < 12 and frame["width"] <= 384
    # It names what is exported.
    title = page.locator("h1").inner_text()
    assert title in popover.inner_text() and "1 page" in popover.inner_text()
    window.look("popover-export")
    page.mouse.click(5, 5)
    popover.wait_for(state="hidden")
    opener.click()
    page.keyboard.press("Escape")
    popover.wait_for(state="hidden")
    assert opener.evaluate("e => e === document.activeElement")
    opener.click()
    with page.expect_download() as download:
        popover.get_by_text("PDF", exact=True).click()
    assert download.value.suggested_filename.endswith(".pdf")
    popover.wait_for(state="hidden")
    # Forms and confirmations repeat their subject.
    page.click("[data-opens=edit]")
    assert title in page.locator("#edit .key-facts").inner_text() and "1 page" in page.locator("#edit .key-facts").inner_text()
    page.keyboard.press("Escape")
    page.click("[data-opens=delete]")
    assert title in page.locator("#delete").inner_text()


@in_one_view
def test_cards_of_the_library(open_window, document, theme, size):
    """CA-2, CA-3, CA-4, CA-8, CA-9, CA-14, CA-16: a draft is an object card above the list; links that leave the station's pages are
    marked."""
    window = open_window(theme=theme, size=size)
    page = window.page
    for _ in range(2):
        urllib.request.urlopen(urllib.request.Request(f"{window.station.address}/scan/00000000000000aa/import", data=PHOTO.read_bytes(), method="POST"))
    window.go("/documents")
    card = page.locator(".object-card")
    frame = card.bounding_box()
    order = [card.locator(part).bounding_box()["y"] for part in (".card-media", ".card-header", ".card-body", ".card-footer")]
    assert order == sorted(order) and frame["height"] <= 520
    assert frame["width"] > 300 if size == "compact" else frame["width"] < 600
    assert card.locator(".kpi").inner_text().split() == ["2", "scans"]
    header = card.locator(".card-header")
    assert header.locator(".headline").inner_text() == "Draft" and header.locator(".tag").inner_text() == "Not saved"
    title, tag = header.locator(".headline").bounding_box(), header.locator(".tag").bounding_box()
    assert tag["x"] >= title["x"] + title["width"] and tag["x"] + tag["width"] <= frame["x"] + frame["width"]
    window.until("document.querySelector('.object-card img').naturalWidth > 0")
    window.look("library-draft")
    # A card is not an inset table: it has a container outside the list.
    assert page.locator(".documents .card, .card .documents").count() == 0
    card.locator("footer button").click()
    window.wait_for_toast("Document saved")
    assert re.search(r"/documents/\d+/pages/0$", page.locator(".sheets a").first.get_attribute("href"))


@pytest.mark.nightly
@in_one_view
def test_messages_in_context(open_window, station, document, theme, size):
    """IM-7, IM-18, CA-7: the end of the list, a list without pins, and a lost draft have specific messages."""
    window = open_window(theme=theme, size=size)
    page = window.page
    end = base64.urlsafe_b64encode(b'{"values":["",0]}').decode().rstrip("=")
    window.go(f"/documents?after={end}")
    assert page.locator(".message h2").inner_text() == "No older documents"
    window.look("message-no-older")
    page.click(".message .button")
    assert page.locator(".documents li").count() == 1
    window.go("/documents/pinned")
    assert page.locator(".message h2").inner_text() == "No pinned documents"
    window.look("message-no-pins")
    # A file is in place of its folder.
    (station.folder / "drafts/00000000000000bb").write_text("")
    window.go("/documents")
    assert page.locator(".card .message h2").inner_text() == "This draft is damaged"
    assert page.locator(".card .card-footer, .card .card-header").count() == 0
    window.look("library-lost-draft")


@pytest.mark.nightly
@pytest.mark.parametrize("size", ["compact", "regular"])
def test_sizes_of_cards(open_window, document, size):
    """CA-17: cards take two to six cells of a grid with an even number of columns, and are aligned; on phones their content
    determines their height."""
    window = open_window(size=size)
    page = window.page
    window.go("/documents")
    page.evaluate("""() => {
      const list = document.createElement("ul");
      list.className = "cards";
      for (const size of ["2x3", "2x2", "2x1", "2x1"]) {
        const card = document.createElement("li");
        card.className = `card card-${size}`;
        list.append(card);
      }
      document.querySelector("main").replaceChildren(list);
    }""")
    boxes = {}
    for card in page.locator(".card").all():
        boxes.setdefault(card.get_attribute("class").split("card-")[1], []).append(card.bounding_box())
    gap = 16
    field = {"width": (boxes["2x1"][0]["width"] - gap) / 2, "height": boxes["2x1"][0]["height"]}
    lines = {round(frame["x"]) for frames in boxes.values() for frame in frames}
    assert len(lines) == (1 if size == "compact" else 2)
    for name, all_boxes in boxes.items():
        columns, rows = (int(number) for number in name.split("x"))
        for frame in all_boxes:
            assert abs(frame["width"] - columns * field["width"] - (columns - 1) * gap) < 1, name
            if size == "regular":
                assert abs(frame["height"] - rows * field["height"] - (rows - 1) * gap) < 1, name
    assert max(frame["height"] for [frame, *_] in boxes.values()) <= 520
    columns = page.locator(".cards").evaluate("e => getComputedStyle(e).gridTemplateColumns.split(' ').length")
    assert columns == (2 if size == "compact" else 4)


# The URL of each kind of screen, and its heading.
ADDRESSES = [
    ("/documents", "Documents (1)"), ("/documents/pinned", "Pinned"), ("/documents/1", "Annual letter"), ("/ar", "AR Scenes"), ("/ar/new", "AR Scenes"),
    ("/ar/1", "Shelf"), ("/ar/1/edit", "Shelf"), ("/ar/1/annotations/new", "Shelf"), ("/ar/1/annotations/1", "Shelf"), ("/devices", "Devices"),
    ("/profile", "Profile"), ("/scan/00000000000000aa", "Scan documents"),
    ("/scan/00000000000000aa/pages/1", "Scan 1 of 1"), ("/scan/00000000000000aa/pages/1/adjust", "Adjust"), ("/welcome", "Welcome to your scan station"),
    ("/welcome/scan", "Scan"),
]


@pytest.mark.nightly
def test_addresses(open_window, station):
    """NV-6: every screen has a URL; a reload, Back and Forward keep the position."""
    from test_ar import make_scene, send
    make_scene(station)
    send(station, "/documents/1/edit", {"title": "Annual letter"})
    send(station, "/ar/1/rename", {"title": "Shelf"})
    send(station, "/scan/00000000000000aa/import", body=PHOTO.read_bytes())
    window = open_window("empty")
    page = window.page
    heading = lambda: page.locator("h1").first.inner_text()
    for path, title in ADDRESSES:
        window.go(path)
        assert heading() == title, path
        page.reload()
        assert page.url.endswith(path) and heading() == title, path
    for path, title in reversed(ADDRESSES[:-1]):
        page.go_back()
        assert page.url.endswith(path) and heading() == title, path
    for path, title in ADDRESSES[1:6]:
        page.go_forward()
        assert page.url.endswith(path) and heading() == title, path


def test_toast(open_window, document):
    """FI-9: a toast in the middle reports a completed action, and disappears automatically."""
    window = open_window()
    page = window.page
    # The page's clock is stopped while the toast is inspected.
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    window.go(document)
    page.click("[data-opens=edit]")
    page.fill("#title", "Letter")
    page.click("#edit header button:last-child")
    page.wait_for_selector(".toast")
    assert page.locator("[role=status] .toast p").inner_text() == "Document saved"
    # A toast with an action stays longer, at the bottom.
    toast = box(page, ".toast")
    assert abs(toast["x"] + toast["width"] / 2 - 512) < 2 and toast["y"] + toast["height"] > 700
    page.clock.run_for(9900)
    assert page.locator(".toast").count() == 1
    page.clock.run_for(100)
    assert page.locator(".toast").count() == 0
    window.go(f"{document}?done=restored")
    toast = box(page, ".toast")
    assert abs(toast["x"] + toast["width"] / 2 - 512) < 2 and abs(toast["y"] + toast["height"] / 2 - 384) < 2
    page.clock.run_for(3900)
    assert page.locator(".toast").count() == 1
    page.clock.run_for(100)
    assert page.locator(".toast").count() == 0
    page.reload()
    assert page.locator(".toast").count() == 0
