"""What all screens share: places, headings, sheets, messages, toasts. IDs are those of the requirements."""

import pathlib
import urllib.request

import pytest

from conftest import VIEWS

PHOTO = pathlib.Path(__file__).resolve().parents[3] / "TestImages/letter-wood.jpg"


@pytest.fixture
def document(station):
    """Address of a document in the library."""
    session = f"{station.address}/scan/0123456789abcdef"
    for path, data in (("import", PHOTO.read_bytes()), ("save", b"")):
        answer = urllib.request.urlopen(urllib.request.Request(f"{session}/{path}", data=data, method="POST"))
    return answer.url.removeprefix(station.address).split("?")[0]


def box(page, selector):
    return page.locator(selector).first.bounding_box()


@pytest.mark.parametrize("theme,size", VIEWS)
def test_places(open_window, document, theme, size):
    """NV-1, NV-5, NV-6, NV-7, SB-1, SB-2, SB-3, SB-4, SB-5, SB-8, SB-16: a sidebar or a tab bar, with one place that is the
    current one."""
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
    # Every screen has an address of its own, which a reload and the way back keep.
    for path, current in (("/documents", "Library"), (document, "Library"), ("/devices", "Devices")):
        window.go(path)
        assert page.locator("h1").count() == 1
        assert page.locator(f"{selector} [aria-current=page] .label").all_inner_texts() == [current]
        page.reload()
        assert page.url.endswith(path)
    page.go_back()
    assert page.url.endswith(document)
    # A screen that is led to is read from its heading on; the first Tab on a fresh one leads past the places.
    window.go("/documents")
    page.keyboard.press("Tab")
    assert page.locator("a.skip").evaluate("e => e === document.activeElement")
    page.click(".documents a")
    page.wait_for_url("**" + document)
    window.until("document.activeElement === document.querySelector('h1')")


@pytest.mark.parametrize("theme,size", VIEWS)
def test_sheet(open_window, document, theme, size):
    """MO-1, MO-2, MO-4, MO-5, MO-6, MO-7, MO-8, MO-12, MO-13: a form's sheet, and what closes it."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go(document)
    title = page.locator("h1").inner_text()
    opened = lambda: page.locator("#rename").evaluate("e => e.open")
    settle = lambda: window.until("document.getAnimations().length === 0")

    page.click("[data-opens=rename]")
    moving = page.locator("#rename").evaluate("e => e.getAnimations().map(a => a.transitionProperty)")
    assert "transform" in moving
    settle()
    sheet = box(page, "#rename")
    if size == "compact":
        assert sheet == {"x": 0, "y": 0, "width": 390, "height": 844}
    else:
        assert abs(sheet["x"] + sheet["width"] / 2 - 512) < 1 and abs(sheet["y"] + sheet["height"] / 2 - 384) < 1
        assert page.locator("#rename").evaluate("e => getComputedStyle(e, '::backdrop').backgroundColor") == "rgba(0, 0, 0, 0.45)"
    left, right = page.locator("#rename header button").all()
    assert left.inner_text() == "Cancel" and right.inner_text() == "Save"
    assert left.bounding_box()["x"] < right.bounding_box()["x"]
    assert page.locator("#rename").get_attribute("aria-labelledby") == "rename-title"
    window.look("sheet")
    # The focus stays in it, and goes back to what opened it.
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || document.getElementById('rename').contains(document.activeElement)")
    page.keyboard.press("Escape")
    assert not opened()
    assert page.locator("[data-opens=rename]").evaluate("e => e === document.activeElement")

    # With something entered it asks before that is lost, whichever way it is left.
    ways = [lambda: page.keyboard.press("Escape"), lambda: left.click()]
    if size == "regular":
        ways.append(lambda: page.mouse.click(20, 20))
    for leave in ways:
        page.click("[data-opens=rename]")
        settle()
        page.fill("#title", "Something else")
        leave()
        assert opened() and page.locator("#rename-discard").is_visible()
        page.click("#rename-discard button[autofocus]")
        assert opened() and page.input_value("#title") == "Something else"
        leave()
        page.click("[data-discards]")
        settle()
        assert not opened() and page.input_value("#title") == title
    page.click("[data-opens=rename]")
    settle()
    page.fill("#title", "Something else")
    page.keyboard.press("Escape")
    window.look("sheet-discard")
    page.click("[data-discards]")
    page.reload()
    assert page.locator("h1").inner_text() == title


def test_reduced_motion(open_window, document):
    """MO-3, MO-14: editing dissolves in; whoever wants less motion gets none."""
    window = open_window()
    page = window.page
    page.emulate_media(reduced_motion="reduce")
    window.go(document)
    page.click("[data-opens=rename]")
    assert page.locator("#rename").evaluate("e => e.getAnimations().length") == 0
    page.emulate_media(reduced_motion="no-preference")
    urllib.request.urlopen(urllib.request.Request(f"{window.station.address}/scan/00000000000000aa/import", data=PHOTO.read_bytes(), method="POST"))
    window.go("/scan/00000000000000aa/pages/1/adjust")
    frames = page.locator(".adjust").evaluate("e => getComputedStyle(e).animationName")
    assert frames == "dissolve"
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".adjust").evaluate("e => getComputedStyle(e).animationName") == "none"


@pytest.mark.parametrize("theme,size", VIEWS)
def test_messages(open_window, theme, size):
    """ES-1, ES-2, ES-3, IM-9, IM-10, IM-11, IM-12, IM-13, IM-14, IM-15: messages in the place of what is missing."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    drawing = box(page, ".message svg")
    assert (drawing["width"], drawing["height"]) == (320, 240)
    order = page.locator(".message > *").evaluate_all("all => all.map(e => e.className || e.tagName)")
    assert order == ["illustration", "H2", "P", "actions"]
    assert box(page, ".message h2")["height"] < 40
    assert page.locator("[role=status] .message, .toast .message").count() == 0
    widths = [box(page, ".message p")["width"]]
    style = page.locator(".message .button.primary").evaluate("e => getComputedStyle(e).backgroundColor")
    window.go("/devices")
    assert page.locator(".message .button.primary").evaluate("e => getComputedStyle(e).backgroundColor") == style
    window.look("message-devices")
    window.go("/nothing")
    window.look("message-not-found")
    # In the camera view there is less room: the drawing is smaller, and goes first.
    denied = open_window(theme=theme, size=size, camera="denied")
    denied.go("/scan")
    denied.page.wait_for_selector(".unavailable .message")
    drawing = box(denied.page, ".message svg")
    assert (drawing["width"], drawing["height"]) == (160, 160)
    buttons = [button.bounding_box() for button in denied.page.locator(".message .actions > *").all()]
    assert buttons[0]["y"] == buttons[1]["y"]
    denied.page.set_viewport_size({"width": 240, "height": 844})
    buttons = [button.bounding_box() for button in denied.page.locator(".message .actions > *").all()]
    assert buttons[0]["y"] < buttons[1]["y"]
    denied.page.set_viewport_size({"width": 600, "height": 520})
    assert not denied.page.locator(".message .illustration").is_visible()
    for part in ("h2", "p"):
        assert denied.page.locator(f".message {part}").is_visible()


@pytest.mark.parametrize("theme,size", VIEWS)
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
    # What is exported is told in it.
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
        popover.locator("text=PDF").click()
    assert download.value.suggested_filename.endswith(".pdf")
    popover.wait_for(state="hidden")
    # Forms and questions repeat what they are about.
    page.click("[data-opens=rename]")
    assert title in page.locator("#rename .key-facts").inner_text() and "1 page" in page.locator("#rename .key-facts").inner_text()
    page.keyboard.press("Escape")
    page.click("[data-opens=delete]")
    assert title in page.locator("#delete").inner_text()


@pytest.mark.parametrize("theme,size", VIEWS)
def test_cards_of_the_library(open_window, document, theme, size):
    """CA-2, CA-8, CA-9, CA-14, CA-16: a draft is an object card above the list; what leaves the station's pages is marked."""
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
    window.until("document.querySelector('.object-card img').naturalWidth > 0")
    window.look("library-draft")
    # A card is no inset table: it has a container of its own, beside the list.
    assert page.locator(".documents .card, .card .documents").count() == 0
    card.locator("footer button").click()
    page.wait_for_selector("[role=status] >> text=Document saved")
    picture = page.locator(".sheets a[target=_blank]").first
    assert picture.get_attribute("href").endswith(picture.locator("img").get_attribute("src"))
    assert page.locator(".sheets li .icon-box-arrow-up-right").first.is_visible()


@pytest.mark.parametrize("theme,size", VIEWS)
def test_messages_in_context(open_window, station, document, theme, size):
    """IM-7, IM-18, CA-7: the end of the list, a list without pins, and a draft that is lost are told of in their own words."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents?after=0,0")
    assert page.locator(".message h2").inner_text() == "No older documents"
    window.look("message-no-older")
    page.click(".message .button")
    assert page.locator(".documents li").count() == 1
    window.go("/documents/pinned")
    assert page.locator(".message h2").inner_text() == "No pinned documents"
    window.look("message-no-pins")
    # Where its folder should be is a file.
    (station.folder / "drafts/00000000000000bb").write_text("")
    window.go("/documents")
    assert page.locator(".card .message h2").inner_text() == "This draft is damaged"
    assert page.locator(".card .card-footer, .card .card-header").count() == 0
    window.look("library-lost-draft")


def test_toast(open_window, document):
    """FI-9: a toast in the middle tells what was done, and goes by itself."""
    window = open_window()
    page = window.page
    window.go(document)
    page.click("[data-opens=rename]")
    page.fill("#title", "Letter")
    page.click("#rename header button:last-child")
    page.wait_for_selector(".toast")
    assert page.locator("[role=status] .toast").inner_text() == "Document renamed"
    toast = box(page, ".toast")
    assert abs(toast["x"] + toast["width"] / 2 - 512) < 2 and abs(toast["y"] + toast["height"] / 2 - 384) < 2
    page.wait_for_selector(".toast", state="detached", timeout=10_000)
    page.reload()
    assert page.locator(".toast").count() == 0
