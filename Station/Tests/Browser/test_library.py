"""The list of documents: searching, sorting and filtering without a page load, and filing and undoing."""

import json
import urllib.parse
import urllib.request
import zipfile

import pytest

import clips
from conftest import Held, in_one_view

LETTER = (clips.PICTURES / "letter-wood.jpg").read_bytes()
DOCUMENTS = {
    "Gas bill": {"folder": ["Home", "Bills"], "type": "Invoice", "tags": ["tax", "home"], "state": "inbox"},
    "Rent": {"folder": ["Home"], "type": "Contract", "state": "reviewed"},
    "Phone bill": {"folder": ["Home", "Bills"], "type": "Invoice", "due": "2026-12-01", "state": "reviewed"},
}


def add_tag(page, tag):
    """Adds a tag in the form of many documents, whose fields are loaded when it opens."""
    page.click("#field-addedTags")
    page.fill("#field-addedTags-new", tag)
    page.click("#group-fields details[open] [data-backs]")
    page.click("#group-edit [data-saves]")


@pytest.fixture
def filled(station):
    for title, filing in DOCUMENTS.items():
        ask = lambda method, path, body: urllib.request.urlopen(urllib.request.Request(station.address + path, data=body, method=method))
        added = json.load(ask("POST", f"/api/documents?title={urllib.parse.quote(title)}", LETTER))
        ask("PATCH", f"/api/documents/{added['id']}", json.dumps(filing).encode())
    return station


@in_one_view
def test_find(open_window, filled, theme, size):
    """SE-3, SE-8, SE-9, SF-2, SF-3, SF-8, SO-2, SO-5, SO-6, SM-6, FB-1, FB-14, LR-10, LR-22: the list follows the search field, the menu,
    the chips and the form without a page load, and so do its URL and title."""
    window = open_window(theme=theme, size=size)
    page = window.page
    titles = lambda: page.locator(".documents .cell .headline").all_inner_texts()
    shows = lambda *wanted: window.until(
        "wanted => JSON.stringify([...document.querySelectorAll('.documents .cell .headline')].map(e => e.innerText)) === JSON.stringify(wanted)", list(wanted))
    window.go("/documents")
    assert titles() == ["Phone bill", "Rent", "Gas bill"]
    window.look("list-report")
    page.evaluate("window.isSameScreen = true")

    # The response to the first text arrives last, and is ignored.
    held = Held(page, "**/documents?q=re**")
    page.locator("#search").press_sequentially("re")
    held.wait()
    page.locator("#search").fill("bill")
    shows("Phone bill", "Gas bill")
    held.go()
    assert page.locator("h1").inner_text() == "Documents (2 of 3)" and page.url.endswith("?q=bill")
    assert page.locator("#list-status").inner_text() == "Documents (2 of 3)"
    assert page.locator(".documents mark").all_inner_texts() == ["bill", "bill"]
    assert page.evaluate("document.activeElement.id") == "search"
    window.look("list-found")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    shows("Phone bill", "Rent", "Gas bill")
    # It is suggested again, also by keys.
    assert page.locator("#searches li").all_inner_texts() == ["bill"]
    window.look("list-searches")
    page.keyboard.press("ArrowDown")
    assert page.locator("#search").get_attribute("aria-activedescendant") == "search-0"
    page.keyboard.press("Enter")
    shows("Phone bill", "Gas bill")
    page.keyboard.press("Escape")
    page.click("[data-clears]")
    assert page.locator("#searches li").count() == 0

    page.click("#more-button")
    page.click("#sort-entry")
    page.locator("#sort-submenu").get_by_role("menuitemradio", name="Title").click()
    shows("Gas bill", "Phone bill", "Rent")
    chips = page.locator(".chips")
    assert chips.bounding_box()["height"] < 60 and chips.get_attribute("role") == "toolbar"
    page.get_by_role("button", name="Inbox").click()
    shows("Gas bill")
    assert page.locator("#chip-state-inbox").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="No Folder").click()
    shows()
    page.get_by_role("button", name="No Folder").click()
    shows("Gas bill")
    page.locator("#chip-state-inbox").press(" ")
    shows("Gas bill", "Phone bill", "Rent")

    # The form counts its results, and shows them only when its button is pressed.
    page.click("#filter-button")
    page.locator("#filter label", has_text="Invoice").click()
    window.until("document.querySelector('[data-show]').innerText === 'Show 2 Documents'")
    assert "Documents 2 of 3" in page.locator("#filter header").inner_text()
    window.look("list-filter")
    page.locator("#filter [data-order] label", has_text="Title").click()
    assert page.locator("#filter [data-order] .error").is_visible() and page.locator("[data-show]").is_disabled()
    page.click("#filter [data-cancels]")
    assert titles() == ["Gas bill", "Phone bill", "Rent"]
    page.click("#filter-button")
    assert not page.locator("#filter label", has_text="Invoice").locator("input").is_checked()
    page.locator("#filter label", has_text="Invoice").click()
    page.locator("#filter label", has_text="Month").click()
    window.until("document.querySelector('[data-show]').innerText === 'Show 2 Documents'")
    page.click("[data-show]")
    shows("Gas bill", "Phone bill")
    assert page.locator("#filter-button").inner_text() == "Filter (1)"
    assert page.locator(".group-title .number").all_inner_texts() == ["2"]
    window.look("list-grouped")
    page.click("#filter-button")
    page.click("#filter [data-resets]")
    window.until("document.querySelector('[data-show]').innerText === 'Show 3 Documents'")
    page.click("[data-show]")
    shows("Phone bill", "Rent", "Gas bill")
    assert "type" not in page.url and "group" not in page.url

    page.go_back()
    shows("Gas bill", "Phone bill")
    assert page.evaluate("window.isSameScreen")


BOX = "selector => { const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect(); return { left, right, top, bottom }; }"


@pytest.mark.nightly
def test_menus(open_window, filled):
    """QS-3, QS-5, QS-6, QS-7, QS-8, QS-9, QS-11, LR-6, LR-7, LR-8: the list is sorted in a menu, or in a submenu next to its menu or
    on top of it; actions that do not fit into the title bar are in the list's tools."""
    window = open_window(size="regular")
    page = window.page
    window.go("/documents")
    titles = lambda: page.locator(".documents .cell .headline").all_inner_texts()
    bar = lambda: [button.inner_text() for button in page.locator("#list-title :is(.button, a)").all() if button.is_visible()]
    tools = lambda: [button.get_attribute("aria-label") for button in page.locator("#list-buttons > *").all() if button.is_visible()]
    assert bar() == ["Scan", "Filter", "Edit"] and tools() == ["Import files", "New Document", "Sort By", "More"]

    page.click("#sort-button")
    window.until("document.activeElement.getAttribute('aria-checked') === 'true'")
    window.look("list-sort")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast >> text=Sorted by title")
    window.until("!document.querySelector('#sort').matches(':popover-open')")
    assert titles() == ["Gas bill", "Phone bill", "Rent"]

    # Beside the menu, without a header.
    page.click("#more-button")
    entry = page.locator("#sort-entry")
    assert entry.inner_text().split("\n") == ["Sort By", "Title"]
    window.until("document.activeElement.id === 'sort-entry'")
    page.keyboard.press("ArrowRight")
    window.at_rest("#sort-submenu")
    window.look("list-submenu")
    menu, submenu = page.evaluate(BOX, "#list-menu"), page.evaluate(BOX, "#sort-submenu")
    assert submenu["right"] <= menu["left"] + 8 or submenu["left"] >= menu["right"] - 8, (menu, submenu)
    chevrons = lambda: [icon.is_visible() for icon in entry.locator(".icon").all()]
    assert chevrons() == [False, True] and not page.locator("#sort-submenu > .entry").is_visible()
    page.keyboard.press("ArrowLeft")
    window.until("!document.querySelector('#sort-submenu').matches(':popover-open')")
    assert page.locator("#list-menu").is_visible()
    page.keyboard.press("ArrowRight")
    page.locator("#sort-submenu").get_by_role("menuitemradio", name="Date Added").click()
    page.wait_for_selector(".toast >> text=Sorted by date added")
    for menu in ("#list-menu", "#sort-submenu"):
        page.locator(menu).wait_for(state="hidden")
    assert titles() == ["Phone bill", "Rent", "Gas bill"]

    page.set_viewport_size({"width": 390, "height": 844})
    assert bar() == ["Filter", "Edit"] and tools() == ["New Document", "More", "Scan"]
    page.click("#more-button")
    assert chevrons() == [True, False]
    entry.click()
    window.at_rest("#sort-submenu")
    window.look("list-submenu-compact")
    menu, submenu = page.evaluate(BOX, "#list-menu"), page.evaluate(BOX, "#sort-submenu")
    assert submenu["top"] < menu["bottom"] and submenu["left"] == menu["left"], (menu, submenu)
    header = page.locator("#sort-submenu > .entry")
    assert header.inner_text() == entry.inner_text() and header.locator(".icon-chevron-down").is_visible()
    header.click()
    page.locator("#sort-submenu").wait_for(state="hidden")
    assert page.locator("#list-menu").is_visible()
    entry.click()
    page.set_viewport_size({"width": 640, "height": 360})
    for opened in ("#sort-submenu", "#list-menu"):
        assert page.locator(opened).evaluate("e => e.scrollHeight <= e.clientHeight"), opened


@pytest.mark.nightly
def test_order(open_window, filled):
    """SM-2, SM-3, SM-5, SO-4, SF-10: the criteria of the form keep their positions when they are chosen, and are moved by their handles, a
    long press or keys. The form fills a phone's screen, and is a popover elsewhere."""
    window = open_window(size="compact")
    page = window.page
    window.go("/documents")
    page.click("#filter-button")
    window.at_rest("#filter")
    assert page.evaluate(BOX, "#filter") == {"left": 0, "right": 390, "top": 0, "bottom": 844}
    names = lambda: page.locator("#filter [data-order] li label").all_inner_texts()
    row = lambda name: page.locator("#filter [data-order] li").filter(has_text=name)
    sort = lambda: page.locator("#filter [name=sort]").input_value()
    all_names = names()
    handle = row("Title").locator(".handle")
    assert not handle.is_visible() and row("Date Added").locator(".handle").is_visible()
    row("Title").locator("label").click()
    assert names() == all_names and handle.is_visible() and sort() == "-captured,title"
    row("Last Changed").locator("label").click()
    row("Last Changed").locator("label").click()
    assert names() == all_names and not row("Last Changed").locator(".handle").is_visible()

    def drag(start, is_pressed_long=False):
        page.mouse.move(*start)
        page.mouse.down()
        if is_pressed_long:
            window.until("document.querySelector('.order .held') !== null")
        target = row("Date Added").bounding_box()
        page.mouse.move(start[0], target["y"] + target["height"] / 2, steps=12)
        page.mouse.move(start[0], target["y"] - 4, steps=4)
        page.mouse.up()
        window.until("document.querySelector('.order .held') === null")

    middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    drag(middle(handle.bounding_box()))
    assert names()[0] == "Title" and sort() == "title,-captured"
    window.look("list-order")
    handle.press("ArrowDown")
    assert sort() == "-captured,title" and handle.evaluate("e => e === document.activeElement")
    drag(middle(row("Title").locator("label").bounding_box()), is_pressed_long=True)
    assert sort() == "title,-captured", names()
    # A short press selects, even after a long one.
    row("Title").locator("label").click()
    assert sort() == "-captured"
    page.set_viewport_size({"width": 1024, "height": 768})
    box = page.evaluate(BOX, "#filter")
    assert box["right"] - box["left"] < 500 and box["bottom"] < 768, box


def test_filters(open_window, filled):
    """FB-10, FB-11, SF-14, SF-15, SF-17: a chip with an arrow opens its filter, at the bottom of a phone and as a dialog elsewhere; days are
    behind a switch; the ends of a slider push each other, and counters stay within their bounds."""
    urllib.request.urlopen(f"{filled.address}/documents/selection/merge", b"documents=1,2")
    window = open_window(size="compact")
    page = window.page
    window.go("/documents")
    chip = page.locator("#chip-choose-type")
    chip.scroll_into_view_if_needed()
    assert chip.locator(".icon-chevron-down").is_visible() and chip.bounding_box()["height"] >= 44
    chip.click()
    window.at_rest("#filter")
    box = page.evaluate(BOX, "#filter")
    assert box["bottom"] == 844 and box["left"] == 0 and box["top"] > 200, box
    page.locator("#filter label", has_text="Invoice").click()
    window.look("list-chip")
    page.set_viewport_size({"width": 1024, "height": 768})
    box = window.at_rest("#filter")
    assert box["y"] > 50 and box["y"] + box["height"] < 718 and 250 < box["x"] < 400, box
    page.click("[data-show]")
    window.until("location.search === '?type=1'")

    # The URL of the form opens it in its list.
    window.go("/documents/filter?type=1")
    page.wait_for_selector("#filter[open]")
    assert page.url.endswith("/documents?type=1")
    due = page.locator("#filter .filter-cell:has([role=switch])", has_text="Due Date")
    switch, bounds = due.get_by_role("switch"), due.locator(".bounds")
    assert not bounds.is_visible()
    due.locator("label").first.click()
    due.get_by_label("From").fill("2026-12-01")
    window.until("document.querySelector('[data-show]').innerText === 'Show 1 Document'")
    assert switch.is_checked()
    due.get_by_label("To").fill("2026-11-01")
    assert due.get_by_label("To").input_value() == "2026-12-01"
    switch.press(" ")
    assert not bounds.is_visible()
    window.until("document.querySelector('[data-show]').innerText === 'Show 2 Documents'")
    # The number follows a moving slider.
    page.evaluate("""() => {
      const lower = document.querySelector('#filter .range [data-lower]');
      lower.value = 2;
      window.moving = setInterval(() => lower.dispatchEvent(new Event('input', { bubbles: true })), 20);
    }""")
    window.until("document.querySelector('[data-show]').innerText === 'Show 1 Document'")
    page.evaluate("clearInterval(window.moving)")
    assert page.locator("#filter output").inner_text() == "2 – 2"
    window.look("list-slider")
    page.locator("#filter .range [data-upper]").press("ArrowLeft")
    assert page.locator("#filter output").inner_text() == "1 – 1"
    window.until("document.querySelector('[data-show]').innerText === 'Show 1 Document'")
    page.click("[data-show]")
    window.until("new URLSearchParams(location.search).get('pages.to') === '1'")

    window.go("/documents/filter?pages=..40")
    page.wait_for_selector("#filter[open]")
    field = page.get_by_label("To", exact=True).last
    less, more = page.locator(".stepper [data-steps='-1']").last, page.locator(".stepper [data-steps='1']").last
    more.click()
    assert field.input_value() == "40"
    less.click()
    assert field.input_value() == "39"
    window.look("list-steps")


@in_one_view
def test_search(open_window, filled, theme, size):
    """SE-1, SE-4, SE-5, SE-6, SE-8, SE-10, FB-13, IM-21: everything can be searched from everywhere; suggested names become tokens in
    the field, chips narrow the results, and skeletons replace slow results. A list has a separate search."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/home")
    page.keyboard.press("Control+k")
    window.until("location.pathname === '/search' && document.activeElement.id === 'search'")
    assert page.locator(".message h2").inner_text() == "Search everything"
    groups = page.locator(".chip-group")
    assert groups.first.locator("h2").inner_text() == "Folder"
    assert page.locator(".chips.wrapped").first.evaluate("e => getComputedStyle(e).flexWrap") == "wrap"
    window.look("search")
    page.evaluate("window.isSameScreen = true")

    # While typing, with matches in bold; keys choose.
    page.locator("#search").press_sequentially("ta")
    page.wait_for_selector("#searches li b >> text=ta")
    assert page.locator("#searches li").first.inner_text().split("\n") == ["tax", "Tags"]
    window.look("search-suggestions")
    page.keyboard.press("ArrowDown")
    assert page.locator("#search").get_attribute("aria-activedescendant") == "search-0"
    page.keyboard.press("Enter")
    window.until("document.querySelectorAll('.token').length === 1")
    token = page.locator(".token")
    assert token.inner_text() == "tax" and page.locator("#search").input_value() == "" and "tag=" in page.url
    page.wait_for_selector(".results h2 >> text=Documents (1)")
    assert page.locator("#list-status").inner_text() == "1 document found"
    page.locator("#search").fill("inv")
    page.locator("#searches li", has_text="Invoice").click()
    window.until("document.querySelectorAll('.token').length === 2")
    window.look("search-tokens")
    page.locator("#search").focus()
    page.keyboard.press("Backspace")
    window.until("document.querySelectorAll('.token').length === 1")
    token.locator(".remove").click()
    window.until("document.querySelectorAll('.token').length === 0")
    page.wait_for_selector(".message h2 >> text=Search everything")

    # Skeletons are shown during a slow response.
    held = Held(page, "**/search?q=bil**")
    page.locator("#search").fill("bill")
    held.wait()
    page.wait_for_selector(".stand-in-list .placeholder >> nth=0")
    window.look("search-skeleton")
    held.go()
    page.wait_for_selector(".results h2 >> text=Documents (2)")
    assert page.locator(".stand-in-list").count() == 0
    page.keyboard.press("Escape")
    assert not page.locator("#searches-box").is_visible() and page.locator("#search").input_value() == "bill"
    page.get_by_role("button", name="Inbox").click()
    page.wait_for_selector(".results h2 >> text=Documents (1)")
    window.look("search-found")
    page.locator("#search").fill("zebra")
    page.wait_for_selector(".message h2 >> text=Nothing found")
    page.locator("#search").fill("bill")
    page.wait_for_selector(".results h2 >> text=Documents (1)")
    assert page.evaluate("window.isSameScreen")

    # A list searches itself, and links to the search of everything with the same words.
    window.go("/documents?type=1")
    page.locator("#search").fill("rent")
    window.until("document.querySelector('h1').innerText === 'Documents (0 of 3)'")
    page.click("[data-everything]")
    page.wait_for_selector(".results .headline >> text=Rent")


@pytest.mark.nightly
def test_folders(open_window, filled):
    """HI-2, HI-3, HI-4, HI-5, HI-7: folders are created at a place chosen in a modal, and navigated by keys; documents are moved in
    the same modal, or dragged onto a folder of the sidebar."""
    window = open_window(size="regular")
    page = window.page
    window.go("/documents/folders")
    window.look("folders")
    page.click("[data-opens=folder-form]")
    page.fill("#folder-form-name", "Rent")
    picker = page.locator("#new-place")
    picker.get_by_role("link", name="Open Home").click()
    picker.locator("label", has_text="Bills").wait_for()
    assert picker.locator(".breadcrumb").inner_text().split() == ["Top", "Level", "Home"]
    window.look("folder-picker")
    page.locator("#folder-form header button:last-child").click()
    window.wait_for_toast("Folder created")
    window.until("location.pathname === '/documents/folders/3'")
    shown = lambda: [item.locator(".text").inner_text() for item in page.get_by_role("treeitem").all() if item.is_visible()]
    assert shown() == ["Home", "Bills", "Rent"]
    window.look("hierarchy")
    page.locator("#folder-3").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert shown() == ["Home"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert shown() == ["Home", "Bills", "Rent"] and page.evaluate("document.activeElement.innerText").startswith("Bills")
    page.keyboard.press("Enter")
    window.until("document.querySelector('h1').innerText === 'Bills'")

    window.go("/documents")
    row = page.locator("#list li", has_text="Gas bill")
    row.drag_to(page.locator("[data-drops=Home]"))
    page.wait_for_selector(".toast >> text=Moved to “Home”")
    page.click("[data-selects]")
    page.locator("#list li", has_text="Gas bill").locator(".select").click()
    page.click("[data-opens=group-move]")
    place = page.locator("#group-place")
    place.get_by_role("link", name="Open Home").click()
    place.locator("label", has_text="Rent").click()
    window.look("list-move")
    page.locator("#group-move header button:last-child").click()
    page.wait_for_selector(".toast >> text=Moved to “Home / Rent”")
    window.go("/documents?folder=3")
    assert page.locator("h1").inner_text() == "Documents (1 of 3)"


@pytest.mark.nightly
def test_rows(open_window, filled):
    """LR-11, LR-16, LR-17, LR-18, LR-20: rows stretch with the window, and show more in wide ones; actions on a row are in its menu,
    and after a swipe; the whole list can be shared or printed."""
    window = open_window(size="compact", touch=True)
    page = window.page
    page.add_init_script("""
      window.shared = [];
      navigator.canShare = () => true;
      navigator.share = async ({ files }) => { window.shared.push(`${files[0].name} ${files[0].type} ${files[0].size > 1000}`); };
      window.print = () => { window.printed = document.querySelectorAll("#printed img").length; };
    """)
    window.go("/documents")
    row = lambda title: page.locator("#list li").filter(has_text=title)
    order = """() => ["#list-title", ".search", "#chips", "#list"].map(part => document.querySelector(part).getBoundingClientRect().top)"""
    places = page.evaluate(order)
    assert places == sorted(places) and row("Rent").bounding_box()["width"] > 350
    assert not row("Rent").locator(".facts").is_visible()

    # A swipe reveals at most three actions, of which the last leads to all.
    box = row("Rent").bounding_box()
    swipe = """([x, y, way]) => {
      const target = document.elementFromPoint(x, y);
      const touch = (clientX) => new Touch({ identifier: 1, target, clientX, clientY: y });
      target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [touch(x)], changedTouches: [touch(x)] }));
      target.dispatchEvent(new TouchEvent("touchend", { bubbles: true, touches: [], changedTouches: [touch(x + way)] }));
    }"""
    page.evaluate(swipe, [200, box["y"] + 20, -90])
    actions = page.locator(".swipe-actions button")
    assert actions.all_inner_texts() == ["More", "Move", "Delete"]
    window.look("list-swiped")
    page.evaluate(swipe, [100, box["y"] + 20, 90])
    assert actions.count() == 0
    page.evaluate(swipe, [200, box["y"] + 20, -90])
    actions.first.click()
    window.at_rest("#row-menu")
    assert page.locator("#row-menu h2").inner_text() == "Rent"
    window.look("list-row-menu")
    names = lambda: [entry.inner_text() for entry in page.locator("#row-menu [role=menuitem]").all() if entry.is_visible()]
    assert names() == ["Move to Inbox", "Edit Details…", "Move…", "Export…", "Print", "Delete"]
    page.get_by_role("menuitem", name="Move to Inbox").click()
    page.wait_for_selector(".toast >> text=1 document saved")
    assert row("Rent").get_attribute("data-state") == "inbox" and row("Phone bill").get_attribute("data-state") == "reviewed"
    box = row("Phone bill").bounding_box()
    page.evaluate(swipe, [200, box["y"] + 20, -90])
    actions.last.click()
    page.wait_for_selector(".toast >> text=1 document moved to the trash")
    page.click(".toast button")
    window.wait_for_toast("Change undone")

    # The same without a swipe.
    page.set_viewport_size({"width": 1440, "height": 900})
    places = page.evaluate(order)
    assert places == sorted(places)
    assert row("Gas bill").locator(".facts").is_visible()
    # Readable margins; a document's metadata is beside its title, not below it.
    title, facts = row("Gas bill").locator(".headline").bounding_box(), row("Gas bill").locator(".facts").bounding_box()
    assert page.locator("#list ul").bounding_box()["width"] <= 1200 and facts["x"] > title["x"] + 200 and facts["y"] < title["y"] + title["height"]
    window.look("list-wide")
    row("Gas bill").locator(".row-actions").click()
    page.get_by_role("menuitem", name="Edit Details…").click()
    assert page.locator("#group-edit p[data-selected]").inner_text() == "1 selected"
    add_tag(page, "paid")
    page.wait_for_selector("#list .tag >> text=paid")
    assert page.locator("#list .tag", has_text="paid").count() == 1
    row("Gas bill").locator(".row-actions").click()
    page.get_by_role("menuitem", name="Print").click()
    window.until("window.printed === 1")
    page.click("#more-button")
    page.get_by_role("menuitem", name="Export or Share…").click()
    assert page.locator("#group-export [data-selected]").inner_text() == "3 selected"
    window.look("list-share")
    page.locator("#group-export [data-shares] button").click()
    window.until("window.shared.length === 1")
    assert page.evaluate("shared")[0] == "3-documents.pdf application/pdf true"


@pytest.mark.nightly
@in_one_view
def test_file(open_window, filled, theme, size):
    """CE-1, CE-14, CR-9: a document is filed in a form; filing and deleting are undone from their notices."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents/2")
    page.click("[data-opens=edit]")
    page.click("#field-folder")
    page.fill("#field-folder-new", "Home / Flat")
    page.keyboard.press("Enter")
    assert page.locator("#field-folder [data-chosen]").inner_text() == "Home / Flat"
    page.click("#field-tags")
    page.locator(".value-list:visible label", has_text="home").click()
    page.fill("#field-tags-new", "2026")
    page.keyboard.press("Escape")
    page.get_by_role("switch", name="Due date").check()
    page.fill("#field-due", "2026-12-24")
    window.look("document-edit")
    page.keyboard.press("Escape")
    page.click("#edit-discard button[autofocus]")
    page.click("#edit header button:last-child")
    window.wait_for_toast("Document saved")
    assert page.locator(".facts-list a").all_inner_texts() == ["Reviewed", "Home / Flat", "Contract", "2026", "home"]
    window.look("document-filed")
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.locator(".facts-list a").all_inner_texts() == ["Reviewed", "Home", "Contract"]
    page.click("[data-opens=delete]")
    page.locator("#delete").get_by_role("button", name="Delete").click()
    window.wait_for_toast("Document moved to the trash")
    assert page.locator(".documents .cell").count() == 2
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    window.go("/documents")
    assert page.locator(".documents .cell").count() == 3


@in_one_view
def test_selection(open_window, filled, theme, size):
    """LR-14, LR-22: documents are selected by taps, as a range with Shift, and all by a key; actions on them are reported and undone."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    boxes, selected = page.locator("#list .select"), page.locator(".selection-bar [data-selected]")
    merge = page.locator("[data-opens=merge]")
    assert not boxes.first.is_visible()
    page.click("[data-selects]")
    assert boxes.first.evaluate("e => e === document.activeElement") and merge.is_disabled()
    # Rows are not links meanwhile.
    page.locator("#list .cell").first.click()
    assert page.url.endswith("/documents") and selected.inner_text() == "1 selected" and merge.is_disabled()
    boxes.last.click(modifiers=["Shift"])
    assert selected.inner_text() == "3 selected" and merge.is_enabled()
    boxes.nth(1).click()
    assert selected.inner_text() == "2 selected"
    window.look("list-selected")
    page.click("[data-opens=group-edit]")
    page.wait_for_selector("#group-fields .form-cell")
    window.look("list-group-edit")
    add_tag(page, "paid")
    page.wait_for_selector(".toast >> text=2 documents saved")
    assert page.locator("#list .tag", has_text="paid").count() == 2
    assert not boxes.first.is_visible() and not page.locator("#group-edit").is_visible()
    assert page.locator("[data-selects]").evaluate("e => e === document.activeElement")
    page.click("[data-selects]")
    page.keyboard.press("Control+a")
    assert selected.inner_text() == "3 selected"
    # A second click has no effect.
    merge.click()
    page.locator("[data-merges]").dblclick()
    page.wait_for_selector(".toast >> text=3 documents merged into one")
    assert page.locator("#list .cell").count() == 1 and "3 pages" in page.locator("#list .cell").inner_text()
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.locator("#list .cell").count() == 3
    page.click("[data-selects]")
    page.keyboard.press("Escape")
    assert not boxes.first.is_visible()


@pytest.mark.nightly
@in_one_view
def test_export(open_window, filled, theme, size):
    """Selected documents are exported to one file of the chosen kind."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    page.click("[data-selects]")
    page.keyboard.press("Control+a")
    page.click(".selection-bar [data-opens=group-export]")
    page.locator("#group-export label", has_text="PNG pictures").click()
    page.locator("#group-export label", has_text="A4").click()
    window.look("list-group-export")
    with page.expect_download(timeout=120_000) as download:
        page.click("#group-export header button:last-child")
    assert download.value.suggested_filename == "3-documents.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.namelist() == ["Phone-bill.png", "Rent.png", "Gas-bill.png"] and archive.testzip() is None
    # The selection is kept.
    page.locator("#checkout-export").wait_for(state="hidden")
    assert page.locator(".selection-bar [data-selected]").inner_text() == "3 selected"


@pytest.mark.nightly
@in_one_view
def test_notes(open_window, filled, theme, size):
    """OD-3: notes and the history are on a document's screen, the history last; tags get their colors in a form."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents/1")
    page.fill("#new-note", "Paid in May\nby card")
    page.get_by_role("button", name="Add Note").click()
    window.wait_for_toast("Note added")
    assert page.locator(".note").inner_text() == "Paid in May\nby card"
    page.get_by_text("History", exact=True).click()
    assert page.locator(".history li").first.inner_text().startswith("Note added")
    window.look("document-notes")
    page.locator(".note-actions summary").click()
    page.fill(".note-actions textarea", "Paid in June")
    page.get_by_role("button", name="Save Note").click()
    window.wait_for_toast("Note saved")
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.locator(".note").inner_text() == "Paid in May\nby card"

    window.go("/documents/tags")
    page.locator(".tag-forms summary", has_text="tax").click()
    page.locator(".tag-forms details[open] label", has_text="Purple").click()
    window.look("tags")
    page.locator(".tag-forms details[open]").get_by_role("button", name="Save").click()
    window.wait_for_toast("Tag saved")
    assert page.locator(".tag-purple", has_text="tax").count() == 1
