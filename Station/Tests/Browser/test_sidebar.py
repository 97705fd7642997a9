"""The sidebar, its pinned documents, and navigation between places. IDs are those of the requirements."""

import urllib.parse
import urllib.request

import pytest

from conftest import in_one_view
from test_shell import PHOTO, box

LANDSCAPE = {"width": 1024, "height": 768}
PORTRAIT = {"width": 820, "height": 1180}
TITLES = ["Rent 2026", "Letter to the landlord about the heating of the third floor", "Invoice"]


def post(station, path, **form):
    data = urllib.parse.urlencode(form).encode()
    return urllib.request.urlopen(urllib.request.Request(station.address + path, data=data, method="POST"))


@pytest.fixture
def documents(station):
    """Returns the URLs of documents in the library."""
    for title in TITLES:
        address = f"{station.address}/api/documents?title={urllib.parse.quote(title)}"
        urllib.request.urlopen(urllib.request.Request(address, data=PHOTO.read_bytes(), method="POST"))
    return [f"/documents/{number + 1}" for number in range(len(TITLES))]


def labels(page):
    return page.locator(".sidebar .destination .label").all_inner_texts()


def settle(window):
    window.until("document.getAnimations().every(animation => animation.playState !== 'running')")


def test_landscape(open_window, documents):
    """SB-3, SB-6, SB-10: open next to the content, with numbers; the button at the top left closes and opens it persistently."""
    window = open_window()
    page = window.page
    window.go("/documents")
    assert page.locator(".sidebar .destination:has-text('Library') .number").inner_text() == "3"
    button = box(page, "#hide-sidebar")
    assert button["x"] < 20 and button["y"] < 20
    assert box(page, "main")["x"] == 320
    page.click("#hide-sidebar")
    settle(window)
    assert not page.locator(".sidebar").is_visible() and box(page, "main")["x"] == 0
    assert page.locator("#show-sidebar").evaluate("e => e === document.activeElement")
    button = box(page, "#show-sidebar")
    assert button["x"] < 40 and button["y"] < 40
    # It does not overlap the heading.
    assert box(page, "h1")["x"] >= button["x"] + button["width"]
    window.look("sidebar-closed")
    window.go("/devices")
    assert not page.locator(".sidebar").is_visible()
    page.click("#show-sidebar")
    settle(window)
    assert page.locator(".sidebar").is_visible() and box(page, "main")["x"] == 320
    page.reload()
    assert page.locator(".sidebar").is_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_portrait(open_window, documents, theme):
    """SB-11, SB-12: open over the content at first; a tap outside closes it, a swipe from the edge opens it again."""
    window = open_window(theme=theme, touch=True)
    page = window.page
    page.set_viewport_size(PORTRAIT)
    window.go("/documents")
    settle(window)
    assert page.locator(".sidebar").is_visible() and box(page, "main")["x"] == 0 and box(page, ".sidebar")["width"] == 320
    assert page.locator("main").evaluate("e => e.inert")
    window.size = "portrait"
    window.look("sidebar-over")
    page.touchscreen.tap(700, 600)
    page.wait_for_selector(".sidebar", state="hidden")
    settle(window)
    assert not page.locator(".sidebar").is_visible() and not page.locator("main").evaluate("e => e.inert")
    window.look("sidebar-away")
    page.reload()
    assert not page.locator(".sidebar").is_visible()

    touch = page.context.new_cdp_session(page)
    def swipe(start, end):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start, "y": 500}]})
        for step in range(1, 5):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": start + (end - start) * step / 4, "y": 500}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # Neither a swipe in the middle of the screen nor a short one works.
    swipe(200, 500)
    swipe(4, 30)
    settle(window)
    assert not page.locator(".sidebar").is_visible()
    swipe(4, 300)
    page.wait_for_selector(".sidebar", state="visible")
    settle(window)
    # By keys, and by following its links.
    page.focus("#hide-sidebar")
    page.keyboard.press("Escape")
    settle(window)
    assert not page.locator(".sidebar").is_visible()
    page.click("#show-sidebar")
    settle(window)
    page.click(".sidebar >> text=Devices")
    page.wait_for_url("**/devices")
    assert not page.locator(".sidebar").is_visible()
    # Even if the browser requests the screen before it has stored that.
    page.click("#show-sidebar")
    settle(window)
    page.route("**/ar", lambda route: route.fulfill(
        response=route.fetch(headers={**route.request.headers, "cookie": "sidebar-portrait=open"})))
    page.click(".sidebar >> text=AR Scenes")
    page.wait_for_url("**/ar")
    settle(window)
    assert not page.locator(".sidebar").is_visible()
    # In landscape orientation it is beside the content.
    page.set_viewport_size(LANDSCAPE)
    settle(window)
    assert page.locator(".sidebar").is_visible() and not page.locator("main").evaluate("e => e.inert")


@pytest.mark.nightly
def test_edge_swipe_in_landscape(open_window, documents):
    """SB-18: in landscape too, a swipe from the edge opens the sidebar again, persistently."""
    window = open_window(touch=True)
    page = window.page
    window.go("/documents")
    page.click("#hide-sidebar")
    settle(window)
    assert not page.locator(".sidebar").is_visible()
    touch = page.context.new_cdp_session(page)

    def swipe(start, end):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": start, "y": 500}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": end, "y": 500}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    swipe(300, 600)
    swipe(4, 40)
    settle(window)
    assert not page.locator(".sidebar").is_visible()
    swipe(4, 200)
    page.wait_for_selector(".sidebar", state="visible")
    settle(window)
    assert box(page, "main")["x"] == 320
    page.reload()
    assert page.locator(".sidebar").is_visible()


@pytest.mark.nightly
@in_one_view
def test_pins(open_window, documents, theme, size):
    """SB-5, SB-6, SB-9, SB-17, CA-2, CA-5, CA-6, CA-9, CA-13: pinned from the list and from its page, a document is accessible from the sidebar."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    assert page.locator(".list-card").count() == 0
    row = page.locator(".documents li").filter(has_text="Letter to")
    row.locator("form button").click()
    page.wait_for_selector(".list-card")
    assert page.locator(".documents li").filter(has_text="Letter to").locator("form button").get_attribute("aria-pressed") == "true"
    assert page.locator("#pin-2").evaluate("e => e === document.activeElement")
    window.go(documents[0])
    page.click("#pin-button")
    window.until("document.getElementById('pin-button').getAttribute('aria-pressed') === 'true'")
    window.look("document-pinned")
    if size == "regular":
        assert labels(page)[-2:] == [TITLES[1], TITLES[0]]
        assert page.locator(".sidebar [aria-current=page]").count() == 1
        assert page.locator(".sidebar [aria-current=page] .label").inner_text() == TITLES[0]
        long = page.locator(".sidebar .label", has_text="Letter to").first
        assert long.evaluate("e => e.scrollWidth > e.clientWidth") and long.bounding_box()["height"] < 30
    window.go("/documents")
    card = page.locator(".list-card")
    rows = card.locator(".card-rows .headline")
    assert rows.all_inner_texts() == [TITLES[1], TITLES[0]]
    assert rows.nth(1).bounding_box()["y"] > rows.nth(0).bounding_box()["y"] and card.bounding_box()["height"] <= 520
    window.look("library-pinned")
    # The card's header links to the list, and its rows to their documents; hovering only changes their own
    # background.
    color = lambda selector: page.locator(selector).first.evaluate("e => getComputedStyle(e).backgroundColor")
    plain, plain_row = color(".list-card"), color(".card-rows .cell")
    page.hover(".list-card .card-main")
    assert color(".list-card") != plain and color(".card-rows .cell") == plain_row
    page.hover(".card-rows .cell")
    assert color(".list-card") == plain and color(".card-rows .cell") != plain_row
    page.click(".list-card .card-main")
    page.wait_for_url("**/documents/pinned")
    assert page.locator(".documents .headline").all_inner_texts() == [TITLES[1], TITLES[0]]
    window.look("library-only-pinned")
    page.go_back()
    page.locator(".card-rows .cell").first.click()
    page.wait_for_url("**" + documents[1])
    if size == "compact":
        return
    # The group collapses, and stays so on other screens; the button at the right unpins.
    heading = page.locator("#group-pinned")
    assert heading.get_attribute("aria-expanded") == "true"
    heading.click()
    window.until("document.getElementById('group-pinned').ariaExpanded === 'false'")
    assert heading.evaluate("e => e === document.activeElement")
    assert not page.locator(".sidebar .label", has_text="Rent").is_visible()
    window.go("/devices")
    window.look("sidebar-collapsed")
    assert heading.get_attribute("aria-expanded") == "false"
    heading.focus()
    page.keyboard.press("Enter")
    window.until("document.getElementById('group-pinned').ariaExpanded === 'true'")
    page.locator(".sidebar li", has_text="Rent").locator(".accessory").click()
    page.wait_for_selector(".sidebar li:has-text('Rent')", state="detached")
    assert page.url.endswith("/devices")


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_edit_mode(open_window, station, documents, theme):
    """SB-14, SB-15: switches hide, handles reorder by pointer and by keys, and everything survives a restart of the station."""
    for document in documents:
        post(station, f"{document}/pin")
    window = open_window(theme=theme)
    page = window.page
    window.go("/documents")
    page.click("#edit-sidebar")
    page.wait_for_selector(".switch")
    assert page.locator("#edit-sidebar").inner_text() == "Done" and page.url.endswith("/documents")
    switch = page.locator("#switch-places-scenes")
    assert (switch.get_attribute("role"), switch.get_attribute("aria-checked")) == ("switch", "true")
    switch.click()
    window.until("document.getElementById('switch-places-scenes').ariaChecked === 'false'")
    assert switch.evaluate("e => e === document.activeElement")
    window.look("sidebar-edit")

    # By keys: as far as possible, and the focus stays on the handle.
    order = lambda: labels(page)
    assert order()[:5] == ["Home", "Library", "Scan", "AR Scenes", "Devices"]
    handle = page.locator("#handle-places-devices")
    handle.focus()
    for expected in (["Home", "Library", "Scan", "Devices", "AR Scenes"], ["Home", "Library", "Devices", "Scan", "AR Scenes"]):
        page.keyboard.press("ArrowUp")
        window.until("expected => [...document.querySelectorAll('[data-group=places] .label')].map(e => e.textContent).join() === expected", ",".join(expected))
        window.until("document.activeElement.id === 'handle-places-devices'")
    assert handle.get_attribute("aria-description").startswith("3 of 5")
    page.keyboard.press("ArrowDown")
    window.until("document.getElementById('handle-places-devices').getAttribute('aria-description').startsWith('4 of 5')")
    # By pointer: the first pinned document moves to the end.
    first, last = (page.locator("[data-group=pinned] .handle").nth(index).bounding_box() for index in (0, 2))
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 20, first["y"] + 40)
    page.mouse.move(last["x"] + 20, last["y"] + 24, steps=4)
    window.look("sidebar-dragging")
    page.mouse.up()
    window.until("title => [...document.querySelectorAll('[data-group=pinned] .label')].at(-1).textContent === title", TITLES[0])
    assert order() == ["Home", "Library", "Scan", "Devices", "AR Scenes", TITLES[1], TITLES[2], TITLES[0]]

    page.click("#edit-sidebar")
    page.wait_for_selector(".switch", state="detached")
    expected = ["Home", "Library", "Scan", "Devices", TITLES[1], TITLES[2], TITLES[0]]
    assert order() == expected
    # Another process on the same library.
    station.kill()
    station.start()
    window.go("/devices")
    assert order() == expected


@pytest.mark.nightly
def test_scrolling(open_window, station, documents):
    """SB-13: a long list scrolls between header and footer; the title shrinks into the header, and stays visible."""
    for number in range(20):
        address = f"{station.address}/api/documents?title=Document%20{number}"
        made = urllib.request.urlopen(urllib.request.Request(address, data=PHOTO.read_bytes(), method="POST"))
        post(station, made.headers["Location"].replace("/api", "") + "/pin")
    window = open_window()
    page = window.page
    window.go("/documents")
    header, footer = box(page, ".sidebar header"), box(page, ".sidebar footer")
    small = page.locator(".sidebar .brand.small")
    assert footer["y"] + footer["height"] == 768
    assert small.evaluate("e => getComputedStyle(e).opacity") == "0"
    destinations = page.locator(".destinations")
    assert destinations.evaluate("e => e.scrollHeight > e.clientHeight")
    page.mouse.move(100, 400)
    page.mouse.wheel(0, 2000)
    window.until("document.querySelector('.destinations').scrollTop > 100")
    window.until("getComputedStyle(document.querySelector('.brand.small')).opacity === '1'")
    assert box(page, ".sidebar header") == header and box(page, ".sidebar footer") == footer
    assert page.locator(".sidebar .label", has_text="Document 19").is_visible()
    title = small.bounding_box()
    assert header["y"] <= title["y"] and title["y"] + title["height"] <= header["y"] + header["height"]
    window.look("sidebar-scrolled")
    # Changes inside keep the scroll position.
    place = destinations.evaluate("e => e.scrollTop")
    page.locator(".sidebar li", has_text="Document 15").locator(".accessory").click()
    page.wait_for_selector(".sidebar li:has-text('Document 15')", state="detached")
    assert abs(destinations.evaluate("e => e.scrollTop") - place) < 100


@in_one_view
def test_tabs_and_profile(open_window, documents, theme, size):
    """NV-2, NV-4, NV-6, PS-8: tabs remember their screens; the profile is at the right of the bar in each of them."""
    window = open_window(theme=theme, size=size)
    page = window.page
    bar = "nav.tabs" if size == "compact" else "nav.sidebar"
    window.go(documents[1])
    page.click(f"{bar} >> text=Devices")
    page.wait_for_url("**/devices")
    page.click(f"{bar} >> text=AR Scenes")
    page.wait_for_url("**/ar")
    page.click(f"{bar} >> text=Library")
    page.wait_for_url("**" + documents[1])
    # Tapping the current tab returns to its beginning, also through several steps.
    page.click(f"{bar} >> text=Library")
    page.wait_for_url("**/documents")
    for path in ("/documents", documents[0], "/scan", "/ar", "/devices"):
        window.go(path)
        entry = page.locator(".profile-entry").bounding_box()
        assert entry["x"] + entry["width"] > page.viewport_size["width"] - 40 and entry["y"] < 40
        # Nothing is below it.
        assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.profile-entry') !== null", [entry["x"] + 22, entry["y"] + 22])
        for button in page.locator(".titlebar > *:visible").all():
            other = button.bounding_box()
            assert other["x"] + other["width"] <= entry["x"] or other["y"] >= entry["y"] + entry["height"]
    page.click(".profile-entry")
    page.wait_for_url("**/profile")
    assert "This computer" in page.locator("main").inner_text()
    window.look("profile")
    page.click("main >> text=Devices")
    page.wait_for_url("**/devices")
