"""Documents that are created and changed in forms."""

import json
import urllib.parse
import urllib.request

import pytest

import clips
from conftest import in_one_view

LETTER = clips.PICTURES / "letter-wood.jpg"


def ask(station, method, path, body=None):
    return urllib.request.urlopen(urllib.request.Request(station.address + path, data=body, method=method)).read()


@pytest.fixture
def filed(station):
    """Returns a document, and enough tags for a searchable list."""
    document = json.loads(ask(station, "POST", "/api/documents?title=Gas", LETTER.read_bytes()))
    tags = [f"tag {number}" for number in range(12)]
    ask(station, "PATCH", f"/api/documents/{document['id']}", json.dumps({"folder": ["Home"], "tags": tags}).encode())
    return station


@in_one_view
def test_new_document(open_window, filed, theme, size):
    """CE-3, CE-6, CE-8, CE-12, CR-7, CR-9, CR-11: a new document is entered: missing values are reported before it is sent, values are chosen from lists that are pushed over
    the form, and files are shown."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    page.click("a[aria-label='New Document']")
    page.wait_for_selector("#new[open]")
    window.look("document-new")
    # An empty form closes immediately.
    page.keyboard.press("Escape")
    page.locator("#new").wait_for(state="hidden")
    assert page.url.endswith("/documents")
    window.go("/documents/new")

    page.click("#new [data-saves]")
    assert page.locator("#error-title").inner_text() == "Enter a title."
    assert page.locator("#error-attachments").inner_text() == "Add a picture, a PDF or another file."
    assert page.locator("#title").evaluate("e => e === document.activeElement && e.getAttribute('aria-invalid') === 'true'")
    window.look("document-new-missing")
    page.fill("#title", "Power")
    assert not page.locator("#error-title").is_visible()

    # A list slides over the form; its title is the cell's, and Back replaces Cancel.
    page.click("#field-tags")
    values = page.locator(".value-list:visible")
    assert values.evaluate("e => getComputedStyle(e).animationName") == "push-values"
    window.until("document.getAnimations().length === 0")
    assert values.locator(".headline").inner_text() == "Tags" and values.locator("[type=checkbox]").count() == 12
    back, cancel = values.locator("[data-backs]").bounding_box(), page.locator("#new [data-closes]")
    assert not values.get_by_role("button", name="Apply").count()
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('[data-backs]') !== null", [back["x"] + 20, back["y"] + 20])
    field = values.locator("[data-narrows]")
    assert not field.is_visible()
    values.get_by_role("button", name="Search").click()
    field.fill("tag 11")
    assert values.locator("[data-values] li:visible").all_inner_texts() == ["tag 11"]
    values.locator("li:visible label").click()
    field.fill("")
    window.look("value-list")
    page.keyboard.press("Escape")
    assert page.locator("#new").is_visible() and page.locator("#field-tags").evaluate("e => e === document.activeElement")
    assert page.locator("#field-tags [data-chosen]").inner_text() == "tag 11"
    page.click("#field-tags")
    assert values.locator("[data-selected] li").all_inner_texts() == ["tag 11"]
    values.locator("[data-backs]").click()
    page.click("#field-folder")
    assert values.locator("[type=radio]").count() == 2
    values.locator("label", has_text="Home").click()
    values.locator("[data-backs]").click()

    page.set_input_files("#field-attachments", [{"name": "letter-wood.jpg", "mimeType": "image/jpeg", "buffer": LETTER.read_bytes()}, {"name": "note.txt", "mimeType": "text/plain", "buffer": b"Hello"}])
    assert page.locator(".files .text").all_inner_texts() == ["letter-wood.jpg", "note.txt"]
    page.locator(".files .file").first.click()
    window.until("document.querySelector('.file-preview img')?.naturalWidth > 0")
    window.look("file-preview")
    page.locator(".file-preview button").click()
    assert page.locator(".file-preview").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("#new-discard").is_visible()
    page.click("#new-discard button[autofocus]")
    # A refused form keeps its entries and files.
    ask(filed, "PATCH", "/api/documents/1", b'{"serial": 77}')
    page.fill("[name=serial]", "77")
    page.click("#new [data-saves]")
    page.get_by_text("Another document has the number 77.").wait_for()
    assert page.locator("#field-attachments").evaluate("e => e.files.length") == 2
    page.fill("[name=serial]", "78")
    # Pasted text is not truncated.
    page.locator("#field-note").focus()
    page.keyboard.insert_text("x" * 4001)
    page.click("#new [data-saves]")
    assert page.locator("#error-note").inner_text() == "Shorten this to 4,000 characters."
    page.fill("#field-note", "short")
    page.click("#new [data-saves]")
    window.wait_for_toast("Document created")
    assert page.locator("h1").inner_text() == "Power" and page.locator(".sheets img").count() == 1
    assert "note.txt" in page.locator("main").inner_text()
    made = json.loads(ask(filed, "GET", "/api/documents/2"))
    assert len(made["tags"]) == 1 and made["folder"] == 1


@pytest.mark.nightly
@in_one_view
def test_form(open_window, filed, theme, size):
    """CE-5, CE-6, CE-7, CE-10, CE-11, CE-15, CR-1, CR-2, CR-8, OD-8: the form fills a compact window and is a sheet in a regular one; cells match the kind of their data."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents/1")
    window.look("document")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Measure all at the same time, because some may come or go.
    boxes = page.locator(".titlebar").evaluate("""bar => [...bar.querySelectorAll("button")].map(each => each.getBoundingClientRect())
      .filter(each => each.width > 0).map(({y, height}) => ({y, height}))""")
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 2 and all(box["height"] >= 44 for box in boxes)
    window.go("/documents/new")
    dialog = page.locator("#new")
    window.until("document.getAnimations().length === 0")
    box, view = dialog.bounding_box(), page.viewport_size
    assert (box["width"] == view["width"] and box["height"] == view["height"]) == (size == "compact")
    # A single "+" opens it beside the button.
    assert (box["x"] + box["width"] > view["width"] - 60 and box["y"] < 120) or size == "compact"
    left, title, right = (dialog.locator(f"header > {each}").bounding_box() for each in ("[data-closes]", "h2", "[data-saves]"))
    assert left["x"] < title["x"] < right["x"]
    assert page.locator("#title").get_attribute("placeholder") == "Title"
    height = page.locator("#title").bounding_box()["height"]
    page.fill("#title", "A title " * 14)
    assert page.locator("#title").bounding_box()["height"] == height
    # A note that is not the last cell scrolls.
    note = page.locator("#field-note")
    height = note.bounding_box()["height"]
    note.fill("line\n" * 30)
    assert note.bounding_box()["height"] == height and note.evaluate("e => e.scrollHeight > e.clientHeight + 100")
    # Segments are in one row; one is selected.
    page.locator("#new .segments label", has_text="Inbox").click()
    assert page.locator("#new .segments input:checked").count() == 1
    # An active switch reveals a field with today's date.
    assert not page.locator("#field-due").is_visible()
    page.get_by_role("switch", name="Due date").check()
    assert page.input_value("#field-due") == page.evaluate("(() => { const d = new Date(); return [d.getFullYear(), String(d.getMonth() + 1).padStart(2, '0'), String(d.getDate()).padStart(2, '0')].join('-'); })()")
    page.get_by_role("switch", name="Keep until").check()
    page.locator("#new .duration input").fill("0")
    page.click("#new [data-saves]")
    assert page.locator("#error-keepFor").inner_text() == "Enter a number from 1 to 100."
    page.locator("#field-keepFor").scroll_into_view_if_needed()
    window.look("form-cells")
    page.keyboard.press("Escape")
    page.click("#new-discard [data-discards]")
    # The label of a short text is above it, or beside it if there is space.
    window.go("/documents/tags/new")
    window.until("document.getAnimations().length === 0")
    label, field = page.locator("label[for=field-name]").bounding_box(), page.locator("#field-name").bounding_box()
    assert (field["y"] >= label["y"] + label["height"]) == (size == "compact")
    assert (field["x"] >= label["x"] + label["width"]) == (size == "regular")
    window.look("tag-new")


@pytest.mark.nightly
@in_one_view
def test_two_browsers(open_window, filed, theme, size):
    """A person who saves a form after another change is informed, keeps the entries, and replaces the other change only after confirmation."""
    first, second = open_window(theme=theme, size=size), open_window(theme=theme, size=size)
    for window in (first, second):
        window.go("/documents/1")
        window.page.click("[data-opens=edit]")
    first.page.fill("#title", "Gas of May")
    first.page.click("#edit [data-saves]")
    first.wait_for_toast("Document saved")
    second.page.fill("#title", "Gas bill")
    second.page.fill("#field-note", "Paid")
    second.page.click("#edit [data-saves]")
    second.page.wait_for_selector("[role=alert] >> text=Somebody else has changed this document.")
    second.look("form-outdated")
    assert second.page.input_value("#title") == "Gas bill" and second.page.input_value("#field-note") == "Paid"
    assert json.loads(ask(filed, "GET", "/api/documents/1"))["title"] == "Gas of May"
    second.page.click("#edit [data-saves]")
    second.wait_for_toast("Document saved")
    assert second.page.locator("h1").inner_text() == "Gas bill" and second.page.locator(".note").inner_text() == "Paid"


@pytest.mark.nightly
@in_one_view
def test_split(open_window, filed, theme, size):
    """CR-8: a slider sets the number of pages of each document after a split."""
    for _ in range(2):
        ask(filed, "POST", "/api/documents?title=More", LETTER.read_bytes())
    ask(filed, "POST", "/documents/selection/merge", b"documents=1,2,3")
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents/1")
    page.click("[data-opens=split]")
    assert page.locator("#split output").inner_text() == "2: 2 documents, pages 1–2, 3"
    page.locator("#split input[type=range]").press("ArrowLeft")
    assert page.locator("#split output").inner_text().startswith("1: 3 documents")
    window.look("split")
    page.click("#split [data-saves]")
    window.wait_for_toast("Split into 3 documents")
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.locator("h1").inner_text() == "Gas" and page.locator(".sheets img").count() == 3


def test_unsaved_entries(open_window, filed):
    """CR-9, MO-13: a link, Back or a reload asks before entries are lost; without the station, errors are shown over the form."""
    window = open_window(size="compact")
    page = window.page
    asked = []
    page.on("dialog", lambda dialog: asked.append(dialog.type))
    window.go("/documents/1")
    page.get_by_role("button", name="Edit", exact=True).click()
    page.fill("#title", "Gas and light")
    page.context.set_offline(True)
    page.click("#edit [data-saves]")
    notice = page.locator(".notice")
    notice.wait_for()
    assert notice.evaluate("e => { const box = e.getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).closest('.notice') !== null; }")
    window.look("form-without-station")
    page.context.set_offline(False)
    page.reload()
    assert asked == ["beforeunload"]
    # Both saving and discarding continue.
    page.get_by_role("button", name="Edit", exact=True).click()
    page.fill("#title", "Gas and light")
    page.click("#edit [data-saves]")
    page.wait_for_selector("h1 >> text=Gas and light")
    page.get_by_role("button", name="Edit", exact=True).click()
    page.fill("#title", "Power")
    page.keyboard.press("Escape")
    page.click("#edit-discard [data-discards]")
    page.locator("#edit").wait_for(state="hidden")
    window.go("/documents")
    assert asked == ["beforeunload"]


@pytest.mark.nightly
def test_small_phones(open_window, filed):
    """LR-6: in German too, the button for searching covers no action of a document."""
    window = open_window(size="compact")
    page = window.page
    window.go("/profile")
    page.select_option("#screen-language", "de")
    page.click("form[action='/profile/language'] button")
    page.wait_for_selector("html[lang=de]")
    window.go("/documents/1")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 700})
        search = page.locator(".search-entry").bounding_box()
        actions = page.locator(".titlebar .button:visible").all()
        assert actions, width
        for action in actions:
            box = action.bounding_box()
            assert box["x"] + box["width"] <= search["x"] + 1 or box["y"] >= search["y"] + search["height"], (width, action.inner_text())
        window.look(f"document-german-{width}")
