"""Feedback during activities: skeletons, loading, checkout, progress. Responses of the station are held back until a test releases
them. While a page is being replaced, the browser cannot be inspected, so the page itself records what it shows, and the next page is
queried for the record. IDs are those of the requirements."""

import datetime
import json
import pathlib
import re
import sqlite3
import threading
import time
import urllib.request

import pytest

from conftest import Held, in_one_view
from test_ar import make_scene, send

PHOTO = pathlib.Path(__file__).resolve().parents[3] / "TestImages/letter-wood.jpg"
SESSION = "/scan/0123456789abcdef"


def make_document(station, pages=1):
    """Returns the URL of a document whose pages are one picture."""
    for _ in range(pages):
        send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    return send(station, f"{SESSION}/save").split("?")[0]


def copy(station, count, pages=1):
    """Copies the first document; each copy is older."""
    station.kill()
    database = sqlite3.connect(station.folder / "library.sqlite")
    for number in range(count):
        day = (datetime.datetime(2024, 12, 31, 9, 5) - datetime.timedelta(days=number)).strftime("%Y-%m-%d %H:%M:%S.000")
        id = database.execute("INSERT INTO document (title, captured, changed) VALUES (?, ?, ?)", (f"Letter {number + 1}", day, day)).lastrowid
        for page in range(pages):
            database.execute(
                "INSERT INTO page (document, position, original, width, height, corners, rotation, filter) SELECT ?, ?, original, width, height, corners, rotation, filter FROM page WHERE document = 1 AND position = 0",
                (id, page))
    database.commit()
    database.close()
    station.start()


def click(page, selector):
    """Clicks without waiting for the result."""
    page.locator(selector).first.evaluate("e => { e.click() }")


def box(page, selector):
    return page.locator(selector).first.bounding_box()


def shifts(page):
    """Makes the page record its layout shifts."""
    page.evaluate("""() => {
      window.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: "layout-shift" });
    }""")


# The screen with the skeleton, the link, the delayed request, and the comparisons: kind, placeholder and the real
# element.
SCREENS = {
    "library": ("/devices", "nav a[href='/documents']", "**/documents", "Loading the library", [
        ("object-cell", ".skeleton .documents > *", ".documents > li"), ("object-cell", ".skeleton .image-thumbnail", ".documents .leading")]),
    "document": ("/documents", "a.cell[href='/documents/1']", "**/documents/1", "Loading the document", [
        ("object-header", ".skeleton .object", ".object"), ("image", ".skeleton .image-page", ".sheets li > a"), ("image", ".skeleton .sheets > *", ".sheets > li")]),
    "scenes": ("/documents", "nav a[href='/ar']", "**/ar", "Loading the scenes", [
        ("card-multiline", ".skeleton .card", ".scenes > .card"), ("card-multiline", ".skeleton .image-media", ".scenes .card-media")]),
}


def note(page, selectors, times, stops=None):
    """Makes the page record what it shows this many milliseconds after a link was followed."""
    page.evaluate("""([selectors, times, stops]) => {
      const seen = (element) => element !== null && element.checkVisibility({ opacityProperty: true });
      // Opaque from its animation's end on: where no picture of the screen is drawn for long, that has not come yet.
      const arrives = (element) => element.checkVisibility()
        && element.getAnimations().some((one) => one.animationName === "arrive" && one.effect.getComputedTiming().endTime <= 400);
      const state = (after) => ({
        after,
        activity: arrives(document.querySelector(".activity")),
        skeletons: document.querySelectorAll(".skeleton").length,
        others: [...document.querySelectorAll("main :is([role=progressbar], progress, .loading)")].filter(seen).length,
        busy: document.querySelector("main").getAttribute("aria-busy"),
        status: document.querySelector("[data-loading]").textContent,
        notice: document.querySelector(".notice").hidden ? null : document.querySelector(".notice p").textContent,
        boxes: selectors.map((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return box && { x: box.x, y: box.y, width: box.width, height: box.height };
        }),
      });
      sessionStorage.clear();
      document.addEventListener("click", () => {
        const begin = performance.now();
        const notes = [];
        const keep = () => sessionStorage.setItem("notes", JSON.stringify(notes));
        for (const time of times) setTimeout(() => { notes.push(state(performance.now() - begin)); keep(); }, time);
        // What is late on a busy machine is compared with this, which is as late.
        setTimeout(() => sessionStorage.setItem("second", performance.now() - begin), 1000);
        setTimeout(() => console.log("noted"), Math.max(...times));
        if (stops) setTimeout(() => window.stop(), stops);
        new MutationObserver((_, observer) => {
          if (!document.querySelector(".stand-in")) return;
          sessionStorage.setItem("appeared", performance.now() - begin);
          observer.disconnect();
        }).observe(document.body, { childList: true, subtree: true });
      }, { once: true });
    }""", [selectors, times, stops])


def noted(page):
    """Returns what it recorded, and how long after a second a placeholder appeared."""
    notes, appeared, second = page.evaluate("['notes', 'appeared', 'second'].map(name => sessionStorage.getItem(name))")
    return json.loads(notes), appeared and float(appeared) - float(second)


def follow(page, link, held):
    """Follows a link whose response is held until the page has recorded everything that it shows meanwhile."""
    with page.expect_console_message(lambda message: message.text == "noted"):
        click(page, link)
        held.wait()


def stand_in(page, path):
    """Shows the placeholder of a screen for inspection."""
    page.evaluate("""path => {
      const template = [...document.querySelectorAll("#waiting template")].find((one) => new RegExp(one.dataset.path).test(path));
      const place = document.createElement("div");
      place.className = "stand-in";
      place.append(template.content.cloneNode(true));
      document.querySelector("main").append(place);
      document.querySelector("main").setAttribute("aria-busy", "true");
    }""", path)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", ["regular", "compact"])
def test_skeleton_of_a_screen(open_window, station, size, name):
    """SK-1, SK-3, SK-4, SK-11, SK-12, SK-15, SK-17, SK-19, SK-20, FI-1, FI-10: a screen that takes a second has a skeleton of its
    own structure, which turns into the real one."""
    make_scene(station)
    window = open_window(size=size)
    page = window.page
    begin, link, pattern, label, pairs = SCREENS[name]
    window.go(begin)
    held = Held(page, pattern)
    note(page, [selector for _, selector, _ in pairs], [800, 1800])
    follow(page, link, held)
    held.go()
    page.wait_for_selector(pairs[0][2])
    page.wait_for_load_state()
    assert page.locator(".skeleton").count() == 0 and page.locator("main[aria-busy]").count() == 0
    (before, during), appeared = noted(page)
    # In the first second, only the network activity indicator is shown.
    assert before["activity"] and before["skeletons"] == 0 and before["busy"] is None
    assert -50 < appeared < 500
    assert during["skeletons"] == 1 and during["busy"] == "true" and during["status"] == label
    # No other indicator is shown at the same time.
    assert not during["activity"] and during["others"] == 0
    for (_, selector, real), stand in zip(pairs, during["boxes"]):
        after = box(page, real)
        assert all(abs(stand[side] - after[side]) <= 2 for side in ("x", "y", "width", "height")), (selector, stand, after)


@pytest.mark.nightly
@in_one_view
def test_look_of_skeletons(open_window, station, theme, size):
    """SK-3, SK-4, SK-9, SK-13, SK-18, SK-20: placeholders match the elements that they replace, are few, and are hidden from assistive
    technology."""
    window = open_window(theme=theme, size=size)
    page = window.page
    for path, kinds in (("/documents", {"text", "button", "object-cell"}), ("/documents/1", {"button", "object-header", "image"}),
                        ("/ar", {"text", "button", "card-multiline"}), ("/devices", {"text", "button", "object-cell"})):
        window.go("/devices")
        stand_in(page, path)
        window.until("getComputedStyle(document.querySelector('.stand-in')).opacity === '1'")
        assert set(page.locator("[data-kind]").evaluate_all("all => all.map(e => e.dataset.kind)")) == kinds
        assert page.locator("[data-kind]:not([aria-hidden=true])").count() == 0
        assert page.locator("[data-kind]").evaluate_all("all => Math.max(...all.map(e => e.querySelectorAll('.placeholder').length))") <= 10
        assert page.locator("main > *:visible").count() == 1
        window.look("skeleton-" + path.strip("/").replace("/", "-"))


def test_skeleton_of_fast_screens(open_window, station):
    """SK-1, FI-1: screens that load within a second have no skeleton, and neither do abandoned ones."""
    make_document(station)
    window = open_window()
    page = window.page
    window.go("/devices")
    held = Held(page, "**/documents")
    note(page, [], [500, 1500], stops=700)
    follow(page, "nav a[href='/documents']", held)
    assert page.url.endswith("/devices")
    (before, after), appeared = noted(page)
    assert before["activity"] and not after["activity"]
    assert appeared is None and before["skeletons"] == 0 and after["skeletons"] == 0


@pytest.mark.nightly
def test_late_screens(open_window, station):
    """SK-16: after ten seconds the delay is reported, and the person can retry."""
    make_document(station)
    window = open_window()
    page = window.page
    window.go("/devices")
    held = Held(page, "**/documents")
    note(page, [], [9800, 10_400])
    follow(page, "nav a[href='/documents']", held)
    held.go()
    page.wait_for_selector(".documents > li")
    (before, late), _ = noted(page)
    assert before["skeletons"] == 1 and before["notice"] is None
    assert late["skeletons"] == 1 and late["notice"] == "This is taking longer than usual."
    assert page.locator(".notice").get_attribute("role") == "alert"


@in_one_view
def test_full_screen_loading(open_window, station, theme, size):
    """FI-2: if the structure is a camera's picture, the indicator is in the middle and names what is loaded."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    stand_in(page, "/scan")
    assert page.locator(".skeleton .placeholder").count() == 0
    assert page.locator(".loading-full-screen").inner_text() == "Opening the scanner"
    spinner, view = box(page, ".loading-full-screen .spinner"), page.viewport_size
    assert abs(spinner["x"] + spinner["width"] / 2 - view["width"] / 2) <= 1
    assert abs(spinner["y"] + spinner["height"] / 2 - view["height"] / 2) < 40
    window.until("getComputedStyle(document.querySelector('.stand-in')).opacity === '1'")
    window.look("loading-full-screen")
    # The camera's own start.
    starting = open_window(theme=theme, size=size)
    starting.hold_camera()
    starting.go("/scan")
    starting.page.wait_for_selector(".starting .loading-full-screen")
    assert starting.page.locator(".starting").inner_text() == "Starting the camera"
    starting.look("loading-camera")
    starting.start_camera()
    starting.page.wait_for_selector(".starting", state="detached")


@pytest.mark.nightly
@in_one_view
def test_skeletons_of_pictures(open_window, station, theme, size):
    """SK-1, SK-6, SK-13, SK-15, SK-16, SK-20: pictures that take a second have placeholders of their size, which disappear with the
    picture; failures are reported."""
    document = make_document(station, pages=3)
    window = open_window(theme=theme, size=size)
    page = window.page
    held = Held(page, "**/screen*")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    window.go(document)
    held.wait()
    page.wait_for_load_state("domcontentloaded")
    window.until("document.querySelectorAll('.sheets img').length === 3 && document.fonts.status === 'loaded'")
    shifts(page)
    page.clock.run_for(999)
    assert page.locator("img.placeholder").count() == 0 and page.locator("[aria-busy]").count() == 0
    page.clock.run_for(1)
    shown = page.locator(".sheets img.placeholder")
    assert shown.count() >= 2
    assert page.locator(".sheets").get_attribute("aria-busy") == "true"
    assert page.locator("[data-loading]").inner_text() == "Loading pictures"
    style = shown.first.evaluate("e => { const s = getComputedStyle(e); return [s.animationName, s.animationIterationCount, s.animationDirection, s.animationDuration, s.backgroundImage]; }")
    assert style[:4] == ["shimmer", "infinite", "normal", "2s"] and "rgba(0, 0, 0, 0.08) 50%" in style[4]
    moves = shown.first.evaluate("e => { const a = e.getAnimations()[0]; const at = (t) => { a.currentTime = t; return parseFloat(getComputedStyle(e).backgroundPositionX); }; a.pause(); const all = [at(0), at(1000), at(1999)]; a.play(); return all; }")
    # The band is in the middle of a picture three times as wide: a decreasing share moves it to the right.
    assert moves[0] > moves[1] > moves[2]
    before = box(page, ".sheets img")
    page.clock.resume()
    window.look("skeleton-pictures")
    held.go()
    window.until("document.querySelectorAll('.sheets img.placeholder').length === 0 && document.querySelector('.sheets img').naturalWidth > 0")
    assert box(page, ".sheets img") == before
    assert page.evaluate("window.shift") == 0
    assert page.locator("[aria-busy]").count() == 0 and page.locator("[data-loading]").inner_text() == ""


@in_one_view
def test_pictures_that_fail(open_window, station, theme, size):
    """SK-16: pictures that failed to load are reported, and can be reloaded."""
    document = make_document(station, pages=2)
    window = open_window(theme=theme, size=size)
    page = window.page
    page.route("**/screen*", lambda route: route.abort())
    window.go(document)
    notice = page.locator(".notice")
    notice.wait_for(state="visible")
    window.until("document.querySelector('.notice p').textContent === '2 pictures were not loaded.'")
    window.look("pictures-failed")
    page.unroute("**/screen*")
    page.click(".notice >> text=Try Again")
    window.until("[...document.querySelectorAll('.sheets img')].every(image => image.naturalWidth > 0)")
    assert notice.is_hidden() and page.locator("img.failed").count() == 0


@in_one_view
def test_part_of_a_screen(open_window, station, theme, size):
    """SK-1, SK-10, SK-20, SK-21, FI-10, CA-18: a part that takes a second has a skeleton, next to the rest of the screen."""
    make_document(station)
    window = open_window(theme=theme, size=size)
    page = window.page
    held = Held(page, "**/profile/activity")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    window.go("/profile")
    held.wait()
    page.wait_for_selector("#part-storage dd")
    page.clock.run_for(999)
    assert page.locator(".skeleton").count() == 0 and page.locator("[aria-busy]").count() == 0
    page.clock.run_for(1)
    part = page.locator("st-part#part-activity")
    assert part.get_attribute("aria-busy") == "true" and page.locator("main[aria-busy]").count() == 0
    # A placeholder of a month only shows that it is a card.
    assert part.locator("[data-kind]").evaluate_all("all => all.map(e => e.dataset.kind)") == ["card-generic"]
    assert page.locator("[data-loading]").inner_text() == "Loading the activity"
    assert page.locator(".activity").is_hidden() and page.locator("#zone").is_visible()
    stand = box(page, "#part-activity .card")
    page.clock.resume()
    window.look("skeleton-part")
    held.go()
    page.wait_for_selector(".month")
    assert page.locator(".skeleton").count() == 0 and page.locator("[aria-busy]").count() == 0
    assert page.locator("[data-loading]").inner_text() == ""
    card = box(page, "#part-activity .card")
    assert all(abs(card[side] - stand[side]) <= 2 for side in ("x", "y", "width"))
    assert page.locator(".day.today.marked").count() == 1 and page.locator(".month th").count() == 7
    assert card["height"] <= 520
    window.look("profile")


@pytest.mark.nightly
@in_one_view
def test_part_that_fails(open_window, station, theme, size):
    """SK-16, SK-21, IM-18, IM-20: a part that fails to load is replaced by a message that names it, and can be reloaded."""
    window = open_window(theme=theme, size=size)
    page = window.page
    # The screen also retries automatically when it notices that the station responds.
    answers = [lambda route: route.abort(), lambda route: route.fulfill(status=500, content_type="application/problem+json", body="{}")]
    page.route("**/profile/activity", lambda route: answers[0](route) if answers else route.continue_())
    window.go("/profile")
    message = page.locator("#part-activity .message")
    message.wait_for()
    assert (message.get_attribute("data-use"), message.get_attribute("data-cause")) == ("unableToConnect", "system")
    assert message.locator("h2").inner_text() == "Recto did not answer"
    window.look("part-unreachable")
    answers.pop(0)
    message.locator("button >> text=Try Again").click()
    window.until("document.querySelector('#part-activity .message')?.dataset.use === 'unableToLoad'")
    window.look("part-failed")
    assert page.locator("#part-storage dd").count() == 2
    answers.pop(0)
    page.locator("#part-activity button >> text=Try Again").click()
    page.wait_for_selector("#part-activity .calendar-card")
    # A month without documents.
    assert page.locator("#part-activity .message").get_attribute("data-use") == "noActivity"
    window.look("part-no-activity")


@pytest.mark.nightly
def test_cards_of_unknown_kinds(open_window, station):
    """SK-10: the skeleton has generic cards above the list as long as their number is unknown; without cards it has none."""
    window = open_window()
    page = window.page
    for count in (0, 1):
        window.go("/devices")
        stand_in(page, "/documents")
        assert page.locator(".skeleton [data-kind=card-generic]").count() == count
        send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    window.until("getComputedStyle(document.querySelector('.stand-in')).opacity === '1'")
    window.look("skeleton-documents-cards")


@pytest.mark.nightly
@in_one_view
def test_analyzing(open_window, station, theme, size):
    """FI-5, FI-6, FI-12, IM-13, IM-18: a picture is analyzed behind a checkout indicator that can be stopped; a failed upload
    is reported, and can be repeated."""
    anchor = PHOTO.with_name("report-nearWhite.page.png")
    window = open_window("empty", theme=theme, size=size)
    page = window.page
    window.go("/ar/new")
    checkout = page.locator("#checkout-analyze")
    held = Held(page, "**/ar/new/picture")
    page.set_input_files("#file", anchor)
    held.wait()
    assert checkout.get_attribute("data-state") == "processing"
    assert checkout.locator(".checkout-label").inner_text() == "Measuring the picture"
    assert page.locator("#checkout-analyze .ring-part").evaluate("e => getComputedStyle(e).animationName") == "turn"
    shown = box(page, "#checkout-analyze")
    assert shown["width"] < page.viewport_size["width"] and shown["height"] < page.viewport_size["height"]
    window.look("analyze-processing")
    checkout.locator("text=Stop").click()
    page.wait_for_selector("#checkout-analyze", state="hidden")
    assert page.url.endswith("/ar/new")
    held.routes = []
    page.set_input_files("#file", [])
    page.set_input_files("#file", anchor)
    held.wait()
    held.fail()
    page.wait_for_selector("#checkout-analyze[data-state=failure]")
    checkout.locator("text=Close").click()
    message = page.locator("#new .message")
    assert message.get_attribute("data-use") == "unableToUpload"
    # As in other dialogs, the text is aligned left and its button right.
    frame, title, button = (box(page, f"#new .message{part}") for part in ("", " h2", " .button"))
    assert abs(frame["x"] + frame["width"] - button["x"] - button["width"]) < 40 < button["x"] - title["x"]
    window.until("document.getAnimations().length === 0")
    window.look("analyze-failure")
    held.isOpen = True
    message.locator("button >> text=Try Again").click()
    page.wait_for_selector("#checkout-analyze[data-state=success]")
    assert page.locator("#new .message").count() == 0
    page.wait_for_selector("meter")


def test_reduced_motion(open_window, station):
    """SK-14: with reduced motion, placeholders do not shimmer."""
    document = make_document(station)
    window = open_window()
    page = window.page
    page.emulate_media(reduced_motion="reduce")
    held = Held(page, "**/screen*")
    window.go(document)
    page.wait_for_selector("img.placeholder")
    assert page.locator("img.placeholder").first.evaluate("e => [getComputedStyle(e).animationName, getComputedStyle(e).backgroundImage]") == ["none", "none"]
    held.go()


@pytest.mark.nightly
def test_sizes_of_placeholders(open_window):
    """SK-5, SK-6, SK-7, SK-8: texts, images, avatars and buttons have fixed sizes."""
    window = open_window()
    page = window.page
    window.go("/devices")

    def size(classes):
        return page.evaluate("""classes => {
          const element = document.createElement("span");
          element.className = `placeholder ${classes}`;
          document.querySelector("main").append(element);
          const { width, height } = element.getBoundingClientRect();
          element.remove();
          return [width, height];
        }""", classes)

    for height in (13, 20, 28, 41, 57):
        assert size(f"placeholder-text text-{height} width-medium")[1] == height
    widths = [size(f"placeholder-text text-20 width-{name}")[0] for name in ("short", "medium", "long", "full")]
    assert widths == sorted(set(widths))
    for side in (32, 48, 72):
        assert size(f"placeholder-avatar avatar-{side}") == [side, side]
    assert size("placeholder-button")[1] == 44
    assert len({tuple(size(f"placeholder-image image-{name}")) for name in ("thumbnail", "media", "page")}) == 3


@pytest.mark.nightly
@in_one_view
def test_lazy_loading(open_window, station, theme, size):
    """FI-3, TD-6, TD-11: the list continues automatically, with an indicator below it; a failure leaves the link."""
    make_document(station)
    copy(station, 119)
    window = open_window(theme=theme, size=size)
    page = window.page
    held = Held(page, "**/documents?after=*")
    window.go("/documents")
    assert page.locator(".documents > li").count() == 50 and page.locator(".loading").count() == 0
    page.locator(".more").scroll_into_view_if_needed()
    page.wait_for_selector(".more .loading-inline")
    held.wait()
    assert page.locator(".more").inner_text() == "Loading older documents"
    assert page.locator(".activity").is_hidden()
    last, indicator = box(page, ".documents > li:last-child"), box(page, ".loading-inline")
    assert indicator["y"] >= last["y"] + last["height"]
    page.locator(".more").scroll_into_view_if_needed()
    window.look("list-loading")
    held.go()
    window.until("document.querySelectorAll('.documents > li').length === 100")
    titles = page.locator(".documents .headline").all_inner_texts()
    assert titles[1:] == [f"Letter {number}" for number in range(1, 100)]
    # If space is tight, the day stays and the time is omitted.
    page.set_viewport_size({"width": 600, "height": 844})
    assert page.locator(".less").nth(1).is_visible() and not page.locator(".least").nth(1).is_visible()
    # With less space, minutes are omitted.
    page.set_viewport_size({"width": 430, "height": 900})
    assert re.fullmatch(r"\w+ \d+, \d{4}, 9 AM · 1 page", page.locator(".documents .subhead").nth(1).inner_text())
    page.set_viewport_size({"width": 300, "height": 700})
    assert not page.locator(".less").nth(1).is_visible()
    assert re.fullmatch(r"\w+ \d+, \d{4} · 1 page", page.locator(".documents .subhead").nth(1).inner_text())
    page.set_viewport_size({"width": 390, "height": 844})
    page.unroute("**/documents?after=*")
    page.route("**/documents?after=*", lambda route: route.abort())
    page.locator(".more").scroll_into_view_if_needed()
    page.wait_for_selector(".notice >> text=Older documents were not loaded.")
    page.unroute("**/documents?after=*")
    page.click(".notice [data-dismiss]")
    page.click(".more a")
    window.until("document.querySelectorAll('.documents > li').length === 120")
    assert page.locator(".more").count() == 0
    assert page.evaluate("document.activeElement.textContent").startswith("Letter 100")


@pytest.mark.nightly
def test_coming_back_to_a_list(open_window, station):
    """NV-6: returning to a long list restores its length and position, and so does a reload."""
    make_document(station)
    copy(station, 149)
    window = open_window()
    page = window.page
    window.go("/documents")
    for count in (100, 150):
        page.locator(".documents > li").last.scroll_into_view_if_needed()
        window.until("count => document.querySelectorAll('.documents > li').length === count", count)
    link = page.locator(".documents a[href='/documents/120']")
    link.scroll_into_view_if_needed()
    window.until("history.state?.rows === 150 && Math.abs(history.state.top - scrollY) < 1")
    place = page.evaluate("scrollY")
    assert place > 3000
    link.click()
    page.wait_for_url("**/documents/120")
    page.go_back()
    window.until("document.querySelectorAll('.documents > li').length === 150")
    window.until("place => Math.abs(scrollY - place) < 2", place)
    page.reload()
    window.until("document.querySelectorAll('.documents > li').length === 150")
    window.until("place => Math.abs(scrollY - place) < 2", place)
    # A link opens a page at the top.
    page.click("nav.sidebar >> text=Devices")
    page.wait_for_url("**/devices")
    page.click("nav.sidebar >> text=Library")
    page.wait_for_selector(".documents > li")
    assert page.evaluate("scrollY") == 0 and page.locator(".documents > li").count() == 50


def test_list_without_modules(open_window, station):
    """FI-3: without JavaScript the list continues by its link."""
    make_document(station)
    copy(station, 59)
    window = open_window()
    page = window.page.context.browser.new_context(java_script_enabled=False).new_page()
    page.goto(station.address + "/documents")
    page.click("text=Older Documents")
    page.wait_for_url("**/documents?after=*")
    assert page.locator(".documents > li").count() == 10


@in_one_view
def test_partial_loading(open_window, station, theme, size):
    """FI-4, FI-10: while a page is rendered with another filter, it has an overlay, which disappears with the indicator."""
    send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    window = open_window("empty", theme=theme, size=size)
    page = window.page
    window.go(f"{SESSION}/pages")
    window.until("document.querySelector('.scan').naturalWidth > 0")
    first = page.locator(".scan").get_attribute("src")
    held = Held(page, "**/screen*")
    page.click("button[value=grayscale]")
    held.wait()
    page.wait_for_selector(".loading-overlay")
    window.until("getComputedStyle(document.querySelector('.loading-overlay')).opacity === '1'")
    overlay, stage = box(page, ".loading-overlay"), box(page, ".stage")
    assert overlay == stage
    assert page.locator(".stage").get_attribute("aria-busy") == "true"
    assert page.locator(".scan").get_attribute("src") == first and page.locator(".placeholder").count() == 0
    assert page.locator(".activity").is_hidden()
    window.look("loading-overlay")
    held.go()
    page.wait_for_selector(".loading-overlay", state="detached")
    assert page.locator(".scan").get_attribute("src") != first
    assert page.locator("button[value=grayscale]").get_attribute("aria-pressed") == "true"
    assert page.evaluate("document.activeElement.value") == "grayscale"
    assert page.locator(".stage[aria-busy]").count() == 0
    # A failure keeps the picture.
    page.route("**/filter", lambda route: route.abort())
    page.click("button[value=color]")
    page.wait_for_selector(".notice >> text=Recto did not answer")
    assert page.locator(".loading-overlay").count() == 0
    assert page.locator("button[value=grayscale]").get_attribute("aria-pressed") == "true"
    window.look("loading-overlay-failed")


@pytest.mark.parametrize("work", ["save", *(pytest.param(each, marks=pytest.mark.nightly) for each in ["move", "adjust"])])
def test_forms_without_the_station(open_window, station, work):
    """DS-43: submitting a form while the station is away leads to no browser error: the screen keeps the entries,
    reports the problem next to the buttons, and continues when the station is back."""
    for _ in range(2):
        send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    window = open_window("empty")
    page = window.page
    page.set_viewport_size({"width": 900, "height": 640})
    window.go(f"{SESSION}/pages/1" + ("/adjust" if work == "adjust" else ""))
    button = {"save": "form[action$=save] button", "move": "text=Move Right", "adjust": "main >> text=Done"}[work]
    if work == "adjust":
        page.locator(".handle").first.focus()
        before = page.locator("input[name=corners]").input_value()
        page.keyboard.press("ArrowRight")
        window.until("before => document.querySelector('input[name=corners]').value !== before", arg=before)
        entered = page.locator("input[name=corners]").input_value()
    address, port = page.url, station.address.rsplit(":", 1)[1]
    station.kill()
    page.click(button)
    page.wait_for_selector(".notice >> text=Recto did not answer")
    assert page.url == address
    notice = box(page, ".notice")
    for control in page.locator("main button:visible, main a.tool:visible").all():
        one = control.bounding_box()
        assert one["y"] >= notice["y"] + notice["height"] or one["y"] + one["height"] <= notice["y"], (one, notice)
    window.look(f"away-{work}")
    if work == "adjust":
        assert page.locator("input[name=corners]").input_value() == entered
    station.start("--port", port)
    page.wait_for_selector(".notice", state="hidden", timeout=60_000)
    page.click(button)
    if work == "save":
        page.wait_for_url("**/documents/*")
    else:
        page.wait_for_selector("h1 >> text=" + ("Scan 2 of 2" if work == "move" else "Scan 1 of 2"))


@in_one_view
def test_saving(open_window, station, theme, size):
    """FI-5, FI-6: saving leads to another page, so its checkout indicator fills the screen: it spins, and then reports
    failure or success."""
    send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    window = open_window("empty", theme=theme, size=size)
    page = window.page
    page.clock.install()
    window.go(SESSION)
    page.wait_for_selector(".save button")
    held = Held(page, "**/save")
    page.click(".save button")
    held.wait()
    checkout = page.locator("#checkout-save")
    assert checkout.get_attribute("data-state") == "processing"
    assert box(page, "#checkout-save") == {"x": 0, "y": 0, **page.viewport_size}
    assert page.locator("#checkout-save .ring-part").evaluate("e => [getComputedStyle(e).animationName, getComputedStyle(e).animationIterationCount]") == ["turn", "infinite"]
    assert checkout.locator(".checkout-label").inner_text() == "Saving your scans"
    assert checkout.locator("button:visible").count() == 0
    # It is modal: Escape does not close it.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert checkout.evaluate("e => e.open")
    window.look("checkout-processing")
    held.fail()
    page.wait_for_selector("#checkout-save[data-state=failure]")
    assert "The document was not saved" in checkout.inner_text() and "Check the connection" in checkout.inner_text()
    window.until("document.getAnimations().length === 0")
    window.look("checkout-failure")
    checkout.locator("text=Close").click()
    held.isOpen = True
    # Long enough for inspection on the page's clock.
    checkout.evaluate("e => { e.dataset.stays = 3_600_000; }")
    page.click(".save button")
    page.wait_for_selector("#checkout-save[data-state=success]")
    assert checkout.locator(".checkout-label").inner_text() == "Document saved"
    window.until("document.querySelector('#checkout-save').getAnimations({ subtree: true }).length === 0")
    window.look("checkout-success")
    page.clock.fast_forward("01:00:00")
    page.wait_for_url("**/documents/1**")
    page.wait_for_selector(".sheets")


def choose_export(page, kind):
    page.click("[popovertarget=export] >> text=Export")
    page.click(f"#export .entry >> text={kind}")


@pytest.mark.nightly
@in_one_view
def test_exporting(open_window, station, theme, size):
    """FI-5, FI-6, FI-7, FI-8, FI-11: an export stays on the page, so its indicator is in a modal; it shows progress, can be
    stopped, and ends with the file."""
    make_document(station)
    copy(station, 1, pages=160)
    copy(station, 1, pages=4)
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents/2")
    held = Held(page, "**/exports?format=pdf")
    choose_export(page, "PDF")
    held.wait()
    modal = page.locator("#checkout-export")
    shown = box(page, "#checkout-export")
    assert shown["width"] < page.viewport_size["width"] and shown["height"] < page.viewport_size["height"]
    ring = modal.locator("[role=progressbar]")
    # First indeterminate, then with progress.
    assert ring.get_attribute("aria-valuenow") is None
    window.look("export-processing")
    held.go()
    window.until("Number(document.querySelector('#checkout-export [role=progressbar]').getAttribute('aria-valuenow')) >= 5")
    assert re.fullmatch(r"Exporting page \d+ of 160", modal.locator(".checkout-label").inner_text())
    with station.paused():
        window.look("export-progress")
    modal.locator("text=Stop").click()
    page.wait_for_selector("#checkout-export", state="hidden")
    # Canceled before the station has responded.
    page.unroute("**/exports?format=pdf")
    held = Held(page, "**/exports?format=pdf")
    choose_export(page, "PDF")
    held.wait()
    modal.locator("text=Stop").click()
    held.go()
    page.wait_for_selector("#checkout-export", state="hidden")
    # It disappeared without showing a success.
    assert modal.get_attribute("data-state") == "processing"
    page.unroute("**/exports?format=pdf")
    # A short export ends with its file.
    window.go("/documents/3")
    with page.expect_download(timeout=120_000) as download:
        choose_export(page, "TIFF")
    assert download.value.suggested_filename == "Letter-1.tif"
    assert pathlib.Path(download.value.path()).read_bytes()[:2] in (b"II", b"MM")
    # It is only shown briefly.
    page.wait_for_selector("#checkout-export[data-state=success]", state="attached")
    window.until("document.querySelector('#checkout-export').getAnimations({ subtree: true }).length === 0")
    page.wait_for_selector("#checkout-export", state="hidden")
    assert page.url.endswith("/documents/3")
    # A failure shows its reason.
    page.route("**/exports?format=pdf", lambda route: route.fulfill(status=429, content_type="application/problem+json", body=json.dumps({"detail": "The station is busy."})))
    choose_export(page, "PDF")
    page.wait_for_selector("#checkout-export[data-state=failure]")
    assert "The document was not exported\nThe station is busy." in modal.inner_text().replace("\n\n", "\n")
    window.until("document.querySelector('#checkout-export').getAnimations({ subtree: true }).length === 0")
    window.look("export-failure")


@pytest.mark.nightly
def test_exporting_a_deleted_document(open_window, station):
    """FI-5: an export of a document that was deleted in another window reports that, and leads on."""
    make_document(station)
    window = open_window("empty")
    page = window.page
    # Otherwise the screen may be notified of the deletion before anything is exported.
    page.route("**/events", lambda route: route.abort())
    window.go("/documents/1")
    library = page.locator("#checkout-export >> text=Open Library")
    page.route("**/exports?format=pdf", lambda route: route.fulfill(status=429, content_type="application/problem+json", body=json.dumps({"detail": "The station is busy."})))
    choose_export(page, "PDF")
    page.wait_for_selector("#checkout-export[data-state=failure]")
    assert library.is_hidden()
    page.click("#checkout-export >> text=Close")
    # To the trash, and then permanently.
    send(station, "/documents/1/delete")
    send(station, "/documents/1/delete")
    choose_export(page, "TIFF")
    page.wait_for_selector("#checkout-export[data-state=failure]")
    assert "This document does not exist. It may have been deleted." in page.inner_text("#checkout-export")
    library.click()
    page.wait_for_url("**/documents")


def test_network_activity(open_window, station):
    """FI-1: the indicator appears and disappears automatically with traffic."""
    send(station, f"{SESSION}/import", body=PHOTO.read_bytes())
    window = open_window("empty")
    page = window.page
    window.go(f"{SESSION}/pages/1/adjust")
    assert page.locator(".activity").is_hidden()
    held = Held(page, "**/corner")
    page.locator(".handle").first.focus()
    page.keyboard.press("ArrowRight")
    held.wait()
    assert page.locator(".activity").is_visible()
    bar = box(page, ".activity")
    assert bar["y"] == 0 and bar["width"] == page.viewport_size["width"]
    held.go()
    window.until("document.querySelector('.activity').hidden")


@pytest.mark.nightly
def test_progress_over_events(station):
    """FI-11: event listeners get the progress of jobs, which is the same for programs and pages."""
    make_document(station)
    # States during processing by the listener are merged: use enough pages for some of them on a busy machine.
    copy(station, 1, pages=16)
    told, hears = [], threading.Event()

    def listen():
        with urllib.request.urlopen(station.address + "/events", timeout=120) as stream:
            kind = None
            for line in stream:
                hears.set()
                if line.startswith(b"event: "):
                    kind = line[7:].strip()
                elif line.startswith(b"data: ") and kind == b"job":
                    told.append(json.loads(line[6:]))
                    if told[-1]["state"] != "running":
                        return

    listener = threading.Thread(target=listen)
    listener.start()
    assert hears.wait(60)
    request = urllib.request.Request(station.address + "/api/documents/2/exports?format=tiff", b"", method="POST")
    with urllib.request.urlopen(request) as answer:
        job = json.load(answer)
    listener.join(120)
    counts = [state["completed"] for state in told]
    assert counts == sorted(counts) and len(set(counts)) > 3 and counts[-1] == 16
    assert {state["id"] for state in told} == {job["id"]} and told[-1]["state"] == "done"
    with urllib.request.urlopen(station.address + told[-1]["file"]) as answer:
        assert answer.read()[:2] in (b"II", b"MM")


def test_relative_times(open_window, station):
    """TD-7, TD-14: relative times, with the exact time next to them, have the same wording everywhere."""
    database = sqlite3.connect(station.folder / "library.sqlite")
    for name, age in (("Phone", 300), ("Tablet", 3 * 86_400)):
        at = time.strftime("%Y-%m-%d %H:%M:%S.000", time.gmtime(time.time() - age))
        database.execute("INSERT INTO device (name, token, activated) VALUES (?, ?, ?)", (name, name, at))
    database.commit()
    database.close()
    window = open_window()
    for arguments, texts in (((), {"5 minutes ago", "3 days ago"}), (("--short-times",), {"5 min ago", "3 d ago"})):
        if arguments:
            station.kill()
            station.start(*arguments)
        window.go("/devices")
        times = window.page.locator("time")
        assert set(times.all_inner_texts()) == texts
        for moment in times.all():
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", moment.get_attribute("datetime"))
            assert re.search(r"\d:\d\d [AP]M$", moment.get_attribute("title"))


@pytest.mark.nightly
def test_clock_of_the_station(open_window, station, monkeypatch):
    """TD-5, TD-15: the clock's hours, time zone and locale are settings of the station, independent of the machine; the profile changes them."""
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    make_document(station)
    database = sqlite3.connect(station.folder / "library.sqlite")
    database.execute("UPDATE document SET title = 'Letter', captured = '2026-02-03 20:05:00.000'")
    database.commit()
    database.close()
    window = open_window()
    page = window.page

    def written(*arguments):
        station.kill()
        station.start(*arguments)
        window.go("/documents/1")
        return page.locator(".object time").inner_text()

    assert written("--hours", "24", "--time-zone", "UTC") == "Feb 3, 2026, 20:05"
    assert written("--hours", "24", "--time-zone", "Asia/Tokyo", "--locale", "en-GB") == "4 Feb 2026, 05:05"
    assert written() == "Feb 4, 2026, 9:05 AM"
    # All screens use the same clock.
    written("--hours", "24")
    for path in ("/documents", "/documents/1", "/profile", "/profile/activity"):
        window.go(path)
        shown = page.locator("main").inner_text()
        assert not re.search(r"\d [AP]M\b", shown), path
        if path != "/profile/activity":
            assert re.search(r"\b[0-2]\d:[0-5]\d\b", shown), path
    window.go("/profile")
    page.select_option("#zone", "Europe/Berlin")
    page.select_option("#locale", "en-GB")
    page.select_option("#hours", "twelve")
    page.select_option("#wording", "short")
    window.look("profile-settings")
    page.click("form[action='/profile/clock'] button")
    page.wait_for_selector(".toast >> text=Dates and times saved")
    assert page.locator(".settings .hint >> text=Example").inner_text().endswith("· 5 min ago")
    window.go("/documents/1")
    assert page.locator(".object time").inner_text() == "3 Feb 2026, 9:05 PM"
    # The choice counts, also after a restart.
    assert written("--hours", "24", "--time-zone", "UTC") == "3 Feb 2026, 9:05 PM"
