"""Saved documents: their pages are edited in a draft, moved to another document, and restored; the trash is emptied."""

import json
import urllib.request

import pytest

import clips
from conftest import Held, in_one_view

PAGES = [(clips.PICTURES / f"{name}.jpg").read_bytes() for name in ("letter-wood", "form-stripes", "list-wood")]


def ask(station, path, body=b"", method="POST"):
    return urllib.request.urlopen(urllib.request.Request(station.address + path, data=body, method=method)).read()


# Drags the first scan of the strip behind the second one.
QUICK_DRAG = """() => {
  const strip = document.querySelector(".strip"), [first, second] = strip.querySelectorAll("li");
  const { left, width, top } = second.getBoundingClientRect();
  const options = { bubbles: true, cancelable: true, clientX: left + width - 2, clientY: top + 20, dataTransfer: new DataTransfer() };
  first.querySelector("a").dispatchEvent(new DragEvent("dragstart", options));
  second.dispatchEvent(new DragEvent("drop", options));
  first.querySelector("a").dispatchEvent(new DragEvent("dragend", options));
}"""


@pytest.fixture
def document(station):
    """Document 1 has three pages."""
    for picture in PAGES:
        ask(station, "/api/documents?title=Rent", picture)
    ask(station, "/documents/selection/merge", b"documents=1,2,3")
    return station


@in_one_view
def test_edit(open_window, document, theme, size):
    """PG-1, PG-2, PG-4, PG-6, PG-7: the pages of a saved document are rotated, deleted and saved, moved to a new document, and restored
    from the notices; concurrent changes are reported."""
    window = open_window(theme=theme, size=size)
    page = window.page
    pages = lambda: page.locator(".sheets img").evaluate_all("pictures => pictures.map((picture) => picture.getAttribute('src'))")
    window.go("/documents/1")
    before = pages()
    assert len(before) == 3
    window.look("document-pages")

    page.get_by_role("button", name="Edit Pages").click()
    page.wait_for_selector("st-pager")
    shown = lambda: page.locator("img.scan").get_attribute("src")
    former = shown()
    page.click("#rotate")
    window.until("former => document.querySelector('img.scan').getAttribute('src') !== former", former)
    # All pages at once.
    page.click("#all-pages")
    page.wait_for_selector("#all-pages[aria-pressed=true]")
    page.click("#filter-grayscale")
    window.until("document.querySelector('#filter-grayscale').getAttribute('aria-pressed') === 'true'")
    window.look("gallery-edit")
    # By dragging: the first one behind the last one, and then beyond the end of the strip, which changes nothing.
    strip = lambda: page.locator(".strip a").evaluate_all("items => items.map((item) => item.dataset.path.split('/').pop())")
    assert strip() == ["1", "2", "3"]
    # A quick drag, for which the browser reports no position in between.
    # The strip shows the order at once; the next drag is for the screen that the station answers with.
    page.evaluate("window.isFormer = true")
    page.evaluate(QUICK_DRAG)
    window.until("!window.isFormer && document.querySelector('st-pager')?.stay !== undefined")
    assert strip() == ["2", "1", "3"]
    page.wait_for_selector(".strip li:nth-child(2) [aria-current]")
    page.evaluate(QUICK_DRAG)
    window.until("[...document.querySelectorAll('.strip a')].map((item) => item.dataset.path.split('/').pop()).join() === '1,2,3'")
    page.wait_for_selector(".strip li:nth-child(2) [aria-current]")
    last = page.locator(".strip li").last.bounding_box()
    page.locator(".strip li").first.drag_to(page.locator(".strip li").last, target_position={"x": last["width"] - 2, "y": 20})
    window.until("[...document.querySelectorAll('.strip a')].map((item) => item.dataset.path.split('/').pop()).join() === '2,3,1'")
    page.wait_for_selector(".strip li:last-child [aria-current]")
    page.locator(".strip li").first.drag_to(page.locator("img.scan"))
    assert strip() == ["2", "3", "1"]
    # Close and continue.
    page.get_by_role("link", name="Close", exact=True).click()
    page.get_by_role("button", name="Continue Editing").click()
    page.wait_for_selector("st-pager")
    page.locator(".strip a").first.click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Save (2)").click()
    window.wait_for_toast("Document saved")
    after = pages()
    assert len(after) == 2 and not {address.split("?")[1] for address in after} & {address.split("?")[1] for address in before}
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert pages() == before

    # Some pages can become a new document, but not all of them.
    boxes, split = page.locator(".sheets input"), page.locator("[data-splits]")
    assert not split.is_visible()
    for number in range(3):
        boxes.nth(number).check()
    assert not split.is_visible()
    boxes.nth(0).uncheck()
    window.look("document-pages-selected")
    split.click()
    window.wait_for_toast("2 pages moved here")
    assert page.locator("h1").inner_text() == "Rent (2)" and len(pages()) == 2
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.url.endswith("/documents/1") and pages() == before

    # Another browser is faster.
    page.get_by_role("button", name="Edit Pages").click()
    page.wait_for_selector("st-pager")
    former = shown()
    page.click("#rotate")
    window.until("former => document.querySelector('img.scan').getAttribute('src') !== former", former)
    ask(document, "/api/documents?title=More", PAGES[0])
    ask(document, "/documents/selection/merge", b"documents=1,5")
    page.get_by_role("button", name="Save (3)").click()
    page.wait_for_selector(".message-strip >> text=The document has changed since you began.")
    window.look("gallery-outdated")
    page.get_by_role("button", name="Save as New Document").click()
    window.wait_for_toast("Document saved")
    assert page.url.endswith("/documents/6") and len(pages()) == 3
    assert json.loads(ask(document, "/api/documents/1", None, "GET"))["pageCount"] == 4


def test_screen_that_is_gone_while_a_form_is_on_its_way(open_window, document):
    """PG-4: an undo is reported even if the screen has learned meanwhile that its document is deleted."""
    window = open_window(theme="dark", size="compact")
    page = window.page
    window.go("/documents/1")
    for number in range(2):
        page.locator(".sheets input").nth(number).check()
    page.click("[data-splits]")
    window.wait_for_toast("2 pages moved here")
    screen, undo = Held(page, page.url), Held(page, "**/undo/**")
    page.evaluate("""() => {
      import('/web/swap.js').then(({ refresh }) => refresh(location.href)).then(() => fetch('/web/swap.js?heard'));
    }""")
    screen.wait()
    # A click waits without limit for the next screen, which the test delays.
    page.click(".toast button", no_wait_after=True)
    undo.wait()
    # The station has completed it, and the response is in flight when the screen learns that the station is
    # unreachable.
    [route] = undo.routes
    answer = route.fetch(max_redirects=0)
    # Only a request shows when that happens: while a form is being sent, evaluations on the page wait for the next
    # one.
    with page.expect_request("**?heard"):
        screen.go()
    route.fulfill(response=answer)
    window.wait_for_toast("Change undone")
    assert page.url.endswith("/documents/1")


@pytest.mark.nightly
@in_one_view
def test_keys(open_window, document, theme, size):
    """DS-35, DS-41: keyboard actions keep the focus in place, and a key undoes them; no notice covers the page."""
    window = open_window(theme=theme, size=size)
    page = window.page
    focused = lambda: page.evaluate("document.activeElement.id")
    window.go("/documents/1")
    page.locator(".sheets input").first.check()
    window.look("document-pages-one-selected")
    if size == "compact":
        bar, tabs = page.locator(".page-bar").bounding_box(), page.locator(".tabs").bounding_box()
        assert bar["y"] + bar["height"] <= tabs["y"] + 1
    page.locator(".sheets input").first.uncheck()
    page.get_by_role("button", name="Edit Pages").click()
    page.wait_for_selector("st-pager")
    assert "Rent" in page.locator("h1").inner_text() and "1 of 3" in page.locator("h1").inner_text()
    page.focus("#move-right")
    page.keyboard.press("Enter")
    page.wait_for_selector(".strip li:nth-child(2) [aria-current]")
    assert focused() == "move-right"
    page.keyboard.press("Enter")
    page.wait_for_selector(".strip li:nth-child(3) [aria-current]")
    # It cannot move further.
    assert focused() == "selected"
    page.focus("#delete-page")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast >> text=Page 3 deleted")
    assert focused() == "delete-page"
    toast, stage = page.locator(".toast").bounding_box(), page.locator(".stage").bounding_box()
    assert toast["y"] + toast["height"] <= stage["y"] + 1 and toast["y"] >= page.locator(".bar.top").bounding_box()["y"]
    window.look("gallery-edit-deleted")
    # Undo is the first reachable element, and has a key.
    assert page.locator(".toast button").evaluate("button => button === [...document.querySelectorAll('a[href], button')][1]")
    page.keyboard.press("Control+z")
    page.wait_for_selector(".strip li:nth-child(3) [aria-current]")
    assert focused() == "selected"
    # Going back leads to the existing page, and from a deleted one to the others.
    for _ in range(3):
        page.click("#delete-page")
    page.wait_for_selector("text=No pages left")
    window.look("gallery-edit-empty")
    page.go_back()
    page.wait_for_selector("text=No pages left")
    page.locator(".tools").get_by_role("button", name="Undo").click()
    page.wait_for_selector("img.scan")
    assert page.locator(".strip li").count() == 1


@in_one_view
def test_merge(open_window, station, theme, size):
    """The order of merged documents is shown in advance and can be changed."""
    for title in ("One", "Two", "Three"):
        ask(station, f"/api/documents?title={title}", PAGES[0])
    window = open_window(theme=theme, size=size)
    page = window.page
    order = lambda: page.locator("[data-merged] .headline").all_inner_texts()
    window.go("/documents?sort=title")
    page.click("[data-selects]")
    page.locator("#list .select").first.click()
    assert page.locator("[data-opens=merge]").is_disabled()
    page.locator("#list .select").last.click()
    page.click("[data-opens=merge]")
    assert order() == ["One", "Two"]
    page.locator("[data-earlier]").last.click()
    assert order() == ["Two", "One"]
    window.look("list-merge")
    page.click("[data-merges]")
    page.wait_for_selector(".toast >> text=2 documents merged into one")
    assert page.locator("#list .cell .headline").all_inner_texts() == ["Three", "Two"]


@in_one_view
def test_trash(open_window, station, theme, size):
    """PG-9: the selected documents, or all, are deleted from the trash after a confirmation."""
    for title in ("One", "Two", "Three"):
        ask(station, f"/api/documents?title={title}", PAGES[0])
    ask(station, "/documents/selection/delete", b"documents=1,2,3")
    window = open_window(theme=theme, size=size)
    page = window.page
    titles = lambda: page.locator(".documents .cell .headline").all_inner_texts()
    window.go("/documents?trash=yes&sort=title")
    assert titles() == ["One", "Three", "Two"]
    window.look("trash")
    page.click("[data-selects]")
    page.locator("#list .select").nth(1).click()
    page.locator(".selection-bar [data-opens=purge]").click()
    window.look("trash-purge")
    page.locator("#purge").get_by_role("button", name="Cancel").click()
    page.locator(".selection-bar [data-opens=purge]").click()
    page.locator("#purge").get_by_role("button", name="Delete Forever").click()
    page.wait_for_selector(".toast >> text=1 document deleted")
    assert titles() == ["One", "Two"] and not page.locator("dialog[open]").count()
    page.get_by_role("button", name="Empty Trash").click()
    assert "2 documents will be deleted with their pages. This cannot be undone." in page.locator("#empty-trash").inner_text()
    window.look("trash-empty")
    page.locator("#empty-trash").get_by_role("button", name="Empty Trash").click()
    window.wait_for_toast("2 documents deleted")
    assert titles() == []
