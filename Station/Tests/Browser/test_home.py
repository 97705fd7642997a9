"""The home screen, its charts, and timelines. IDs are those of the requirements."""

import datetime
import json
import sqlite3
import urllib.parse
import urllib.request

import pytest

import clips
from conftest import Held, in_one_view

LETTER = (clips.PICTURES / "letter-wood.jpg").read_bytes()
TITLES = ["Gas bill", "Rental agreement of the house at the harbor with all of its annexes, rules and inventories of 2026", "Phone bill", "Letter"]
NOW = datetime.datetime.now(datetime.timezone.utc)


def day(days):
    return (NOW + datetime.timedelta(days=days)).date().isoformat()


@pytest.fixture
def filled(station):
    """Creates a library of several weeks: documents with pictures from today, and many without from before."""
    ask = lambda method, path, body: urllib.request.urlopen(urllib.request.Request(station.address + path, data=body, method=method))
    for index, title in enumerate(TITLES):
        added = json.load(ask("POST", f"/api/documents?title={urllib.parse.quote(title)}", LETTER))
        filing = {"folder": [["Home", "Bills"], ["House"], ["Home"], []][index], "type": ["Invoice", "Contract", "Invoice", "Letter"][index],
                  "correspondent": "City Works", "state": "inbox" if index < 2 else "reviewed", "due": day([-2, 0, 5, 90][index])}
        ask("PATCH", f"/api/documents/{added['id']}", json.dumps(filing).encode())
    for title in ("Rent", TITLES[1]):
        ask("PATCH", "/api/documents/2", json.dumps({"title": title}).encode())
    station.kill()
    library = sqlite3.connect(station.folder / "library.sqlite")
    for index in range(150):
        captured = (NOW - datetime.timedelta(days=index * 0.55, hours=1)).strftime("%Y-%m-%d %H:%M:%S.000")
        library.execute(
            "INSERT INTO document (title, titleKey, captured, changed, pages, folder, type, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (f"Document {index}", f"document {index}", captured, captured, index * 7 % 5 + 1, index % 4 or None, index % 3 + 1, ["scan", "import", "program"][index % 3]))
    for index in range(60):
        at = (NOW - datetime.timedelta(days=index * 0.25)).strftime("%Y-%m-%d %H:%M:%S.000")
        library.execute(
            "INSERT INTO capture_metric (at, source, milliseconds, outcome, fineDetail, brightness, lockMilliseconds, storeMilliseconds)"
            " VALUES (?, ?, 900, 'captured', ?, 200, ?, ?)",
            (at, f"Camera {index % 2 + 1}", (0.2 if index % 2 and index < 28 else 0.3) + index % 7 / 100, 400 + index * 37 % 900, 200 + index * 53 % 700))
    for index in range(40):
        library.execute("INSERT OR REPLACE INTO storage VALUES (?, ?)", (day(-index - 1), 90_000_000 - index * 1_700_000))
    library.commit()
    library.close()
    station.start()
    return station


@in_one_view
def test_overview(open_window, filled, theme, size):
    """OV-3, OV-8, PT-3, PT-8, TP-1, TP-5, CA-9, CA-12: figures scroll away, three at a time on a phone, with dots that turn their
    pages; cards are aligned, and each is one link."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/")
    assert page.locator("h1").inner_text() == "Home" and page.url.endswith("/home")
    window.look("home")
    box = lambda selector, index=0: page.locator(selector).nth(index).bounding_box()
    seen = [figure.bounding_box() for figure in page.locator(".figure").all()]
    width = page.viewport_size["width"]
    assert sum(figure["x"] + figure["width"] <= width + 1 for figure in seen) == (3 if size == "compact" else 4)
    assert page.locator(".page-control").is_visible() == (size == "compact")
    if size == "compact":
        assert page.locator(".page-control [aria-current]").get_attribute("href") == "#figures-1"
        page.click(".page-control a[href='#figures-2']")
        window.until("document.querySelector('.page-control [aria-current]')?.getAttribute('href') === '#figures-2'")
        window.until("document.querySelector('#figures-2').getBoundingClientRect().left < 40")
    # The strip: two entries on phones, four elsewhere, with titles of at most two lines.
    assert sum(item.is_visible() for item in page.locator(".strip-item").all()) == (2 if size == "compact" else 4)
    assert all(title.bounding_box()["height"] <= 2 * 23 for title in page.locator(".strip-title").all() if title.is_visible())
    cards = [card.bounding_box() for card in page.locator(".home-parts > .card").all()]
    assert cards and all(card["height"] <= 520 and card["x"] + card["width"] <= width for card in cards)
    footer = page.locator("#preview-recent .preview-footer")
    assert footer.bounding_box()["width"] > box("#preview-recent")["width"] - 4 and footer.bounding_box()["height"] >= 44
    page.locator(".facets").scroll_into_view_if_needed()
    window.look("home-end")
    assert box(".figures")["y"] < 0
    page.click(".chart-card:has(#card-folders) .card-main")
    window.until("location.pathname === '/home/charts/folders'")


@in_one_view
def test_arrange(open_window, filled, theme, size):
    """The parts of the home screen are moved and hidden by buttons, which keep the focus."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/home")
    page.click("#arrange")
    page.wait_for_selector("#arrangement")
    window.look("home-arrange")
    page.click("#up-recent")
    window.until("[...document.querySelectorAll('#arrangement .headline')].map(e => e.innerText).indexOf('Recently Added') === 2")
    assert page.evaluate("document.activeElement.id") == "up-recent"
    page.click("#show-timeline")
    window.until("document.querySelector('#show-timeline').getAttribute('aria-checked') === 'false'")
    page.click("#arrange")
    page.wait_for_selector(".home-parts")
    assert page.locator("#timeline-strip").count() == 0
    assert page.locator(".home-parts > .card").nth(1).get_attribute("id") == "preview-recent"


@pytest.mark.nightly
@in_one_view
def test_charts(open_window, filled, theme, size):
    """CH-8, CH-9, CH-18, CH-20, CH-23, CH-24, CH-26, ES-5: keys move along the marks of a chart, Enter and a tap select, and the
    selection follows a sliding pointer; it is described next to the chart."""
    window = open_window(theme=theme, size=size)
    page = window.page
    for chart in ["days", "weekdays", "weeks", "folders", "types", "flow", "storage"]:
        window.go(f"/home/charts/{chart}")
        assert page.locator(".chart-summary").inner_text() and page.locator(".chart-rows tbody tr").count() > 1
        window.look(f"chart-{chart}")
    for chart in ["devices", "sharpness", "storing", "reading"]:
        window.go(f"/home/captures/{chart}")
        window.look(f"chart-{chart}")
    window.go("/home/captures")
    window.look("cameras")

    window.go("/home/charts/days")
    reading = lambda: page.locator("#chart-reading h2").inner_text()
    focused = "document.activeElement.dataset.item"
    first = page.locator(".chart:visible .chart-marks [tabindex='0']")
    first.focus()
    start = int(page.evaluate(focused))
    page.keyboard.press("ArrowRight")
    assert int(page.evaluate(focused)) > start
    page.keyboard.press("End")
    last = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert page.locator(".chart:visible .chart-marks [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_selector("#chart-reading")
    # The focus stays on the mark, which was redrawn, and its values are announced.
    window.until("label => document.activeElement.getAttribute('aria-label') === label", last)
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    window.until("document.getElementById('chart-status').textContent.includes('Pages')")
    window.look("chart-selected")
    page.keyboard.press("Enter")
    window.until("!document.getElementById('chart-reading')")

    # Along the chart with the pointer pressed.
    box = page.locator(".chart:visible").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    page.mouse.down()
    told = set()
    for share in (0.4, 0.55, 0.7, 0.85):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2, steps=4)
        window.until("told => document.querySelector('#chart-reading h2') && !told.includes(document.querySelector('#chart-reading h2').innerText)", sorted(told))
        told.add(reading())
    page.mouse.up()
    assert len(told) == 4
    # A tap beside a mark selects it, and the selection stays.
    page.mouse.click(box["x"] + box["width"] * 0.35, box["y"] + box["height"] * 0.4)
    window.until("told => !told.includes(document.querySelector('#chart-reading h2').innerText)", sorted(told))

    window.go("/home/charts/weeks")
    page.locator(".chart:visible .chart-marks [data-series='1'][data-item='11']").click()
    page.wait_for_selector("#chart-reading")
    assert page.locator("#chart-reading dt").all_inner_texts()[0] == "Total"
    page.locator(".chart:visible .chart-legend-item[data-series='1']").click()
    window.until("document.querySelectorAll('.chart-marks .chart-dimmed').length > 0 && document.querySelector('#chart-reading h2').innerText === 'Imported'")

    window.go("/home/captures/sharpness")
    page.locator(".chart:visible .chart-marks [role=button]").nth(5).click()
    window.until("document.querySelectorAll('.chart-guide').length === 4 && document.querySelectorAll('#chart-reading dt').length === 2")


@pytest.mark.nightly
@in_one_view
def test_timeline(open_window, filled, theme, size):
    """TL-1, TL-3, TL-4, TL-8, TL-10, TL-15: times are to the left of the axis and cells to the right; the month stays visible; the view opens at the current time."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/home/timeline")
    window.until("(() => { const box = document.getElementById('now').getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight; })()")
    window.look("timeline")
    cell = page.locator(".timeline-cell > a").first
    boxes = [cell.locator(part).bounding_box() for part in (".timeline-time", ".timeline-axis", ".timeline-text")]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] and boxes[1]["x"] + boxes[1]["width"] <= boxes[2]["x"]
    long = page.locator(".timeline-title", has_text="Rental agreement").first
    assert long.bounding_box()["height"] <= 2 * 23 and long.evaluate("e => getComputedStyle(e).webkitLineClamp") == "2"
    # "Renamed. It was …".
    detail = page.locator(".timeline-detail", has_text="Rental agreement").first
    assert detail.bounding_box()["height"] <= 3 * 20 and detail.evaluate("e => getComputedStyle(e).webkitLineClamp") == "3"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("scrollTo(0, document.querySelector('.timeline-section').offsetTop + 300)")
    window.until("Math.abs(document.querySelector('.timeline-head').getBoundingClientRect().top) < 1")
    if size == "regular":
        section = page.locator(".timeline-section").first.bounding_box()
        main = page.locator("main").bounding_box()
        assert abs((section["x"] + section["width"] / 2) - (main["x"] + main["width"] / 2)) < 20
    page.click("#kind-due")
    window.until("document.querySelector('#kind-due').getAttribute('aria-pressed') === 'true'")
    assert page.locator(".timeline-cell").count() == 4
    window.look("timeline-due")
    page.fill(".timeline-tools input[type=search]", "bill")
    page.keyboard.press("Enter")
    window.until("document.querySelectorAll('.timeline-cell').length === 2")
    window.go("/documents/1/timeline")
    window.look("timeline-document")


@in_one_view
def test_board(open_window, filled, theme, size):
    """WI-1, WI-2, WI-12, WI-19: on the board texts, with the pictures of rows, have 16 pixels around them and drawings 8; a row that is pressed has another background, a
    button changes alone; a long press opens the menu that resizes and removes."""
    window = open_window(theme=theme, size=size, touch=True)
    page = window.page
    window.go("/home/widgets")
    window.look("board")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = lambda selector: page.locator(selector).first.bounding_box()
    for kind in ("m", "l"):
        widget = box(f".widget-{kind}")
        assert abs(box(f".widget-{kind} .widget-header")["x"] - widget["x"] - 17) <= 1
        assert abs(box(f".widget-{kind} .leading")["x"] - widget["x"] - 17) <= 1
    chart, around = box(".widget-m .widget-chart .chart"), box(".widget-m:has(.widget-chart)")
    assert abs(around["x"] + around["width"] - chart["x"] - chart["width"] - 9) <= 1
    assert box(".widget-l")["height"] >= 2 * box(".widget-s")["height"]

    background = lambda selector: page.locator(selector).first.evaluate("e => getComputedStyle(e).backgroundColor")
    selectors = [".widget-l", ".widget-l li:nth-child(1) .cell", ".widget-l li:nth-child(2) .cell"]
    usual = [background(selector) for selector in selectors]
    row = box(selectors[2])
    page.mouse.move(row["x"] + 60, row["y"] + 20)
    page.mouse.down()
    pressed = [background(selector) for selector in selectors]
    page.mouse.move(2, 2)
    page.mouse.up()
    assert pressed[2] != usual[2] and pressed[:2] == usual[:2]
    button = box(".widget-inbox .widget-action .button")
    quiet = [background(selector) for selector in (".widget-inbox", ".widget-inbox .cell")]
    before = background(".widget-action .button")
    page.mouse.move(button["x"] + 10, button["y"] + 10)
    page.mouse.down()
    assert background(".widget-action .button") != before
    assert [background(selector) for selector in (".widget-inbox", ".widget-inbox .cell")] == quiet
    page.mouse.move(2, 2)
    page.mouse.up()

    # A long press.
    first = box(".board-place")
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": first["x"] + 40, "y": first["y"] + 60}]})
    window.until("document.querySelector('#menu-0').matches(':popover-open')")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # It stays open when the finger is lifted.
    window.until("document.querySelector('#menu-0').matches(':popover-open')")
    assert page.url.endswith("/home/widgets")
    window.look("board-menu")
    page.locator("#menu-0 .chip", has_text="Medium").click()
    window.until("document.querySelector('#widget-0').classList.contains('widget-m')")
    page.click("#menu-button-0")
    page.locator("#menu-0 .entry", has_text="Remove").click()
    window.until("!document.querySelector('.widget-today')")


@pytest.mark.nightly
@in_one_view
def test_widget_files(open_window, filled, theme, size):
    """WI-13, WI-14, WI-15: while a document is filed, the button takes the full width and shows progress, then success, and the next one appears; after
    a failure the button is as before."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/widgets/inbox.html?size=m")
    window.look("widget-inbox")
    button = page.locator(".widget-action .button")
    first = page.locator(".widget-rows .headline").inner_text()
    narrow = button.bounding_box()["width"]
    usual = button.inner_text()
    held = Held(page, "**/widgets/inbox/file")
    button.click()
    held.wait()
    assert button.inner_text() == "Filing…" and page.locator(".widget-action .spinner").is_visible()
    spinner, inside = page.locator(".widget-action .spinner").bounding_box(), page.locator(".widget-footer").bounding_box()
    assert button.bounding_box()["width"] > inside["width"] - 40 > narrow
    # Before the text.
    assert spinner["x"] < inside["x"] + inside["width"] / 2
    window.look("widget-filing")
    held.fail()
    window.until("usual => document.querySelector('.widget-action .button').innerText === usual", usual)
    assert page.locator(".widget-action .icon-check-lg").count() == 0 and "widget-success" not in page.content()
    assert page.locator("[role=status]").inner_text() == "It was not filed. Try again."
    failure, footer = page.locator(".widget-failure").bounding_box(), page.locator(".widget-footer").bounding_box()
    assert failure["height"] > 12 and failure["y"] + failure["height"] <= footer["y"] + 1
    assert abs(button.bounding_box()["width"] - narrow) < 1
    held.go()
    page.evaluate("new MutationObserver(() => { if (document.querySelector('[data-state=success] .icon-check-lg')) window.wasFiled = true; })"
                  ".observe(document.body, { subtree: true, attributes: true, childList: true })")
    button.click()
    window.until("first => document.querySelector('.widget-rows .headline').innerText !== first", first)
    assert page.evaluate("window.wasFiled") and button.inner_text() == usual
    window.look("widget-filed")
    page.locator(".toast .button").click()
    window.until("first => document.querySelector('.widget-rows .headline').innerText === first", first)
    button.click()
    window.until("first => document.querySelector('.widget-rows .headline').innerText !== first", first)
    button.click()
    page.wait_for_selector(".message-success")
    window.look("widget-done")
    assert page.locator(".message h2").inner_text() == "Nothing to file"
    # The board shows a toast with Undo.
    urllib.request.urlopen(urllib.request.Request(
        filled.address + "/api/documents/1", data=json.dumps({"state": "inbox"}).encode(), method="PATCH"))
    window.go("/home/widgets")
    page.click(".widget-inbox .widget-action .button")
    page.wait_for_selector(".toast >> text=Filed: Gas bill")
    with page.expect_navigation():
        page.click(".toast .button")
    assert page.locator(".widget-inbox .widget-rows .headline").inner_text() == "Gas bill"


@in_one_view
def test_timeline_colors(open_window, filled, theme, size):
    """TP-8: the strip and the timeline use the same color tokens and symbols: changing one changes both."""
    window = open_window(theme=theme, size=size)
    page = window.page
    style = "[...document.querySelectorAll('.node')].map(node => [node.classList.item(2), getComputedStyle(node.querySelector('.node-shape')).stroke, node.classList.item(1) + node.innerHTML])"
    change = "document.documentElement.style.setProperty('--st-timeline-past', 'rgb(1, 2, 3)'); document.documentElement.style.setProperty('--st-timeline-future', 'rgb(4, 5, 6)')"
    signs = {}
    for path in ("/home", "/home/timeline"):
        window.go(path)
        usual = {tense: color for tense, color, _ in page.evaluate(style)}
        page.evaluate(change)
        seen = page.evaluate(style)
        wanted = {"tense-past": "rgb(1, 2, 3)", "tense-future": "rgb(4, 5, 6)"}
        # The strip has the entries nearest to today, which may all be in the future.
        assert {wanted.get(tense, color) for tense, color, _ in seen} == {color for _, color, _ in seen}, path
        assert "tense-future" in usual and (path == "/home" or usual["tense-past"] != usual["tense-future"])
        for _, _, sign in seen:
            signs.setdefault(sign.split("<")[0], set()).add(sign)
    assert len(signs) > 1 and all(len(same) == 1 for same in signs.values())


# Records the notifications that a page would show: a headless browser shows none.
NOTICES = """
  window.notices = [];
  window.Notification = class {
    static permission = sessionStorage.getItem("allows") ?? "default";
    static async requestPermission() { sessionStorage.setItem("allows", "granted"); return Notification.permission = "granted"; }
    constructor(title, options) { notices.push({ title, ...options }); }
  };
"""


@pytest.mark.nightly
@in_one_view
def test_due_dates(open_window, filled, theme, size):
    """Due documents are reported by notices, each once, and in a calendar; expired ones are moved to the trash by a person, and back."""
    window = open_window(theme=theme, size=size)
    page = window.page
    page.add_init_script(NOTICES)
    window.go("/home/calendar")
    window.look("reminders")
    assert page.evaluate("notices.length") == 0
    page.click("#remind")
    window.until("notices.length === 1")
    notice = page.evaluate("notices[0]")
    assert notice["title"] == TITLES[1] and notice["body"] == "Due today"
    assert page.locator("#reminding").inner_text() == "Reminders are shown in this browser."
    # The token's existence is visible later, and it can be revoked.
    page.reload()
    assert page.locator("#reminding").inner_text() == "Reminders are shown in this browser." and not page.locator("#remind").is_visible()
    page.click("#remind-not")
    assert page.locator("#reminding").inner_text() == "" and page.locator("#remind").is_visible()
    page.click("#remind")
    window.until("document.querySelector('#remind').hidden")
    window.go("/home")
    window.until("localStorage.getItem('recto-reminded') !== null")
    assert page.evaluate("notices.length") == 0, "told twice"

    window.go("/home/calendar")
    page.click("form[action='/home/calendar'] .button")
    page.wait_for_selector("#feed")
    feed = urllib.request.urlopen(page.input_value("#feed")).read().decode()
    assert "SUMMARY:Due: Gas bill" in feed and feed.startswith("BEGIN:VCALENDAR\r\n")
    page.fill("#mail-address", "ada@example.org")
    with page.expect_navigation():
        page.click("form[action='/home/reminders/address'] .button")
    assert page.input_value("#mail-address") == "ada@example.org"
    page.fill("#mail-host", "mail.example.org")
    page.fill("#mail-port", "0")
    page.click(".mail-server .button")
    page.wait_for_selector("#mail-port-error")
    assert page.input_value("#mail-host") == "mail.example.org"
    window.look("reminders-refused")

    urllib.request.urlopen(urllib.request.Request(
        filled.address + "/api/documents/4", data=json.dumps({"retained": day(-3)}).encode(), method="PATCH"))
    window.go("/home")
    page.click(".proposal a")
    page.wait_for_selector(".retention")
    window.look("retention")
    # Its subject is visible.
    titles = [title.bounding_box() for title in page.locator(".retention .headline").all()]
    assert titles and all(title["width"] > 100 for title in titles)
    page.locator(".retention label", has_text="Letter").click()
    assert not page.locator("#choose-all").is_visible(), "there is one alone"
    page.locator("form[action='/home/retention'] .negative").click()
    page.wait_for_selector(".toast form")
    assert page.locator(".message h2").inner_text() == "Nothing to decide"
    with page.expect_navigation():
        page.locator(".toast .button").click()
    window.until("location.pathname === '/home/retention'")
    assert page.locator(".retention label", has_text="Letter").is_visible()
