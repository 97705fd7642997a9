"""Every screen in windows of all widths, in portrait and landscape. IDs are those of the requirements."""

import urllib.parse

import pytest

import clips
from conftest import SHOTS

# Phones and tablets with touch, and desktops; small ones first.
WINDOWS = {
    "touched": [(320, 568), (568, 320), (360, 740), (740, 360), (390, 844), (844, 390)],
    "desk": [(768, 1024), (1024, 768), (1440, 900), (1920, 1080), (1080, 1920)],
}

# Finds usability problems: controls outside the window or clipped by it, and pages wider than it. Scrolling content
# and content for screen readers are exempt.
OUTSIDE = """() => {
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const found = [...document.querySelectorAll("a, button, select, input, h1, h2")].filter((element) => {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 3 || element.closest(".hidden, .skip, [inert]")) return false;
    return (box.left < -1 || box.right > innerWidth + 1) && !scrolls(element);
  }).map((element) => element.outerHTML.slice(0, 120));
  if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return found;
}"""

# Finds controls of a non-scrolling full-window screen that overlap each other or the prompt, or are below the window.
COVERED = """() => {
  const prompt = document.querySelector(".prompt:not(:empty)")?.getBoundingClientRect();
  const meets = (box) => prompt && box.left < prompt.right && box.right > prompt.left && box.top < prompt.bottom && box.bottom > prompt.top;
  return [...document.querySelectorAll("a, button, select")].filter((element) => {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility({ visibilityProperty: true }) || box.width < 3 || element.closest(".hidden, .skip, [inert], .strip, .filters, .toasts")) return false;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !hit || !(element.contains(hit) || hit.contains(element)) || meets(box);
  }).map((element) => element.outerHTML.slice(0, 120));
}"""


class Screens:
    """Checks a screen in windows of several sizes. A resized window, as by rotating a phone, shows the same as a new one."""

    def __init__(self, window, sizes, language):
        self.window, self.sizes, self.language = window, sizes, language
        self.take_size(*self.sizes[0])

    def take_size(self, width, height):
        self.window.page.set_viewport_size({"width": width, "height": height})

    def look(self, name, is_covering=False):
        """Checks that the screen fits. One that covers the window (`is_covering`) has no overlapping controls, and its page is visible."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        for width, height in self.sizes:
            self.take_size(width, height)
            self.window.next_picture()
            self.window.until("document.readyState === 'complete' && document.getAnimations().every(each => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity)")
            self.window.take_picture(SHOTS / f"layout-{width}x{height}-{self.language}-{name}.png")
            where = f"{name}, {width} × {height}"
            outside = self.window.page.evaluate(OUTSIDE)
            assert not outside, f"{where}: {outside}"
            if is_covering:
                covered = self.window.page.evaluate(COVERED)
                assert not covered, f"{where}: {covered}"
            if name == "gallery":
                assert self.window.page.locator(".stage .scan").bounding_box()["height"] > 0.3 * height, where
        self.take_size(*self.sizes[0])


# German words are longer: small windows show whether they fit.
@pytest.mark.parametrize("kind,language", [("touched", "en"), *(pytest.param(*each, marks=pytest.mark.nightly) for each in [("desk", "en"), ("touched", "de")])])
def test_layout(open_window, films, kind, language):
    """DS-17: nothing of a screen is truncated or covered, whatever the window's size."""
    window = open_window("still", size="compact" if kind == "touched" else "regular", touch=kind == "touched")
    page = window.page
    page.set_extra_http_headers({"Accept-Language": language})
    screens = Screens(window, WINDOWS[kind], language)
    window.go("/documents")
    screens.look("library-empty")
    window.go("/scan")
    window.wait_for_pages(1)
    window.until("document.querySelectorAll('.moving').length === 0 && document.querySelector('.thumbnail img').naturalWidth > 0")
    screens.look("scanner", is_covering=True)
    window.station.kill()
    window.station.start("--camera", str(films / "still.mjpeg"), "--camera", str(films / "empty.mjpeg"))
    window.go("/scan?source=0")
    window.until("document.querySelector('[data-cameras]').value === '0' && document.querySelector('.prompt').textContent !== ''")
    screens.look("scanner-cameras", is_covering=True)
    page.click(".thumbnail")
    page.wait_for_selector(".gallery h1")
    window.until("document.querySelector('.stage .scan').naturalWidth > 0")
    screens.look("gallery", is_covering=True)
    page.click(".tools a")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")
    screens.look("adjust", is_covering=True)
    window.go("/documents")
    screens.look("library-draft")
    for name in ("form-stripes", "article-plain"):
        bytes = (clips.PICTURES / f"{name}.jpg").read_bytes()
        title = "Scan Nov 23, 2026, 3:15 PM" if name == "article-plain" else "An agreement on the lease of rooms in the house at the river"
        answer = page.request.post(f"{window.station.address}/api/documents?title={urllib.parse.quote(title)}", data=bytes, headers={"Content-Type": "image/jpeg"})
        assert answer.ok, answer.text()
    window.go("/documents")
    screens.look("library")
    window.go("/documents/1")
    window.until("[...document.querySelectorAll('.sheets img')].every(image => image.naturalWidth > 0)")
    screens.look("document")
    for name in ("devices", "profile", "ar", "drafts"):
        window.go(f"/{name}")
        screens.look(name)
