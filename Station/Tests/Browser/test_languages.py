"""Screens in German, whose words are longer. IDs are those of the requirements."""

import urllib.parse

import pytest

import clips
from test_layout import Screens


@pytest.mark.nightly
@pytest.mark.parametrize("kind", ["touched", "desk"])
def test_german(open_window, kind):
    """Choosing German in the profile applies to every screen and the live channel, and nothing is truncated."""
    window = open_window("still", size="compact" if kind == "touched" else "regular", touch=kind == "touched")
    page = window.page
    screens = Screens(window, [(390, 844)] if kind == "touched" else [(1440, 900)], "de")
    window.go("/profile")
    page.select_option("#screen-language", "de")
    page.click("form[action='/profile/language'] button")
    page.wait_for_selector("text=Sprache gespeichert")
    assert page.locator("html").get_attribute("lang") == "de"
    window.look("german-profile")
    window.go("/scan")
    window.wait_for_pages(1)
    window.until("document.querySelectorAll('.moving').length === 0 && document.querySelector('.thumbnail img').naturalWidth > 0")
    page.wait_for_selector(".prompt:has-text('Schon als Seite 1 gescannt')")
    screens.look("german-scanner", is_covering=True)
    window.look("german-scanner")
    page.click(".thumbnail")
    page.wait_for_selector("h1:has-text('1 von 1')")
    assert window.at_rest("h1")["height"] < 30
    window.until("document.querySelector('.stage .scan').naturalWidth > 0")
    screens.look("german-gallery", is_covering=True)
    window.look("german-gallery")
    page.click(".tools >> text=Anpassen")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")
    screens.look("german-adjust", is_covering=True)
    photo = (clips.PICTURES / "form-stripes.jpg").read_bytes()
    title = urllib.parse.quote("Mietvertrag über die Räume im Haus am Fluss")
    assert page.request.post(f"{window.station.address}/api/documents?title={title}", data=photo, headers={"Content-Type": "image/jpeg"}).ok
    for name in ("documents", "documents/1", "devices", "ar", "drafts", "welcome"):
        window.go(f"/{name}")
        window.until("[...document.querySelectorAll('main img')].every(image => image.naturalWidth > 0 || image.loading === 'lazy')")
        screens.look(f"german-{name.replace('/', '-')}")


def test_browser_asks(open_window):
    """A browser that requests German gets it, and files that cannot be imported are rejected in German."""
    window = open_window(camera="absent")
    page = window.page
    page.set_extra_http_headers({"Accept-Language": "de-AT,de;q=0.9,en;q=0.4"})
    window.go("/documents")
    assert page.locator("h1").inner_text() == "Bibliothek"
    page.set_input_files("input[name=files]", {"name": "leer.png", "mimeType": "image/png", "buffer": b""})
    page.wait_for_selector("text=Diese Datei ist leer.", state="attached")
    assert page.locator("html").get_attribute("lang") == "de"
