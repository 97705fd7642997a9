"""Imports from every screen: files stay as they came, say what went wrong, and ask about unsure crops."""

import json
import sqlite3

import pytest

import clips

PDF = b"""%PDF-1.4
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Count 1 /Kids [3 0 R] >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>
endobj
4 0 obj
<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>
endobj
5 0 obj
<< /Length 44 >>
stream
BT /F1 24 Tf 40 300 Td (Gas bill 2026) Tj ET
endstream
endobj
trailer
<< /Size 6 /Root 1 0 R >>
"""


@pytest.mark.parametrize("size", ["compact", "regular"])
def test_original(open_window, size):
    """KF-1, KF-5: an imported PDF keeps its name, and is exported as it came."""
    window = open_window("empty", size=size)
    page = window.page
    window.go("/documents")
    page.set_input_files(".import input[type=file]", [{"name": "Gas bill.pdf", "mimeType": "application/pdf", "buffer": PDF}])
    page.wait_for_selector("text=Scan 1 of 1")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("h1 >> text=Gas bill")
    page.get_by_role("button", name="Export").click()
    window.look("document-export-original")
    with page.expect_download() as download:
        page.get_by_role("link", name="Original").click()
    assert download.value.suggested_filename == "Gas bill.pdf"
    assert download.value.path().read_bytes() == PDF


def test_each_says_what_did_not_come(open_window):
    """KF-8: each file that cannot be saved or begun is named with the station's reason, and the others go on."""
    window = open_window("empty", size="compact")
    page = window.page
    window.go("/documents")
    full = json.dumps({"title": "The disk is full", "detail": "The disk is full. Free some space.", "level": "app", "status": 500})
    calls = []

    def refuse_second(route):
        calls.append(route.request.url)
        if len(calls) == 2:
            route.fulfill(status=500, content_type="application/problem+json", body=full)
        else:
            route.continue_()

    page.route("**/save", refuse_second)
    files = [clips.PICTURES / f"{name}.jpg" for name in ("form-stripes", "letter-wood", "receipt-tiles")]
    page.set_input_files(".import input[type=file]", files)
    page.get_by_role("button", name="Separate Documents").click()
    page.wait_for_selector(".banner", state="visible")
    assert "1 file was not imported" in page.locator(".banner").inner_text()
    page.click(".banner >> text=Show Details")
    assert page.locator("#import-messages li").all_inner_texts() == ["letter-wood.jpg: The disk is full. Free some space."]
    page.keyboard.press("Escape")
    page.wait_for_selector("#list li >> text=receipt-tiles")
    assert page.locator("#list li >> text=form-stripes").count() == 1
    page.unroute("**/save")
    # A draft that cannot begin.
    page.route("**/scan?new=", lambda route: route.fulfill(status=500, content_type="application/problem+json", body=full))
    page.set_input_files(".import input[type=file]", files[:2])
    page.get_by_role("button", name="One Document").click()
    page.wait_for_selector(".banner >> text=2 files were not imported")
    window.errors.clear()


@pytest.mark.parametrize("size", ["compact", "regular"])
def test_check_the_crop(open_window, station, size):
    """KF-7: a page that is unsure shows its outline, and one tap crops it."""
    window = open_window("empty", size=size)
    page = window.page
    window.go("/documents")
    page.set_input_files(".import input[type=file]", [clips.PICTURES / "letter-wood.jpg"])
    page.wait_for_selector("text=Scan 1 of 1")
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("h1 >> text=letter-wood")
    # As after the import of a picture whose page is faint.
    library = sqlite3.connect(station.folder / "library.sqlite")
    with library:
        library.execute("INSERT INTO unsure_crop SELECT original, corners FROM page")
        library.execute("UPDATE page SET corners = NULL")
    library.close()
    page.reload()
    window.look("document-check-the-crop")
    page.get_by_role("link", name="Check the Crop").click()
    page.wait_for_selector(".crop-outline polygon")
    window.look("page-check-the-crop")
    page.wait_for_selector(".page-frame img")
    box = page.locator(".page-frame img").bounding_box()
    outline = page.locator(".crop-outline").bounding_box()
    assert all(abs(box[side] - outline[side]) <= 2 for side in box)
    page.get_by_role("button", name="Crop").click()
    page.wait_for_selector("text=Page cropped")
    assert page.get_by_role("link", name="Check the Crop").count() == 0
    window.go("/documents?check=yes")
    assert page.locator("#list li").count() == 0
